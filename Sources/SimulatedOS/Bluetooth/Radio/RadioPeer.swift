import Foundation
import VirtualTime

/// Something that advertises and is connected to: an accessory, or a phone in the peripheral role.
protocol RadioPeer: AnyObject {
  /// Unique in its world; names it in traces and random streams.
  var radioName: String { get }
  /// The Device Name of its Generic Access service: what a central caches after a connection (BT11).
  var gapName: String? { get }
  var place: Place { get }
  /// dBm.
  var transmitPower: Double { get }
  /// Whether it holds a connection now.
  var isOnAir: Bool { get }
  /// What it sends now; nil while it is silent.
  var advertising: Advertising? { get }
  var advertisingSince: VirtualInstant { get }
  /// Counts its addresses: an accessory keeps its own, a phone's rotates (BT19).
  var addressNumber: Int { get }
  var database: GATTDatabase { get }
  var maximumTransmissionUnit: Int { get }
  /// How long it takes to list its services, beside the exchanges themselves.
  var serviceDiscoveryTime: ClosedRange<Duration> { get }

  /// A central asks for a connection. Nil accepts.
  func refusal(of central: BluetoothService) -> CoreBluetoothCode?
  func opened(_ link: Link)
  /// The link is gone; nothing can be sent on it.
  func closed(_ link: Link)
  /// Answers a request, now or later, once.
  func answer(
    _ request: AttributeRequest, on link: Link, _ reply: @escaping (AttributeAnswer) -> Void)
  /// There is room for notifications again.
  func hasRoomToNotify(_ link: Link)
  /// Opens its end of a channel, or says why not.
  func openChannel(_ psm: UInt16, on link: Link) -> Result<L2CAPChannel, BluetoothError>
  /// Centrals that it is bonded with, by their names.
  var bonds: Set<String> { get set }
}

/// What a central asks of an attribute server.
enum AttributeRequest: Sendable, Hashable {
  /// From an offset, in bytes, when a value does not fit one packet.
  case read(AttributeHandle, offset: Int)
  case write(AttributeHandle, Data)
  /// Without response: no answer is used.
  case writeCommand(AttributeHandle, Data)
  case subscribe(AttributeHandle, isOn: Bool)
}

/// What an attribute server answers.
public indirect enum AttributeAnswer: Sendable, Hashable {
  case value(Data)
  /// The write was done.
  case done
  case error(AttributeErrorCode)
  /// Takes its time.
  case after(Duration, AttributeAnswer)
  /// Never answers: after 30 s the central closes the link (BT20).
  case noAnswer
  /// A response that no central understands.
  case garbage
}

/// What the radios of a world have in common: who is there, and how strongly they hear each other.
///
/// Sendable: touched only by the holder of the simulation's baton, like its world.
public final class Radio: @unchecked Sendable {
  public var model = RadioModel.indoors { didSet { for peer in peers { changed(peer) } } }
  private(set) var peers: [any RadioPeer] = []
  private unowned let world: World

  init(_ world: World) { self.world = world }

  func add(_ peer: any RadioPeer) {
    peers.append(peer)
    changed(peer)
  }

  /// A peer began or ended to advertise, moved, was switched on or off.
  func changed(_ peer: any RadioPeer) {
    for device in world.devices {
      device.bluetooth.peerChanged(peer)
      device.location.peerChanged(peer)
    }
  }

  func meanPower(of peer: any RadioPeer, at place: Place) -> Double {
    model.meanPower(peer.transmitPower, distance: peer.place.distance(to: place))
  }
}
