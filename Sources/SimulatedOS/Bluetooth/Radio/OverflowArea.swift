import Foundation

/// How an app in background advertises: one bit of 128 for each service (BT29). Pure.
///
/// Manufacturer data `4C 00 01` and a mask. iOS devices that scan explicitly for a service with the
/// same bit see it; nobody else can tell the services from it.
struct OverflowArea: Equatable {
  /// 16 bytes.
  private(set) var mask = [UInt8](repeating: 0, count: 16)

  init(_ services: [BluetoothUUID]) {
    for service in services { mask[Self.bit(of: service) / 8] |= 1 << (Self.bit(of: service) % 8) }
  }

  var manufacturerData: Data { Data([0x4C, 0x00, 0x01] + mask) }

  func mayContain(_ service: BluetoothUUID) -> Bool {
    mask[Self.bit(of: service) / 8] & 1 << (Self.bit(of: service) % 8) != 0
  }

  /// Apple's hash is not published; any even spread over 128 bits behaves the same (assumed).
  static func bit(of service: BluetoothUUID) -> Int {
    var hash: UInt32 = 2_166_136_261  // FNV-1a
    withUnsafeBytes(of: service.uuid.uuid) { bytes in
      for byte in bytes { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    }
    return Int((hash >> 16 ^ hash) & 127)
  }
}
