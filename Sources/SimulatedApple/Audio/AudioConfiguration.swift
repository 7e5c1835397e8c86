/// `AVAudioSession.Category`: the purpose for which an app uses audio. It decides whether audio
/// continues in background (AU1).
public enum AudioCategory: String, Sendable, Hashable, CaseIterable {
  case ambient, soloAmbient, playback, record, playAndRecord, multiRoute

  /// Whether audio of this category continues in background and while the screen is locked (AU1,
  /// AU2).
  public var worksInBackground: Bool {
    switch self {
    case .ambient, .soloAmbient: false
    case .playback, .record, .playAndRecord, .multiRoute: true
    }
  }

  /// Whether a player can play with this category. `record` silences all output.
  var plays: Bool { self != .record }

  /// Whether a recorder can record with this category.
  public var records: Bool {
    switch self {
    case .ambient, .soloAmbient, .playback: false
    case .record, .playAndRecord, .multiRoute: true
    }
  }
}

/// `AVAudioSession.CategoryOptions`, with the raw values of the SDK header AVAudioSessionTypes.h.
public struct AudioOptions: OptionSet, Sendable, Hashable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let mixWithOthers = AudioOptions(rawValue: 0x1)
  public static let duckOthers = AudioOptions(rawValue: 0x2)
  public static let allowBluetoothHFP = AudioOptions(rawValue: 0x4)
  public static let defaultToSpeaker = AudioOptions(rawValue: 0x8)
  public static let interruptSpokenAudioAndMixWithOthers = AudioOptions(rawValue: 0x11)
}

/// The category of a session with its mode and options.
public struct AudioConfiguration: Sendable, Hashable {
  public var category: AudioCategory
  /// The raw value of `AVAudioSession.Mode`. The simulated device stores it, but it has no effect.
  public var mode: String
  public var options: AudioOptions

  public init(
    _ category: AudioCategory = .soloAmbient, mode: String = defaultMode,
    options: AudioOptions = []
  ) {
    self.category = category
    self.mode = mode
    self.options = options
  }

  public static let defaultMode = "AVAudioSessionModeDefault"

  /// Whether the session mixes with the audio of other apps, so that its activation does not
  /// interrupt them (AU2). `duckOthers` implies it.
  public var isMixable: Bool {
    category == .ambient || !options.isDisjoint(with: [.mixWithOthers, .duckOthers])
  }

  /// Whether the category accepts these options, as far as the SDK header documents that.
  var isValid: Bool {
    var refused: AudioOptions =
      switch category {
      case .playAndRecord, .multiRoute: []
      case .ambient, .playback: [.allowBluetoothHFP, .defaultToSpeaker]
      case .soloAmbient: [.mixWithOthers, .duckOthers, .allowBluetoothHFP, .defaultToSpeaker]
      case .record: [.mixWithOthers, .duckOthers, .defaultToSpeaker]
      }
    refused.formIntersection(options)
    return refused.isEmpty
  }

  /// A description, such as `playback, mixable`.
  var words: String { category.rawValue + (isMixable ? ", mixable" : "") }
}
