import YobanSimulatedDevices
import YobanVirtualTime

/// A companion device that is associated with an app, and whether it is near (AN14).
struct DeviceAssociation {
  let app: InstalledApp
  let address: String
  var isObserved = false
  var isNear = false
  /// The last time at which it was received.
  var receivedAt: VirtualInstant?
}

// The presence of companion devices. Associations survive processes and reboots.
extension AndroidBluetoothService {
  package func associate(_ app: InstalledApp, _ address: String) {
    guard !associations.contains(where: { $0.app === app && $0.address == address }) else { return }
    associations.append(DeviceAssociation(app: app, address: address))
  }

  package func associations(of app: InstalledApp) -> [String] {
    associations.filter { $0.app === app }.map(\.address)
  }

  /// Starts or stops observing a device. Returns whether it is associated with the app.
  package func observe(_ app: InstalledApp, _ address: String, _ isObserved: Bool) -> Bool {
    guard
      let i = associations.firstIndex(where: { $0.app === app && $0.address == address })
    else { return false }
    associations[i].isObserved = isObserved
    if !isObserved { associations[i].isNear = false }
    checkCompanions()
    return true
  }

  /// Updates which companion devices are near, and schedules the next update.
  func checkCompanions() {
    if let companionCheck { simulation.cancel(companionCheck) }
    companionCheck = nil
    guard associations.contains(where: \.isObserved) else { return }
    if device.isUp {
      for i in associations.indices where associations[i].isObserved { update(i) }
    }
    companionCheck = simulation.schedule(at: now + policy.companionLook) { [weak self] in
      self?.checkCompanions()
    }
  }

  private func update(_ i: Int) {
    let association = associations[i]
    if let peer = peer(at: association.address), isListening,
      peer.isOnAir || peer.advertising != nil, stack.mayReceive(peer)
    {
      associations[i].receivedAt = now
    }
    let isNear = associations[i].receivedAt.map { now - $0 < policy.companionAbsence } ?? false
    guard isNear != association.isNear else { return }
    associations[i].isNear = isNear
    post("companion \(isNear ? "appeared" : "disappeared")", association.app.definition.name)
    device.android.deliver(
      companion: association.address, isNear: isNear, to: association.app)
  }
}

extension AndroidService {
  /// Wakes the app because a companion device appeared or disappeared, and allows it to start a
  /// foreground service (AN4, AN14).
  func deliver(companion address: String, isNear: Bool, to app: InstalledApp) {
    guard let record = record(of: app), !record.isStopped else { return }
    allow(.companionDevice, record)
    let action = "android.companion.CompanionDeviceService."
    deliver(
      AndroidIntentDescription(
        action: action + (isNear ? "APPEARED" : "DISAPPEARED"), extras: ["address": .text(address)]),
      record)
    update()
  }
}
