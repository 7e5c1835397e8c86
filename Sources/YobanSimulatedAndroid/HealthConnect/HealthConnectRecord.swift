import Foundation

/// A record in Health Connect, such as a number of steps. Plain data.
///
/// Times are milliseconds since 1970 by the device's clock, as Health Connect keeps them.
public struct HealthConnectRecord: Sendable, Hashable {
  /// The measured value.
  public enum Content: Sendable, Hashable {
    case steps(Int64)
    case heartRate([HeartRate])
    case sleepSession
  }

  /// A measurement of the heart rate.
  public struct HeartRate: Sendable, Hashable {
    public var beatsPerMinute: Int64
    public var millis: Int64

    public init(beatsPerMinute: Int64, millis: Int64) {
      (self.beatsPerMinute, self.millis) = (beatsPerMinute, millis)
    }
  }

  public var content: Content
  public var startMillis: Int64
  public var endMillis: Int64
  /// The name that the writing app gave the record; a later record of this name replaces it.
  public var clientRecordId: String?
  /// A record of the same name with a lower version is ignored.
  public var clientRecordVersion: Int64 = 0
  /// The UUID that Health Connect gave it; empty before that.
  public internal(set) var id = ""
  /// The package of the app that wrote it; empty before that.
  public internal(set) var origin = ""
  public internal(set) var lastModifiedMillis: Int64 = 0

  public init(_ content: Content, startMillis: Int64, endMillis: Int64) {
    (self.content, self.startMillis, self.endMillis) = (content, startMillis, endMillis)
  }

  public static func steps(_ count: Int64, from start: Date, to end: Date) -> Self {
    Self(.steps(count), startMillis: start.millis, endMillis: end.millis)
  }

  /// Returns a record with one measurement of the heart rate.
  public static func heartRate(_ beatsPerMinute: Int64, at date: Date) -> Self {
    let heartRate = HeartRate(beatsPerMinute: beatsPerMinute, millis: date.millis)
    return Self(.heartRate([heartRate]), startMillis: date.millis, endMillis: date.millis)
  }

  public static func sleepSession(from start: Date, to end: Date) -> Self {
    Self(.sleepSession, startMillis: start.millis, endMillis: end.millis)
  }

  package var type: HealthConnectRecordType {
    switch content {
    case .steps: .steps
    case .heartRate: .heartRate
    case .sleepSession: .sleepSession
    }
  }
}

/// The type of a record: the name of Android's class.
package enum HealthConnectRecordType: String, Sendable, Hashable, CaseIterable {
  case steps = "StepsRecord"
  case heartRate = "HeartRateRecord"
  case sleepSession = "SleepSessionRecord"

  var readPermission: String { "health.READ_\(permission)" }
  var writePermission: String { "health.WRITE_\(permission)" }

  private var permission: String {
    switch self {
    case .steps: "STEPS"
    case .heartRate: "HEART_RATE"
    case .sleepSession: "SLEEP"
    }
  }

  /// The name as Android's messages contain it.
  var className: String { "class android.health.connect.datatypes.\(rawValue)" }
}

extension Date {
  /// The milliseconds since 1970; the first or the last one for a date that is too far away.
  fileprivate var millis: Int64 {
    let millis = (timeIntervalSince1970 * 1000).rounded()
    return Int64(exactly: millis) ?? (millis < 0 ? .min : .max)
  }
}
