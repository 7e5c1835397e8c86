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

/// `AVAudioSession.RouteSharingPolicy`, with its raw values.
package enum AudioRoutePolicy: UInt, Sendable, Hashable, CaseIterable {
  case `default` = 0
  case longFormAudio = 1
  case independent = 2
  case longFormVideo = 3

  package var isLongForm: Bool {
    switch self {
    case .longFormAudio, .longFormVideo: true
    case .default, .independent: false
    }
  }
}

/// The category of a session with its mode, route sharing policy and options.
package struct AudioConfiguration: Sendable, Hashable {
  package var category: AudioCategory
  /// The raw value of `AVAudioSession.Mode`. The simulated device stores it, but it has no effect.
  package var mode: String
  /// Has an effect on a watch only (AU5).
  package var routePolicy: AudioRoutePolicy
  package var options: AudioOptions

  package init(
    _ category: AudioCategory = .soloAmbient, mode: String = defaultMode,
    routePolicy: AudioRoutePolicy = .default, options: AudioOptions = []
  ) {
    self.category = category
    self.mode = mode
    self.routePolicy = routePolicy
    self.options = options
  }

  package static let defaultMode = "AVAudioSessionModeDefault"
  /// The modes that a long-form session may have (AU5).
  private static let longFormModes = [
    defaultMode, "AVAudioSessionModeMoviePlayback", "AVAudioSessionModeSpokenAudio",
  ]

  /// Whether the session mixes with the audio of other apps, so that its activation does not
  /// interrupt them (AU2). `duckOthers` implies it.
  package var isMixable: Bool {
    category == .ambient || !options.isDisjoint(with: [.mixWithOthers, .duckOthers])
  }

  /// Whether the category accepts these options, and the route sharing policy accepts the category,
  /// the mode and the options, as far as the SDK headers document that (AU1, AU5).
  var isValid: Bool {
    if routePolicy.isLongForm {
      return category == .playback && options.isEmpty && Self.longFormModes.contains(mode)
    }
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
  var words: String {
    category.rawValue + (isMixable ? ", mixable" : "")
      + (routePolicy.isLongForm ? ", long-form" : "")
  }
}
