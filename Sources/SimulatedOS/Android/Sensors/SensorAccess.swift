/// When a sensor has an event (`Sensor.getReportingMode()`).
public enum SensorReportingMode: Int32, Sendable, Hashable, CaseIterable {
  case continuous = 0
  case onChange = 1
  case oneShot = 2
  case specialTrigger = 3
}

/// What an app may have of a sensor. Pure.
enum SensorAccess {
  /// Whether events reach the app (AN2).
  ///
  /// - Parameter isIdle: the app has shown no activity and has had no foreground service for about a
  ///   minute.
  static func reaches(
    _ mode: SensorReportingMode, isIdle: Bool, _ policy: AndroidSensorPolicy
  ) -> Bool {
    switch mode {
    case .continuous, .onChange, .oneShot: !isIdle || !policy.withholdsFromIdle
    case .specialTrigger: true
    }
  }

  /// What becomes of a sampling period that an app asks for.
  enum Period: Equatable {
    /// Microseconds.
    case granted(Int64)
    /// Longer than it asked for, in microseconds: without the permission it gets no more (AN16).
    case capped(Int64)
    /// `SecurityException`: the app is debuggable (AN16).
    case refused
  }

  /// - Parameters:
  ///   - microseconds: between two events; 0 for as fast as the sensor can.
  ///   - target: the app's `targetSdkVersion`.
  ///   - mayBeFast: it has `HIGH_SAMPLING_RATE_SENSORS`.
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
