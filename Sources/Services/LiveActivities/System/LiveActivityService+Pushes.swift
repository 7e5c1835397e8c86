import Foundation
import YobanAppleSystem
import YobanJobs
import YobanNotifications
import YobanSimulatedDevices
import YobanVirtualTime

// Pushes that start, update and end Live Activities (LA6, LA7).
extension LiveActivityService {
  func push(_ payload: String, toToken token: Data, priority: Int) throws {
    let push = try parsed(payload, priority: priority)
    if let activity = all.first(where: { $0.pushToken == token }) {
      guard let push else { return ignore("its event is none of start, update and end", activity) }
      return receive(push, for: activity)
    }
    guard let found = record(withStartToken: token) else { throw PushError.unknownActivityToken }
    let app = found.record.app
    guard let push, push.event == .start else {
      return post(.ignored(found.attributesType, why: "its event is not start"), app)
    }
    start(push, found.attributesType, found.record)
  }

  func broadcast(_ payload: String, onChannel channel: String, priority: Int) throws {
    let push = try parsed(payload, priority: priority)
    for activity in all where activity.channel == channel {
      guard let push else { return ignore("its event is none of update and end", activity) }
      receive(push, for: activity)
    }
  }

  /// Reads the payload as the push service and the device do.
  ///
  /// - Returns: nil if the device does not know the event.
  private func parsed(_ payload: String, priority: Int) throws -> LiveActivityPush? {
    let aps = try device.scheduler.apsDictionary(of: payload, priority: priority)
    return LiveActivityPush(aps, priority: priority)
  }

  private func ignore(_ why: String, _ activity: LiveActivity) {
    post(.ignored(activity.name, why: why), activity.app)
  }

  // MARK: Update and end

  private func receive(_ push: LiveActivityPush, for activity: LiveActivity) {
    activity.waiting = push
    let delay = device.scheduler.lowPriorityDelay(of: activity.app, priority: push.priority)
    guard delay > .zero else { return deliver(activity) }
    simulation.schedule(at: now + delay) { [weak self, weak activity] in
      if let activity { self?.deliver(activity) }
    }
  }

  func deliverWaiting() {
    for activity in all where activity.waiting?.priority == 10 { deliver(activity) }
  }

  private func deliver(_ activity: LiveActivity) {
    guard isOnline, let push = activity.waiting else { return }
    activity.waiting = nil
    let name = activity.name
    let record = record(of: activity.app)
    guard activity.machine.isOngoing else { return ignore("it is \(activity.state)", activity) }
    guard let timestamp = push.timestamp else {
      ignore("it has no timestamp", activity)
      return device.post(
        .finding(.pushWithoutTimestamp(name)),
        process: activity.app.process?.name ?? activity.app.definition.name)
    }
    guard push.event == .end || timestamp >= activity.newest.rounded(.down) else {
      return ignore("its timestamp is older than that of the content", activity)
    }
    guard timestamp <= wallTime + policy.activeTime.seconds else {
      return ignore("its timestamp is too far in the future", activity)
    }
    if push.priority == 10, !areFrequentPushesEnabled(for: activity.app),
      !record.pushes.take(limit: policy.pushesPerHour, at: now)
    {
      return ignore("the budget of this hour is used up", activity)
    }
    if let state = push.contentState {
      let values = LiveActivityValues(
        state: state, staleDate: push.staleDate, relevanceScore: push.relevanceScore)
      apply(values, to: activity, timestamp, isAlert: push.isAlert, by: "a push")
    }
    if push.event == .end {
      end(activity, push.dismissalDate.map(LiveActivityDismissal.after) ?? .byDefault)
    }
  }

  // MARK: Start

  private func start(
    _ push: LiveActivityPush, _ attributesType: String, _ record: LiveActivityRecord
  ) {
    let app = record.app
    func ignore(_ why: String) { post(.ignored(attributesType, why: why), app) }
    guard isOnline else { return ignore("the phone is offline") }
    guard areEnabled(for: app) else { return ignore("the user has switched Live Activities off") }
    guard let attributes = push.attributes, let state = push.contentState,
      push.attributesType == attributesType
    else { return ignore("it needs attributes-type, attributes and content-state") }
    guard push.isAlert else { return ignore("it needs an alert") }
    guard push.channel == nil || device.profile.version >= 18 else {
      return ignore("a channel needs iOS 18")
    }
    guard size(attributes, state) <= policy.sizeLimit else { return ignore("it is too large") }
    guard !isFull(app) else { return ignore("the app has as many as it can have") }
    guard record.starts.take(limit: policy.startsPerHour, at: now) else {
      return ignore("the budget for starts is used up")
    }
    let values = LiveActivityValues(
      state: state, staleDate: push.staleDate, relevanceScore: push.relevanceScore)
    let getsToken = push.channel == nil && (push.wantsToken || device.profile.version < 18)
    let request = LiveActivityRequest(
      attributesType: attributesType, attributes: attributes, content: values,
      pushes: push.channel.map { .channel($0) } ?? (getsToken ? .token : .none))
    let activity = start(request, app, how: "by a push")
    activity.wasStartedByPush = true
    activity.isUnseen = true
    if push.isAlert { device.notifications.lightScreen() }
    wake(app, for: activity, owesToken: getsToken)
    notify(app) { $0.started(activity) }
  }

  /// Resumes or launches the app, so that it can receive the token.
  private func wake(_ app: InstalledApp, for activity: LiveActivity, owesToken: Bool) {
    guard !app.isInFront, !app.isForceQuit, device.isUnlocked else { return }
    if app.needsLaunch { device.launch(app, .liveActivity) }
    let end = now + policy.startWake
    app.process?.grantForEvents(.liveActivity, until: end)
    activity.isTokenOwed = owesToken
    simulation.schedule(at: end) { [weak activity] in
      guard let activity, activity.isTokenOwed, activity.pushToken != nil else { return }
      activity.isTokenOwed = false
      activity.app.process?.report(.tokenLost(activity.name))
    }
  }
}
