import Foundation
import YobanAppleSystem
import YobanNetwork
import YobanSimulatedDevices
import YobanVirtualTime

/// A push that a Location Push Service Extension works on.
final class LocationPush {
  let process: AppProcess
  let end: VirtualInstant
  var alarm: EventToken?

  init(_ process: AppProcess, until end: VirtualInstant) {
    (self.process, self.end) = (process, end)
  }
}

/// The reasons why an app gets no token, with the numbers of `CLLocationPushServiceError`.
package enum LocationPushFailure: Int, Error {
  case missingExtension = 1
  case missingServerEnvironment, missingEntitlement
}

/// Pushes that launch the Location Push Service Extension of an app (LOC12).
extension LocationService {
  /// The extension point of Location Push Service Extensions.
  package static let pushExtensionPoint = "com.apple.location.push.service"

  // MARK: Calls of the app

  /// Gives the app a token for pushes, as soon as the device is online.
  ///
  /// - Parameter completion: called on the main queue.
  package func startPushes(
    _ process: AppProcess, _ completion: @escaping (Result<Data, LocationPushFailure>) -> Void
  ) {
    if let failure = failure(of: process.app) {
      return process.process.onMain { completion(.failure(failure)) }
    }
    let record = record(of: process.app)
    record.pushRequests += 1
    let request = record.pushRequests
    device.requestFromSystemServer(taking: policy.pushTokenDelay) { [weak self, weak process] in
      guard let self, let process, process.app.process === process else { return }
      let record = self.record(of: process.app)
      guard request > record.stoppedPushRequests else { return }
      let token = record.pushToken ?? drawPushToken(of: process.app)
      record.pushToken = token
      process.process.onMain { completion(.success(token)) }
    }
  }

  private func failure(of app: InstalledApp) -> LocationPushFailure? {
    let entitlements = app.definition.entitlements
    if !entitlements.contains(Entitlement.locationPushes) { return .missingEntitlement }
    if app.locationPushExtension == nil { return .missingExtension }
    return entitlements.contains(Entitlement.pushes) ? nil : .missingServerEnvironment
  }

  /// The token has a stream of its own, so that it changes no other draw.
  private func drawPushToken(of app: InstalledApp) -> Data {
    let purpose = "\(device.name)/location/pushes/\(app.definition.bundleIdentifier)"
    var stream = RandomStream(seed: simulation.seed, name: purpose)
    return Data(stream.bytes(32))
  }

  package func stopPushes(_ process: AppProcess) {
    let record = record(of: process.app)
    record.pushToken = nil
    record.stoppedPushRequests = record.pushRequests
  }

  /// Opens the extension in its process.
  package func open(_ process: AppProcess, _ receiver: any LocationPushReceiver) {
    if process.process.state != .dead { pushReceivers.append((process, receiver)) }
  }

  // MARK: Delivery

  /// A push of a server arrives, for the token of an app.
  ///
  /// - Throws: `LocationPushError.notRegistered`.
  func push(_ payload: String, to app: InstalledApp) throws(LocationPushError) {
    let record = record(of: app)
    guard record.pushToken != nil else { throw .notRegistered }
    if let why = obstacle(to: record) { return post(.push("not delivered: \(why)"), record) }
    guard let service = app.locationPushExtension else { return }
    if service.needsLaunch { device.launch(service, .locationPush) }
    guard let process = service.process else {
      preconditionFailure("a launched extension has a process")
    }
    let push = LocationPush(process, until: now + policy.pushTime + policy.pushGrace)
    pushes.append(push)
    grantPushTime(process)
    process.post(.location(.push("delivered")))
    push.alarm = simulation.schedule(at: now + policy.pushTime) { [weak self, weak push] in
      if let self, let push { warn(push) }
    }
    process.process.onMain { [weak self] in
      self?.receiver(in: process)?.received(payload) { [weak self, weak push] in
        if let self, let push { completed(push) }
      }
    }
  }

  /// Why a push does not get to the extension; nil if it does.
  private func obstacle(to record: LocationRecord) -> String? {
    if !device.isUp { return "the device is off" }
    if !device.isOnline { return "the device is offline" }
    if !device.isUnlocked { return "the device was not unlocked since its boot" }
    if record.app.locationPushExtension == nil { return "the app has no extension for it" }
    if permission(of: record.app) != .always {
      askForUpgrade(record)
      return "the app has no Always authorization"
    }
    let isAvailable = pushBudget.take(
      limit: policy.pushLimit, refill: policy.pushRefill, at: now)
    return isAvailable ? nil : "the pushes of the device are used up"
  }

  private func receiver(in process: AppProcess) -> (any LocationPushReceiver)? {
    pushReceivers.first { $0.process === process }?.receiver
  }

  /// Whether an extension works on a push.
  func hasPush(_ process: AppProcess) -> Bool { pushes.contains { $0.process === process } }

  /// Gives an extension run time as long as it works on pushes.
  private func grantPushTime(_ process: AppProcess) {
    process.grant(
      .locationPush, until: pushes.filter { $0.process === process }.map(\.end).max())
  }

  private func warn(_ push: LocationPush) {
    let process = push.process
    push.alarm = simulation.schedule(at: push.end) { [weak self, weak push] in
      guard let self, push != nil else { return }
      process.report(.locationPushLate(policy.pushTime))
      process.kill(.system(.extensionOutOfTime))
    }
    process.process.onMain { [weak self] in self?.receiver(in: process)?.willTerminate() }
  }

  /// The extension has called the completion handler of a push. A second call has no effect.
  private func completed(_ push: LocationPush) {
    guard pushes.contains(where: { $0 === push }) else { return }
    end(push)
    push.process.post(.location(.push("completed")))
    grantPushTime(push.process)
  }

  private func end(_ push: LocationPush) {
    if let alarm = push.alarm { simulation.cancel(alarm) }
    pushes.removeAll { $0 === push }
  }

  func endPushes(of process: AppProcess) {
    for push in pushes where push.process === process { end(push) }
    pushReceivers.removeAll { $0.process === process }
  }
}

extension InstalledApp {
  var isLocationPushExtension: Bool {
    definition.infoPlist.extensionPoint == LocationService.pushExtensionPoint
  }

  var locationPushExtension: InstalledApp? { extensions.first { $0.isLocationPushExtension } }
}
