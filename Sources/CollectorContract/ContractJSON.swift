#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// JSON as the collector writes it: sorted keys, slashes not escaped.
enum ContractJSON {
  static func encode(_ value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else {
      preconditionFailure("strings, whole numbers and booleans always encode")
    }
    return Array(data)
  }

  static func decode<Value: Decodable>(_ type: Value.Type, from json: [UInt8]) -> Value? {
    try? JSONDecoder().decode(type, from: Data(json))
  }
}
