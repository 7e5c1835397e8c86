import YobanFoundation
internal import YobanSimulatedApple

/// A dictionary of a keychain call, as plain data.
struct SecItemCall {
  enum Result { case data, attributes, persistentRef }

  var query: KeychainQuery
  /// The parts of an item that are returned.
  private(set) var results: Set<Result> = []
  private(set) var hasLimit = false

  /// - Throws: `param` for a key or a value that has no meaning.
  init(_ dictionary: CFDictionary) throws(KeychainError) {
    query = KeychainQuery(nil)
    // The error must not depend on the order of a dictionary.
    let keys = dictionary.allKeys.map { $0 as? String ?? "" }.sorted()
    for key in keys {
      guard !key.isEmpty, let value = dictionary[key] else { throw .param }
      try take(key, value)
    }
  }

  private mutating func take(_ key: String, _ value: Any) throws(KeychainError) {
    switch key {
    case String(kSecClass):
      guard let itemClass = (value as? String).flatMap(KeychainClass.init) else { throw .param }
      query.itemClass = itemClass
    case String(kSecValueData):
      guard let data = value as? Data else { throw .param }
      query.data = Array(data)
    case String(kSecValuePersistentRef):
      guard let reference = value as? Data, let number = Self.number(of: reference) else {
        throw .param
      }
      query.number = number
    case String(kSecMatchLimit):
      hasLimit = true
      switch KeychainValue(value) {
      case .text(String(kSecMatchLimitOne)): query.limit = 1
      case .text(String(kSecMatchLimitAll)): query.limit = nil
      case .number(let limit) where limit > 0: query.limit = limit
      default: throw .param
      }
    case String(kSecReturnData): try take(.data, value)
    case String(kSecReturnAttributes): try take(.attributes, value)
    case String(kSecReturnPersistentRef): try take(.persistentRef, value)
    case String(kSecUseDataProtectionKeychain): break
    case String(kSecAttrSynchronizable)
    where value as? String == String(kSecAttrSynchronizableAny):
      query.matchesAnySynchronizable = true
    default:
      guard let value = KeychainValue(value) else { throw .param }
      query.attributes[key] = value
    }
  }

  private mutating func take(_ result: Result, _ value: Any) throws(KeychainError) {
    guard case .number(let isWanted) = KeychainValue(value) else { throw .param }
    if isWanted != 0 { results.insert(result) }
  }

  /// The result for an item; nil if none is wanted, or only the data of an item without data.
  func value(of item: KeychainItem) -> CFTypeRef? {
    if results.isEmpty { return nil }
    if results == [.data] { return item.data.map { Data($0) as NSData } }
    if results == [.persistentRef] { return Self.reference(to: item) as NSData }
    let values = NSMutableDictionary()
    if results.contains(.attributes) {
      for (name, value) in item.allAttributes { values[name] = value.object }
    }
    if results.contains(.data), let data = item.data {
      values[kSecValueData] = Data(data) as NSData
    }
    if results.contains(.persistentRef) {
      values[kSecValuePersistentRef] = Self.reference(to: item) as NSData
    }
    return values
  }

  // MARK: Persistent references

  /// The name of the class and the number of the item, in the order of the network.
  private static func reference(to item: KeychainItem) -> Data {
    withUnsafeBytes(of: UInt64(item.number).bigEndian) { Data(item.itemClass.rawValue.utf8) + $0 }
  }

  private static func number(of reference: Data) -> Int? {
    guard reference.count == 12 else { return nil }
    return reference.dropFirst(4).reduce(0) { ($0 << 8) | Int($1) }
  }
}

extension KeychainValue {
  /// The value of an attribute; nil for a type that attributes cannot have.
  fileprivate init?(_ value: Any) {
    switch value {
    case let text as String: self = .text(text)
    case let data as Data: self = .data(Array(data))
    case let date as Date: self = .date(date.timeIntervalSinceReferenceDate)
    case let isTrue as Bool: self = .number(isTrue ? 1 : 0)
    case let number as Int: self = .number(number)
    case let number as NSNumber: self = .number(number.intValue)
    default: return nil
    }
  }

  fileprivate var object: NSObject {
    switch self {
    case .text(let text): text as NSString
    case .data(let bytes): Data(bytes) as NSData
    case .number(let number): NSNumber(value: number)
    case .date(let seconds): NSDate(timeIntervalSinceReferenceDate: seconds)
    }
  }
}
