import YobanAppleSystem
import YobanSimulatedDevices
import YobanVirtualTime

/// The delivery of notifications, and of the user's responses (NT5 to NT9).
extension NotificationService {
  /// The entitlement for time-sensitive notifications.
  static let timeSensitive = "com.apple.developer.usernotifications.time-sensitive"

  /// Shows a notification, after asking the app if it is in front.
  func deliver(_ request: NotificationRequest, to record: NotificationRecord) {
    // In didEnterBackground the app is in the background already.
    guard record.app.isInFront, let process = record.app.process,
      process.visibleState != .background, record.permission.allowsNotifications
    else { return present(request, record, nil) }
    process.process.onMain { [weak self, weak record] in
      guard let self, let record else { return }
      let notification = DeliveredNotification(
        request: request, instant: now, place: .banner, isListed: false)
      guard let receiver = record.receiver, receiver.hasDelegate else {
        return present(request, record, [])
      }
      var isAnswered = false
      receiver.willPresent(notification) { [weak self, weak record] showing in
        guard let self, let record, !isAnswered, process.process.state != .dead else { return }
        isAnswered = true
        present(request, record, showing)
      }
    }
  }

  private func present(
    _ request: NotificationRequest, _ record: NotificationRecord, _ showing: NotificationShowing?
  ) {
    var around = NotificationPresentation.Surroundings(record.permission)
    around.level = request.content.level
    around.isLockScreenShown = !device.isScreenOn || device.isLocked
    around.isFocusOn = isFocusOn
    around.mayBeTimeSensitive = mayBeTimeSensitive(record.app)
    around.inForeground = showing
    let result = NotificationPresentation.decide(around, policy)
    if result.setsBadge, let badge = request.content.badge { record.app.showBadge(badge) }
    guard let place = result.place else {
      return post(.notShown(request.identifier, why: result.reason ?? ""), record)
    }
    record.store.deliver(
      DeliveredNotification(
        request: request, instant: now, place: place, isListed: result.isListed,
        bannerEnds: place == .banner ? now + policy.bannerDuration : nil))
    let quietly = result.reason.map { ", \($0)" } ?? ""
    post(
      .shown(request.identifier, text: request.content.name, place: place.rawValue + quietly),
      record)
    if result.lightsScreen { lightScreen() }
  }

  // MARK: Responses

  /// The user chose an action of a notification. Returns when the app has completed the response, or its
  /// time or its process has ended.
  func respond(
    _ action: NotificationAction, text: String?, to notification: DeliveredNotification,
    _ record: NotificationRecord
  ) async {
    record.store.removeDelivered { $0.request.identifier == notification.request.identifier }
    let response = NotificationResponse(
      notification: notification, action: action.identifier, text: text)
    if action.isForeground {
      await comeToFront(for: .response(response), record)
    } else {
      await respondInBackground(response, record)
    }
    while let unfinished = record.unfinished.first(where: { $0.response == response }) {
      await unfinished.waitForEnd()
    }
  }

  /// Brings the app to the front, which then receives the event.
  func comeToFront(for event: NotificationRecord.Event, _ record: NotificationRecord) async {
    record.waiting.append(event)
    if record.app.needsLaunch, case .response(let response) = event {
      record.launchResponse = response
    }
    device.bringToFront(record.app)
    await record.app.process?.waitForTransition()
    // The app was active already, so nothing made it active.
    guard let process = record.app.process, process.isRunning, !record.waiting.isEmpty else {
      return
    }
    // Sendable: the body runs in this simulation.
    nonisolated(unsafe) let (service, active) = (self, process)
    await process.touch { service.deliverWaiting(active) }
  }

  private func respondInBackground(
    _ response: NotificationResponse, _ record: NotificationRecord
  ) async {
    if record.app.needsLaunch {
      record.launchResponse = response
      device.launch(record.app, .notificationAction(response.action))
    }
    guard let process = record.app.process else { return }
    if process.isInBackground {
      process.grantForEvents(.notificationResponse, until: now + policy.responseTime)
    }
    // Sendable: the body runs in this simulation.
    nonisolated(unsafe) let (service, known, running) = (self, record, process)
    // After the callbacks of a launch, which are on the main queue already.
    await process.touch { service.deliver(response, known, running) }
  }

  /// Delivers the events for which the user brought the app to the front.
  func deliverWaiting(_ process: AppProcess) {
    guard let record = existing(process.app) else { return }
    let events = record.waiting
    record.waiting = []
    for event in events {
      switch event {
      case .response(let response): deliver(response, record, process)
      case .settings(let notification): record.receiver?.openSettings(for: notification)
      }
    }
  }

  /// Calls the app's delegate. A response that launched the app is lost if the delegate was not set in
  /// time (NT6).
  private func deliver(
    _ response: NotificationResponse, _ record: NotificationRecord, _ process: AppProcess
  ) {
    let isLaunch = record.launchResponse == response
    if isLaunch { record.launchResponse = nil }
    let identifier = response.notification.request.identifier
    guard let receiver = record.receiver, receiver.hasDelegate,
      !isLaunch || record.hadDelegateInTime
    else {
      process.report(.responseLost(identifier, launched: isLaunch))
      return endGrant(record, process)
    }
    record.lastDelivery += 1
    let delivery = ResponseDelivery(record.lastDelivery, response, process)
    record.unfinished.append(delivery)
    delivery.alarm = simulation.schedule(at: now + policy.responseTime) {
      [weak self, weak record, weak delivery] in
      guard let self, let record, let delivery else { return }
      delivery.alarm = nil
      process.report(.responseNotCompleted(identifier, policy.responseTime))
      end(delivery, record)
    }
    post(.response(identifier, action: response.shortAction), record)
    receiver.didReceive(response) { [weak self, weak record, weak delivery] in
      guard let self, let record, let delivery, !delivery.isOver else { return }
      post(.completed(identifier), record)
      end(delivery, record)
    }
  }

  private func end(_ delivery: ResponseDelivery, _ record: NotificationRecord) {
    if let alarm = delivery.alarm { simulation.cancel(alarm) }
    record.unfinished.removeAll { $0 === delivery }
    delivery.end()
    endGrant(record, delivery.process)
  }

  /// Ends the run time for responses when all are completed.
  private func endGrant(_ record: NotificationRecord, _ process: AppProcess) {
    guard record.unfinished.isEmpty, process.isInBackground else { return }
    process.grant(.notificationResponse, until: nil)
  }

  func processEnded(_ process: AppProcess) {
    guard let record = existing(process.app) else { return }
    record.processEnded()
    for delivery in record.unfinished {
      if let alarm = delivery.alarm { simulation.cancel(alarm) }
      delivery.end()
    }
    record.unfinished = []
  }
}

extension NotificationResponse {
  /// The action's name in traces.
  var shortAction: String {
    switch action {
    case NotificationAction.defaultIdentifier: "default"
    case NotificationAction.dismissIdentifier: "dismiss"
    default: action
    }
  }
}
