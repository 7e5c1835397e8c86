import Foundation
import YobanPlatformProfiles
import YobanSimulatedRadio

/// The filters and the mode of a scan. Plain data.
package struct AndroidScanRequest: Sendable, Hashable {
  /// A peer is reported if it passes one of the filters. Without filters, every peer is reported.
  package var filters: [AndroidScanFilter]
  package var mode: ScanMode

  package init(filters: [AndroidScanFilter] = [], mode: ScanMode = .lowPower) {
    self.filters = filters
    self.mode = mode
  }

  func matches(_ data: AdvertisementData, address: String) -> Bool {
    filters.isEmpty || filters.contains { $0.matches(data, address: address) }
  }
}

/// A `ScanFilter`: every property that is set must match.
package struct AndroidScanFilter: Sendable, Hashable {
  package var service: BluetoothUUID?
  package var name: String?
  package var address: String?
  /// The company identifier in the manufacturer data.
  package var manufacturer: UInt16?

  package init() {}

  /// Whether nothing is set. Such a filter passes every peer.
  package var isEmpty: Bool { self == AndroidScanFilter() }

  func matches(_ data: AdvertisementData, address: String) -> Bool {
    if let service, !data.services.contains(service) { return false }
    if let name, data.localName != name { return false }
    if let wanted = self.address, wanted != address { return false }
    if let manufacturer, data.company != manufacturer { return false }
    return true
  }
}

extension AdvertisementData {
  /// The first two bytes of the manufacturer data, little-endian.
  fileprivate var company: UInt16? {
    guard let bytes = manufacturerData.map({ [UInt8]($0) }), bytes.count >= 2 else { return nil }
    return UInt16(bytes[0]) | UInt16(bytes[1]) << 8
  }
}

/// One received advertisement.
package struct AndroidScanResult: Sendable, Hashable {
  /// The peer's address, such as `C4:7C:8D:6A:00:01`.
  package var address: String
  package var data: AdvertisementData
  /// The signal strength, in dBm.
  package var rssi: Int
  /// The time in nanoseconds of `SystemClock.elapsedRealtimeNanos()`.
  package var timestamp: Int64
}

/// Receives the results of a scan, on the process's main queue.
package protocol AndroidScanEventReceiver: AnyObject {
  func found(_ result: AndroidScanResult)
}
