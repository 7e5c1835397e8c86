import Foundation
import YobanAppleSystem
import YobanNetwork
import YobanNotifications
import YobanSimulatedDevices
import YobanVirtualTime

/// The Live Activities of a phone: who may start one, when the system ends it, and the pushes that update it.
///
/// They exist outside of the apps' processes, and are removed with the app (LA8).
public final class LiveActivityService {
  unowned let device: AppleDevice
  private var random: RandomStream
  /// Those that are scheduled or on the Lock Screen, in the order of their start.
  private(set) var all: [LiveActivity] = []
  private(set) var records: [LiveActivityRecord] = []
  private var alarm: EventToken?

  package init(_ device: AppleDevice) {
    self.device = device
    random = RandomStream(
      seed: device.world.simulation.seed, name: "\(device.name)/live-activities")
  }

  var simulation: Simulation { device.world.simulation }
  var now: VirtualInstant { simulation.now }
  package var policy: LiveActivityPolicy { device.policy(LiveActivityPolicy.self) }
  /// The time of the device's clock, in seconds since 1970.
  var wallTime: Double { device.date.timeIntervalSince1970 }

  func record(of app: InstalledApp) -> LiveActivityRecord {
    if let record = records.first(where: { $0.app === app }) { return record }
    let record = LiveActivityRecord(app)
    records.append(record)
    return record
  }

  func record(withStartToken token: Data) -> (record: LiveActivityRecord, attributesType: String)? {
    for record in records {
      if let found = record.startTokens.first(where: { $0.token == token }) {
        return (record, found.attributesType)
      }
    }
    return nil
  }

  func post(_ event: TraceEvent.LiveActivityEvent, _ app: InstalledApp) {
    device.post(.liveActivity(event), process: app.nameInTraces)
  }

  /// Calls the objects of the app on its main queue, if it has a process.
  func notify(_ app: InstalledApp, _ call: @escaping (any LiveActivityEventReceiver) -> Void) {
    guard let process = app.process, !process.isPrewarmed else { return }
    let record = record(of: app)
    process.process.onMain { [weak record] in if let receiver = record?.receiver { call(receiver) }
    }
  }

  func drawToken() -> Data { Data(random.bytes(32)) }

  private func drawIdentifier() -> String { NSUUID(uuidBytes: random.bytes(16)).uuidString }

  // MARK: What the user sees

  /// The Live Activities on the Lock Screen: of all apps, in the order of their start.
  public var shown: [LiveActivity] {
    all.filter { if case .pending = $0.machine.state { false } else { true } }
  }

  /// The Live Activities of an app on the Lock Screen; the one with the highest relevance score comes first.
  public func shown(of app: InstalledApp) -> [LiveActivity] {
    // `sorted` keeps the order of those that are equal.
    shown.filter { $0.app === app }.sorted { $0.relevanceScore > $1.relevanceScore }
  }

  // MARK: Calls of the app

  /// Opens ActivityKit in a process, which receives the events of its app.
  package func open(_ process: AppProcess, _ receiver: any LiveActivityEventReceiver) {
    if process.process.state != .dead { record(of: process.app).receiver = receiver }
  }

  /// Those of the app with attributes of the type that are scheduled, shown or ended, in the order of their start.
  package func activities(of app: InstalledApp, _ attributesType: String) -> [LiveActivity] {
    all.filter { $0.app === app && $0.attributesType == attributesType }
  }

  /// `areActivitiesEnabled`.
  package func areEnabled(for app: InstalledApp) -> Bool {
    policy.exists && isSupported(by: app) && record(of: app).isAllowed
  }

  /// `frequentPushesEnabled`.
  package func areFrequentPushesEnabled(for app: InstalledApp) -> Bool {
    app.definition.infoPlist.isOn("NSSupportsLiveActivitiesFrequentUpdates")
      && record(of: app).allowsFrequentPushes
  }

  private func isSupported(by app: InstalledApp) -> Bool {
    app.definition.infoPlist.isOn("NSSupportsLiveActivities")
  }

  /// Starts or schedules a Live Activity (LA1, LA9).
  package func request(
    _ request: LiveActivityRequest, for process: AppProcess
  ) throws(LiveActivityRefusal) -> LiveActivity {
    if let refusal = refusal(of: request, process) {
      post(.refused(request.attributesType, error: refusal.rawValue), process.app)
      if let finding = Finding.notStarted(request.attributesType, refusal) {
        process.report(finding)
      }
      throw refusal
    }
    var request = request
    request.isInFront = isInFront(process)
    let activity = start(request, process.app, how: "by the app")
    notify(process.app) { $0.started(activity) }
    return activity
  }

  private func refusal(of request: LiveActivityRequest, _ process: AppProcess)
    -> LiveActivityRefusal?
  {
    if !policy.exists { return .unsupported }
    if !isSupported(by: process.app) { return .unsupportedTarget }
    if size(request.attributes, request.content.state) > policy.sizeLimit {
      return .attributesTooLarge
    }
    if !record(of: process.app).isAllowed { return .denied }
    if !isInFront(process), !record(of: process.app).hasIntent { return .visibility }
    if isFull(process.app) { return .targetMaximumExceeded }
    if request.pushes == .token, !isEntitled(process.app) { return .noPushEntitlement }
    return nil
  }

  /// Whether the app is in the foreground; in didEnterBackground it is in the background already.
  private func isInFront(_ process: AppProcess) -> Bool {
    process.app.isInFront && process.visibleState != .background
  }

  /// An intent of the app begins that may start Live Activities in background, or the last one has ended (AI3).
  package func setIntent(isRunning: Bool, of app: InstalledApp) {
    record(of: app).hasIntent = isRunning
  }

  func size(_ attributes: Data, _ state: Data) -> Int { attributes.count + state.count }

  /// Whether the app has as many Live Activities as it can have. Scheduled ones count.
  func isFull(_ app: InstalledApp) -> Bool {
    all.count { $0.app === app && $0.machine.isOngoing } >= policy.limitPerApp
  }

  func start(_ request: LiveActivityRequest, _ app: InstalledApp, how: String) -> LiveActivity {
    let machine = LiveActivityMachine(
      startingAt: policy.canBeScheduled ? request.start.map(device.instant) : nil,
      staleAt: request.content.staleDate.map(device.instant), at: now, policy)
    let number = record(of: app).number(of: request.attributesType)
    let activity = LiveActivity(
      drawIdentifier(), number: number, app, request, machine, newest: wallTime)
    all.append(activity)
    if case .pending = machine.state {
      post(.started(activity.name, how: "\(how), at a later time"), app)
    } else {
      post(.started(activity.name, how: how), app)
    }
    if request.pushes == .token { giveToken(to: activity) }
    setAlarm()
    privilegesMayHaveChanged(of: app)
    return activity
  }

  /// `Activity.update`. Ignored without an error after the end, and if the content is too large (LA3).
  package func update(
    _ activity: LiveActivity, _ values: LiveActivityValues, timestamp: Date?, isAlert: Bool,
    by process: AppProcess
  ) {
    guard accepts(values.state, of: activity, timestamp, process) else { return }
    apply(
      values, to: activity, timestamp?.timeIntervalSince1970 ?? wallTime, isAlert: isAlert,
      by: "the app")
  }

  /// `Activity.end`. Ignored without an error after the end.
  package func end(
    _ activity: LiveActivity, _ values: LiveActivityValues?, _ dismissal: LiveActivityDismissal,
    timestamp: Date?, by process: AppProcess
  ) {
    guard accepts(values?.state, of: activity, timestamp, process) else { return }
    if let values {
      apply(
        values, to: activity, timestamp?.timeIntervalSince1970 ?? wallTime, isAlert: false,
        by: "the app")
    }
    end(activity, dismissal)
  }

  func end(_ activity: LiveActivity, _ dismissal: LiveActivityDismissal) {
    change(activity) { [self] in $0.end(dismissal.map(device.instant), at: now) }
  }

  private func accepts(
    _ state: Data?, of activity: LiveActivity, _ timestamp: Date?, _ process: AppProcess
  ) -> Bool {
    let name = activity.name
    guard activity.machine.isOngoing else {
      post(.ignored(name, why: "it is \(activity.state)"), activity.app)
      process.report(.ignoredUpdate(name, after: activity.state))
      return false
    }
    if let seconds = timestamp?.timeIntervalSince1970 {
      let problem =
        seconds < activity.newest
        ? "older than that of the content" : isTooFarAhead(seconds) ? "too far in the future" : nil
      if let problem {
        post(.ignored(name, why: "its timestamp is \(problem)"), activity.app)
        return false
      }
    }
    if let state {
      let bytes = size(activity.attributes, state)
      guard bytes <= policy.sizeLimit else {
        post(.ignored(name, why: "it has \(bytes) bytes"), activity.app)
        process.report(.tooLargeUpdate(name, bytes, policy.sizeLimit))
        return false
      }
    }
    return true
  }

  /// The state of an update, or of an end, cannot be encoded.
  package func ignoreUnencodable(
    _ activity: LiveActivity, _ error: any Error, by process: AppProcess
  ) {
    post(.ignored(activity.name, why: "its state cannot be encoded"), activity.app)
    process.report(.unencodableUpdate(activity.name, "\(error)"))
  }

  /// Whether a timestamp, in seconds since 1970, is no time or so far ahead that the system ignores it (LA6).
  func isTooFarAhead(_ timestamp: Double) -> Bool {
    !(timestamp <= wallTime + policy.activeTime.seconds)
  }

  func apply(
    _ values: LiveActivityValues, to activity: LiveActivity, _ timestamp: Double, isAlert: Bool,
    by source: String
  ) {
    activity.content = values.state
    activity.staleDate = values.staleDate
    activity.relevanceScore = values.relevanceScore
    activity.newest = timestamp
    post(
      .updated(
        activity.name, by: source, state: String(decoding: values.state, as: UTF8.self)),
      activity.app)
    change(activity) { [self] in $0.updated(staleAt: values.staleDate.map(device.instant), at: now)
    }
    notify(activity.app) { $0.contentChanged(of: activity, to: values) }
    if isAlert { device.notifications.lightScreen() }
  }

  // MARK: Time

  /// Makes a change, and reports a new state to the app.
  func change(_ activity: LiveActivity, _ body: (inout LiveActivityMachine) -> Void) {
    let before = activity.machine.state.name
    body(&activity.machine)
    defer { setAlarm() }
    guard activity.state != before else { return }
    post(.state(activity.name, state: activity.state), activity.app)
    if case .dismissed = activity.machine.state {
      all.removeAll { $0 === activity }
      cancelWaiting(activity)
    }
    let state = activity.machine.state
    notify(activity.app) { $0.stateChanged(of: activity, to: state) }
    privilegesMayHaveChanged(of: activity.app)
  }

  private func setAlarm() {
    if let alarm { simulation.cancel(alarm) }
    alarm = nil
    guard device.isUp, let next = all.compactMap(\.machine.nextDeadline).min() else { return }
    alarm = simulation.schedule(at: max(next, now)) { [weak self] in self?.reachDeadlines() }
  }

  func reachDeadlines() {
    alarm = nil
    for activity in all { change(activity) { $0.reached(now) } }
    setAlarm()
  }

  /// The app leaves the foreground, which its transient activities do not survive (LA1).
  private func endTransient(of app: InstalledApp) {
    for activity in all
    where activity.app === app && activity.isTransient && activity.machine.isStarted {
      end(activity, .immediate)
    }
  }

  // MARK: Privileges

  private func privilegesMayHaveChanged(of app: InstalledApp) {
    device.notifyServices { $0.foregroundPrivilegesMayHaveChanged(of: app) }
  }

  func forget(_ app: InstalledApp) {
    for activity in all where activity.app === app { change(activity) { $0.removed() } }
    records.removeAll { $0.app === app }
    setAlarm()
  }
}

extension LiveActivityService: SystemService {
  package func appDeleted(_ app: InstalledApp) { forget(app) }
  package func deviceWentDown() { setAlarm() }
  package func deviceCameUp() {
    reachDeadlines()
    deliverWaiting()
  }
  package func conditionsChanged() { deliverWaiting() }
  package func clockWasSet(by difference: Duration) {
    for activity in all {
      change(activity) {
        $0.clockWasSet(by: difference, at: now)
      }
    }
  }
  package func enteredBackground(_ process: AppProcess) { endTransient(of: process.app) }
  package func processEnded(_ process: AppProcess, reason: TerminationReason) {
    record(of: process.app).receiver = nil
    endTransient(of: process.app)
  }
  package func givesForegroundPrivileges(to app: InstalledApp) -> Bool {
    all.contains { $0.app === app && $0.machine.isStarted && $0.isStartedInFront }
  }
}

extension AppleDevice {
  /// The Live Activities of apps.
  public final var liveActivities: LiveActivityService { self[LiveActivityService.self] }
}
