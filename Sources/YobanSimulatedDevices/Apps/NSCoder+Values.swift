import Foundation
import YobanVirtualTime

/// Encodes and decodes values that `NSCoder` does not support directly, for the modules with Apple's
/// names. Decoding returns nil if nothing was encoded; decoding a missing key would be an error of the
/// archive.
extension NSCoder {
  package func encode(_ text: String, _ key: String) { encode(text as NSString, forKey: key) }

  package func text(_ key: String) -> String? { object(NSString.self, key) as String? }

  package func object<Value: NSObject & NSCoding>(_ type: Value.Type, _ key: String) -> Value? {
    containsValue(forKey: key) ? decodeObject(of: type, forKey: key) : nil
  }

  package func encode<Value: NSObject & NSCoding>(_ list: [Value], _ key: String) {
    encode(list as NSArray, forKey: key)
  }

  /// Returns nil if one of the objects has another type.
  package func list<Value: NSObject & NSCoding>(of type: Value.Type, _ key: String) -> [Value]? {
    guard containsValue(forKey: key) else { return nil }
    return decodeObject(of: [NSArray.self, type], forKey: key) as? [Value]
  }

  package func encode(_ date: Date, _ key: String) {
    encode(date.timeIntervalSinceReferenceDate, forKey: key)
  }

  package func date(_ key: String) -> Date? {
    guard containsValue(forKey: key) else { return nil }
    return Date(timeIntervalSinceReferenceDate: decodeDouble(forKey: key))
  }

  /// Says that a value cannot be in an archive, which then lacks it. An error of an encoder would end the
  /// program: Foundation on Linux has no way to throw it.
  ///
  /// - Parameter message: what is left out, and why.
  package func leaveOut(_ message: String) {
    if Simulation.current != nil { Misuse.report(message) } else { StandIn.notice(message) }
  }

  /// Encodes a dictionary of property-list values. If it has others, it is left out.
  package func encode(propertyList: [String: Any], _ key: String) {
    do {
      let data = try PropertyListSerialization.data(
        fromPropertyList: propertyList, format: .binary, options: 0)
      encode(data as NSData, forKey: key)
    } catch {
      leaveOut(
        "An archive lacks \(key), because a property list cannot have all of its values.")
    }
  }

  package func propertyList(_ key: String) -> [String: Any]? {
    guard let data = object(NSData.self, key) as Data? else { return nil }
    return try? PropertyListSerialization.propertyList(from: data, options: [], format: nil)
      as? [String: Any]
  }

  package func encode(_ vector: SIMD3<Double>, _ key: String) {
    encode(vector.x, forKey: "\(key).x")
    encode(vector.y, forKey: "\(key).y")
    encode(vector.z, forKey: "\(key).z")
  }

  package func vector(_ key: String) -> SIMD3<Double>? {
    guard containsValue(forKey: "\(key).x") else { return nil }
    return SIMD3(
      decodeDouble(forKey: "\(key).x"), decodeDouble(forKey: "\(key).y"),
      decodeDouble(forKey: "\(key).z"))
  }

  /// A number of up to 64 bits; `Int` has 32 on a watch.
  package func encode(unsigned number: UInt64, _ key: String) {
    encode(Int64(bitPattern: number), forKey: key)
  }

  package func unsigned(_ key: String) -> UInt64? {
    guard containsValue(forKey: key) else { return nil }
    return UInt64(bitPattern: decodeInt64(forKey: key))
  }
}
