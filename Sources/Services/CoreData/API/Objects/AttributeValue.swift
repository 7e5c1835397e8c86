import YobanFoundation
internal import YobanSimulatedApple

/// Converts the values of attributes between what an app gives, what an object keeps, and what an app gets.
enum AttributeValue {
  /// The value as an object keeps it: `NSNumber`, `NSDecimalNumber`, `String`, `Date`, `Data`, `UUID`, `URL`, or
  /// anything for a transformable attribute. A value of another type ends the app, as on a device.
  static func converted(_ value: Any?, _ attribute: NSAttributeDescription?) -> Any? {
    guard let value = PredicateValues.unwrapped(value) else { return nil }
    guard let attribute else { return value }
    if let value = stored(value, attribute.attributeType) { return value }
    AppProcess.raise(
      "NSInvalidArgumentException: Unacceptable type of value for attribute: property = \"\(attribute.name)\"; desired type = \(className(attribute.attributeType)); given type = \(type(of: value)); value = \(value)."
    )
  }

  /// Whether a value can be one of an attribute.
  static func accepts(_ value: Any?, _ attribute: NSAttributeDescription?) -> Bool {
    guard let value = PredicateValues.unwrapped(value), let attribute else { return true }
    return stored(value, attribute.attributeType) != nil
  }

  private static func stored(_ value: Any, _ type: NSAttributeType) -> Any? {
    var value = value
    if let raw = value as? any RawRepresentable { value = raw.rawValue }
    switch type {
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType,
      .doubleAttributeType, .floatAttributeType, .booleanAttributeType:
      return number(value)
    case .decimalAttributeType:
      if let decimal = value as? NSDecimalNumber { return decimal }
      if Swift.type(of: value) == Decimal.self, let decimal = value as? Decimal {
        return NSDecimalNumber(decimal: decimal)
      }
      return number(value).map { NSDecimalNumber(string: "\($0)") }
    case .stringAttributeType: return value as? String
    case .dateAttributeType: return value as? Date
    case .binaryDataAttributeType: return value as? Data
    case .UUIDAttributeType: return value as? UUID
    case .URIAttributeType: return value as? URL
    case .objectIDAttributeType: return value as? NSManagedObjectID
    case .undefinedAttributeType, .transformableAttributeType, .compositeAttributeType: return value
    }
  }

  static func number(_ value: Any) -> NSNumber? {
    switch value {
    case let value as NSNumber: value
    case let value as any SignedInteger: NSNumber(value: Int64(value))
    case let value as any UnsignedInteger: NSNumber(value: UInt64(value))
    default: nil
    }
  }

  private static func className(_ type: NSAttributeType) -> String {
    switch type {
    case .stringAttributeType: "NSString"
    case .dateAttributeType: "NSDate"
    case .binaryDataAttributeType: "NSData"
    case .UUIDAttributeType: "NSUUID"
    case .URIAttributeType: "NSURL"
    case .decimalAttributeType: "NSDecimalNumber"
    default: "NSNumber"
    }
  }

  // MARK: For the properties of a class

  /// The value as a property of a type gives it.
  static func typed<Value>(_ value: Any?, _ key: String, of object: NSManagedObject) -> Value {
    guard let value else { return missing(key, of: object) }
    if let typed = value as? Value { return typed }
    if let raw = (Value.self as? any RawRepresentable.Type).flatMap({ made($0, value) }) as? Value {
      return raw
    }
    if let number = value as? NSNumber, Value.self == Bool.self || Value.self == Bool?.self {
      return (number.boolValue as Any) as! Value
    }
    AppProcess.raise(
      "Could not cast value of type '\(type(of: value))' of the property \(key) of \(type(of: object)) to '\(Value.self)'."
    )
  }

  private static func made<Raw: RawRepresentable>(_ type: Raw.Type, _ value: Any) -> Any? {
    (value as? Raw.RawValue).flatMap(Raw.init)
  }

  /// Nil in a property that is not optional: a number is 0 and a text is empty, as Swift makes them from nil on a
  /// device.
  private static func missing<Value>(_ key: String, of object: NSManagedObject) -> Value {
    if let none = Optional<Any>.none as? Value { return none }
    let zero = NSNumber(value: 0)
    if let number = zero as? Value { return number }
    for empty in ["", Data(), [Any](), Set<NSManagedObject>(), NSSet(), NSOrderedSet()] as [Any] {
      if let empty = empty as? Value { return empty }
    }
    if let raw = (Value.self as? any RawRepresentable.Type).flatMap({ made($0, zero) }) as? Value {
      return raw
    }
    AppProcess.raise(
      "Unexpectedly found nil in the property \(key) of \(type(of: object)), whose type \(Value.self) is not optional."
    )
  }
}

extension NSManagedObject {
  /// The getter of a property with `@NSManaged`, as YobanPort writes it.
  public func yobanValue<Value>(_ key: String) -> Value {
    guard entity.propertiesByName[key] != nil else {
      if let name = Self.property(ofPrimitive: key), entity.propertiesByName[name] != nil {
        return AttributeValue.typed(primitiveValue(forKey: name), key, of: self)
      }
      unknownKey(key, "valueForUndefinedKey")
    }
    willAccessValue(forKey: key)
    return AttributeValue.typed(primitiveValue(forKey: key), key, of: self)
  }

  /// The setter of a property with `@NSManaged`, as YobanPort writes it.
  public func yobanSet<Value>(_ value: Value, _ key: String) { setCodedValue(value, forKey: key) }
}
