import Foundation
import YobanVirtualTime

/// The identifier of a peer on one device: `CBPeer.identifier`, not its address (BT19).
public typealias PeerIdentifier = UUID

/// The system that a Bluetooth stack belongs to. It answers questions of the stack and gets its events.
package protocol BluetoothStackOwner: AnyObject {
  /// Where the device is.
  var place: Place { get }
  /// Whether the radio is on, the system is up and the user has unlocked it once.
  var isListening: Bool { get }
  var linkParameters: LinkParameters { get }
  func linkOpened(_ link: Link)
  /// The link has ended and is no longer one of `BluetoothStack.links`.
  func linkClosed(_ link: Link)
  /// The user is shown a request to pair.
  func showPairingRequest(of link: Link)
  /// Whether the user agrees to a request to pair, asked when the user answers.
  var acceptsPairing: Bool { get }
}

/// The part of Bluetooth that all apps of a device share and that is the same on every platform:
/// the peers that it knows, how well it receives them, and its links.
package final class BluetoothStack {
  /// The device's name in traces and random streams, unique in the world.
  package let name: String
  package unowned let radio: Radio
  /// The device itself, as other devices see it.
  package unowned let ownPeer: any RadioPeer
  private unowned let owner: any BluetoothStackOwner
  package private(set) var links: [Link] = []
  /// The peers that were discovered or connected, with their identifiers on this device.
  private var known: [(identifier: PeerIdentifier, peer: any RadioPeer)] = []
  private var identifiers: [ObjectIdentifier: (identifier: PeerIdentifier, address: Int)] = [:]
  /// Peers that were connected at least once, with this device as central or as peripheral.
  private var wereConnected: Set<PeerIdentifier> = []
  private var names: [PeerIdentifier: String] = [:]
  package private(set) var bonds: Set<PeerIdentifier> = []
  /// The random stream of the device's Bluetooth.
  package var random: RandomStream

  package init(
    _ name: String, _ radio: Radio, of owner: any BluetoothStackOwner, as ownPeer: any RadioPeer
  ) {
    self.name = name
    self.radio = radio
    self.owner = owner
    self.ownPeer = ownPeer
    random = RandomStream(seed: radio.simulation.seed, name: "\(name)/bluetooth")
  }

  package var simulation: Simulation { radio.simulation }
  package var now: VirtualInstant { simulation.now }
  package var isListening: Bool { owner.isListening }
  package var parameters: LinkParameters { owner.linkParameters }

  // MARK: Peers

  /// Returns this device's own identifier for a peer (BT19).
  ///
  /// It stays the same for an accessory, and for a phone that was ever connected or bonded. A phone
  /// of which only advertisements were received gets a new identifier whenever its address changes.
  package func identifier(of peer: any RadioPeer) -> PeerIdentifier {
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

  private func drawIdentifier(_ purpose: String) -> PeerIdentifier {
    var stream = RandomStream(seed: simulation.seed, name: "\(name)/bluetooth/\(purpose)")
    return PeerIdentifier(
      version4: (0..<2).flatMap { _ in
        withUnsafeBytes(of: stream.next().littleEndian, Array.init)
      })
  }

  /// Records that the device has received something from a peer: from now on it can be retrieved
  /// (BT19).
  package func met(_ peer: any RadioPeer, _ identifier: PeerIdentifier) {
    if !known.contains(where: { $0.identifier == identifier }) { known.append((identifier, peer)) }
  }

  package func wasConnected(_ identifier: PeerIdentifier) { wereConnected.insert(identifier) }

  /// Returns a peer that was met; nil if none with this identifier was.
  package func peer(_ identifier: PeerIdentifier) -> (any RadioPeer)? {
    known.first { $0.identifier == identifier }?.peer
  }

  /// Returns the name that was cached at the last connection (BT11).
  package func name(of identifier: PeerIdentifier) -> String? { names[identifier] }

  package func updateName(of peer: any RadioPeer, _ identifier: PeerIdentifier) -> String? {
    met(peer, identifier)
    if let name = peer.gapName { names[identifier] = name }
    return names[identifier]
  }

  // MARK: Links

  package func link(to identifier: PeerIdentifier) -> Link? {
    links.first { $0.identifier == identifier && $0.isOpen }
  }

  func open(_ peer: any RadioPeer, _ identifier: PeerIdentifier) -> Link {
    let link = Link(self, peer, identifier)
    links.append(link)
    met(peer, identifier)
    wasConnected(identifier)
    owner.linkOpened(link)
    return link
  }

  func closed(_ link: Link) {
    links.removeAll { $0 === link }
    owner.linkClosed(link)
  }

  /// Asks the user whether the device may pair with the peer of a link. The answer comes after
  /// `LinkParameters.answerDelay`.
  func askToPair(_ link: Link, _ answer: @escaping (Bool) -> Void) {
    owner.showPairingRequest(of: link)
    simulation.schedule(at: now + parameters.answerDelay) { [weak self] in
      guard let self else { return }
      let accepts = owner.acceptsPairing
      if accepts {
        bonds.insert(link.identifier)
        link.peer.bonds.insert(name)
      }
      answer(accepts)
    }
  }

  // MARK: Radio

  package func meanPower(of peer: any RadioPeer) -> Double {
    radio.meanPower(of: peer, at: owner.place)
  }

  /// Whether any packet of the peer can be received.
  package func mayReceive(_ peer: any RadioPeer) -> Bool {
    radio.model.mayReceive(meanPower(of: peer))
  }

  /// Whether a connection to the peer can be made and would hold.
  package func reaches(_ peer: any RadioPeer) -> Bool {
    radio.model.holdsConnection(meanPower(of: peer))
  }

  /// Returns the RSSI of one packet; nil if the packet was not received.
  package func rssi(of peer: any RadioPeer) -> Int? {
    radio.model.receive(meanPower(of: peer), &random)
  }

  package func nextAdvertisement(
    of peer: any RadioPeer, _ advertising: Advertising, after moment: VirtualInstant
  ) -> VirtualInstant {
    advertising.next(after: moment, since: peer.advertisingSince)
      + random.duration(in: radio.model.advertisingJitter)
  }

  /// Whether a radio failure that the world is configured with happens now (RA2).
  package func fails(_ percent: KeyPath<RadioModel, UInt64>) -> Bool {
    let percent = radio.model[keyPath: percent]
    return percent > 0 && random.chance(percent, in: 100)
  }

  func drawServiceDiscovery(of peer: any RadioPeer) -> Duration {
    let range = peer.serviceDiscoveryTime
    guard range.upperBound > .zero else { return .zero }
    return simulation.choices.choose(
      .serviceDiscovery, of: peer.radioName, in: range, default: random.duration(in: range))
  }

  func drawConnectionSetup() -> Duration { random.duration(in: parameters.connectionSetup) }

  /// Called when a peer changed its advertising, moved, or was switched on or off.
  package func peerChanged(_ peer: any RadioPeer) {
    for link in links where link.peer === peer { link.checkReach() }
  }

  /// Called when the device has moved, or its radio was switched on or off.
  package func checkReach() { for link in links { link.checkReach() } }
}
