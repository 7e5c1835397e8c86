import Foundation
import YobanAppleSystem
import YobanPlatformProfiles
import YobanSimulatedDevices
import YobanSimulatedRadio
import YobanVirtualTime

/// Core Bluetooth's daemon on one device: power, permission, scans, links, and their effects on app
/// launches.
public final class BluetoothService: BluetoothStackOwner, RadioListener {
  unowned let device: AppleDevice
  private(set) var centrals: [CentralSession] = []
  private(set) var peripherals: [PeripheralSession] = []
  /// The device in the peripheral role, as other devices see it.
  private(set) lazy var role = PeripheralRole(self)
  /// The peers and links, which all apps of the device share.
  package private(set) lazy var stack = BluetoothStack(
    device.name, device.world.radio, of: self, as: role)
  /// The device, if it is a watch.
  var watch: Watch? { device as? Watch }
  /// The budgets of watch apps for alerts and background scans (WK10).
  var alertBudgets: [BluetoothAlertRecord] = []
  var ancsAuthorized: Set<PeerIdentifier> = []
  /// Whether background scans received the overflow area at the last check.
  var receivedOverflow = true

  var plannedAnswers = PlannedAnswers<BluetoothAuthorization>()
  /// Whether the user agrees to pair when a peripheral requests it.
  public var acceptsPairing = true
  /// The state of the radio, regardless of permissions. See `switchOff`, `switchOn` and `reset`.
  public internal(set) var state = BluetoothState.poweredOn
  /// Whether the device is between a reboot and its first unlock, when nothing listens (BT27).
  var isDown = false
  /// Whether the system updates the parameters of each connection until its peer drops it (BT31).
  package var updatesParametersInLoop = false {
    didSet { if updatesParametersInLoop { stack.links.forEach(updateParameters(of:)) } }
  }
  /// Whether apps are not notified that a full queue has room for writes without response again (BT32).
  package var leavesRoomUnreported = false

  /// The constants of the device's system. Kept, because each event reads them.
  var policy: BluetoothPolicy

  package init(_ device: AppleDevice) {
    self.device = device
    policy = device.policy(BluetoothPolicy.self)
  }

  var simulation: Simulation { device.world.simulation }
  var now: VirtualInstant { simulation.now }
  var radio: Radio { device.world.radio }
  package var place: Place { device.place }
  package var linkParameters: LinkParameters { LinkParameters(policy) }
  /// Whether the radio is on and the device was unlocked after a reboot.
  package var isListening: Bool { state == .poweredOn && !isDown }

  // MARK: Managers

  /// Registers a new `CBCentralManager`.
  ///
  /// - Parameters:
  ///   - restoreIdentifier: identifies the manager across launches (BT24).
  ///   - showsPowerAlert: whether the user sees an alert if Bluetooth is off.
  /// - Returns: nil if the process was terminated because a usage description is missing (BT3).
  package func openCentral(
    for process: AppProcess, restoreIdentifier: String?, showsPowerAlert: Bool,
    _ receiver: any CentralEventReceiver
  ) -> CentralSession? {
    guard mayUse(process, .central, restoreIdentifier) else { return nil }
    let session: CentralSession
    if let kept = centrals.first(where: { isKept($0, for: process.app, restoreIdentifier) }) {
      session = kept
      session.adopt(process, receiver)
    } else {
      session = CentralSession(self, process, restoreIdentifier: restoreIdentifier, receiver)
      centrals.append(session)
    }
    announceFirst(session, showsPowerAlert)
    return session
  }

  /// Registers a new `CBPeripheralManager`; see `openCentral`.
  package func openPeripheral(
    for process: AppProcess, restoreIdentifier: String?, showsPowerAlert: Bool,
    _ receiver: any PeripheralEventReceiver
  ) -> PeripheralSession? {
    guard mayUse(process, .peripheral, restoreIdentifier) else { return nil }
    let session: PeripheralSession
    if let kept = peripherals.first(where: { isKept($0, for: process.app, restoreIdentifier) }) {
      session = kept
      session.adopt(process, receiver)
    } else {
      session = PeripheralSession(self, process, restoreIdentifier: restoreIdentifier, receiver)
      peripherals.append(session)
    }
    announceFirst(session, showsPowerAlert)
    return session
  }

  private func isKept(
    _ session: RoleSession, for app: InstalledApp, _ restoreIdentifier: String?
  ) -> Bool {
    session.process == nil && session.app === app && session.restoreIdentifier != nil
      && session.restoreIdentifier == restoreIdentifier
  }

  /// Delivers the first state asynchronously, after the user has answered the permission dialog
  /// (BT1, BT3).
  private func announceFirst(_ session: RoleSession, _ showsPowerAlert: Bool) {
    if showsPowerAlert, state == .poweredOff {
      session.post(.alert("Turn On Bluetooth to Allow \(session.app.definition.name) to Connect"))
    }
    askForPermission(session.app)
    let delay = device.choose(
      .stateDelay, of: session.app, in: policy.stateDelay,
      default: stack.random.duration(in: policy.stateDelay))
    simulation.schedule(at: now + delay) {
      [weak self, weak session] in
      guard let self, let session, session.announced == .unknown else { return }
      announce(to: session)
    }
  }

  func announce(to session: RoleSession) {
    guard !isDown, let seen = state(for: session) else { return }
    if seen == .poweredOn, session.announced == .unknown, session.chosenPeers != nil,
      !session.needsRestoration, policy.chosenPeersComeLate
    {
      session.announce(.poweredOff)
    }
    if seen != session.announced { session.announce(seen) }
  }

  /// The state that a manager receives; nil as long as the user has not answered the permission dialog.
  func state(for session: RoleSession) -> BluetoothState? {
    if let chosen = session.chosenPeers {
      let isUsable = session.role == .central && !chosen.isEmpty
      return state == .poweredOn && !isUsable ? .poweredOff : state
    }
    return switch authorization(of: session.app) {
    case .notDetermined: nil
    case .restricted, .denied: .unauthorized
    case .allowedAlways: state
    }
  }

  var sessions: [RoleSession] { centrals + peripherals }

  func forget(_ session: RoleSession) {
    centrals.removeAll { $0 === session }
    peripherals.removeAll { $0 === session }
  }

  func grantWake(_ process: AppProcess) {
    let wake = device.choose(
      .bluetoothWake, of: process.app, in: policy.wake,
      default: stack.random.duration(in: policy.wake))
    process.grantForEvents(.bluetooth, until: now + wake)
  }

  // MARK: Peers

  /// Returns those of the peers that this device already knows, in the requested order (BT19).
  package func knownPeers(_ wanted: [PeerIdentifier], for session: CentralSession) -> [KnownPeer] {
    wanted.filter { stack.peer($0) != nil && session.mayUse($0, in: "retrievePeripherals") }
      .map { known($0, for: session) }
  }

  /// Returns peers that any app of this device is connected to and that have one of the services
  /// (BT19).
  package func connectedPeers(
    withServices services: [BluetoothUUID], for session: CentralSession
  ) -> [KnownPeer] {
    stack.links.filter {
      $0.peer.database.offers(anyOf: services)
        && session.mayUse($0.identifier, in: "retrieveConnectedPeripherals")
    }.map { known($0.identifier, for: session) }
  }

  private func known(_ identifier: PeerIdentifier, for session: CentralSession) -> KnownPeer {
    KnownPeer(
      identifier: identifier, name: stack.name(of: identifier),
      isConnected: session.connection(identifier)?.isConnected ?? false)
  }

  // MARK: Links

  package func linkOpened(_ link: Link) {
    reportConnectionEvent(link, isConnected: true)
    if updatesParametersInLoop { updateParameters(of: link) }
  }
  package func linkClosed(_ link: Link) { reportConnectionEvent(link, isConnected: false) }

  /// Updates the parameters of a link again and again. Its peer misses one of the updates in time (BT31).
  private func updateParameters(of link: Link) {
    simulation.schedule(at: now + policy.parameterLoopLength) { [weak self, weak link] in
      guard let self, let link, updatesParametersInLoop else { return }
      link.peer.dropLink(link)
    }
  }

  private func reportConnectionEvent(_ link: Link, isConnected: Bool) {
    for session in centrals where session.mayUse(link.identifier) {
      let (peers, services) = session.connectionEvents
      let isWanted =
        peers.contains(link.identifier) || link.peer.database.offers(anyOf: services)
      guard isWanted else { continue }
      session.deliver(
        .connectionEvent(
          link.identifier, name: stack.name(of: link.identifier), isConnected: isConnected),
        .event)
    }
  }

  package func showPairingRequest(of link: Link) {
    device.post(.bluetooth(.alert("pairing request from \(link.peer.radioName)")))
  }

  // MARK: Radio

  /// Whether a foreground scan listens at the moment of an advertisement.
  func listensNow() -> Bool {
    policy.foregroundScanDutyPercent >= 100
      || stack.random.chance(policy.foregroundScanDutyPercent, in: 100)
  }

  /// Returns the time until a background scan receives an advertisement of the peer (BT6, BT18,
  /// L19).
  func drawBackgroundLatency(of advertising: Advertising, _ peer: any RadioPeer) -> Duration {
    let interval = advertising.interval(at: now, since: peer.advertisingSince)
    var latency = stack.random.duration(in: policy.backgroundScanLatency)
    if !policy.recommendedIntervals.contains(interval), interval > policy.fastInterval {
      while stack.random.chance(policy.offListMissesPercent, in: 100) {
        latency += stack.random.duration(in: policy.backgroundScanLatency)
      }
    }
    if device.power.isLowPowerMode { latency = latency * policy.lowPowerScanFactor }
    // A longer advertising interval increases the latency in proportion.
    guard let longest = policy.recommendedIntervals.max(), interval > longest else {
      return latency
    }
    return latency * (interval / longest)
  }

  /// Whether a background scan receives the overflow area now (BT6).
  var receivesOverflow: Bool { device.isScreenOn || !policy.overflowNeedsScreen }

  /// Called when a peer changed its advertising, moved, or was switched on or off.
  package func peerChanged(_ peer: any RadioPeer) {
    for session in centrals { session.refresh(peer) }
    stack.peerChanged(peer)
  }

  /// Called when the device has moved.
  package func placeChanged() {
    for session in centrals { session.refreshAll() }
    stack.checkReach()
    role.advertisingChanged()
  }
}
