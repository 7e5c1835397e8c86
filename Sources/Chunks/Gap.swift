/// The reason why samples are missing: an open set of lower-case words.
///
/// A recorder may define its own causes. A literal that breaks the rule (1 to 32 of the characters
/// `a-z` and `-`) traps.
public struct GapCause: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  public let rawValue: String

  /// Creates a cause; nil when the word breaks the rule.
  public init?(rawValue: String) {
    guard ChunkError.NameKind.cause.allows(rawValue) else { return nil }
    self.rawValue = rawValue
  }

  public init(stringLiteral: String) {
    guard let cause = Self(rawValue: stringLiteral) else {
      preconditionFailure(
        "\"\(stringLiteral)\" is not the name of a gap cause: \(ChunkError.NameKind.cause.rule)")
    }
    self = cause
  }

  /// The system suspended the process and kept it in memory.
  public static let suspended: GapCause = "suspended"
  /// The system terminated the process without notifying it, for instance because memory was low.
  public static let killed: GapCause = "killed"
  /// The user or the app itself terminated the process.
  public static let terminated: GapCause = "terminated"
  /// The device was restarted or was off.
  public static let rebooted: GapCause = "rebooted"
  /// The sensor delivered no samples, although the process was running.
  public static let sensorOff: GapCause = "sensor-off"
  /// There was not enough disk space to store the samples.
  public static let diskFull: GapCause = "disk-full"
  /// The user had not allowed the measurement, or withdrew the permission.
  public static let notAuthorized: GapCause = "not-authorized"
  /// The samples were stored, but found altered or torn when they were read again.
  public static let corrupted: GapCause = "corrupted"
  /// The clock of the device was set; the real duration may be shorter or longer than it appears.
  public static let clockChanged: GapCause = "clock-changed"
  /// The reason is unknown.
  public static let unknown: GapCause = "unknown"
}

/// A period without samples in a recording.
public struct Gap: Hashable, Sendable {
  /// The last recorded time before the gap, in nanoseconds since 1970.
  public var start: Int64
  /// The first recorded time after the gap, in nanoseconds since 1970.
  ///
  /// Samples are missing strictly between the two times. If the clock was set back, `end` may be
  /// before `start`.
  public var end: Int64
  public var cause: GapCause

  public init(start: Int64, end: Int64, cause: GapCause) {
    self.start = start
    self.end = end
    self.cause = cause
  }
}

/// A named point in time of the recording.
public struct Mark: Hashable, Sendable {
  /// The time in nanoseconds since 1970.
  public var time: Int64
  /// The name: 1 to 32 of the characters `a-z` and `-`.
  public let name: String

  /// - Throws: `.invalidName`.
  public init(time: Int64, name: String) throws(ChunkError) {
    try ChunkError.NameKind.mark.validate(name)
    self.init(time: time, validName: name)
  }

  private init(time: Int64, validName: String) {
    self.time = time
    self.name = validName
  }

  /// Returns the mark for the start of the recording.
  public static func started(at time: Int64) -> Mark { Mark(time: time, validName: "started") }
  /// Returns the mark for the end of the recording.
  public static func stopped(at time: Int64) -> Mark { Mark(time: time, validName: "stopped") }
}
