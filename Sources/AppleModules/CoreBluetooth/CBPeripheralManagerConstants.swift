import Foundation
internal import SimulatedOS

/// An `NSNumber`, read as `Bool`: whether the system warns if Bluetooth is off.
public let CBPeripheralManagerOptionShowPowerAlertKey = "kCBInitOptionShowPowerAlert"
/// A `String` that stays the same from launch to launch: the manager's name for restoration (BT24).
public let CBPeripheralManagerOptionRestoreIdentifierKey = "kCBInitOptionRestoreIdentifier"
/// A `[CBMutableService]`: what was published.
public let CBPeripheralManagerRestoredStateServicesKey = "kCBRestoredServices"
/// A `[String: Any]`: what was advertised.
public let CBPeripheralManagerRestoredStateAdvertisementDataKey = "kCBRestoredAdvertisement"

/// How quickly a central is served: a short interval costs power.
@nonexhaustive public enum CBPeripheralManagerConnectionLatency: Int, Sendable {
  case low = 0
  case medium
  case high
}
