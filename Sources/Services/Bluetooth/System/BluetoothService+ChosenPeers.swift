import YobanSimulatedDevices
import YobanSimulatedRadio

/// Apps for which the user chooses single accessories instead of giving a permission (BT33).
extension BluetoothService {
  /// The peers that the user has given the app one by one; nil if the app has the permission for all, or needs it.
  func grantedPeers(of app: InstalledApp) -> [PeerIdentifier]? {
    guard !hasPermission(app) else { return nil }
    for service in device.services {
      if let peers = service.chosenPeers(of: app) { return peers }
    }
    return nil
  }

  /// Whether the app has the permission for all peers, such as from a version before it used AccessorySetupKit.
  package func hasPermission(_ app: InstalledApp) -> Bool { permission(of: app) == .allowedAlways }

  /// Whether a central manager of the app exists.
  package func hasCentral(_ process: AppProcess) -> Bool {
    centrals.contains { $0.process === process }
  }

  /// Ends the permission for all peers, because the user has set up an accessory for the app.
  package func endPermission(of app: InstalledApp) { app.answers["bluetooth"] = nil }

  func updateChosenPeers(of app: InstalledApp) {
    let chosen = grantedPeers(of: app)
    for session in sessions where session.app === app { session.chosenPeers = chosen }
  }

  /// Tells the managers of an app that the user has given it an accessory, or taken one away.
  func accessChanged(of app: InstalledApp) {
    updateChosenPeers(of: app)
    for session in sessions where session.app === app {
      (session as? CentralSession)?.dropPeersNotChosen()
      guard session.process != nil, session.announced != .unknown else { continue }
      if session.announced == .poweredOn, let seen = state(for: session), seen != .poweredOn {
        session.becameUnavailable(to: seen)
      }
      announce(to: session)
    }
    for session in centrals where session.app === app { session.refreshAll() }
  }
}

extension RoleSession {
  /// Whether the app may find and connect to a peer.
  func mayUse(_ identifier: PeerIdentifier) -> Bool { chosenPeers?.contains(identifier) ?? true }

  /// The same for a call that would have found the peer; a finding says that it did not.
  func mayUse(_ identifier: PeerIdentifier, in call: String) -> Bool {
    if mayUse(identifier) { return true }
    let name = service.stack.peer(identifier)?.radioName ?? "an accessory"
    process?.reportOnce(.accessoryNotSetUp(call, name), for: "not set up: \(name), \(call)")
    return false
  }
}

extension CentralSession {
  /// Reports once for each scan that an accessory would be found if the user had set it up.
  func reportNotSetUp(_ peer: any RadioPeer) {
    guard !hasReportedChoice, service.stack.mayReceive(peer) else { return }
    hasReportedChoice = true
    report(.accessoryNotSetUp("scanForPeripherals", peer.radioName))
  }

  /// Ends the connections to peers that the user has taken away from the app.
  func dropPeersNotChosen() {
    for connection in connections where !mayUse(connection.identifier) && connection.isActive {
      // The owner of the connection must exist until the end of it was reported.
      withExtendedLifetime(connection) { connection.connection.cancel() }
    }
  }
}
