import Foundation
package import YobanSimulatedApple

/// A `String`: the advertised name, which can differ from `CBPeripheral.name` (BT11).
public let CBAdvertisementDataLocalNameKey = "kCBAdvDataLocalName"
/// An `NSNumber`: the transmit power in dBm.
public let CBAdvertisementDataTxPowerLevelKey = "kCBAdvDataTxPowerLevel"
/// A `[CBUUID]`: the advertised services.
public let CBAdvertisementDataServiceUUIDsKey = "kCBAdvDataServiceUUIDs"
/// A `[CBUUID: Data]`: the advertised data of each service.
public let CBAdvertisementDataServiceDataKey = "kCBAdvDataServiceData"
/// `Data`: the manufacturer's company identifier, little-endian, followed by its own data.
public let CBAdvertisementDataManufacturerDataKey = "kCBAdvDataManufacturerData"
/// A `[CBUUID]`: services in the overflow area, where an app in the background advertises (BT29).
public let CBAdvertisementDataOverflowServiceUUIDsKey = "kCBAdvDataHashedServiceUUIDs"
/// An `NSNumber`, read as `Bool`: whether the peripheral accepts connections.
public let CBAdvertisementDataIsConnectable = "kCBAdvDataIsConnectable"
/// A `[CBUUID]`: the services that the peripheral solicits.
public let CBAdvertisementDataSolicitedServiceUUIDsKey = "kCBAdvDataSolicitedServiceUUIDs"

extension AdvertisementData {
  /// The dictionary that the delegate receives: Apple's keys, without those that have no value.
  package var dictionary: [String: Any] {
    var entries: [String: Any] = [
      CBAdvertisementDataIsConnectable: NSNumber(value: isConnectable)
    ]
    if let localName { entries[CBAdvertisementDataLocalNameKey] = localName }
    if let txPowerLevel {
      entries[CBAdvertisementDataTxPowerLevelKey] = NSNumber(value: txPowerLevel)
    }
    if let manufacturerData {
      entries[CBAdvertisementDataManufacturerDataKey] = manufacturerData
    }
    if !serviceData.isEmpty {
      entries[CBAdvertisementDataServiceDataKey] = [CBUUID: Data](
        serviceData.map { (CBUUID($0.uuid), $0.data) }, uniquingKeysWith: { $1 })
    }
    for (key, list) in [
      (CBAdvertisementDataServiceUUIDsKey, services),
      (CBAdvertisementDataOverflowServiceUUIDsKey, overflowServices),
      (CBAdvertisementDataSolicitedServiceUUIDsKey, solicitedServices),
    ] where !list.isEmpty {
      entries[key] = list.objects
    }
    return entries
  }
}

/// The key in the result of `CLBeaconRegion.peripheralData(withMeasuredPower:)`. Apple does not
/// publish it.
private let beaconKey = "kCBAdvDataAppleBeaconKey"

extension AdvertisingRequest {
  /// Reads the argument of `startAdvertising`. Keys other than these have no effect (BT29).
  init(_ entries: [String: Any]?) {
    self.init(
      localName: entries?[CBAdvertisementDataLocalNameKey] as? String,
      services: (entries?[CBAdvertisementDataServiceUUIDsKey] as? [CBUUID])?.values ?? [],
      beacon: (entries?[beaconKey] as? Data).flatMap { IBeacon(payload: $0) })
  }

  /// Returns the keys that have no effect. If a beacon is advertised, these are all other keys
  /// (assumed).
  func ignored(of entries: [String: Any]?) -> [String] {
    let used =
      beacon == nil
      ? [CBAdvertisementDataLocalNameKey, CBAdvertisementDataServiceUUIDsKey] : [beaconKey]
    return (entries ?? [:]).keys.filter { !used.contains($0) }.sorted()
  }

  var dictionary: [String: Any] {
    var entries: [String: Any] = [:]
    if let localName { entries[CBAdvertisementDataLocalNameKey] = localName }
    if !services.isEmpty { entries[CBAdvertisementDataServiceUUIDsKey] = services.objects }
    if let beacon { entries[beaconKey] = beacon.payload }
    return entries
  }
}
