import Foundation
internal import YobanSimulatedApple

/// Encodes the dictionaries that are sent over the link as binary property lists (WC6).
enum PropertyList {
  /// Fails with error 7010 if a property list cannot hold one of the values.
  static func encode(_ dictionary: [String: Any]) -> WatchLinkPayload {
    guard isValid(dictionary),
      let data = try? PropertyListSerialization.data(
        fromPropertyList: dictionary, format: .binary, options: 0)
    else { return .failure(.payloadUnsupportedTypes) }
    return .success(data)
  }

  static func dictionary(_ data: Data?) -> [String: Any] {
    let list = data.flatMap {
      try? PropertyListSerialization.propertyList(from: $0, options: [], format: nil)
    }
    return list as? [String: Any] ?? [:]
  }

  private static func isValid(_ value: Any) -> Bool {
    switch value {
    case is String, is Data, is Date, is Bool, is NSNumber, is NSString, is NSData, is NSDate:
      true
    case is any BinaryInteger, is any BinaryFloatingPoint: true
    case let list as [Any]: list.allSatisfy(isValid)
    case let dictionary as [String: Any]: dictionary.values.allSatisfy(isValid)
    default: false
    }
  }
}
