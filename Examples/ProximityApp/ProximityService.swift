import CoreBluetooth

/// The one service that every phone with this app publishes and looks for.
enum ProximityService {
  static var service: CBUUID { CBUUID(string: "7A1C0000-52C8-4F2A-9D8C-3B1F6D0E5A10") }
  /// The name of the phone, to be read.
  static var payload: CBUUID { CBUUID(string: "7A1C0001-52C8-4F2A-9D8C-3B1F6D0E5A10") }
  /// Written by the central, answered with a notification a little later: the write wakes one phone, the
  /// notification the other.
  static var signal: CBUUID { CBUUID(string: "7A1C0002-52C8-4F2A-9D8C-3B1F6D0E5A10") }
}
