import Foundation
import VirtualTime

/// Core Bluetooth's daemon on one device: power, permission, scans, links, and their effects on app
/// launches.
public final class BluetoothService {
  unowned let device: Device
  private(set) var centrals: [CentralSession] = []
  private(set) var peripherals: [PeripheralSession] = []
  private(set) var links: [Link] = []
  /// The device in the peripheral role, as other devices see it.
  private(set) lazy var role = PeripheralRole(self)
  /// Peers that this phone has discovered or connected to, with their identifiers on this phone.
  /// The functions of a watch; nil on other devices.
  var watch: WatchService? { (device as? Watch)?.watch }
  private var known: [(identifier: PeerIdentifier, peer: any RadioPeer)] = []
  private var identifiers: [ObjectIdentifier: (identifier: PeerIdentifier, address: Int)] = [:]
  /// Peers that were connected at least once, with this phone as central or as peripheral.
  private var wereConnected: Set<PeerIdentifier> = []
  private var names: [PeerIdentifier: String] = [:]
  var bonds: Set<PeerIdentifier> = []
  var ancsAuthorized: Set<PeerIdentifier> = []
  /// Whether background scans received the overflow area at the last check.
  var receivedOverflow = true
  private var random: RandomStream

  /// The user's answers to permission requests, by app name. An app that is not listed is allowed.
  public var answers: [String: BluetoothAuthorization] = [:]
  /// Whether the user agrees to pair when a peripheral requests it.
  public var acceptsPairing = true
  /// The state of the radio, regardless of permissions. See `switchOff`, `switchOn` and `reset`.
  public internal(set) var state = BluetoothState.poweredOn
  /// Whether the device is between a reboot and its first unlock, when nothing listens (BT27).
  var isDown = false
  /// Apps that set up accessories with AccessorySetupKit, by bundle identifier.
  var accessorySetup: Set<String> = []

  init(_ device: Device) {
    self.device = device
    random = RandomStream(seed: device.world.simulation.seed, name: "\(device.name)/bluetooth")
  }

  var simulation: Simulation { device.world.simulation }
  var now: VirtualInstant { simulation.now }
  var policy: BluetoothPolicy { device.profile.bluetooth }
  var radio: Radio { device.world.radio }
  /// The power that another phone measures of this one at a distance of one meter, in dBm.
  public var powerAtOneMeter: Int8 { Int8(radio.model.meanPower(role.transmitPower, distance: 1)) }
  var radioName: String { device.name }
  /// Whether the radio is on and the device was unlocked after a reboot.
  var isListening: Bool { state == .poweredOn && !isDown }

  // MARK: Managers

  /// Registers a new `CBCentralManager`.
  ///
  /// - Parameters:
  ///   - restoreIdentifier: identifies the manager across launches (BT24).
  ///   - showsPowerAlert: whether the user sees an alert if Bluetooth is off.
  /// - Returns: nil if the process was terminated because a usage description is missing (BT3).
  public func openCentral(
    for process: AppProcess, restoreIdentifier: String?, showsPowerAlert: Bool,
    _ receiver: any CentralEventReceiver
  ) -> CentralClient? {
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
    return CentralClient(session: session, process: process)
  }

  /// Registers a new `CBPeripheralManager`; see `openCentral`.
  public func openPeripheral(
    for process: AppProcess, restoreIdentifier: String?, showsPowerAlert: Bool,
    _ receiver: any PeripheralEventReceiver
  ) -> PeripheralClient? {
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
    return PeripheralClient(session: session, process: process)
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
    simulation.schedule(at: now + random.duration(in: policy.stateDelay)) {
      [weak self, weak session] in
      guard let self, let session, session.announced == .unknown else { return }
      announce(to: session)
    }
  }

  func announce(to session: RoleSession) {
    guard !isDown else { return }
    let seen: BluetoothState
    switch authorization(of: session.app) {
    case .notDetermined: return  // announced when the user has answered
    case .restricted, .denied: seen = .unauthorized
    case .allowedAlways: seen = state
    }
    if seen != session.announced { session.announce(seen) }
  }

  var sessions: [RoleSession] { centrals + peripherals }

  func forget(_ session: RoleSession) {
    centrals.removeAll { $0 === session }
    peripherals.removeAll { $0 === session }
  }

  func grantWake(_ process: AppProcess) {
    process.grantForEvents(.bluetooth, until: now + random.duration(in: policy.wake))
  }

  // MARK: Peers

  /// Returns this device's own identifier for a peer (BT19).
  ///
  /// It stays the same for an accessory, and for a phone that was ever connected or bonded. A phone
  /// of which only advertisements were received gets a new identifier whenever its address changes.
  func identifier(of peer: any RadioPeer) -> PeerIdentifier {
    let key = ObjectIdentifier(peer)
    let number = peer.addressNumber
    if let known = identifiers[key], known.address == number || isRecognized(known.identifier) {
      return known.identifier
    }
    let suffix = number == 0 ? "" : "/\(number)"
    let identifier = drawIdentifier("peer/\(peer.radioName)\(suffix)")
    identifiers[key] = (identifier, number)
    return identifier
  }

  /// Whether the system recognizes a device under any of its addresses: it was connected once
  /// (assumed; Apple does not describe unbonded devices), or is bonded.
  private func isRecognized(_ identifier: PeerIdentifier) -> Bool {
    wereConnected.contains(identifier) || bonds.contains(identifier)
  }

  private func drawIdentifier(_ name: String) -> PeerIdentifier {
    var stream = RandomStream(seed: simulation.seed, name: "\(device.name)/bluetooth/\(name)")
    return PeerIdentifier(
      version4: (0..<2).flatMap { _ in
        withUnsafeBytes(of: stream.next().littleEndian, Array.init)
      })
  }

  /// Records that the phone has received something from a peer: from now on it can be retrieved
  /// (BT19).
  func met(_ peer: any RadioPeer, _ identifier: PeerIdentifier) {
    if !known.contains(where: { $0.identifier == identifier }) { known.append((identifier, peer)) }
  }

  func wasConnected(_ identifier: PeerIdentifier) { wereConnected.insert(identifier) }

  func peer(_ identifier: PeerIdentifier) -> (any RadioPeer)? {
    known.first { $0.identifier == identifier }?.peer
  }

  /// The name that was cached at the last connection (BT11).
  func name(of identifier: PeerIdentifier) -> String? { names[identifier] }

  func learnName(of peer: any RadioPeer, _ identifier: PeerIdentifier) -> String? {
    met(peer, identifier)
    if let name = peer.gapName { names[identifier] = name }
    return names[identifier]
  }

  func knownPeers(_ wanted: [PeerIdentifier], for session: CentralSession) -> [KnownPeer] {
    wanted.filter { peer($0) != nil }.map { known($0, for: session) }
  }

  func connectedPeers(
    withServices services: [BluetoothUUID], for session: CentralSession
  ) -> [KnownPeer] {
    links.filter { $0.peer.database.offers(anyOf: services) }.map {
      known($0.identifier, for: session)
    }
  }

  private func known(_ identifier: PeerIdentifier, for session: CentralSession) -> KnownPeer {
    KnownPeer(
      identifier: identifier, name: names[identifier],
      isConnected: session.connection(identifier)?.isConnected ?? false)
  }

  // MARK: Links

  func link(to identifier: PeerIdentifier) -> Link? {
    links.first { $0.identifier == identifier && $0.isOpen }
  }

  func open(_ peer: any RadioPeer, _ identifier: PeerIdentifier) -> Link {
    let link = Link(self, peer, identifier)
    links.append(link)
    met(peer, identifier)
    wasConnected(identifier)
    reportConnectionEvent(link, isConnected: true)
    return link
  }

  func closed(_ link: Link) {
    links.removeAll { $0 === link }
    reportConnectionEvent(link, isConnected: false)
  }

  private func reportConnectionEvent(_ link: Link, isConnected: Bool) {
    for session in centrals {
      let (peers, services) = session.connectionEvents
      let isWanted =
        peers.contains(link.identifier) || link.peer.database.offers(anyOf: services)
      guard isWanted else { continue }
      session.deliver(
        .connectionEvent(link.identifier, name: names[link.identifier], isConnected: isConnected),
        .event)
    }
  }

  /// Asks the user whether the phone may pair with the peer of a link.
  func askToPair(_ link: Link, _ answer: @escaping (Bool) -> Void) {
    device.post(.bluetooth(.alert("pairing request from \(link.peer.radioName)")))
    simulation.schedule(at: now + policy.answerDelay) { [weak self] in
      guard let self else { return }
      if acceptsPairing {
        bonds.insert(link.identifier)
        link.peer.bonds.insert(radioName)
      }
      answer(acceptsPairing)
    }
  }

  // MARK: Radio

  func meanPower(of peer: any RadioPeer) -> Double {
    radio.meanPower(of: peer, at: device.place)
  }

  func mayHear(_ peer: any RadioPeer) -> Bool { radio.model.mayReceive(meanPower(of: peer)) }

  /// Returns the RSSI of one packet; nil if the packet was not received.
  func rssi(of peer: any RadioPeer) -> Int? {
    radio.model.receive(meanPower(of: peer), &random)
  }

  /// Whether a foreground scan listens at the moment of an advertisement.
  func listensNow() -> Bool {
    policy.foregroundScanDutyPercent >= 100
      || random.chance(policy.foregroundScanDutyPercent, in: 100)
  }

  func nextAdvertisement(
    of peer: any RadioPeer, _ advertising: Advertising, after moment: VirtualInstant
  ) -> VirtualInstant {
    advertising.next(after: moment, since: peer.advertisingSince)
      + random.duration(in: radio.model.advertisingJitter)
  }

  /// Returns the time until a background scan receives an advertisement of the peer (BT6, BT18,
  /// L19).
  func drawBackgroundLatency(of advertising: Advertising, _ peer: any RadioPeer) -> Duration {
    let interval = advertising.interval(at: now, since: peer.advertisingSince)
    var latency = random.duration(in: policy.backgroundScanLatency)
    if !policy.recommendedIntervals.contains(interval), interval > policy.fastInterval {
      while random.chance(policy.offListMissesPercent, in: 100) {
        latency += random.duration(in: policy.backgroundScanLatency)
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

  /// Whether a connection to the peer can be made and would hold.
  func reaches(_ peer: any RadioPeer) -> Bool { radio.model.holdsConnection(meanPower(of: peer)) }

  /// Whether a radio failure that the world is configured with happens now (RA2).
  func fails(_ percent: KeyPath<RadioModel, UInt64>) -> Bool {
    let percent = radio.model[keyPath: percent]
    return percent > 0 && random.chance(percent, in: 100)
  }

  func drawServiceDiscovery(of peer: any RadioPeer) -> Duration {
    let range = peer.serviceDiscoveryTime
    return range.upperBound == .zero ? .zero : random.duration(in: range)
  }

  func drawConnectionSetup() -> Duration { random.duration(in: policy.connectionSetup) }

  /// Called when a peer changed its advertising, moved, or was switched on or off.
  func peerChanged(_ peer: any RadioPeer) {
    for session in centrals { session.refresh(peer) }
    for link in links where link.peer === peer { link.checkReach() }
  }

  /// Called when the device has moved.
  func placeChanged() {
    for session in centrals { session.refreshAll() }
    for link in links { link.checkReach() }
    role.advertisingChanged()
  }
}
