import Combine
import YobanFoundation
internal import YobanSimulatedApple

/// An object of an entity, with its values in a context.
///
/// Use it only on the queue of its context (`perform`); another use is the finding `coredata.wrong-queue`.
open class NSManagedObject: NSObject {
  open internal(set) var entity: NSEntityDescription
  open internal(set) weak var managedObjectContext: NSManagedObjectContext?
  /// The place of the object in its context, which relationships refer to.
  let reference: ObjectReference
  /// Attributes by name; a reference or references for a relationship. A missing name is nil, or a relationship that
  /// was not read yet.
  var values: [String: Any] = [:]
  /// The values when they were read or saved last; nil for an object that was never saved.
  var committed: ObjectRow?
  /// Relationships whose values are in `values`.
  var loaded: Set<String> = []
  open internal(set) var isFault = false
  open internal(set) var isInserted = false
  open internal(set) var isUpdated = false
  open internal(set) var isDeleted = false
  /// The names of the properties that have other values than in the store.
  var changedKeys: Set<String> = []
  /// Whether changes are not recorded: while `awakeFromFetch` runs.
  var isAwaking = false
  /// Made when somebody asks for it.
  var changePublisher: ObservableObjectPublisher?
  /// The properties that have changed since the last notification of changes.
  var hasUnprocessedChanges = false

  open var objectID: NSManagedObjectID { reference.id }
  open var hasChanges: Bool { isInserted || isUpdated || isDeleted }
  open var hasPersistentChangedValues: Bool {
    isInserted || isDeleted
      || changedKeys.contains { entity.propertiesByName[$0]?.isTransient == false }
  }
  open var faultingState: Int { isFault ? 1 : 0 }
  open class var contextShouldIgnoreUnmodeledPropertyChanges: Bool { true }

  /// Makes an object, and inserts it into the context.
  public init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
    self.entity = entity
    let fetched = ObjectMaking.takeReference()
    reference = fetched ?? ObjectReference(temporary: entity)
    managedObjectContext = context
    super.init()
    reference.object = self
    if fetched != nil {
      isFault = true
      return
    }
    guard !entity.isAbstract else {
      AppProcess.raise(
        "NSInternalInconsistencyException: CoreData: error: Cannot create instances of the abstract entity \(entity.name ?? "")"
      )
    }
    for attribute in entity.attributes {
      if let value = attribute.defaultValue { values[attribute.name] = value }
    }
    loaded = Set(entity.relationships.map(\.name))
    context?.insertNew(self)
  }

  deinit { reference.end() }

  open class func entity() -> NSEntityDescription {
    ManagedClasses.entity(of: self) ?? NSEntityDescription()
  }

  @_disfavoredOverload
  open class func fetchRequest() -> NSFetchRequest<NSFetchRequestResult> {
    let request = NSFetchRequest<NSFetchRequestResult>()
    request.entity = entity()
    return request
  }

  /// Makes an object of this class. YobanPort overrides it in each class, because Swift cannot call an initializer of a
  /// class that it knows only as a value.
  open class func yobanInstance(
    _ entity: NSEntityDescription, _ context: NSManagedObjectContext?
  ) -> NSManagedObject {
    NSManagedObject(entity: entity, insertInto: context)
  }

  // MARK: For subclasses

  open func awakeFromInsert() {}
  open func awakeFromFetch() {}
  open func awake(fromSnapshotEvents flags: NSSnapshotEventType) {}
  open func willSave() {}
  open func didSave() {}
  open func willTurnIntoFault() {}
  open func didTurnIntoFault() {}
  open func prepareForDeletion() {}
  open func validateForInsert() throws { try validate() }
  open func validateForUpdate() throws { try validate() }
  open func validateForDelete() throws { try Validation.checkDenied(self) }
  // MARK: Access

  /// Call before a value is read: an object that is a fault gets its values.
  open func willAccessValue(forKey key: String?) {
    managedObjectContext?.checkQueue(of: self)
    if isFault { fire() }
    if let key, !loaded.contains(key),
      let relationship = entity.propertiesByName[key] as? NSRelationshipDescription
    {
      managedObjectContext?.load(relationship, of: self)
    }
  }
  open func didAccessValue(forKey key: String?) {}

  /// Reads a value without access and change methods.
  open func primitiveValue(forKey key: String) -> Any? {
    switch entity.propertiesByName[key] {
    case let relationship as NSRelationshipDescription: objects(of: relationship)
    default: values[key]
    }
  }

  open func setPrimitiveValue(_ value: Any?, forKey key: String) {
    guard let property = entity.propertiesByName[key] else { unknownKey(key, "setValue") }
    if let relationship = property as? NSRelationshipDescription {
      values[key] = references(value, relationship)
      loaded.insert(key)
    } else {
      values[key] = AttributeValue.converted(value, property as? NSAttributeDescription)
    }
  }

  open func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
    Dictionary(keys.map { ($0, value(forKey: $0) ?? NSNull()) }) { $1 }
  }

  // MARK: Changes

  /// The changed values since the last save, with their present values.
  open func changedValues() -> [String: Any] {
    Dictionary(changedKeys.map { ($0, primitiveValue(forKey: $0) ?? NSNull()) }) { $1 }
  }

  open func changedValuesForCurrentEvent() -> [String: Any] { changedValues() }

  /// The values of the last save or fetch; nil for all properties if no names are given.
  open func committedValues(forKeys keys: [String]?) -> [String: Any] {
    if isFault { fire() }
    guard let committed else { return [:] }
    let names = keys ?? entity.propertiesByName.keys.sorted()
    return Dictionary(
      names.map { name in
        let value: Any? =
          switch entity.propertiesByName[name] {
          case let relationship as NSRelationshipDescription where !relationship.isToMany:
            committed.references[name].flatMap { managedObjectContext?.object(for: $0) }
          case is NSRelationshipDescription: primitiveValue(forKey: name)
          default: committed.values[name]
          }
        return (name, value ?? NSNull())
      }
    ) { $1 }
  }

  open func hasFault(forRelationshipNamed key: String) -> Bool { isFault || !loaded.contains(key) }

  open func objectIDs(forRelationshipNamed key: String) -> [NSManagedObjectID] {
    willAccessValue(forKey: key)
    return (values[key] as? [ObjectReference])?.map(\.id)
      ?? (values[key] as? ObjectReference).map { [$0.id] } ?? []
  }

  /// Gets the values of the row.
  func fire() {
    guard isFault else { return }
    guard let managedObjectContext else {
      AppProcess.raise(
        "NSObjectInaccessibleException: CoreData could not fulfill a fault for '\(objectID)': its context is gone"
      )
    }
    isFault = false
    managedObjectContext.fulfill(self)
  }

  open override var description: String {
    "<\(type(of: self)): \(entity.name ?? "") (id: \(objectID); data: \(isFault ? "<fault>" : "\(values.keys.sorted())"))>"
  }
}

/// The classes of managed objects. An initializer of a protocol can be called with a class that is known only as a
/// value, as Objective-C's can: `Type(context: context)`.
public protocol ManagedObjectCreating {}

extension NSManagedObject: ManagedObjectCreating {}

extension ManagedObjectCreating where Self: NSManagedObject {
  /// Makes an object of the entity with this class, and inserts it into the context. The app ends if no model has such
  /// an entity, or if YobanPort did not port the class.
  public init(context moc: NSManagedObjectContext) {
    let type = Self.self as NSManagedObject.Type
    guard
      let entity = moc.model.flatMap({ ManagedClasses.entity(of: type, in: $0) })
        ?? ManagedClasses.entity(of: type)
    else {
      AppProcess.raise(
        "NSInvalidArgumentException: An NSManagedObject of class '\(type)' must have a valid NSEntityDescription."
      )
    }
    self = unsafeDowncast(ManagedClasses.make(type, entity, insertInto: moc), to: Self.self)
  }
}

/// Why an object gets values without having been changed by the app.
public struct NSSnapshotEventType: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let undoInsertion = Self(rawValue: 1 << 1)
  public static let undoDeletion = Self(rawValue: 1 << 2)
  public static let undoUpdate = Self(rawValue: 1 << 3)
  public static let rollback = Self(rawValue: 1 << 4)
  public static let refresh = Self(rawValue: 1 << 5)
  public static let mergePolicy = Self(rawValue: 1 << 6)
}

/// The place of an object in a context: it stays the same when a save gives the object its permanent identity, and
/// when the object itself is released.
final class ObjectReference: Hashable {
  var id: NSManagedObjectID
  weak var object: NSManagedObject?
  /// The row that a fetch has read for an object that is still a fault.
  var row: ObjectRow?
  weak var context: NSManagedObjectContext?
  /// Whether a child context has inserted the object.
  var isOfChild = false
  /// The order of the insertions into the context.
  var number = 0

  init(_ id: NSManagedObjectID) { self.id = id }

  convenience init(temporary entity: NSEntityDescription) {
    self.init(NSManagedObjectID(entity, .temporary(UUID()), nil))
  }

  /// The object was released.
  func end() { context?.forget(self) }

  static func == (one: ObjectReference, other: ObjectReference) -> Bool { one === other }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Tells the initializer of the next object that it is made for a row of the store. Initializers of the app's
/// classes, which are called in between, cannot pass it on.
///
/// Sendable: only the thread that makes the object uses it.
final class ObjectMaking: @unchecked Sendable {
  @TaskLocal private static var current: ObjectMaking?
  private var reference: ObjectReference?

  private init(_ reference: ObjectReference) { self.reference = reference }

  /// Calls what makes the object of a reference.
  static func with<Object>(_ reference: ObjectReference, _ make: () -> Object) -> Object {
    $current.withValue(ObjectMaking(reference), operation: make)
  }

  /// The reference for the object that is made now, once; nil for an object that the app makes.
  static func takeReference() -> ObjectReference? {
    defer { current?.reference = nil }
    return current?.reference
  }
}

/// The stored values of an object: those of the attributes, and the identities of to-one relationships.
struct ObjectRow {
  var version: Int64
  var values: [String: Any] = [:]
  var references: [String: NSManagedObjectID] = [:]
}
