import YobanPlatformProfiles

/// The condition under which a sensor reports an event (`Sensor.getReportingMode()`).
package enum SensorReportingMode: Int32, Sendable, Hashable, CaseIterable {
  case continuous = 0
  case onChange = 1
  case oneShot = 2
  case specialTrigger = 3
}

/// The rules for the access of an app to a sensor. Pure.
enum SensorAccess {
  /// Whether events are delivered to the app (AN2).
  ///
  /// - Parameter isIdle: whether the app has shown no activity and has had no foreground service
  ///   for about a minute.
  static func reaches(
    _ mode: SensorReportingMode, isIdle: Bool, _ policy: AndroidSensorPolicy
  ) -> Bool {
    switch mode {
    case .continuous, .onChange, .oneShot: !isIdle || !policy.withholdsFromIdle
    case .specialTrigger: true
    }
  }

  /// The decision about a sampling period that an app requests.
  enum Period: Equatable {
    /// The requested period, in microseconds.
    case granted(Int64)
    /// A longer period than requested, in microseconds, because the permission is missing (AN16).
    case capped(Int64)
    /// The request fails with a `SecurityException`, because the app is debuggable (AN16).
    case refused
  }

  /// Returns the decision about a requested sampling period.
  ///
  /// - Parameters:
  ///   - microseconds: the time between two events; 0 for the sensor's maximum rate.
  ///   - target: the app's `targetSdkVersion`.
  ///   - mayBeFast: whether the app has `HIGH_SAMPLING_RATE_SENSORS`.
  static func period(
    _ microseconds: Int64, target: Int, mayBeFast: Bool, isDebuggable: Bool,
    _ policy: AndroidSensorPolicy
  ) -> Period {
    guard let rate = policy.unpermittedRate, target >= 31, !mayBeFast else {
      return .granted(microseconds)
    }
    let shortest = Int64(1_000_000 / rate)
    if microseconds >= shortest { return .granted(microseconds) }
    return isDebuggable ? .refused : .capped(shortest)
  }
}
