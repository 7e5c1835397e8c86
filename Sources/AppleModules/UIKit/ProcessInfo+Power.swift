internal import YobanSimulatedApple

/// The members of `ProcessInfo` that Foundation on Linux lacks.
extension ProcessInfo {
  /// Whether the user has switched on Low Power Mode (L19); false outside an app.
  public var isLowPowerModeEnabled: Bool {
    AppProcess.current?.app.device.power.isLowPowerMode ?? false
  }
}

extension NSNotification.Name {
  /// Posted when Low Power Mode was switched on or off, not on the main thread. Its object is the
  /// process's `ProcessInfo`.
  public static let NSProcessInfoPowerStateDidChange = NSNotification.Name(
    "NSProcessInfoPowerStateDidChangeNotification")
}
