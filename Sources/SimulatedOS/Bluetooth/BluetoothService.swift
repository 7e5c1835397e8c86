import Foundation
import VirtualTime

/// Core Bluetooth's daemon on one device: power, permission, scans, links, and what they mean for
/// an app's launch.
public final class BluetoothService {
  unowned let device: Device
  private(set) var centrals: [CentralSession] = []
  private(set) var peripherals: [PeripheralSession] = []
  private(set) var links: [Link] = []
  /// The device as others see it.
  private(set) lazy var role = PeripheralRole(self)
  /// Peers that were met or asked about, with the names this phone gave them.
  private var known: [(identifier: PeerIdentifier, peer: any RadioPeer)] = []
  private var identifiers: [ObjectIdentifier: (identifier: PeerIdentifier, address: Int)] = [:]
  /// Peers that were connected at least once, as central or as peripheral.
  private var wereConnected: Set<PeerIdentifier> = []
  private var names: [PeerIdentifier: String] = [:]
  var bonds: Set<PeerIdentifier> = []
  var ancsAuthorized: Set<PeerIdentifier> = []
  /// Whether scans in background received the overflow area when they were last asked.
  var receivedOverflow = true
  private var random: RandomStream

  /// What the user answers when an app asks, by app name; allowed if nothing is said here.
  public var answers: [String: BluetoothAuthorization] = [:]
  /// Whether the user agrees to pair when a peripheral asks for it.
  public var acceptsPairing = true
  /// What the radio is, apart from permissions; see `setPower` and `reset`.
  public internal(set) var state = BluetoothState.poweredOn
  /// From a reboot until the first unlock nothing listens (BT27).
  var isDown = false
  /// Apps that set accessories up with AccessorySetupKit, by bundle identifier.
  var accessorySetup: Set<String> = []

  init(_ device: Device) {
    self.device = device
    random = RandomStream(seed: device.world.simulation.seed, name: "\(device.name)/bluetooth")
  }

  var simulation: Simulation { device.world.simulation }
  var now: VirtualInstant { simulation.now }
  var policy: BluetoothPolicy { device.profile.bluetooth }
  var radio: Radio { device.world.radio }
  /// What another phone measures of this one at a distance of one meter, dBm.
  public var powerAtOneMeter: Int8 { Int8(radio.model.meanPower(role.transmitPower, distance: 1)) }
  var radioName: String { device.name }
  /// Whether the radio is on at all.
  var isListening: Bool { state == .poweredOn && !isDown }

  // MARK: Managers

  /// A `CBCentralManager` was made.
  ///
  /// - Parameters:
  ///   - restoreIdentifier: names it across launches (BT24).
  ///   - showsPowerAlert: whether the user is told that Bluetooth is off.
  /// - Returns: nil if the process was ended because a usage description is missing (BT3).
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

  /// A `CBPeripheralManager` was made; see `openCentral`.
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

  /// The first state comes asynchronously, after the user was asked (BT1, BT3).
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
    case .notDetermined: return  // when the user has answered
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

  /// This device's own name for a peer (BT19).
  ///
  /// It stays the same for an accessory, and for a phone that was ever connected to or bonded. A phone
  /// of which only advertisements were received has another one whenever its address has changed.
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

  /// Whether the system knows a device under whichever address it has: it was connected once (assumed;
  /// Apple says nothing of unbonded ones), or is bonded.
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

  /// The phone heard of a peer: from now on it can be retrieved (BT19).
  func met(_ peer: any RadioPeer, _ identifier: PeerIdentifier) {
    if !known.contains(where: { $0.identifier == identifier }) { known.append((identifier, peer)) }
  }

  func wasConnected(_ identifier: PeerIdentifier) { wereConnected.insert(identifier) }

  func peer(_ identifier: PeerIdentifier) -> (any RadioPeer)? {
    known.first { $0.identifier == identifier }?.peer
  }

  /// The name that was cached at a connection (BT11).
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

  /// The user is asked whether the phone may pair with the peer of a link.
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

  /// The RSSI of one packet; nil if it was not received.
  func rssi(of peer: any RadioPeer) -> Int? {
    radio.model.receive(meanPower(of: peer), &random)
  }

  /// Whether a scan in foreground listens at the moment of an advertisement.
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

  /// How long a background scan takes to hear an advertiser (BT6, BT18, L19).
  func drawBackgroundLatency(of advertising: Advertising, _ peer: any RadioPeer) -> Duration {
    let interval = advertising.interval(at: now, since: peer.advertisingSince)
    var latency = random.duration(in: policy.backgroundScanLatency)
    if !policy.recommendedIntervals.contains(interval), interval > policy.fastInterval {
      while random.chance(policy.offListMissesPercent, in: 100) {
        latency += random.duration(in: policy.backgroundScanLatency)
      }
    }
    if device.power.isLowPowerMode { latency = latency * policy.lowPowerScanFactor }
    // A rarer advertisement is heard as much later.
    guard let longest = policy.recommendedIntervals.max(), interval > longest else { return latency }
    return latency * (interval / longest)
  }

  /// Whether a scan in background receives the overflow area now (BT6).
  var receivesOverflow: Bool { device.isScreenOn || !policy.overflowNeedsScreen }

  /// Whether a connection with a peer can be made and would hold.
  func reaches(_ peer: any RadioPeer) -> Bool { radio.model.holdsConnection(meanPower(of: peer)) }

  /// Whether a radio failure that the world asked for happens now (RA2).
  func fails(_ percent: KeyPath<RadioModel, UInt64>) -> Bool {
    let percent = radio.model[keyPath: percent]
    return percent > 0 && random.chance(percent, in: 100)
  }

  func drawServiceDiscovery(of peer: any RadioPeer) -> Duration {
    let range = peer.serviceDiscoveryTime
    return range.upperBound == .zero ? .zero : random.duration(in: range)
  }

  func drawConnectionSetup() -> Duration { random.duration(in: policy.connectionSetup) }

  /// A peer advertises otherwise than before, moved, or was switched on or off.
  func peerChanged(_ peer: any RadioPeer) {
    for session in centrals { session.refresh(peer) }
    for link in links where link.peer === peer { link.checkReach() }
  }

  /// The device moved.
  func placeChanged() {
    for session in centrals { session.refreshAll() }
    for link in links { link.checkReach() }
    role.advertisingChanged()
  }
}
