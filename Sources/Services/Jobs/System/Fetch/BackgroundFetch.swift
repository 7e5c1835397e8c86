import YobanAppleSystem
import YobanSimulatedDevices
import YobanVirtualTime

extension AppleDevice {
  /// Performs a background fetch of an app now, as Xcode's "Simulate Background Fetch" does. Has no
  /// effect without the background mode `fetch`, before iOS 7, or while the app is in front.
  ///
  /// The app is launched or woken in the background and has about 30 s to call the completion
  /// handler. If it does not, it is killed with 0x2182bad4 (FT1).
  public func performBackgroundFetch(_ app: InstalledApp) {
    guard scheduler.mayFetch(app), !app.isInFront else { return }
    scheduler.fetch(app)
  }
}

// Background fetch, scheduled by the usage of the app (FT1).
extension SchedulerService {
  /// `setMinimumBackgroundFetchInterval`; nil: never. The value is kept between launches of the
  /// app.
  package func setMinimumFetchInterval(_ minimum: Duration?, for process: AppProcess) {
    let record = record(of: process.app)
    record.fetch.setMinimum(minimum, delay: refreshDelay(.fetchDelay, record.app), at: now)
    if minimum != nil, let reason = whyNoFetch(process.app) {
      process.report(.fetchDisabled(reason))
    }
    reconsider()
  }

  /// Whether the app can get background fetches on this system.
  func mayFetch(_ app: InstalledApp) -> Bool { policy.fetches && whyNoFetch(app) == nil }

  private func whyNoFetch(_ app: InstalledApp) -> FetchObstacle? {
    let list = app.definition.infoPlist
    guard list.backgroundModes.contains("fetch") else { return .noMode }
    let isDisabled = policy.taskIdentifiersDisableFetch && list.permittedTaskIdentifiers != nil
    return isDisabled ? .taskIdentifiers : nil
  }

  enum FetchObstacle { case noMode, taskIdentifiers }

  func fetchIsDue(_ record: JobRecord) {
    record.fetch.fetched(nextDelay: refreshDelay(.fetchDelay, record.app), at: now)
    fetch(record.app)
  }

  func fetch(_ app: InstalledApp) {
    if app.needsLaunch { device.launch(app, .backgroundFetch) }
    guard let process = app.process else { return }
    let done = process.grantForAnswer(
      .fetch, within: device.policy(LifecyclePolicy.self).backgroundWake,
      orKilledFor: .backgroundFetch,
      "a background fetch", rule: .ft1,
      remedy: "Call the completion handler of performFetchWithCompletionHandler in every case.")
    let record = record(of: app)
    process.afterLaunch { [unowned process] receiver in
      receiver.performFetch { [weak self, weak record] result in
        record?.fetch.answered(result)
        done()
        self?.reconsider()
      }
      process.post(.callback(.performFetch, seen: process.visibleState))
    }
  }
}
