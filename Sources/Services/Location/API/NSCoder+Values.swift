import Foundation

/// Encodes values of this module. YobanSimulatedDevices has the functions for texts, dates and objects.
extension NSCoder {
  func encode(_ coordinate: CLLocationCoordinate2D) {
    encode(coordinate.latitude, forKey: "latitude")
    encode(coordinate.longitude, forKey: "longitude")
  }

  /// Returns nil if none was encoded.
  func coordinate() -> CLLocationCoordinate2D? {
    guard containsValue(forKey: "latitude"), containsValue(forKey: "longitude") else { return nil }
    return CLLocationCoordinate2D(
      latitude: decodeDouble(forKey: "latitude"), longitude: decodeDouble(forKey: "longitude"))
  }

  func encode(_ number: UInt16?, _ key: String) {
    if let number { encode(Int(number), forKey: key) }
  }

  /// Returns nil if no valid number was encoded.
  func number(_ key: String) -> UInt16? {
    guard containsValue(forKey: key) else { return nil }
    return UInt16(exactly: decodeInteger(forKey: key))
  }
}
