import Glibc
import YobanFoundation
internal import YobanSimulatedApple

/// The queue of a context.
public struct NSManagedObjectContextConcurrencyType: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// The context belongs to whoever uses it (deprecated since iOS 9).
  public static let confinementConcurrencyType = Self(rawValue: 0)
  public static let privateQueueConcurrencyType = Self(rawValue: 1)
  public static let mainQueueConcurrencyType = Self(rawValue: 2)
}

/// The objects that an app works with, and their unsaved changes.
///
/// Use a context and its objects only in the blocks of `perform` and `performAndWait`, or on the main thread for a
/// context of the main queue. Unsaved changes exist in memory only: they are lost when the process ends.
///
/// Sendable: Apple's class is Sendable, and an app uses an object on one queue at a time.
open class NSManagedObjectContext: NSObject, @unchecked Sendable {
  open private(set) var concurrencyType: NSManagedObjectContextConcurrencyType
  open var parent: NSManagedObjectContext?
  open var persistentStoreCoordinator: NSPersistentStoreCoordinator? {
    get { parent?.persistentStoreCoordinator ?? ownCoordinator }
    set { ownCoordinator = newValue }
  }
  private var ownCoordinator: NSPersistentStoreCoordinator?
  open var name: String?
  open var undoManager: UndoManager?
  /// An `NSMergePolicy`.
  open var mergePolicy: Any = NSErrorMergePolicy
  open var automaticallyMergesChangesFromParent = false
  open var stalenessInterval: TimeInterval = -1
  open var retainsRegisteredObjects = false
  open var propagatesDeletesAtEndOfEvent = true
  open var shouldDeleteInaccessibleFaults = true
  open var transactionAuthor: String?
  public let userInfo = NSMutableDictionary()
  let queue: DispatchQueue?
  /// The thread that runs a block of the context.
  var thread: pthread_t?

  // MARK: Objects

  private var registry: [NSManagedObjectID: ObjectReference] = [:]
  /// The permanent identities of objects that children have inserted, by the temporary ones that the children still
  /// use.
  var identitiesOfChildren: [NSManagedObjectID: NSManagedObjectID] = [:]
  private var insertions = 0
  /// Objects with unsaved changes, in the order of their first change. The context keeps them.
  var inserted: [NSManagedObject] = []
  var updated: [NSManagedObject] = []
  var deleted: [NSManagedObject] = []
  /// Objects whose changes were not notified yet.
  var unprocessed = ChangeSet()
  private var isProcessingScheduled = false
  /// Deleted objects whose delete rules were not applied yet.
  private var unpropagated: [NSManagedObject] = []
  /// The objects that were changed since the context last processed its changes, as they were before.
  var snapshots: [ObjectIdentifier: ObjectSnapshot] = [:]
  var snapshotOrder: [ObjectIdentifier] = []
  private(set) var isSaving = false
  /// Whether the context performs a batch request: nothing is validated, and nobody is notified.
  var isBatch = false

  public init(concurrencyType ct: NSManagedObjectContextConcurrencyType) {
    concurrencyType = ct
    queue =
      switch ct {
      case .mainQueueConcurrencyType: .main
      case .privateQueueConcurrencyType: DispatchQueue(label: "NSManagedObjectContext")
      default: nil
      }
    super.init()
    ContextList.add(self)
  }

  public convenience init(_ type: ConcurrencyType) {
    self.init(
      concurrencyType: type == .mainQueue ? .mainQueueConcurrencyType : .privateQueueConcurrencyType
    )
  }

  public struct ConcurrencyType: Hashable, Sendable {
    public static let mainQueue = Self(isMain: true)
    public static let privateQueue = Self(isMain: false)
    private let isMain: Bool
  }

  var model: NSManagedObjectModel? { persistentStoreCoordinator?.managedObjectModel }

  open var insertedObjects: Set<NSManagedObject> { Set(inserted) }
  open var updatedObjects: Set<NSManagedObject> { Set(updated) }
  open var deletedObjects: Set<NSManagedObject> { Set(deleted) }
  open var registeredObjects: Set<NSManagedObject> { Set(registry.values.compactMap(\.object)) }
  open var hasChanges: Bool { !inserted.isEmpty || !updated.isEmpty || !deleted.isEmpty }

  // MARK: Registration

  func insertNew(_ object: NSManagedObject) {
    checkQueue(of: object)
    willChange(object, existed: false)
    register(object.reference)
    object.isInserted = true
    inserted.append(object)
    unprocessed.inserted.append(object)
    scheduleProcessing()
    object.awakeFromInsert()
  }

  private func register(_ reference: ObjectReference) {
    insertions += 1
    reference.number = insertions
    reference.context = self
    registry[reference.id] = reference
  }

  /// Takes an object back that a save has deleted, for an undo.
  func takeBack(_ object: NSManagedObject) {
    object.managedObjectContext = self
    object.committed = nil
    register(object.reference)
  }

  /// The object with this reference was released.
  func forget(_ reference: ObjectReference) {
    if registry[reference.id] === reference { registry[reference.id] = nil }
  }

  /// The identity that this context uses now for one that a child may still use.
  private func current(_ id: NSManagedObjectID) -> NSManagedObjectID {
    identitiesOfChildren[id] ?? id
  }

  func reference(for id: NSManagedObjectID) -> ObjectReference {
    let id = current(id)
    if let known = registry[id] { return known }
    let reference = ObjectReference(id)
    register(reference)
    return reference
  }

  func object(for id: NSManagedObjectID) -> NSManagedObject { object(of: reference(for: id))! }

  func object(of reference: ObjectReference) -> NSManagedObject? {
    if let object = reference.object { return object }
    // An object that was never stored and was released cannot come back.
    guard !reference.id.isTemporaryID || parent != nil else { return nil }
    return make(reference)
  }

  /// Makes the object of a reference, as a fault.
  func make(_ reference: ObjectReference) -> NSManagedObject {
    reference.context = self
    registry[reference.id] = reference
    return ObjectMaking.with(reference) {
      ManagedClasses.make(reference.id.entity, insertInto: self)
    }
  }

  open func insert(_ object: NSManagedObject) {
    guard object.managedObjectContext !== self else { return }
    object.managedObjectContext = self
    insertNew(object)
  }

  open func assign(_ object: Any, to store: NSPersistentStore) {
    (object as? NSManagedObject).map { assignments[ObjectIdentifier($0)] = Weak(store) }
  }
  var assignments: [ObjectIdentifier: Weak<NSPersistentStore>] = [:]

  open func object(with objectID: NSManagedObjectID) -> NSManagedObject {
    checkQueue()
    return object(for: objectID)
  }

  open func registeredObject(for objectID: NSManagedObjectID) -> NSManagedObject? {
    registry[current(objectID)]?.object
  }

  open func existingObject(with objectID: NSManagedObjectID) throws -> NSManagedObject {
    checkQueue()
    if let object = registeredObject(for: objectID), !object.isFault || object.isInserted {
      return object
    }
    let reference = reference(for: objectID)
    guard try row(of: reference) != nil || parent?.registeredObject(for: objectID) != nil else {
      if reference.object == nil { forget(reference) }
      throw NSError.coreData(
        NSManagedObjectReferentialIntegrityError, [NSAffectedObjectsErrorKey: [objectID]])
    }
    let object = object(of: reference)!
    object.fire()
    return object
  }

  // MARK: Values

  /// The row of an object in the store; nil if it is gone.
  func row(of reference: ObjectReference) throws -> ObjectRow? {
    if let row = reference.row { return row }
    return try persistentStoreCoordinator?.row(of: reference.id)
  }

  /// Gives a fault its values.
  func fulfill(_ object: NSManagedObject) {
    if let parent, let source = parent.sourceForChild(object.objectID) {
      take(source, into: object)
      return awake(object)
    }
    let row = try? row(of: object.reference)
    object.reference.row = nil
    guard let row else { return becomeInaccessible(object) }
    take(row, into: object)
    awake(object)
  }

  private func awake(_ object: NSManagedObject) {
    object.isAwaking = true
    object.awakeFromFetch()
    object.isAwaking = false
  }

  func take(_ row: ObjectRow, into object: NSManagedObject) {
    object.committed = row
    object.values = row.values
    for attribute in object.entity.attributes where attribute.isTransient {
      object.values[attribute.name] = attribute.defaultValue
    }
    object.loaded = []
    for relationship in object.entity.relationships where !relationship.isToMany {
      object.loaded.insert(relationship.name)
      object.values[relationship.name] = row.references[relationship.name].map(reference)
    }
  }

  private func becomeInaccessible(_ object: NSManagedObject) {
    guard shouldDeleteInaccessibleFaults else {
      AppProcess.raise(
        "NSObjectInaccessibleException: CoreData could not fulfill a fault for '\(object.objectID)'"
      )
    }
    object.values = [:]
    object.loaded = Set(object.entity.relationships.map(\.name))
    object.isDeleted = true
  }

  func load(_ relationship: NSRelationshipDescription, of object: NSManagedObject) {
    object.loaded.insert(relationship.name)
    if let parent, let source = parent.sourceForChild(object.objectID) {
      let ids = parent.performNow { source.objectIDs(forRelationshipNamed: relationship.name) }
      object.values[relationship.name] = ids.map(reference)
      return
    }
    guard !object.objectID.isTemporaryID else { return }
    let ids = (try? persistentStoreCoordinator?.related(relationship, to: object.objectID)) ?? []
    object.values[relationship.name] = ids.map(reference).filter { $0.object?.isDeleted != true }
  }

  // MARK: Changes

  func markUpdated(_ object: NSManagedObject) {
    scheduleProcessing()
    guard !object.isInserted, !object.isDeleted else { return }
    if !object.isUpdated {
      object.isUpdated = true
      updated.append(object)
    }
    unprocessed.add(updated: object)
  }

  open func delete(_ object: NSManagedObject) {
    checkQueue(of: object)
    guard !object.isDeleted else { return }
    object.prepareForDeletion()
    if object.isFault { object.fire() }
    willChange(object)
    unpropagated.append(object)
    if object.isInserted {
      object.isInserted = false
      inserted.removeAll { $0 === object }
      unprocessed.inserted.removeAll { $0 === object }
    } else {
      updated.removeAll { $0 === object }
      deleted.append(object)
    }
    object.isUpdated = false
    object.isDeleted = true
    unprocessed.deleted.append(object)
    scheduleProcessing()
  }

  /// Applies the delete rules of deleted objects, also of those that are deleted by it.
  private func propagateDeletions() {
    while !unpropagated.isEmpty {
      let object = unpropagated.removeFirst()
      for relationship in object.entity.relationships {
        object.willAccessValue(forKey: relationship.name)
        let value = object.values[relationship.name]
        let list = (value as? [ObjectReference]) ?? (value as? ObjectReference).map { [$0] } ?? []
        switch relationship.deleteRule {
        case .noActionDeleteRule, .denyDeleteRule: break
        case .cascadeDeleteRule: for one in list { self.object(of: one).map(delete) }
        case .nullifyDeleteRule: object.nullify(relationship, list)
        }
      }
    }
  }

  private func scheduleProcessing() {
    guard !isProcessingScheduled, concurrencyType == .mainQueueConcurrencyType, !isSaving else {
      return
    }
    isProcessingScheduled = true
    DispatchQueue.main.async { [weak self] in
      self?.isProcessingScheduled = false
      self?.processPendingChanges()
    }
  }

  open func processPendingChanges() {
    propagateDeletions()
    registerUndo()
    guard !unprocessed.isEmpty else { return }
    let changes = unprocessed
    unprocessed = ChangeSet()
    post(.NSManagedObjectContextObjectsDidChange, changes.userInfo)
  }

  func post(_ name: Notification.Name, _ userInfo: [AnyHashable: Any]? = nil) {
    NotificationCenter.default.post(name: name, object: self, userInfo: userInfo)
  }

  /// The reference of an object that a parent context knows; nil if the child must ask the store.
  private func sourceForChild(_ id: NSManagedObjectID) -> NSManagedObject? {
    performNow {
      let id = current(id)
      if let object = registry[id]?.object, !object.isDeleted {
        if object.isFault { object.fire() }
        return object
      }
      guard !id.isTemporaryID, let object = try? existingObject(with: id) else { return nil }
      return object
    }
  }

  private func take(_ source: NSManagedObject, into object: NSManagedObject) {
    object.committed = source.committed ?? ObjectRow(version: 0)
    object.loaded = []
    object.values = [:]
    for attribute in object.entity.attributes {
      object.values[attribute.name] = source.values[attribute.name]
    }
    for relationship in object.entity.relationships where !relationship.isToMany {
      object.loaded.insert(relationship.name)
      let id = (source.values[relationship.name] as? ObjectReference)?.id
      object.values[relationship.name] = id.map(reference)
    }
  }

  /// Called when a save gives an object its permanent identity.
  func replace(_ reference: ObjectReference, by id: NSManagedObjectID) {
    registry[reference.id] = nil
    if reference.isOfChild { identitiesOfChildren[reference.id] = id }
    reference.id = id
    registry[id] = reference
  }

  func withSaving(_ body: () throws -> Void) rethrows {
    isSaving = true
    defer { isSaving = false }
    try body()
  }

  /// All references, in the order of their registration.
  var allReferences: [ObjectReference] { registry.values.sorted { $0.number < $1.number } }

  func forgetAll() {
    for reference in registry.values {
      reference.object?.managedObjectContext = nil
      reference.context = nil
    }
    registry = [:]
    (snapshots, snapshotOrder) = ([:], [])
    undoManager?.removeAllActions()
    (inserted, updated, deleted, unpropagated) = ([], [], [], [])
    unprocessed = ChangeSet()
  }
}

extension NSManagedObject {
  /// Ends the relationship from the other side, because this object is deleted.
  func nullify(_ relationship: NSRelationshipDescription, _ list: [ObjectReference]) {
    guard relationship.inverseRelationship != nil, !list.isEmpty else { return }
    set(relationship, to: nil)
  }
}
