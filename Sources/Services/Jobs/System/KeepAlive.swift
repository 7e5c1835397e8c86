import YobanSimulatedDevices
import YobanVirtualTime

/// The keep-alive of a VoIP app: a handler that is called at a fixed interval in the background
/// (BG8).
struct KeepAlive {
  var interval: Duration
  var alarm: EventToken?
}

extension SchedulerService {
  /// `setKeepAliveTimeout(_:handler:)`; a nil interval removes the handler.
  ///
  /// - Returns: whether the handler will be called. This requires the background mode `voip`, an
  ///   interval of at least 600 s, and a system before iOS 7 (BG8).
  package func setKeepAlive(every interval: Duration?, for process: AppProcess) -> Bool {
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

  /// Starts the interval, which counts from entry into background, then from each call.
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
