import Foundation

/// Encodes values that `NSCoder` does not support directly, for the classes of this module.
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

  func encode(_ date: Date, _ key: String) {
    encode(date.timeIntervalSinceReferenceDate, forKey: key)
  }

  func date(_ key: String) -> Date? {
    guard containsValue(forKey: key) else { return nil }
    return Date(timeIntervalSinceReferenceDate: decodeDouble(forKey: key))
  }

  func encode(_ text: String, _ key: String) { encode(text as NSString, forKey: key) }

  func text(_ key: String) -> String? { object(NSString.self, key) as String? }

  /// Returns nil if none was encoded. Decoding a missing key would be an error of the archive.
  func object<Value: NSObject & NSCoding>(_ type: Value.Type, _ key: String) -> Value? {
    containsValue(forKey: key) ? decodeObject(of: type, forKey: key) : nil
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
