import Foundation
import VirtualTime

/// A device that advertises and accepts connections: an accessory, or a phone in the peripheral
/// role.
protocol RadioPeer: AnyObject {
  /// The name in traces and random streams, unique in the world.
  var radioName: String { get }
  /// The Device Name of the Generic Access service, which a central caches after a connection
  /// (BT11).
  var gapName: String? { get }
  var place: Place { get }
  /// In dBm.
  var transmitPower: Double { get }
  /// Whether the peer can hold a connection now.
  var isOnAir: Bool { get }
  /// The advertising that is sent now; nil while none is sent.
  var advertising: Advertising? { get }
  var advertisingSince: VirtualInstant { get }
  /// The number of the current address. An accessory's address never changes; a phone's rotates
  /// (BT19).
  var addressNumber: Int { get }
  var database: GATTDatabase { get }
  var maximumTransmissionUnit: Int { get }
  /// The time that the peer takes to list its services, in addition to the exchanges themselves.
  var serviceDiscoveryTime: ClosedRange<Duration> { get }

  /// Returns the code with which a central's request for a connection is refused; nil accepts it.
  func refusal(of central: BluetoothService) -> CoreBluetoothCode?
  func opened(_ link: Link)
  /// Called when the link has ended and nothing can be sent on it.
  func closed(_ link: Link)
  /// Answers a request exactly once, now or later.
  func answer(
    _ request: AttributeRequest, on link: Link, _ reply: @escaping (AttributeAnswer) -> Void)
  /// Called when there is room for notifications again.
  func hasRoomToNotify(_ link: Link)
  /// Opens the peer's end of a channel, or returns the error.
  func openChannel(_ psm: UInt16, on link: Link) -> Result<L2CAPChannel, BluetoothError>
  /// The central devices that the peer is bonded with, by name.
  var bonds: Set<String> { get set }
}

/// A request of a central to an attribute server.
enum AttributeRequest: Sendable, Hashable {
  /// The offset is in bytes and greater than zero when a value does not fit one packet.
  case read(AttributeHandle, offset: Int)
  case write(AttributeHandle, Data)
  /// A write without response: the answer is ignored.
  case writeCommand(AttributeHandle, Data)
  case subscribe(AttributeHandle, isOn: Bool)
}

/// The answer of an attribute server.
public indirect enum AttributeAnswer: Sendable, Hashable {
  case value(Data)
  /// The write or subscription succeeded.
  case done
  case error(AttributeErrorCode)
  /// The answer is sent after a delay.
  case after(Duration, AttributeAnswer)
  /// There is no answer: after 30 s the central closes the link (BT20).
  case noAnswer
  /// An invalid response that no central understands.
  case garbage
}

/// The radio of a world: its peers, and how strongly devices receive each other.
///
/// Sendable because only code that holds the simulation's baton accesses it, as with its world.
public final class Radio: @unchecked Sendable {
  public var model = RadioModel.indoors { didSet { for peer in peers { changed(peer) } } }
  private(set) var peers: [any RadioPeer] = []
  private unowned let world: World

  init(_ world: World) { self.world = world }

  func add(_ peer: any RadioPeer) {
    peers.append(peer)
    changed(peer)
  }

  /// Called when a peer started or stopped advertising, moved, or was switched on or off.
  func changed(_ peer: any RadioPeer) {
    for device in world.devices { device.peerChanged(peer) }
  }

  func meanPower(of peer: any RadioPeer, at place: Place) -> Double {
    model.meanPower(peer.transmitPower, distance: peer.place.distance(to: place))
  }
}
