import Foundation
import YobanPlatformProfiles
import YobanAppleSystem
import YobanLocation
import YobanSimulatedDevices
import YobanVirtualTime

/// The notifications of a device: permissions, pending requests, what the user sees, and the responses of
/// the user.
///
/// The system keeps all of this outside of the apps' processes. It is removed with the app.
public final class NotificationService {
  unowned let device: AppleDevice
  /// The records of all apps that used notifications, in the order of first use.
  private(set) var records: [NotificationRecord] = []
  private var alarm: EventToken?
  private var screenAlarm: EventToken?

  var plannedAnswers = PlannedAnswers<Bool>()
  /// Whether a Focus or Do Not Disturb silences notifications that are not time-sensitive (NT8).
  public var isFocusOn = false {
    didSet {
      guard isFocusOn != oldValue else { return }
      device.post(.user("switches a Focus \(isFocusOn ? "on" : "off")"))
    }
  }
  /// When texts of notifications are shown, as in Settings. Default: always (NT9).
  public var previews = NotificationPreviews.always

  package init(_ device: AppleDevice) { self.device = device }

  var simulation: Simulation { device.world.simulation }
  var now: VirtualInstant { simulation.now }
  package var policy: NotificationPolicy { device.policy(NotificationPolicy.self) }
  package var clock: NotificationClock {
    NotificationClock(
      start: device.wallClockAtStart, rate: device.clockRate, timeZone: device.timeZone)
  }

  /// The record of an app; nil if the app has not used notifications, or was deleted.
  func existing(_ app: InstalledApp) -> NotificationRecord? {
    records.first { $0.app === app }
  }

  func record(of app: InstalledApp) -> NotificationRecord {
    if let record = existing(app) { return record }
    let record = NotificationRecord(app)
    records.append(record)
    return record
  }

  func post(_ event: TraceEvent.NotificationEvent, _ record: NotificationRecord) {
    device.post(.notification(event), process: record.name)
  }

  /// Opens the notification center of a process, which receives the events of its app.
  package func open(_ process: AppProcess, _ receiver: any NotificationEventReceiver) {
    if process.process.state != .dead { record(of: process.app).attach(receiver) }
  }

  // MARK: Calls of the app

  /// The app set its delegate, or removed it.
  package func delegateChanged(of process: AppProcess, isSet: Bool) {
    if isSet, !process.hasFinishedLaunching { record(of: process.app).hadDelegateInTime = true }
  }

  /// The permission that the app reads.
  package func settings(of app: InstalledApp) -> NotificationPermission {
    existing(app)?.permission ?? NotificationPermission()
  }

  /// Whether the app has the entitlement for time-sensitive notifications.
  package func mayBeTimeSensitive(_ app: InstalledApp) -> Bool {
    app.definition.entitlements.contains(Self.timeSensitive)
  }

  /// The categories that the app has registered, in the order of their identifiers.
  package func categories(of app: InstalledApp) -> [NotificationCategory] {
    existing(app)?.categories ?? []
  }

  package func setCategories(_ categories: [NotificationCategory], of app: InstalledApp) {
    record(of: app).categories = categories.sorted { $0.identifier < $1.identifier }
  }

  /// The requests that wait for their triggers.
  package func pending(of app: InstalledApp) -> [NotificationRequest] {
    existing(app)?.store.pending.map(\.request) ?? []
  }

  /// The notifications in Notification Center.
  package func delivered(of app: InstalledApp) -> [DeliveredNotification] {
    existing(app)?.store.delivered.filter(\.isListed) ?? []
  }

  /// Removes delivered notifications.
  package func removeDelivered(of app: InstalledApp, _ isRemoved: (String) -> Bool) {
    record(of: app).store.removeDelivered { isRemoved($0.request.identifier) }
  }

  /// Removes pending requests.
  package func removePending(of app: InstalledApp, _ isRemoved: (String) -> Bool) {
    let record = record(of: app)
    for request in record.store.removePending({ isRemoved($0.identifier) }) {
      unwatch(request.identifier, record)
      post(.removed(request.identifier), record)
    }
    setAlarm()
  }

  /// The response for which the user's tap launches the process, until it was delivered; nil if there is
  /// none. `UIScene.ConnectionOptions` contains it.
  package func launchResponse(of process: AppProcess) -> NotificationResponse? {
    let record = existing(process.app)
    guard let response = record?.launchResponse, record?.waiting.isEmpty == false else {
      return nil
    }
    return response
  }

  // MARK: Pending requests

  /// Adds a request, or shows it at once (NT3).
  package func add(
    _ request: NotificationRequest, of app: InstalledApp
  ) throws(NotificationFailure) {
    let record = record(of: app)
    if let failure = refusal(of: request, record) {
      post(.refused(request.identifier, code: failure.rawValue), record)
      if record.permission.status == .notDetermined, failure == .notAllowed {
        record.app.process?.report(.neverAsked(request.identifier))
      }
      throw failure
    }
    post(.scheduled(request.identifier, trigger: request.trigger.words), record)
    if request.trigger == .now { return deliver(request, to: record) }
    var next: VirtualInstant?
    switch request.trigger {
    case .now: break
    case .region(let region, _): watch(region, for: request, record)
    case .interval, .calendar:
      next = clock.next(of: request.trigger, after: now)
      if next == nil {
        record.app.process?.report(.neverFires(request.identifier))
        return
      }
    }
    let discarded = record.store.add(request, next: next, policy)
    for old in discarded {
      unwatch(old.identifier, record)
      post(.discarded(old.identifier), record)
    }
    if let old = discarded.first {
      record.app.process?.report(.tooManyRequests(policy.pendingLimit, lost: old.identifier))
    }
    setAlarm()
  }

  private func refusal(of request: NotificationRequest, _ record: NotificationRecord)
    -> NotificationFailure?
  {
    if !record.permission.allowsNotifications { return .notAllowed }
    if request.content.isEmpty { return .noContent }
    if case .calendar(let components, _) = request.trigger, components.isWithoutDate {
      return .noDate
    }
    return nil
  }

  /// Sets the alarm for the next request that is due.
  func setAlarm() {
    if let alarm { simulation.cancel(alarm) }
    alarm = nil
    guard device.isUp, let next = records.compactMap(\.store.nextDeadline).min() else { return }
    alarm = simulation.schedule(at: max(next, now)) { [weak self] in self?.deliverDue() }
  }

  private func deliverDue() {
    alarm = nil
    for record in records {
      let (due, missed) = record.store.takeDue(at: now, clock, policy)
      for request in missed {
        post(.notShown(request.identifier, why: "the device was off when it was due"), record)
      }
      for request in due { deliver(request, to: record) }
    }
    setAlarm()
  }

  // MARK: Regions

  private func watch(
    _ region: RegionDescription, for request: NotificationRequest, _ record: NotificationRecord
  ) {
    unwatch(request.identifier, record)
    let end = device.location.watch(region.kind, quietlyFor: record.app) {
      [weak self, weak record] isEntry in
      guard let self, let record, isEntry ? region.notifyOnEntry : region.notifyOnExit else {
        return
      }
      crossed(request, record)
    }
    record.regions.append((request.identifier, end))
  }

  private func crossed(_ request: NotificationRequest, _ record: NotificationRecord) {
    if !request.trigger.repeats {
      _ = record.store.removePending { $0.identifier == request.identifier }
      // The tracker is ended after its callback has returned.
      simulation.schedule(at: now) { [weak self, weak record] in
        if let record { self?.unwatch(request.identifier, record) }
      }
    }
    deliver(request, to: record)
  }

  func unwatch(_ identifier: String, _ record: NotificationRecord) {
    guard let i = record.regions.firstIndex(where: { $0.identifier == identifier }) else { return }
    record.regions.remove(at: i).end()
  }

  // MARK: Screen

  /// Lights the screen for a notification, for some seconds (NT9).
  package func lightScreen() {
    guard !device.isScreenOn else { return }
    device.lightScreen()
    screenAlarm = simulation.schedule(at: now + policy.screenLit) { [weak self] in
      guard let self else { return }
      screenAlarm = nil
      let isInUse = device.hasPasscode && !device.isLocked
      if device.isUp, device.isScreenOn, !isInUse { device.darkenScreen() }
    }
  }

  func cancelScreenAlarm() {
    if let screenAlarm { simulation.cancel(screenAlarm) }
    screenAlarm = nil
  }

  func forget(_ app: InstalledApp) {
    guard let i = records.firstIndex(where: { $0.app === app }) else { return }
    for region in records[i].regions { unwatch(region.identifier, records[i]) }
    records.remove(at: i)
    setAlarm()
  }
}

/// When the texts of notifications are shown (Show Previews in Settings).
public enum NotificationPreviews: Int, Sendable, Hashable {
  case always, whenUnlocked, never
}

extension DateComponents {
  /// Whether no component is set that a calendar can match.
  fileprivate var isWithoutDate: Bool {
    let values = [
      era, year, month, day, hour, minute, second, nanosecond, weekday, weekdayOrdinal, quarter,
      weekOfMonth, weekOfYear, yearForWeekOfYear,
    ]
    return values.allSatisfy { $0 == nil }
  }
}

extension NotificationService: SystemService {
  package func userComes() { cancelScreenAlarm() }
  package func becameActive(_ process: AppProcess) { ask(process.app) }
  package func willBecomeActive(_ process: AppProcess) { deliverWaiting(process) }
  package func processEnded(_ process: AppProcess, reason: TerminationReason) {
    processEnded(process)
  }
  package func obligations(to app: InstalledApp) -> [String] {
    records.contains { $0.app === app && !$0.store.pending.isEmpty } ? ["notifications"] : []
  }
  package func appDeleted(_ app: InstalledApp) { forget(app) }
  package func deviceWentDown() {
    cancelScreenAlarm()
    setAlarm()
  }
  package func deviceCameUp() { setAlarm() }
  package func clockWasSet(by difference: Duration) {
    for record in records { record.store.clockWasSet(by: difference, at: now, clock) }
    setAlarm()
  }
  package func timeZoneChanged(from before: TimeZone) {
    for record in records { record.store.timeZoneChanged(from: before, at: now, clock) }
    setAlarm()
  }
}

extension AppleDevice {
  /// The notifications of apps: permissions, pending requests, and what the user sees.
  public final var notifications: NotificationService { self[NotificationService.self] }
}
