import Foundation
import YobanAppleSystem
import YobanJobs
import YobanNetwork
import YobanSimulatedDevices
import YobanVirtualTime

// VoIP pushes: the token, the delivery, and the call that the app owes for each (CK1 to CK4).
extension CallService {
  // MARK: Registration

  /// `PKPushRegistry.desiredPushTypes` has VoIP pushes from now on. The token comes later, in each launch.
  package func register(_ registry: any PushRegistryReceiver, _ process: AppProcess) {
    guard policy.hasPushKit else { return }
    guard hasVoIPMode(process.app) else { return process.reportOnce(.voipModeMissing) }
    guard process.app.definition.entitlements.contains(Entitlement.pushes) else {
      return process.reportOnce(.voipPushesNotEntitled)
    }
    let record = record(of: process.app)
    record.registry = registry
    giveToken(to: registry, process)
    deliver(process)
  }

  private func giveToken(to registry: any PushRegistryReceiver, _ process: AppProcess) {
    device.requestFromSystemServer(taking: policy.tokenDelay) {
      [weak self, weak registry, weak process] in
      guard let self, let registry, let process, process.process.state != .dead else { return }
      let record = record(of: process.app)
      guard record.registry === registry else { return }
      process.process.onMain { [weak self, weak registry] in
        guard let self, let registry, record.registry === registry else { return }
        let token = record.token ?? drawToken()
        record.token = token
        record.knownToken = token
        record.isRegistered = true
        post(.token, process.app)
        if !registry.hasDelegate { process.reportOnce(.registryWithoutDelegate("A token")) }
        registry.received(token)
      }
    }
  }

  /// `desiredPushTypes` no longer has VoIP pushes.
  package func unregister(_ registry: any PushRegistryReceiver, _ process: AppProcess) {
    let record = record(of: process.app)
    guard record.registry === registry else { return }
    record.registry = nil
    record.knownToken = nil
    guard record.isRegistered else { return }
    record.isRegistered = false
    process.process.onMain { [weak registry] in registry?.invalidatedToken() }
  }

  /// `pushToken(for:)`: nil until the registry has received it in this launch.
  package func token(of process: AppProcess) -> Data? { record(of: process.app).knownToken }

  /// The token for VoIP pushes that the app has received, which it sends to its server; nil without one, and after it
  /// has removed the type from `desiredPushTypes`.
  public func token(of app: InstalledApp) -> Data? {
    existing(app).flatMap { $0.isRegistered ? $0.token : nil }
  }

  // MARK: From the server to the device

  func push(_ payload: String, to app: InstalledApp, expiresAfter lifetime: Duration?) throws {
    guard let record = existing(app), record.isRegistered else { throw PushError.noVoIPToken }
    _ = try PushError.object(of: payload, limit: policy.payloadLimit)
    let push = VoIPPush(payload: payload, sent: now, expires: lifetime.map { now + $0 })
    guard device.isOnline else {
      if lifetime == .zero { return post(.dropped("the phone is offline"), app) }
      if record.pushes.store(push) { post(.dropped("a newer one took its place"), app) }
      return post(.held("the phone is offline"), app)
    }
    guard isReady else {
      record.pushes.hold(push)
      return post(.held("the phone is not unlocked since its boot"), app)
    }
    hand(push, record)
  }

  private var isReady: Bool { device.isUnlocked || policy.launchesBeforeFirstUnlock }

  /// Hands over the pushes that waited, if they can be handed over now.
  func deliverWaiting() {
    for record in records where !record.pushes.isEmpty {
      if device.isOnline, record.pushes.cameOnline(at: now) {
        post(.dropped("it has expired"), record.app)
      }
      guard device.isUp, isReady else { continue }
      for push in record.pushes.release() { hand(push, record) }
    }
  }

  // MARK: From the device to the app

  /// Launches or resumes the app for a push, and gives it to the app.
  private func hand(_ push: VoIPPush, _ record: CallRecord) {
    let app = record.app
    if !app.isInFront, record.pushes.isBlocked(policy, at: now) {
      post(.dropped("the app did not report calls for earlier ones"), app)
      if !record.isKnownAsBlocked {
        record.isKnownAsBlocked = true
        device.post(.finding(.voipPushBlocked), process: app.nameInTraces)
      }
      return
    }
    // One call is owed at a time: the report of a call counts for all pushes that have come.
    let mustReport = policy.mustReport(
      isInFront: app.isInFront,
      hasCall: hasCall(app) || record.deliveries.contains(where: \.isOwed),
      age: now - push.sent)
    if app.needsLaunch { device.launch(app, .voipPush) }
    guard let process = app.process else { return }
    post(.push(mustReport: mustReport), app)
    if !app.isInFront { process.grantForEvents(.voipPush, until: now + policy.pushRunTime) }
    let delivery = VoIPPushDelivery(push, mustReport: mustReport, process)
    record.deliveries.append(delivery)
    if mustReport {
      delivery.alarm = simulation.schedule(at: now + policy.secondCheck) { [weak self] in
        self?.checkAgain(delivery)
      }
    }
    deliver(process)
  }

  /// Gives the pushes to the registry of the process, after the callbacks of a launch. Without a registry that has a
  /// delegate they wait.
  private func deliver(_ process: AppProcess) {
    process.process.onMain { [weak self] in
      guard let record = self?.existing(process.app), let registry = record.registry else { return }
      for delivery in record.deliveries where !delivery.isDelivered {
        guard registry.hasDelegate else {
          return process.reportOnce(.registryWithoutDelegate("A VoIP push"))
        }
        delivery.isDelivered = true
        if !delivery.isOwed { record.deliveries.removeAll { $0 === delivery } }
        registry.received(delivery)
      }
    }
  }

  /// The registry has got a delegate.
  package func delegateWasSet(of process: AppProcess) {
    if existing(process.app)?.deliveries.isEmpty == false { deliver(process) }
  }

  private func hasCall(_ app: InstalledApp) -> Bool { ongoing.contains { $0.app === app } }

  // MARK: The call that is owed

  /// Whether the app owes no call now, because it is in the foreground or has a call (CK3).
  private func isExempt(_ app: InstalledApp) -> Bool { app.isInFront || hasCall(app) }

  /// No call is owed any more for a push. It stays in the record until the registry has received it.
  private func settle(_ delivery: VoIPPushDelivery) {
    delivery.isReported = true
    if let alarm = delivery.alarm { simulation.cancel(alarm) }
    delivery.alarm = nil
    guard delivery.isDelivered else { return }
    existing(delivery.process.app)?.deliveries.removeAll { $0 === delivery }
  }

  /// The app has reported a call: it owes none any more.
  func noteReport(_ process: AppProcess) {
    if let delivery = existing(process.app)?.deliveries.first(where: \.isOwed) { settle(delivery) }
  }

  /// The method of the delegate has returned. Ends the calling app if it owes a call (CK3).
  package func handled(_ delivery: VoIPPushDelivery) {
    guard delivery.isOwed, delivery.process.process.state != .dead else { return }
    guard !isExempt(delivery.process.app) else { return settle(delivery) }
    delivery.process.report(.voipCallNotReported)
    AppProcess.raiseInconsistency(
      "Killing app because it never posted an incoming call to the system after receiving a PushKit VoIP push."
    )
  }

  private func checkAgain(_ delivery: VoIPPushDelivery) {
    let process = delivery.process
    guard delivery.isOwed, process.process.state != .dead else { return }
    guard !isExempt(process.app) else { return settle(delivery) }
    process.report(
      .voipPushNotHandled(hasRegistry: delivery.isDelivered, within: policy.secondCheck))
    process.kill(.killed(.noIncomingCall, "it reported no call to CallKit after a VoIP push"))
  }

  /// The process has ended. A crash or a kill while it owes calls is a failure (CK4).
  func endPushes(of record: CallRecord, _ reason: TerminationReason) {
    let owed = record.deliveries.filter(\.isOwed)
    for delivery in owed { if let alarm = delivery.alarm { simulation.cancel(alarm) } }
    switch reason {
    case .crash, .killed: for _ in owed { record.pushes.noteFailure(at: now) }
    case .forceQuit, .jetsam, .system, .reboot, .batteryEmpty, .uninstalled, .updated: break
    }
  }
}
