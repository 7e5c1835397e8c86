internal import YobanSimulatedApple

/// The texts with which the system shows a value.
public struct DisplayRepresentation: Sendable, ExpressibleByStringInterpolation {
  public var title: LocalizedStringResource
  public var subtitle: LocalizedStringResource?
  public var image: Image?
  public var synonyms: [LocalizedStringResource]

  public init(
    title: LocalizedStringResource, subtitle: LocalizedStringResource? = nil, image: Image? = nil,
    synonyms: [LocalizedStringResource] = []
  ) {
    self.title = title
    self.subtitle = subtitle
    self.image = image
    self.synonyms = synonyms
  }

  public init(stringLiteral value: String) {
    self.init(title: LocalizedStringResource(stringLiteral: value))
  }

  public init(stringInterpolation: LocalizedStringResource.StringInterpolation) {
    self.init(title: LocalizedStringResource(stringInterpolation: stringInterpolation))
  }

  /// An image; nothing is drawn here.
  public struct Image: Sendable {
    public init(named name: String, isTemplate: Bool? = nil) {}
    public init(systemName name: String, isTemplate: Bool? = nil) {}
    public init(data: Data, isTemplate: Bool? = nil) {}
    public init(url: URL, isTemplate: Bool? = nil) {}
  }
}

/// The name of a type of values for the user.
public struct TypeDisplayRepresentation: Sendable, ExpressibleByStringInterpolation {
  public var name: LocalizedStringResource
  public var numericFormat: LocalizedStringResource?

  public init(
    name: LocalizedStringResource, numericFormat: LocalizedStringResource? = nil
  ) { (self.name, self.numericFormat) = (name, numericFormat) }

  public init(stringLiteral value: String) {
    self.init(name: LocalizedStringResource(stringLiteral: value))
  }

  public init(stringInterpolation: LocalizedStringResource.StringInterpolation) {
    self.init(name: LocalizedStringResource(stringInterpolation: stringInterpolation))
  }
}

public protocol TypeDisplayRepresentable {
  static var typeDisplayRepresentation: TypeDisplayRepresentation { get }
}

public protocol InstanceDisplayRepresentable {
  var displayRepresentation: DisplayRepresentation { get }
}

public typealias DisplayRepresentable = TypeDisplayRepresentable & InstanceDisplayRepresentable

/// A choice among a few values as a parameter.
public protocol AppEnum: RawRepresentable, CaseIterable, Hashable, TypeDisplayRepresentable,
  _IntentValue, PersistentlyIdentifiable
where RawValue: LosslessStringConvertible {
  static var caseDisplayRepresentations: [Self: DisplayRepresentation] { get }
}

/// A thing of the app as a parameter.
public protocol AppEntity: Identifiable, TypeDisplayRepresentable, InstanceDisplayRepresentable,
  _IntentValue, PersistentlyIdentifiable
where ID: Sendable {
  associatedtype DefaultQuery: EntityQuery where DefaultQuery.Entity == Self
  static var defaultQuery: DefaultQuery { get }
}

/// A property of an entity; a plain value here.
///
/// Sendable: one process uses it, and a simulation runs one thing at a time.
@propertyWrapper
public final class EntityProperty<Value>: @unchecked Sendable where Value: _IntentValue {
  public var wrappedValue: Value {
    get {
      if let value { return value }
      AppProcess.raise("A property of an entity was read before it had a value.")
    }
    set { value = newValue }
  }
  private var value: Value?

  public init(title: LocalizedStringResource) {}
  public init() {}

  public var projectedValue: EntityProperty<Value> { self }
}

extension AppEntity {
  public typealias Property<Value> = EntityProperty<Value> where Value: _IntentValue
}

/// Finds the entities of an app. The system asks it for choices and for stored identifiers; a test calls it as its
/// own code.
public protocol EntityQuery: Sendable, PersistentlyIdentifiable {
  associatedtype Entity: AppEntity
  init()
  func entities(for identifiers: [Entity.ID]) async throws -> [Entity]
  func suggestedEntities() async throws -> [Entity]
  func defaultResult() async -> Entity?
}

extension EntityQuery {
  public func suggestedEntities() async throws -> [Entity] { [] }
  public func defaultResult() async -> Entity? { nil }
}

public protocol EntityStringQuery: EntityQuery {
  func entities(matching string: String) async throws -> [Entity]
}

public protocol EnumerableEntityQuery: EntityQuery {
  func allEntities() async throws -> [Entity]
}
