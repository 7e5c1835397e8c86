import Foundation
internal import YobanSimulatedApple

/// An `NSNumber`, read as `Bool`: whether the system warns if Bluetooth is off.
public let CBPeripheralManagerOptionShowPowerAlertKey = "kCBInitOptionShowPowerAlert"
/// A `String` that stays the same from launch to launch: the manager's restore identifier (BT24).
public let CBPeripheralManagerOptionRestoreIdentifierKey = "kCBInitOptionRestoreIdentifier"
/// A `[CBMutableService]`: the published services.
public let CBPeripheralManagerRestoredStateServicesKey = "kCBRestoredServices"
/// A `[String: Any]`: the advertised data.
public let CBPeripheralManagerRestoredStateAdvertisementDataKey = "kCBRestoredAdvertisement"

/// The desired latency of a connection. A low latency costs power.
@nonexhaustive public enum CBPeripheralManagerConnectionLatency: Int, Sendable {
  case low = 0
  case medium
  case high
}
