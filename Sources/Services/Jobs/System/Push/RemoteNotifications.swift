import Foundation
import YobanAppleSystem
import YobanNetwork
import YobanSimulatedDevices
import YobanVirtualTime

extension AppleDevice {
  /// Sends a push from a server to the app (FT6).
  ///
  /// A push with `content-available` in its `aps` dictionary wakes or launches an app that has the
  /// background mode `remote-notification`; with priority 5, this may be delayed. A push without it
  /// is shown to the user. An app in front receives both kinds.
  ///
  /// - Parameters:
  ///   - payload: JSON text of an object with `aps`.
  ///   - priority: 5 or 10, as in the header `apns-priority`.
  /// - Throws: `PushError`, the push service's response to the server.
  public func push(to app: InstalledApp, payload: String, priority: Int = 5) throws {
    try scheduler.push(to: app, payload, priority: priority)
  }

  /// Sends a push, as above, with the payload as a dictionary of JSON values.
  public func push(
    to app: InstalledApp, payload: [String: any Sendable], priority: Int = 5
  ) throws {
    try push(to: app, payload: payload.pushPayload, priority: priority)
  }
}

/// The reason why the push service refuses a push.
public enum PushError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The app has no token, or has unregistered.
  case notRegistered
  case noObject
  case noAPS
  case tooLong(bytes: Int, limit: Int)
  case badPriority(Int)
  /// The token is that of no Live Activity, and of no app that waits for a start.
  case unknownActivityToken
  /// The app has no token for VoIP pushes.
  case noVoIPToken
  /// The app has no token for complication pushes.
  case noComplicationToken

  public var description: String {
    switch self {
    case .notRegistered:
      "the app has no device token: let it call registerForRemoteNotifications and wait for the token"
    case .noObject: "the payload is not a JSON object: write it as {\"aps\": {…}}"
    case .noAPS: "the payload has no dictionary \"aps\": write it as {\"aps\": {…}}"
    case .tooLong(let bytes, let limit):
      "the payload has \(bytes) bytes, at most \(limit) are allowed: let the app fetch the rest"
    case .badPriority(let priority): "\(priority) is no priority: use 5 or 10"
    case .unknownActivityToken:
      "no Live Activity has this token, or it has ended: take the newest of pushTokenUpdates or pushToStartTokenUpdates"
    case .noVoIPToken:
      "the app has no token for VoIP pushes: let it create a PKPushRegistry with a delegate and .voIP among desiredPushTypes, and wait for the token"
    case .noComplicationToken:
      "the app has no token for complication pushes: let it create a PKPushRegistry with a delegate and .complication among desiredPushTypes, and wait for the token"
    }
  }
}

extension PushError {
  /// Reads a payload as the push service does: JSON text of an object with a limited number of bytes.
  ///
  /// - Throws: `tooLong` or `noObject`.
  package static func object(of payload: String, limit: Int) throws -> [String: Any] {
    let bytes = payload.utf8.count
    guard bytes <= limit else { throw PushError.tooLong(bytes: bytes, limit: limit) }
    let object = try? JSONSerialization.jsonObject(with: Data(payload.utf8))
    guard let object = object as? [String: Any] else { throw PushError.noObject }
    return object
  }
}

extension [String: any Sendable] {
  /// The JSON text of a push with these JSON values.
  ///
  /// - Throws: `PushError.noObject` if a value is none of JSON.
  package var pushPayload: String {
    get throws {
      guard JSONSerialization.isValidJSONObject(self) else { throw PushError.noObject }
      let text = try JSONSerialization.data(withJSONObject: self, options: [.sortedKeys])
      return String(decoding: text, as: UTF8.self)
    }
  }
}

// MARK: Registration, called by UIKit

extension SchedulerService {
  /// `registerForRemoteNotifications`: the token is delivered once the device is online.
  package func registerForPushes(_ process: AppProcess) {
    guard process.app.definition.entitlements.contains(Entitlement.pushes) else {
      process.reportOnce(.pushesNotEntitled)
      return process.notify { $0.registeredForRemoteNotifications(.failure(.notEntitled)) }
    }
    let delay = device.choose(
      .tokenDelay, of: process.app, in: policy.tokenDelay, default: draw(policy.tokenDelay))
    device.requestFromSystemServer(taking: delay) { [weak self, weak process] in
      guard let self, let process, process.app.process === process else { return }
      let record = record(of: process.app)
      let token = record.token ?? drawBytes(32)
      record.token = token
      record.isRegisteredForPushes = true
      process.post(.remoteNotification(.registered))
      process.notify { $0.registeredForRemoteNotifications(.success(token)) }
    }
  }

  /// `unregisterForRemoteNotifications`: the push service refuses pushes from now on.
  package func unregisterForPushes(_ process: AppProcess) {
    let record = record(of: process.app)
    guard record.isRegisteredForPushes else { return }
    record.isRegisteredForPushes = false
    record.pushes.drop()
    process.post(.remoteNotification(.unregistered))
  }

  /// Whether the app is registered for pushes, from this launch or an earlier one.
  public func isRegisteredForPushes(_ app: InstalledApp) -> Bool {
    record(of: app).isRegisteredForPushes
  }
}

// MARK: Delivery

extension SchedulerService {
  func push(to app: InstalledApp, _ payload: String, priority: Int) throws {
    let record = record(of: app)
    guard record.isRegisteredForPushes else { throw PushError.notRegistered }
    let aps = try apsDictionary(of: payload, priority: priority)
    let isSilent = (aps["content-available"] as? NSNumber)?.intValue == 1
    let isShown = aps["alert"] != nil
    post(.received(priority: priority), record)
    if isSilent, !isShown, priority == 10 { device.post(.finding(.silentPushWithPriority)) }
    if isShown, !app.isInFront { post(.shown, record) }
    arrived(
      Push(payload: payload, isSilent: isSilent, isShown: isShown), record, priority: priority)
  }

  /// Reads a payload as the push service does.
  ///
  /// - Returns: the dictionary `aps`.
  /// - Throws: `PushError`.
  package func apsDictionary(of payload: String, priority: Int) throws -> [String: Any] {
    guard priority == 5 || priority == 10 else { throw PushError.badPriority(priority) }
    let object = try PushError.object(of: payload, limit: policy.payloadLimit)
    guard let aps = object["aps"] as? [String: Any] else { throw PushError.noAPS }
    return aps
  }

  /// The time by which a push comes later because it is not urgent: with priority 5, in the dark, to an app that is not
  /// in front (FT6).
  package func lowPriorityDelay(of app: InstalledApp, priority: Int) -> Duration {
    guard priority == 5, !app.isInFront, !device.isScreenOn else { return .zero }
    return device.choose(
      .pushDelay, of: app, in: policy.lowPriorityDelay, default: draw(policy.lowPriorityDelay))
  }

  private func arrived(_ push: Push, _ record: JobRecord, priority: Int) {
    let app = record.app
    if !app.isInFront {
      guard push.isSilent, policy.silentPushes else { return }
      guard app.definition.infoPlist.backgroundModes.contains("remote-notification") else {
        return post(.dropped("no background mode remote-notification"), record)
      }
      guard device.backgroundRefreshStatus(of: app) == .available else {
        return post(.dropped("Background App Refresh is off"), record)
      }
    }
    let delay = lowPriorityDelay(of: app, priority: priority)
    if record.pushes.arrived(push, delay: delay, at: now) {
      post(.dropped("a newer one took its place"), record)
    }
    reconsider()
    guard record.pushes.waiting != nil else { return }
    post(.held(why(record)), record)
    if app.isForceQuit, !record.isKnownAsForceQuit {
      record.isKnownAsForceQuit = true
      device.post(.finding(.pushAfterForceQuit))
    }
  }

  private func why(_ record: JobRecord) -> String {
    let around = surroundings(of: record.app)
    if !around.isReady { return "the device is not unlocked" }
    if !around.isOnline { return "offline" }
    if around.isForceQuit { return "the user force-quit the app" }
    if around.isLowPowerMode { return "Low Power Mode" }
    if record.pushes.isThrottled(policy, at: now) { return "an earlier push was not completed" }
    return "not urgent"
  }

  /// Delivers the waiting push to the app, or only shows it to the user if it may not wake the app.
  func deliverPush(_ record: JobRecord) {
    let app = record.app
    if let push = record.pushes.waiting, !record.pushes.isForApp(surroundings(of: app), policy) {
      record.pushes.drop()
      return post(push.isShown ? .shown : .dropped("it may not wake the app"), record)
    }
    let limit = device.policy(LifecyclePolicy.self).backgroundWake
    let due = now + limit
    guard
      let push = record.pushes.take(isInBackground: !app.isInFront, within: limit, at: now)
    else { return }
    if app.needsLaunch { device.launch(app, .remoteNotification(push.payload)) }
    guard let process = app.process else { return }
    let done =
      process.isInBackground || process.systemState == .notRunning
      ? process.grantForAnswer(
        .remoteNotification, within: limit,
        orKilledFor: .backgroundFetch, "a remote notification", rule: .ft6,
        remedy:
          "Call the completion handler of didReceiveRemoteNotification in every case. The system throttles the pushes of an app that does not."
      ) : {}
    process.afterLaunch { [unowned process] receiver in
      var isAnswered = false
      receiver.didReceiveRemoteNotification(push.payload) { [weak process] result in
        guard let process, process.isAlive(for: "the completion handler of a push"), !isAnswered
        else { return }
        isAnswered = true
        record.pushes.answered(dueAt: due)
        process.post(.remoteNotification(.answered(result)))
        done()
      }
      process.post(.callback(.didReceiveRemoteNotification, seen: process.visibleState))
    }
  }

  private func post(_ event: TraceEvent.RemoteNotificationEvent, _ record: JobRecord) {
    let app = record.app
    device.post(.remoteNotification(event), process: app.nameInTraces)
  }
}
