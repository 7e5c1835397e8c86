import CollectorImports

/// The topics to which the collector subscribes, and where a topic names the device.
///
/// It is written as a topic filter of MQTT, in which a level `{device}` stands for one level of a topic, as `+` does.
/// The names at these levels are the name of the device: with `owntracks/{device}/{device}`, the device of
/// `owntracks/jane/phone` is `jane.phone`.
public struct TopicPattern: Hashable, Sendable, CustomStringConvertible {
  /// The pattern as it was written.
  public let description: String
  private let levels: [Level]

  private enum Level: Hashable, Sendable {
    case name(String)
    case any
    case device
    case rest
  }

  /// The largest number of bytes of a topic or a filter (MQTT 3.1.1, section 1.5.3).
  private static let bytesMax = 65_535

  /// Reads a pattern.
  ///
  /// - Throws: `TopicPatternError`, which says what to change.
  public init(_ text: String) throws(TopicPatternError) {
    guard !text.isEmpty, text.utf8.count <= Self.bytesMax, !text.utf8.contains(0) else {
      throw TopicPatternError("it must have 1 to \(Self.bytesMax) bytes without a zero byte")
    }
    guard !text.hasPrefix("$share/") else {
      throw TopicPatternError(
        "shared subscriptions are not supported: each message must reach this collector")
    }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    levels = try parts.enumerated().map { (index, part) throws(TopicPatternError) in
      switch part {
      case "+": return .any
      case "{device}": return .device
      case "#":
        guard index == parts.count - 1 else {
          throw TopicPatternError("# may only be the last level")
        }
        return .rest
      default:
        guard !part.contains(where: { "+#{}".contains($0) }) else {
          throw TopicPatternError("+, # and {device} must be a whole level")
        }
        return .name(String(part))
      }
    }
    description = text
  }

  /// The topic filter that the broker receives.
  public var filter: String {
    levels.map { level in
      switch level {
      case .name(let name): name
      case .any, .device: "+"
      case .rest: "#"
      }
    }.joined(separator: "/")
  }

  /// Whether topics name the device.
  public var namesDevice: Bool { levels.contains(.device) }

  /// Returns the levels of a topic that name the device; nil if the topic does not match.
  ///
  /// The result is empty if the pattern does not name the device.
  public func deviceParts(of topic: String) -> [String]? {
    let parts = topic.split(separator: "/", omittingEmptySubsequences: false)
    // A wildcard at the beginning does not match the topics of the broker itself (MQTT 3.1.1, section 4.7.2).
    if topic.hasPrefix("$") {
      guard case .name = levels[0] else { return nil }
    }
    var device: [String] = []
    for (index, level) in levels.enumerated() {
      // # stands for the level before it, too.
      if level == .rest { return parts.count >= index ? device : nil }
      guard index < parts.count else { return nil }
      switch level {
      case .name(let name): guard parts[index].utf8.elementsEqual(name.utf8) else { return nil }
      case .device: device.append(String(parts[index]))
      case .any, .rest: break
      }
    }
    return parts.count == levels.count ? device : nil
  }
}

/// The reason why a text is no pattern of topics, without a period.
public struct TopicPatternError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}

extension ForeignFormat {
  /// The topics to which the apps of the format publish if their settings were not changed.
  ///
  /// Sensor Logger: awesome-sensor-logger, `PUSHING.md`. OwnTracks: owntracks.org/booklet/tech/json, "Topics"; only
  /// those with numbers, because others can contain the settings of an app with its password. Theengs Gateway and
  /// OpenMQTTGateway: `docs/use/use.md` and `docs/use/ble.md`; the last level is the address of the Bluetooth device.
  public var standardTopics: [String] {
    switch self {
    case .sensorLogger: ["sensor-logger"]
    case .ownTracks:
      ["", "/event", "/step", "/beacon"].map { "owntracks/{device}/{device}" + $0 }
    case .theengs: ["home/+/BTtoMQTT/{device}"]
    default: []
    }
  }
}
