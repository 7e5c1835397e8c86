import Foundation
internal import SimulatedOS

/// A `String`: the name that is advertised, which can differ from `CBPeripheral.name` (BT11).
public let CBAdvertisementDataLocalNameKey = "kCBAdvDataLocalName"
/// An `NSNumber` in dBm.
public let CBAdvertisementDataTxPowerLevelKey = "kCBAdvDataTxPowerLevel"
/// A `[CBUUID]`.
public let CBAdvertisementDataServiceUUIDsKey = "kCBAdvDataServiceUUIDs"
/// A `[CBUUID: Data]`.
public let CBAdvertisementDataServiceDataKey = "kCBAdvDataServiceData"
/// `Data`: the company's number, little-endian, and what it likes.
public let CBAdvertisementDataManufacturerDataKey = "kCBAdvDataManufacturerData"
/// A `[CBUUID]`, from the overflow area of an app in background (BT29).
public let CBAdvertisementDataOverflowServiceUUIDsKey = "kCBAdvDataHashedServiceUUIDs"
/// An `NSNumber`, read as `Bool`.
public let CBAdvertisementDataIsConnectable = "kCBAdvDataIsConnectable"
/// A `[CBUUID]`.
public let CBAdvertisementDataSolicitedServiceUUIDsKey = "kCBAdvDataSolicitedServiceUUIDs"

extension AdvertisementData {
  /// What a delegate is told: Apple's keys, without those that have nothing to say.
  var dictionary: [String: Any] {
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

/// What `CLBeaconRegion.peripheralData(withMeasuredPower:)` holds: not public at Apple.
private let beaconKey = "kCBAdvDataAppleBeaconKey"

extension AdvertisingRequest {
  /// Reads what `startAdvertising` was given; other keys than these have no effect (BT29).
  init(_ entries: [String: Any]?) {
    self.init(
      localName: entries?[CBAdvertisementDataLocalNameKey] as? String,
      services: (entries?[CBAdvertisementDataServiceUUIDsKey] as? [CBUUID])?.values ?? [],
      beacon: (entries?[beaconKey] as? Data).flatMap { IBeacon(payload: $0) })
  }

  /// The keys that have no effect: beside a beacon, all others (assumed).
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
