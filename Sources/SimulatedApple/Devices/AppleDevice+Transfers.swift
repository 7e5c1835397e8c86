import SimulatedDevices

extension AppleDevice {
  /// Cancels the background transfers of an app, because the system is short of resources (FT7,
  /// reason 2 of NSURLErrorBackgroundTaskCancelledReasonKey).
  public func cancelTransfers(of app: InstalledApp) {
    post(.power("short of resources for transfers of \(app.definition.name)"))
    transfer.resourcesRanOut(app)
  }
}
