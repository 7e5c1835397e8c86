import VirtualTime

/// The keep-alive of a VoIP app: a handler that is called every so often in background (BG8).
struct KeepAlive {
  var interval: Duration
  var alarm: EventToken?
}

extension SchedulerService {
  /// `setKeepAliveTimeout(_:handler:)`; nil takes it away.
  ///
  /// - Returns: whether the handler will be called: with the background mode `voip`, at least 600 s
  ///   between two calls, and a system before iOS 7 (BG8).
  public func setKeepAlive(every interval: Duration?, for process: AppProcess) -> Bool {
    guard process.isAlive(for: "UIApplication.setKeepAliveTimeout(_:handler:)") else {
      return false
    }
    let record = record(of: process.app)
    cancelKeepAlive(record)
    guard let interval, interval >= policy.keepAliveMinimum, policy.keepsVoIPAlive,
      process.app.definition.infoPlist.backgroundModes.contains("voip")
    else { return false }
    record.keepAlive = KeepAlive(interval: interval)
    if process.isInBackground { scheduleKeepAlive(record, process) }
    return true
  }

  func cancelKeepAlive(_ record: JobRecord) {
    if let alarm = record.keepAlive?.alarm { simulation.cancel(alarm) }
    record.keepAlive = nil
  }

  /// The interval counts from the way to background, then from each call.
  func scheduleKeepAlive(_ record: JobRecord, _ process: AppProcess) {
    guard let keepAlive = record.keepAlive else { return }
    if let alarm = keepAlive.alarm { simulation.cancel(alarm) }
    record.keepAlive?.alarm = simulation.schedule(at: now + keepAlive.interval) {
      [weak self, weak process] in
      guard let self, let process, process.isInBackground else { return }
      process.grantForEvents(.keepAlive, until: now + policy.keepAliveRunTime)
      process.afterLaunch { $0.keepAlive() }
      scheduleKeepAlive(record, process)
    }
  }
}
