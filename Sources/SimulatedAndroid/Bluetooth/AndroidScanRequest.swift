import Foundation
import PlatformProfiles
import SimulatedRadio

/// The filters and the mode of a scan. Plain data.
public struct AndroidScanRequest: Sendable, Hashable {
  /// A peer is reported if it passes one of the filters. Without filters, every peer is reported.
  public var filters: [AndroidScanFilter]
  public var mode: ScanMode

  public init(filters: [AndroidScanFilter] = [], mode: ScanMode = .lowPower) {
    self.filters = filters
    self.mode = mode
  }

  func matches(_ data: AdvertisementData, address: String) -> Bool {
    filters.isEmpty || filters.contains { $0.matches(data, address: address) }
  }
}

/// A `ScanFilter`: every property that is set must match.
public struct AndroidScanFilter: Sendable, Hashable {
  public var service: BluetoothUUID?
  public var name: String?
  public var address: String?
  /// The company identifier in the manufacturer data.
  public var manufacturer: UInt16?

  public init() {}

  /// Whether nothing is set. Such a filter passes every peer.
  public var isEmpty: Bool { self == AndroidScanFilter() }

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
public struct AndroidScanResult: Sendable, Hashable {
  /// The peer's address, such as `C4:7C:8D:6A:00:01`.
  public var address: String
  public var data: AdvertisementData
  /// The signal strength, in dBm.
  public var rssi: Int
  /// The time in nanoseconds of `SystemClock.elapsedRealtimeNanos()`.
  public var timestamp: Int64
}

/// Receives the results of a scan, on the process's main queue.
public protocol AndroidScanEventReceiver: AnyObject {
  func found(_ result: AndroidScanResult)
}
