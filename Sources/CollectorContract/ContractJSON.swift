#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// JSON as the collector writes it: sorted keys, slashes not escaped.
public enum ContractJSON {
  /// Encodes a value of the API: strings, whole numbers, booleans, and lists and objects of them.
  /// Traps for anything that JSON does not have, such as infinity.
  public static func encode(_ value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return Array(try encoder.encode(value))
    } catch {
      preconditionFailure("the values of the API can be encoded: \(error)")
    }
  }

  static func decode<Value: Decodable>(_ type: Value.Type, from json: [UInt8]) -> Value? {
    try? JSONDecoder().decode(type, from: Data(json))
  }
}
