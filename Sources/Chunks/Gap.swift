/// Why samples are missing: an open set of lower-case words.
///
/// A recorder may use causes of its own. A literal that breaks the rule (1 to 32 of the
/// characters `a-z` and `-`) traps.
public struct GapCause: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  public let rawValue: String

  /// Answers nil when the word breaks the rule.
  public init?(rawValue: String) {
    guard ChunkError.NameKind.cause.allows(rawValue) else { return nil }
    self.rawValue = rawValue
  }

  public init(stringLiteral: String) {
    guard let cause = Self(rawValue: stringLiteral) else {
      preconditionFailure("\"\(stringLiteral)\" is no gap cause: \(ChunkError.NameKind.cause.rule)")
    }
    self = cause
  }

  /// The system stopped running the process and kept it in memory.
  public static let suspended: GapCause = "suspended"
  /// The system ended the process without asking, for memory for instance.
  public static let killed: GapCause = "killed"
  /// The user or the app itself ended the process.
  public static let terminated: GapCause = "terminated"
  /// The device was restarted or was off.
  public static let rebooted: GapCause = "rebooted"
  /// The sensor gave nothing, though the process ran.
  public static let sensorOff: GapCause = "sensor-off"
  /// There was no room to store what was measured.
  public static let diskFull: GapCause = "disk-full"
  /// The user had not allowed the measurement, or withdrew the permission.
  public static let notAuthorized: GapCause = "not-authorized"
  /// It was stored, and found altered or torn when it was read again.
  public static let corrupted: GapCause = "corrupted"
  /// The clock of the device was set; the stretch may be shorter or longer than it looks.
  public static let clockChanged: GapCause = "clock-changed"
  /// Nothing is known about it.
  public static let unknown: GapCause = "unknown"
}

/// A stretch of wanted time without samples.
public struct Gap: Hashable, Sendable {
  /// The last moment covered before the gap, in nanoseconds since 1970.
  public var start: Int64
  /// The first moment covered after it, in nanoseconds since 1970.
  ///
  /// Samples were lost strictly between the two. After a clock that was set back, `end` may be
  /// before `start`.
  public var end: Int64
  public var cause: GapCause

  public init(start: Int64, end: Int64, cause: GapCause) {
    self.start = start
    self.end = end
    self.cause = cause
  }
}

/// A named moment of the recording.
public struct Mark: Hashable, Sendable {
  /// In nanoseconds since 1970.
  public var time: Int64
  /// 1 to 32 of the characters `a-z` and `-`.
  public let name: String

  /// Throws `.invalidName`.
  public init(time: Int64, name: String) throws(ChunkError) {
    try ChunkError.NameKind.mark.validate(name)
    self.init(time: time, validName: name)
  }

  private init(time: Int64, validName: String) {
    self.time = time
    self.name = validName
  }

  /// The recording was begun: a night starts here.
  public static func started(at time: Int64) -> Mark { Mark(time: time, validName: "started") }
  /// The recording was ended: a night ends here.
  public static func stopped(at time: Int64) -> Mark { Mark(time: time, validName: "stopped") }
}
