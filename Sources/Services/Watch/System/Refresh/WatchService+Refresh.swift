import YobanAppleSystem
import YobanSimulatedDevices
import YobanVirtualTime

/// Background refresh tasks of watch apps (WK9).
extension WatchService {
  func record(of app: InstalledApp) -> RefreshRecord {
    if let record = refreshRecords.first(where: { $0.app === app }) { return record }
    let record = RefreshRecord(app)
    refreshRecords.append(record)
    return record
  }

  /// `scheduleBackgroundRefresh(withPreferredDate:userInfo:scheduledCompletion:)`. A later request
  /// replaces an earlier one.
  ///
  /// - Parameter userInfo: archived; the task carries it.
  package func scheduleRefresh(
    at date: VirtualInstant, userInfo: [UInt8]?, for process: AppProcess
  ) {
    let record = record(of: process.app)
    record.application.request(date)
    record.applicationInfo = userInfo
    post(.backgroundRefresh("asked for"), of: process.app)
    if place(of: process.app) == nil { process.report(.refreshWithoutComplication) }
    reconsider(record)
  }

  /// `scheduleSnapshotRefresh(withPreferredDate:userInfo:scheduledCompletion:)`.
  package func scheduleSnapshot(
    at date: VirtualInstant, userInfo: [UInt8]?, for process: AppProcess
  ) {
    let record = record(of: process.app)
    record.snapshot.request(date)
    record.snapshotInfo = userInfo
    reconsider(record)
  }

  /// Whether the app is in the dock.
  package func isInDock(_ app: InstalledApp) -> Bool { dock.contains { $0 === app } }

  private func place(of app: InstalledApp) -> RefreshBudget.Place? {
    if device.activeComplications.contains(where: { $0 === app }) { return .complication }
    return isInDock(app) ? .dock : nil
  }

  /// The time of the app's next background update by another service; nil if it can come at once. The updates share
  /// the budget of background refreshes (HK5). An app without a place has that of the dock.
  package func nextUpdate(of app: InstalledApp) -> VirtualInstant? {
    let record = refreshRecords.first { $0.app === app }
    return record?.application.next(place(of: app) ?? .dock, policy)
  }

  /// Another service delivers a background update to the app now.
  package func usesUpdate(_ app: InstalledApp) {
    let record = record(of: app)
    record.application.use(at: now)
    reconsider(record)
  }

  func reconsiderRefreshes() { for record in refreshRecords { reconsider(record) } }

  /// Launches the app for requests that are due, and sets the alarm for later ones.
  private func reconsider(_ record: RefreshRecord) {
    if let alarm = record.alarm { simulation.cancel(alarm) }
    record.alarm = nil
    guard device.isUp, device.mayRefresh(record.app) else { return }
    let place = place(of: record.app)
    if let due = record.application.due(place, policy), due <= now, !record.app.isFrontmost {
      record.application.run(at: now)
      wake(record.app, for: .application, userInfo: record.applicationInfo)
    }
    if let due = record.snapshot.due(place, policy), due <= now, !record.app.isFrontmost {
      record.snapshot.run(at: now)
      wake(record.app, for: .snapshot, userInfo: record.snapshotInfo)
    }
    let dates = [record.application.due(place, policy), record.snapshot.due(place, policy)]
      .compactMap { $0 }.filter { $0 > now }
    guard let next = dates.min() else { return }
    record.alarm = simulation.schedule(at: next) { [weak self] in self?.reconsider(record) }
  }

  // MARK: Waking an app

  /// Launches or wakes an app to handle a background task. The app must complete it within seconds;
  /// otherwise it is killed with 0xc51bad02.
  ///
  /// A scenario calls this for tasks that the simulator does not start itself, such as a relevant
  /// shortcut.
  package func wake(
    _ app: InstalledApp, for kind: WatchRefreshTask.Kind, userInfo: [UInt8]? = nil
  ) {
    guard device.isUp else { return }
    let record = record(of: app)
    if kind == .watchConnectivity, record.tasks.contains(where: { $0.kind == kind }) { return }
    let isLink = kind == .watchConnectivity
    if app.needsLaunch { device.launch(app, isLink ? .watchConnectivity : .watchRefresh) }
    guard let process = app.process else { return }
    let limit = isLink ? policy.connectivityLimit : policy.refreshLimit
    let answered = process.grantForAnswer(
      isLink ? .watchConnectivity : .watchRefresh, within: limit, orKilledFor: .watchOutOfTime,
      "the background task \(kind)", rule: .wk9,
      remedy: "Call setTaskCompletedWithSnapshot(_:) for every task that handle(_:) receives.")
    let task = WatchRefreshTask(kind, userInfo: userInfo) { [weak self, weak record] snapshot in
      answered()
      guard let self, let record else { return }
      completed(record, refreshingSnapshot: snapshot, process)
    }
    record.tasks.append(task)
    task.warning = simulation.schedule(at: now + limit - policy.refreshWarning) {
      [weak task, weak process] in
      guard let task, !task.isCompleted else { return }
      process?.notify { ($0 as? any WatchApplicationEventReceiver)?.expire(task) }
    }
    post(.backgroundRefresh("\(kind) began"), of: app)
    process.afterLaunch { receiver in
      guard let receiver = receiver as? any WatchApplicationEventReceiver else {
        return task.complete()
      }
      receiver.handle(task)
    }
  }

  private func completed(
    _ record: RefreshRecord, refreshingSnapshot: Bool, _ process: AppProcess
  ) {
    for task in record.tasks where task.isCompleted {
      if let warning = task.warning { simulation.cancel(warning) }
      post(.backgroundRefresh("\(task.kind) completed"), of: record.app)
    }
    record.tasks.removeAll { $0.isCompleted }
    if refreshingSnapshot, process.isAlive(for: "setTaskCompletedWithSnapshot(_:)") {
      scheduleSnapshot(at: now, userInfo: nil, for: process)
    }
  }

  /// Drops the tasks that a process had not completed when it ended.
  func forgetTasks(of process: AppProcess) {
    guard let record = refreshRecords.first(where: { $0.app === process.app }) else { return }
    for task in record.tasks { if let warning = task.warning { simulation.cancel(warning) } }
    record.tasks = []
  }

  /// Drops the requests and tasks of a deleted app.
  func forgetRefreshes(of app: InstalledApp) {
    for record in refreshRecords where record.app === app {
      if let alarm = record.alarm { simulation.cancel(alarm) }
      record.alarm = nil
      for task in record.tasks { if let warning = task.warning { simulation.cancel(warning) } }
    }
    refreshRecords.removeAll { $0.app === app }
  }

  private func post(_ event: TraceEvent.WatchEvent, of app: InstalledApp) {
    device.post(.watch(event), process: app.nameInTraces)
  }
}

extension Finding {
  static let refreshWithoutComplication = Finding(
    .watchRefreshWithoutComplication, rule: .wk9,
    what:
      "A background refresh was scheduled, and the app has no complication on the active face: it will not come.",
    remedy: "Offer a complication, and do without background refreshes until the user uses it.")
}

extension Finding.Kind {
  /// A background refresh was scheduled by an app without a complication, so it will not come.
  public static let watchRefreshWithoutComplication = Self("watch.refresh-without-complication")
}
