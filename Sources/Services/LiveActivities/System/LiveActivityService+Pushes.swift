import Foundation
import YobanAppleSystem
import YobanJobs
import YobanNetwork
import YobanNotifications
import YobanSimulatedDevices
import YobanVirtualTime

// Pushes that start, update and end Live Activities (LA6, LA7).
extension LiveActivityService {
  func push(_ payload: String, toToken token: Data, priority: Int) throws {
    let push = try parsed(payload, priority: priority)
    if let activity = all.first(where: { $0.pushToken == token }) {
      return receive(push, for: activity)
    }
    guard let found = record(withStartToken: token) else { throw PushError.unknownActivityToken }
    guard let push, push.event == .start else {
      return post(.ignored(found.attributesType, why: "its event is not start"), found.record.app)
    }
    start(push, found.attributesType, found.record)
  }

  func broadcast(_ payload: String, onChannel channel: String, priority: Int) throws {
    let push = try parsed(payload, priority: priority)
    for activity in all where activity.channel == channel { receive(push, for: activity) }
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

  private func receive(_ push: LiveActivityPush?, for activity: LiveActivity) {
    guard let push, push.event != .start else {
      return ignore("its event is neither update nor end", activity)
    }
    if activity.waiting != nil { ignore("a newer push took its place", activity) }
    cancelWaiting(activity)
    let delay = device.scheduler.lowPriorityDelay(of: activity.app, priority: push.priority)
    var waiting = WaitingPush(push: push, due: now + delay)
    if delay > .zero {
      waiting.alarm = simulation.schedule(at: waiting.due) { [weak self, weak activity] in
        if let activity { self?.deliver(activity) }
      }
    }
    activity.waiting = waiting
    deliver(activity)
  }

  func cancelWaiting(_ activity: LiveActivity) {
    if let alarm = activity.waiting?.alarm { simulation.cancel(alarm) }
    activity.waiting = nil
  }

  /// Delivers the pushes that were waiting for a connection.
  func deliverWaiting() {
    for activity in all where activity.waiting != nil { deliver(activity) }
  }

  private func deliver(_ activity: LiveActivity) {
    guard device.isOnline, let waiting = activity.waiting, waiting.due <= now else { return }
    cancelWaiting(activity)
    let push = waiting.push
    if push.timestamp == nil {
      device.post(
        .finding(.pushWithoutTimestamp(activity.name)),
        process: activity.app.nameInTraces)
    }
    guard let values = usable(push, for: activity), let timestamp = push.timestamp else { return }
    if let values {
      apply(values, to: activity, timestamp, isAlert: push.isAlert, by: "a push")
    }
    if push.event == .end {
      end(activity, push.dismissalDate.map(LiveActivityDismissal.after) ?? .byDefault)
    }
  }

  /// Returns the content of a push that the system uses, nil inside if an end has none. Otherwise posts why it is
  /// ignored, and returns nil.
  private func usable(_ push: LiveActivityPush, for activity: LiveActivity) -> LiveActivityValues??
  {
    func ignored(_ why: String) -> LiveActivityValues?? {
      ignore(why, activity)
      return nil
    }
    guard activity.machine.isOngoing else { return ignored("it is \(activity.state)") }
    guard let timestamp = push.timestamp else { return ignored("it has no timestamp") }
    if push.event == .update {
      if push.contentState == nil { return ignored("it has no content-state") }
      if timestamp < activity.newest.rounded(.down) {
        return ignored("its timestamp is older than that of the content")
      }
      if isTooFarAhead(timestamp) { return ignored("its timestamp is too far in the future") }
    }
    if let state = push.contentState {
      let bytes = size(activity.attributes, state)
      if bytes > policy.sizeLimit { return ignored("it has \(bytes) bytes with the attributes") }
    }
    if push.priority == 10, !areFrequentPushesEnabled(for: activity.app),
      !record(of: activity.app).pushes.take(limit: policy.pushesPerHour, at: now)
    {
      return ignored("the budget of this hour is used up")
    }
    return .some(
      push.contentState.map {
        LiveActivityValues(
          state: $0, staleDate: push.staleDate, relevanceScore: push.relevanceScore)
      })
  }

  // MARK: Start

  private func start(
    _ push: LiveActivityPush, _ attributesType: String, _ record: LiveActivityRecord
  ) {
    let app = record.app
    func ignore(_ why: String) { post(.ignored(attributesType, why: why), app) }
    guard device.isOnline else { return ignore("the phone is offline") }
    guard areEnabled(for: app) else {
      return ignore(
        record.isAllowed
          ? "Info.plist does not have NSSupportsLiveActivities"
          : "the user has switched Live Activities off")
    }
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
    let getsToken = push.channel == nil && (push.wantsToken || device.profile.version < 18)
    let request = LiveActivityRequest(
      attributesType: attributesType, attributes: attributes,
      content: LiveActivityValues(
        state: state, staleDate: push.staleDate, relevanceScore: push.relevanceScore),
      pushes: push.channel.map { .channel($0) } ?? (getsToken ? .token : .none))
    let activity = start(request, app, how: "by a push")
    device.notifications.lightScreen()
    wake(app, for: activity, owesToken: getsToken)
    notify(app) { $0.started(activity) }
  }

  /// Resumes or launches the app, so that it can receive the token.
  private func wake(_ app: InstalledApp, for activity: LiveActivity, owesToken: Bool) {
    guard !app.isInFront, !app.isForceQuit, device.isUnlocked else { return }
    if app.needsLaunch { device.launch(app, .liveActivity) }
    let end = now + policy.startWake
    app.process?.grantForEvents(.liveActivity, until: end)
    activity.isNews = true
    activity.isTokenOwed = owesToken
    simulation.schedule(at: end) { [weak activity] in
      guard let activity else { return }
      activity.isNews = false
      guard activity.isTokenOwed, activity.pushToken != nil else { return }
      activity.isTokenOwed = false
      activity.app.process?.report(.tokenLost(activity.name))
    }
  }
}

/// A push that waits until it is due and the device is online.
struct WaitingPush {
  let push: LiveActivityPush
  let due: VirtualInstant
  var alarm: EventToken?
}
