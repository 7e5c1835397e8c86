import Foundation
import YobanVirtualTime

/// A sender on the radio, as other devices see it: an accessory, a phone in the peripheral role, or
/// a device that never advertises and accepts no connection (`CentralOnlyPeer`).
package protocol RadioPeer: AnyObject {
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
  func refusal(of central: BluetoothStack) -> CoreBluetoothCode?
  /// Whether the peer leaves a central's request for a connection without an answer (RA3). Asked once for each
  /// request.
  func ignoresConnect() -> Bool
  /// The peer's radio gives up a link without notifying the central, which loses it after the supervision timeout
  /// (BT31).
  func dropLink(_ link: Link)
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

extension RadioPeer {
  package func ignoresConnect() -> Bool { false }
  package func dropLink(_ link: Link) {}
}
