import CoreBluetooth

/// The service that every phone with this app publishes and scans for.
enum ProximityService {
  static var service: CBUUID { CBUUID(string: "7A1C0000-52C8-4F2A-9D8C-3B1F6D0E5A10") }
  /// The characteristic from which the name of the phone is read.
  static var payload: CBUUID { CBUUID(string: "7A1C0001-52C8-4F2A-9D8C-3B1F6D0E5A10") }
  /// The characteristic that the central writes. The peripheral answers a little later with a
  /// notification. The write wakes one phone, the notification the other.
  static var signal: CBUUID { CBUUID(string: "7A1C0002-52C8-4F2A-9D8C-3B1F6D0E5A10") }
}
