import CoreData
import SwiftUI

/// A class with `@Model`, whose objects a container stores. YobanPort writes what Apple's macro writes.
///
/// Use an object only where its context is used.
public protocol PersistentModel: AnyObject, Observable, Hashable, Identifiable {
  /// Makes the object of stored values.
  init(yobanBacking: ModelBacking)
  var yobanBacking: ModelBacking { get }
  static var schemaMetadata: [Schema.PropertyMetadata] { get }
  /// The properties that `#Unique` names.
  static var yobanUnique: [[AnyKeyPath]] { get }
}

extension PersistentModel {
  public static var yobanUnique: [[AnyKeyPath]] { [] }

  public var persistentModelID: PersistentIdentifier { yobanBacking.identifier(of: Self.self) }
  public var id: PersistentIdentifier { persistentModelID }
  /// Nil until the object is inserted, and after its deletion was saved.
  public var modelContext: ModelContext? { yobanBacking.context }
  public var isDeleted: Bool { yobanBacking.object?.isDeleted ?? false }
  public var hasChanges: Bool { yobanBacking.object?.hasChanges ?? false }

  public static func == (a: Self, b: Self) -> Bool {
    a === b || a.persistentModelID == b.persistentModelID
  }
  public func hash(into hasher: inout Hasher) { hasher.combine(persistentModelID) }
}

/// The identity of an object in all contexts of its store. It changes when a new object is saved for the first time.
public struct PersistentIdentifier: Hashable, Comparable, Codable, Sendable {
  /// Such as `x-coredata://STORE/Night/p12`.
  let location: String
  public let entityName: String
  /// Nil before the object is saved.
  public let storeIdentifier: String?

  init(_ id: NSManagedObjectID) {
    location = id.uriRepresentation().absoluteString
    entityName = id.entity.name ?? ""
    storeIdentifier = id.isTemporaryID ? nil : id.uriRepresentation().host
  }

  init(notInserted name: String, _ id: UUID) {
    (location, entityName, storeIdentifier) = ("\(name)/\(id)", name, nil)
  }

  public var id: Self { self }
  public static func < (a: Self, b: Self) -> Bool { a.location < b.location }
}

extension PersistentIdentifier: Identifiable {}

/// The values of an object: its own until it is inserted into a context, and then those of a managed object of Core
/// Data.
public final class ModelBacking {
  private var values: [String: Any]
  private let identity = UUID()
  private let registrar = ObservationRegistrar()
  private(set) var object: NSManagedObject?
  private(set) weak var context: ModelContext?

  /// - Parameter values: the initial values of the properties that have one.
  public init(_ values: [String: Any] = [:]) { self.values = values }

  init(_ object: NSManagedObject, _ context: ModelContext) {
    values = [:]
    (self.object, self.context) = (object, context)
  }

  func identifier(of type: any PersistentModel.Type) -> PersistentIdentifier {
    object.map { PersistentIdentifier($0.objectID) }
      ?? PersistentIdentifier(notInserted: Schema.name(of: type), identity)
  }

  /// The getter of a property, as YobanPort writes it.
  public func get<Model: PersistentModel, Value>(
    _ model: Model, _ keyPath: KeyPath<Model, Value>, _ name: String
  ) -> Value {
    registrar.access(model, keyPath: keyPath)
    guard let object, let context else {
      if let value = values[name] as? Value { return value }
      return ModelValue.missing(name, of: Model.self)
    }
    return ModelValue.read(object, name, context, Model.self)
  }

  /// The setter of a property, as YobanPort writes it.
  public func set<Model: PersistentModel, Value>(
    _ model: Model, _ keyPath: KeyPath<Model, Value>, _ name: String, _ value: Value
  ) {
    registrar.withMutation(of: model, keyPath: keyPath) {
      if let object, let context {
        ModelValue.write(value, object, name, context)
      } else {
        values[name] = value
      }
    }
  }

  /// Moves the values into a managed object.
  func insert(_ object: NSManagedObject, _ context: ModelContext) {
    (self.object, self.context) = (object, context)
    let own = values
    values = [:]
    for (name, value) in own.sorted(by: { $0.key < $1.key }) {
      ModelValue.write(value, object, name, context)
    }
  }

  /// The deletion was saved.
  func leave() { context = nil }
}
