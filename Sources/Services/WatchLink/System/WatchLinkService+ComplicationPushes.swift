import Foundation
import YobanAppleSystem
import YobanJobs
import YobanNetwork
import YobanSimulatedDevices
import YobanVirtualTime

// Pushes of the type complication (WC9).
extension WatchLinkService {
  /// Whether PushKit has pushes of the type complication on this device (WC9).
  private var hasComplicationPushes: Bool {
    switch device.profile.platform {
    case .iOS: device.profile.version >= 9
    case .watchOS: device.profile.version >= 6
    case .android: false
    }
  }

  private func record(of app: InstalledApp) -> ComplicationPushRecord {
    if let record = existing(app) { return record }
    let record = ComplicationPushRecord(app, perDay: policy.complicationPushes)
    complicationPushes.append(record)
    return record
  }

  private func existing(_ app: InstalledApp) -> ComplicationPushRecord? {
    complicationPushes.first { $0.app === app }
  }

  // MARK: Registration

  /// `PKPushRegistry.desiredPushTypes` has complication pushes from now on. The token comes later, in each launch.
  package func register(_ registry: any ComplicationPushReceiver, _ process: AppProcess) {
    guard hasComplicationPushes else { return }
    guard process.app.definition.entitlements.contains(Entitlement.pushes) else {
      return process.reportOnce(.complicationPushesNotEntitled)
    }
    if let watch = device.counterpart, device.profile.platform == .iOS,
      watch.profile.version >= 6
    {
      process.reportOnce(.complicationPushesOnPhone)
    }
    record(of: process.app).registry = registry
    giveToken(to: registry, process)
    handComplicationPushes(to: process)
  }

  private func giveToken(to registry: any ComplicationPushReceiver, _ process: AppProcess) {
    device.requestFromSystemServer(taking: policy.complicationTokenDelay) {
      [weak self, weak registry, weak process] in
      guard let self, let registry, let process, process.process.state != .dead else { return }
      let record = record(of: process.app)
      guard record.registry === registry else { return }
      let token = record.token ?? Data(complicationTokens.bytes(32))
      record.token = token
      record.isRegistered = true
      record.knownToken = token
      process.process.onMain { [weak registry] in
        registry?.received(complicationToken: token)
      }
    }
  }

  /// `desiredPushTypes` no longer has complication pushes.
  package func unregister(_ registry: any ComplicationPushReceiver, _ process: AppProcess) {
    let record = record(of: process.app)
    guard record.registry === registry else { return }
    record.registry = nil
    record.knownToken = nil
    guard record.isRegistered else { return }
    record.isRegistered = false
    process.process.onMain { [weak registry] in registry?.invalidatedComplicationToken() }
  }

  /// `pushToken(for:)`: nil until the registry has received it in this launch.
  package func complicationToken(of process: AppProcess) -> Data? {
    existing(process.app)?.knownToken
  }

  // MARK: Pushes

  func pushComplication(_ payload: String, to app: InstalledApp) throws {
    guard let record = existing(app), record.isRegistered else {
      throw PushError.noComplicationToken
    }
    _ = try PushError.object(of: payload, limit: policy.complicationPushLimit)
    if record.waiting != nil { post(.droppedPush("a newer one took its place"), app) }
    record.waiting = payload
    deliverComplicationPush(record)
  }

  /// Gives the newest push to the app if the device can receive it now.
  private func deliverComplicationPush(_ record: ComplicationPushRecord) {
    guard device.isOnline, device.isUnlocked, let payload = record.waiting else { return }
    record.waiting = nil
    let app = record.app
    guard hasComplicationOnFace(app) else {
      return post(.droppedPush("no complication of it is on the active face"), app)
    }
    guard record.budget.take(isOnFace: true, day: today) else {
      post(.droppedPush("the \(policy.complicationPushes) pushes of the day are used up"), app)
      device.post(
        .finding(.complicationPushLimit(policy)), process: app.nameInTraces
      )
      return
    }
    if app.needsLaunch { device.launch(app, .complicationPush) }
    guard let process = app.process else { return }
    post(.push, app)
    if !app.isInFront {
      process.grantForEvents(.complicationPush, until: now + policy.complicationPushWake)
    }
    record.undelivered.append(payload)
    handComplicationPushes(to: process)
  }

  func deliverComplicationPushes() {
    for record in complicationPushes { deliverComplicationPush(record) }
  }

  private func post(_ event: TraceEvent.WatchLinkEvent, _ app: InstalledApp) {
    device.post(.watchLink(event), process: app.nameInTraces)
  }

  /// Whether the complication of a watch app, or of the watch app of a phone app, is on the active face.
  private func hasComplicationOnFace(_ app: InstalledApp) -> Bool {
    device.profile.platform == .watchOS
      ? app.hasComplicationOnFace : device.counterpart(of: app)?.hasComplicationOnFace == true
  }

  /// The registry of the process has a delegate now.
  package func delegateWasSet(of process: AppProcess) {
    if existing(process.app)?.undelivered.isEmpty == false { handComplicationPushes(to: process) }
  }

  /// Gives the pushes to the registry of the process, after the callbacks of a launch. Without a registry that has a
  /// delegate they wait.
  private func handComplicationPushes(to process: AppProcess) {
    process.process.onMain { [weak self] in
      guard let record = self?.existing(process.app), let registry = record.registry,
        registry.hasDelegate
      else { return }
      let payloads = record.undelivered
      record.undelivered = []
      for payload in payloads {
        record.unfinished += 1
        var isDone = false
        registry.received(complicationPush: payload) { [weak self] in
          // A second call of the completion handler has no effect.
          guard !isDone else { return }
          isDone = true
          self?.handled(record, process)
        }
      }
    }
  }

  /// Reports pushes that a process has not received when it is suspended.
  func reportUndeliveredPushes(_ process: AppProcess) {
    guard existing(process.app)?.undelivered.isEmpty == false else { return }
    process.reportOnce(.complicationPushWithoutRegistry)
  }

  /// The app has handled a push: after the last one its run time ends soon.
  private func handled(_ record: ComplicationPushRecord, _ process: AppProcess) {
    guard process.process.state != .dead, record.unfinished > 0 else { return }
    record.unfinished -= 1
    guard record.unfinished == 0, process.isInBackground else { return }
    process.grantGrace()
    process.grant(.complicationPush, until: nil)
  }
}
