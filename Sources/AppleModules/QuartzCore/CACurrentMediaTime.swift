@_exported import YobanFoundation

/// Returns the time since the device booted, in seconds.
public func CACurrentMediaTime() -> CFTimeInterval { ProcessInfo.processInfo.systemUptime }
