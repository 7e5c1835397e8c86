import Foundation
import YobanSimulatedRadio

/// The advertising of an app in the background: one of 128 bits for each service (BT29). It has no
/// side effects.
///
/// It is sent as manufacturer data: `4C 00 01` and a mask. iOS devices that explicitly scan for a
/// service with the same bit find it. No other device can recognize the services.
struct OverflowArea: Equatable {
  /// The mask, in 16 bytes.
  private(set) var mask = [UInt8](repeating: 0, count: 16)

  init(_ services: [BluetoothUUID]) {
    for service in services { mask[Self.bit(of: service) / 8] |= 1 << (Self.bit(of: service) % 8) }
  }

  var manufacturerData: Data { Data([0x4C, 0x00, 0x01] + mask) }

  func mayContain(_ service: BluetoothUUID) -> Bool {
    mask[Self.bit(of: service) / 8] & 1 << (Self.bit(of: service) % 8) != 0
  }

  /// Returns the bit of a service. Apple's hash is not published; any even distribution over 128
  /// bits behaves the same (assumed).
  static func bit(of service: BluetoothUUID) -> Int {
    var hash: UInt32 = 2_166_136_261  // FNV-1a
    withUnsafeBytes(of: service.uuid.uuid) { bytes in
      for byte in bytes { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    }
    return Int((hash >> 16 ^ hash) & 127)
  }
}
