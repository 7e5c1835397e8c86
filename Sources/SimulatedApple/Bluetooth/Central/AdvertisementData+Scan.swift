import SimulatedRadio

// How a scan of Core Bluetooth filters advertisements.
extension AdvertisementData {
  /// Whether a scan reports this advertisement: the scan names no service, or one that is
  /// advertised (BT5, BT29).
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

  /// Returns the data as a scan for some services sees it: of the overflow area, it contains only
  /// the services of the scan (BT29).
  func seen(byScanFor services: [BluetoothUUID]?) -> AdvertisementData {
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
