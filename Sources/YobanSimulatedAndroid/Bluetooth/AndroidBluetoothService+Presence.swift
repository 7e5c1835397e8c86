import YobanSimulatedDevices
import YobanVirtualTime

/// A companion device that is associated with an app, and whether it is near (AN14).
struct DeviceAssociation {
  /// The number that the app knows, unique on the device.
  let id: Int32
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
    lastAssociation += 1
    associations.append(DeviceAssociation(id: lastAssociation, app: app, address: address))
  }

  package func associations(of app: InstalledApp) -> [String] {
    associations.filter { $0.app === app }.map(\.address)
  }

  /// The numbers of an app's associations, with their addresses.
  package func numberedAssociations(of app: InstalledApp) -> [(id: Int32, address: String)] {
    associations.filter { $0.app === app }.map { ($0.id, $0.address) }
  }

  /// Starts or stops observing a device. Returns whether it is associated with the app.
  package func observe(_ app: InstalledApp, _ address: String, _ isObserved: Bool) -> Bool {
    observe(isObserved) { $0.app === app && $0.address == address }
  }

  /// Starts or stops observing the device of an association. Returns whether it is one of the app.
  package func observe(_ app: InstalledApp, id: Int32, _ isObserved: Bool) -> Bool {
    observe(isObserved) { $0.app === app && $0.id == id }
  }

  private func observe(
    _ isObserved: Bool, where isMeant: (DeviceAssociation) -> Bool
  ) -> Bool {
    guard let i = associations.firstIndex(where: isMeant) else { return false }
    associations[i].isObserved = isObserved
    if !isObserved {
      associations[i].isNear = false
      if !isAnyNear(of: associations[i].app) { device.android.companionsLeft(associations[i].app) }
    }
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
    // Nothing reaches a stopped app. It is notified of a near device when the user has opened it.
    guard !device.android.isStopped(association.app) else {
      associations[i].isNear = false
      return
    }
    if let peer = peer(at: association.address), isListening,
      peer.isOnAir || peer.advertising != nil, stack.mayReceive(peer)
    {
      associations[i].receivedAt = now
    }
    let isNear = associations[i].receivedAt.map { now - $0 < policy.companionAbsence } ?? false
    // The same holds for an app that the maker's phone does not start.
    guard device.android.mayBindCompanion(of: association.app, isNear: isNear) else {
      associations[i].isNear = false
      return
    }
    guard isNear != association.isNear else { return }
    associations[i].isNear = isNear
    post("companion \(isNear ? "appeared" : "disappeared")", association.app.definition.name)
    device.android.companionChanged(
      associations[i], isAnyNear: isAnyNear(of: association.app))
  }

  private func isAnyNear(of app: InstalledApp) -> Bool {
    associations.contains { $0.app === app && $0.isObserved && $0.isNear }
  }
}
