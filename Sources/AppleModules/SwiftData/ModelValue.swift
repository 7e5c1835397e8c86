import CoreData
internal import YobanSimulatedApple

/// The values of properties in managed objects: numbers, texts, dates, data, and identifiers as such;
/// other models as relationships; everything else that is `Codable` as data.
enum ModelValue {
  static func read<Value>(
    _ object: NSManagedObject, _ name: String, _ context: ModelContext,
    _ model: any PersistentModel.Type
  ) -> Value {
    let kept = object.value(forKey: name)
    if let type = Value.self as? any OptionalType.Type {
      guard let kept else { return type.nothing as! Value }
      return type.some(of: content(kept, type.wrapped, context)) as! Value
    }
    guard let kept else {
      if let empty = [Any]() as? Value { return empty }
      return missing(name, of: model)
    }
    if let value = content(kept, Value.self, context) as? Value { return value }
    return missing(name, of: model)
  }

  /// A value that is no optional.
  private static func content(_ kept: Any, _ type: Any.Type, _ context: ModelContext) -> Any? {
    switch Kind(type) {
    case .attribute: return kept
    case .model(let type):
      return (kept as? NSManagedObject).map { context.model(of: $0, type) }
    case .models(let list):
      return list.made(
        PredicateValues.elements(of: kept).compactMap { $0 as? NSManagedObject }
          .sorted { $0.objectID.uriRepresentation().path < $1.objectID.uriRepresentation().path },
        context)
    case .coded(let type): return (kept as? Data).flatMap { decode($0, type) }
    case nil: return nil
    }
  }

  static func write<Value>(
    _ value: Value, _ object: NSManagedObject, _ name: String, _ context: ModelContext
  ) {
    guard let value = PredicateValues.unwrapped(value) else {
      return object.setValue(nil, forKey: name)
    }
    switch Kind(type(of: value)) {
    case .attribute: object.setValue(value, forKey: name)
    case .model: object.setValue((value as? any PersistentModel).map(context.object), forKey: name)
    case .models:
      let models = (value as? [Any] ?? []).compactMap { $0 as? any PersistentModel }
      object.setValue(Set(models.map(context.object)), forKey: name)
    case .coded: object.setValue((value as? any Encodable).flatMap { encode($0) }, forKey: name)
    case nil:
      AppProcess.raise("SwiftData: the type of \(name) cannot be stored: \(type(of: value))")
    }
  }

  static func missing<Value>(_ name: String, of model: any PersistentModel.Type) -> Value {
    if let type = Value.self as? any OptionalType.Type { return type.nothing as! Value }
    AppProcess.raise("SwiftData: \(model).\(name) has no value of the type \(Value.self)")
  }

  /// A list of one element, because a property list cannot be a single text or number.
  private static func encode(_ value: some Encodable) -> Data? {
    try? PropertyListEncoder().encode([value])
  }

  private static func decode(_ data: Data, _ type: any Decodable.Type) -> Any? {
    func list<T: Decodable>(_ type: T.Type) -> Any? {
      (try? PropertyListDecoder().decode([T].self, from: data))?.first
    }
    return list(type)
  }

  /// The way in which values of a type are kept; nil for a type that cannot be stored.
  enum Kind {
    case attribute(NSAttributeType)
    case model(any PersistentModel.Type)
    case models(any ModelList.Type)
    case coded(any Codable.Type)

    init?(_ type: Any.Type) {
      if let known = Self.attributes[ObjectIdentifier(type)] {
        self = .attribute(known)
      } else if let type = type as? any PersistentModel.Type {
        self = .model(type)
      } else if let type = type as? any ModelList.Type, type.model != nil {
        self = .models(type)
      } else if let type = type as? any Codable.Type {
        self = .coded(type)
      } else {
        return nil
      }
    }

    private static let attributes: [ObjectIdentifier: NSAttributeType] = [
      ObjectIdentifier(Int.self): .integer64AttributeType,
      ObjectIdentifier(Int8.self): .integer16AttributeType,
      ObjectIdentifier(Int16.self): .integer16AttributeType,
      ObjectIdentifier(Int32.self): .integer32AttributeType,
      ObjectIdentifier(Int64.self): .integer64AttributeType,
      ObjectIdentifier(UInt8.self): .integer16AttributeType,
      ObjectIdentifier(UInt16.self): .integer32AttributeType,
      ObjectIdentifier(UInt32.self): .integer64AttributeType,
      ObjectIdentifier(Double.self): .doubleAttributeType,
      ObjectIdentifier(Float.self): .floatAttributeType,
      ObjectIdentifier(Bool.self): .booleanAttributeType,
      ObjectIdentifier(String.self): .stringAttributeType,
      ObjectIdentifier(Date.self): .dateAttributeType,
      ObjectIdentifier(Data.self): .binaryDataAttributeType,
      ObjectIdentifier(UUID.self): .UUIDAttributeType,
      ObjectIdentifier(URL.self): .URIAttributeType,
      ObjectIdentifier(Decimal.self): .decimalAttributeType,
    ]
  }
}

protocol OptionalType {
  static var wrapped: Any.Type { get }
  static var nothing: Any { get }
  static func some(of value: Any?) -> Any
}

extension Optional: OptionalType {
  static var wrapped: Any.Type { Wrapped.self }
  static var nothing: Any { Self.none as Any }
  static func some(of value: Any?) -> Any { (value as? Wrapped) as Any }
}

/// An array, which may be one of models.
protocol ModelList {
  static var model: (any PersistentModel.Type)? { get }
  static func made(_ objects: [NSManagedObject], _ context: ModelContext) -> Any?
}

extension Array: ModelList {
  static var model: (any PersistentModel.Type)? { Element.self as? any PersistentModel.Type }
  static func made(_ objects: [NSManagedObject], _ context: ModelContext) -> Any? {
    guard let model else { return nil }
    return objects.compactMap { context.model(of: $0, model) as? Element }
  }
}
