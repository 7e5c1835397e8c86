/// `AVAudioSession.Category`: the purpose for which an app uses audio. It decides whether audio
/// continues in the background (AU1).
package enum AudioCategory: String, Sendable, Hashable, CaseIterable {
  case ambient, soloAmbient, playback, record, playAndRecord, multiRoute

  /// Whether audio of this category continues in the background and while the screen is locked
  /// (AU1, AU2).
  package var worksInBackground: Bool {
    switch self {
    case .ambient, .soloAmbient: false
    case .playback, .record, .playAndRecord, .multiRoute: true
    }
  }

  /// Whether a player can play with this category. `record` silences all output.
  var plays: Bool { self != .record }

  /// Whether a recorder can record with this category.
  package var records: Bool {
    switch self {
    case .ambient, .soloAmbient, .playback: false
    case .record, .playAndRecord, .multiRoute: true
    }
  }
}

/// `AVAudioSession.CategoryOptions`, with the raw values of the SDK header AVAudioSessionTypes.h.
package struct AudioOptions: OptionSet, Sendable, Hashable {
  package let rawValue: UInt
  package init(rawValue: UInt) { self.rawValue = rawValue }

  package static let mixWithOthers = AudioOptions(rawValue: 0x1)
  package static let duckOthers = AudioOptions(rawValue: 0x2)
  package static let allowBluetoothHFP = AudioOptions(rawValue: 0x4)
  package static let defaultToSpeaker = AudioOptions(rawValue: 0x8)
  package static let interruptSpokenAudioAndMixWithOthers = AudioOptions(rawValue: 0x11)
}

/// The category of a session with its mode and options.
package struct AudioConfiguration: Sendable, Hashable {
  package var category: AudioCategory
  /// The raw value of `AVAudioSession.Mode`. The simulated device stores it, but it has no effect.
  package var mode: String
  package var options: AudioOptions

  package init(
    _ category: AudioCategory = .soloAmbient, mode: String = defaultMode,
    options: AudioOptions = []
  ) {
    self.category = category
    self.mode = mode
    self.options = options
  }

  package static let defaultMode = "AVAudioSessionModeDefault"

  /// Whether the session mixes with the audio of other apps, so that its activation does not
  /// interrupt them (AU2). `duckOthers` implies it.
  package var isMixable: Bool {
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
