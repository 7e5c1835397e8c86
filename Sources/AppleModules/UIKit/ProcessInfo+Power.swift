internal import SimulatedOS

/// What Foundation on Linux lacks of `ProcessInfo`.
extension ProcessInfo {
  /// Whether the user switched Low Power Mode on (L19); false outside an app.
  public var isLowPowerModeEnabled: Bool {
    AppProcess.current?.app.device.power.isLowPowerMode ?? false
  }
}

extension NSNotification.Name {
  /// Posted when Low Power Mode was switched on or off, not on the main thread; its object is the
  /// process's `ProcessInfo`.
  public static let NSProcessInfoPowerStateDidChange = NSNotification.Name(
    "NSProcessInfoPowerStateDidChangeNotification")
}
