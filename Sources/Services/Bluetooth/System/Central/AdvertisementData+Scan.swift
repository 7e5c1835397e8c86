import YobanSimulatedRadio

// The filters of a scan of Core Bluetooth.
extension AdvertisementData {
  /// Whether the services match those of a scan: the scan has no filter, or a service in it is
  /// advertised, may be in the overflow area, or is solicited (BT5, BT29).
  ///
  /// - Parameters:
  ///   - services: the services to scan for; nil or empty for everything.
  ///   - solicited: services that the scan looks for among the advertisement's solicited services.
  func matches(services: [BluetoothUUID]?, solicited: [BluetoothUUID]) -> Bool {
    if !solicited.isEmpty, solicited.contains(where: solicitedServices.contains) { return true }
    guard let services, !services.isEmpty else { return solicited.isEmpty }
    let overflow = OverflowArea(overflowServices)
    return services.contains { self.services.contains($0) || overflow.mayContain($0) }
  }

  /// Returns the data that iOS reports to this scan: of the overflow services, only those in the
  /// scan's filter (BT29).
  func reported(toScanFor services: [BluetoothUUID]?) -> AdvertisementData {
    var seen = self
    // Core Bluetooth hides beacons, because they belong to Core Location.
    if IBeacon(manufacturerData: manufacturerData) != nil { seen.manufacturerData = nil }
    guard !overflowServices.isEmpty else { return seen }
    let overflow = OverflowArea(overflowServices)
    seen.overflowServices = (services ?? []).filter(overflow.mayContain)
    return seen
  }

  /// Whether the advertisement is an iBeacon and nothing else. iOS does not report it to scans.
  var isOnlyBeacon: Bool {
    IBeacon(manufacturerData: manufacturerData) != nil && !isConnectable && localName == nil
      && services.isEmpty && serviceData.isEmpty
  }
}
