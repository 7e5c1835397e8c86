import CoreData
import SwiftUI
internal import YobanSimulatedApple

/// The objects that an app works with, and their changes that are not saved yet.
///
/// Use it on one actor. The main context saves by itself (SD1); another one is saved by the app.
public class ModelContext: Equatable {
  public let container: ModelContainer
  /// Whether the context saves at the moments of SD1. True for the main context.
  public var autosaveEnabled: Bool {
    didSet { autosave = autosaveEnabled ? autosave ?? Autosave(self) : nil }
  }
  private var autosave: Autosave?
  let context: NSManagedObjectContext
  public var undoManager: UndoManager? {
    get { context.undoManager }
    set { context.undoManager = newValue }
  }
  public var author: String? {
    get { context.transactionAuthor }
    set { context.transactionAuthor = newValue }
  }
  private var models: [ObjectIdentifier: WeakModel] = [:]

  private struct WeakModel {
    weak var model: (any PersistentModel)?
  }

  public static let willSave = Notification.Name("NSModelContextWillSaveNotification")
  public static let didSave = Notification.Name("NSModelContextDidSaveNotification")

  public convenience init(_ container: ModelContainer) {
    // An app uses it where it likes, on one actor: no queue is checked.
    self.init(container, .init(rawValue: 0))
  }

  convenience init(main container: ModelContainer) {
    self.init(container, .mainQueueConcurrencyType)
    context.automaticallyMergesChangesFromParent = true
    autosaveEnabled = true
    autosave = Autosave(self)
  }

  private init(_ container: ModelContainer, _ type: NSManagedObjectContextConcurrencyType) {
    self.container = container
    context = NSManagedObjectContext(concurrencyType: type)
    context.persistentStoreCoordinator = container.coordinator
    // An object with a value that must be unique replaces the one that has it.
    context.mergePolicy = NSMergeByPropertyObjectTrumpMergePolicy
    autosaveEnabled = false
  }

  public static func == (a: ModelContext, b: ModelContext) -> Bool { a === b }

  // MARK: Objects

  /// The object of a managed object.
  func model(of object: NSManagedObject, _ type: any PersistentModel.Type) -> any PersistentModel {
    if let known = models[ObjectIdentifier(object)]?.model, known.yobanBacking.object === object {
      return known
    }
    let made = type.init(yobanBacking: ModelBacking(object, self))
    models[ObjectIdentifier(object)] = WeakModel(model: made)
    return made
  }

  /// The managed object of an object, which is inserted if it is in no context yet.
  func object(of model: any PersistentModel) -> NSManagedObject {
    if let object = model.yobanBacking.object, model.modelContext === self { return object }
    if model.modelContext != nil {
      AppProcess.raise(
        "Fatal error: Illegal attempt to insert a model in to a different model context. Model \(model.persistentModelID) is already bound to another context."
      )
    }
    let name = Schema.name(of: type(of: model))
    guard container.coordinator.managedObjectModel.entitiesByName[name] != nil else {
      AppProcess.raise("Fatal error: failed to find a currently active container for \(name)")
    }
    let object = NSEntityDescription.insertNewObject(forEntityName: name, into: context)
    models[ObjectIdentifier(object)] = WeakModel(model: model)
    model.yobanBacking.insert(object, self)
    return object
  }

  public func insert<T: PersistentModel>(_ model: T) { _ = object(of: model) }

  public func delete<T: PersistentModel>(_ model: T) {
    guard let object = model.yobanBacking.object, model.modelContext === self else { return }
    deleted.append(model)
    context.delete(object)
  }
  private var deleted: [any PersistentModel] = []

  /// Deletes all objects of a class, or those that a predicate finds.
  public func delete<T: PersistentModel>(
    model: T.Type, where predicate: Predicate<T>? = nil, includeSubclasses: Bool = true
  ) throws {
    for model in try fetch(FetchDescriptor<T>(predicate: predicate)) { delete(model) }
  }

  func deleteAll(_ type: any PersistentModel.Type) throws {
    func all<T: PersistentModel>(_ type: T.Type) throws { try delete(model: type) }
    try all(type)
  }

  /// The object of an identity. Its values are read when they are needed; the app ends then if it does not exist.
  public func model(for persistentModelID: PersistentIdentifier) -> any PersistentModel {
    guard let found = existingModel(for: persistentModelID) else {
      AppProcess.raise("Fatal error: no model has the identifier \(persistentModelID.location)")
    }
    return found
  }

  public func registeredModel<T: PersistentModel>(for persistentModelID: PersistentIdentifier) -> T?
  {
    registered(persistentModelID) as? T
  }

  private func registered(_ id: PersistentIdentifier) -> (any PersistentModel)? {
    models.values.lazy.compactMap(\.model).first { $0.persistentModelID == id }
  }

  /// The object of an identity; nil if it does not exist.
  func existingModel(for id: PersistentIdentifier) -> (any PersistentModel)? {
    guard let type = container.schema.types.first(where: { Schema.name(of: $0) == id.entityName }),
      let url = URL(string: id.location)
    else { return nil }
    if let known = registered(id) { return known }
    guard let objectID = container.coordinator.managedObjectID(forURIRepresentation: url),
      let object = try? context.existingObject(with: objectID)
    else { return nil }
    return model(of: object, type)
  }

  public var hasChanges: Bool { context.hasChanges }
  public var insertedModelsArray: [any PersistentModel] { known(context.insertedObjects) }
  public var changedModelsArray: [any PersistentModel] { known(context.updatedObjects) }
  public var deletedModelsArray: [any PersistentModel] { known(context.deletedObjects) }

  private func known(_ objects: Set<NSManagedObject>) -> [any PersistentModel] {
    objects.compactMap { models[ObjectIdentifier($0)]?.model }
      .sorted { $0.persistentModelID < $1.persistentModelID }
  }

  // MARK: Saving

  /// Writes all changes in one transaction.
  ///
  /// - Throws: Core Data's error; the changes stay.
  public func save() throws {
    guard context.hasChanges else { return }
    NotificationCenter.default.post(name: Self.willSave, object: self)
    try context.save()
    for model in deleted { model.yobanBacking.leave() }
    deleted = []
    models = models.filter { $0.value.model != nil }
    NotificationCenter.default.post(name: Self.didSave, object: self)
  }

  public func rollback() {
    deleted = []
    context.rollback()
  }
  public func processPendingChanges() { context.processPendingChanges() }

  public func transaction(block: () throws -> Void) throws {
    try block()
    try save()
  }

  // MARK: Fetching

  /// The objects that a predicate finds, with changes that are not saved.
  ///
  /// All objects of the class are read, and compared in memory.
  public func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
    let request = NSFetchRequest<NSManagedObject>(entityName: Schema.name(of: T.self))
    request.includesPendingChanges = descriptor.includePendingChanges
    var found = try context.fetch(request).compactMap { model(of: $0, T.self) as? T }
    if let predicate = descriptor.predicate { found = try found.filter(predicate.evaluate) }
    if !descriptor.sortBy.isEmpty { found = found.sorted(using: descriptor.sortBy) }
    found = Array(found.dropFirst(max(descriptor.fetchOffset ?? 0, 0)))
    return descriptor.fetchLimit.map { $0 > 0 ? Array(found.prefix($0)) : found } ?? found
  }

  public func fetch<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, batchSize: Int
  ) throws -> FetchResultsCollection<T> { FetchResultsCollection(try fetch(descriptor)) }

  public func fetchCount<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Int {
    try fetch(descriptor).count
  }

  public func fetchIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>
  ) throws -> [PersistentIdentifier] { try fetch(descriptor).map(\.persistentModelID) }

  public func enumerate<T: PersistentModel>(
    _ fetch: FetchDescriptor<T>, batchSize: Int = 5000, allowEscapingMutations: Bool = false,
    block: (T) throws -> Void
  ) throws {
    for model in try self.fetch(fetch) { try block(model) }
  }
}

/// A description of a fetch: its predicate, its order and its limits.
public struct FetchDescriptor<T: PersistentModel> {
  public var predicate: Predicate<T>?
  public var sortBy: [SortDescriptor<T>]
  public var fetchLimit: Int?
  public var fetchOffset: Int?
  public var includePendingChanges = true
  /// Has no effect: all properties are read.
  public var propertiesToFetch: [PartialKeyPath<T>] = []
  /// Has no effect: relationships are read when they are needed.
  public var relationshipKeyPathsForPrefetching: [PartialKeyPath<T>] = []

  public init(predicate: Predicate<T>? = nil, sortBy: [SortDescriptor<T>] = []) {
    (self.predicate, self.sortBy) = (predicate, sortBy)
  }
}

/// The results of a fetch in batches.
public struct FetchResultsCollection<T: PersistentModel>: RandomAccessCollection {
  private let models: [T]
  init(_ models: [T]) { self.models = models }
  public var startIndex: Int { models.startIndex }
  public var endIndex: Int { models.endIndex }
  public subscript(position: Int) -> T { models[position] }
}

/// Saves a context when the app goes to the background or comes back, and while it is used (SD1).
private final class Autosave {
  private var observers: [any NSObjectProtocol] = []
  private var isDue = false

  init(_ context: ModelContext) {
    let names = [
      UIApplication.didEnterBackgroundNotification, UIApplication.willEnterForegroundNotification,
      // Those of `WKApplication`, which only the main actor can name.
      Notification.Name("WKApplicationDidEnterBackgroundNotification"),
      Notification.Name("WKApplicationWillEnterForegroundNotification"),
    ]
    for name in names {
      observe(name, nil) { [weak context] in try? context?.save() }
    }
    observe(.NSManagedObjectContextObjectsDidChange, context.context) { [weak self, weak context] in
      guard let self, let context else { return }
      schedule(context)
    }
  }

  private func schedule(_ context: ModelContext) {
    guard !isDue else { return }
    isDue = true
    nonisolated(unsafe) weak let autosave = self
    nonisolated(unsafe) weak let context = context
    DispatchQueue.main.asyncAfter(deadline: .now() + Self.period) {
      autosave?.isDue = false
      try? context?.save()
    }
  }

  /// Apple documents that the main context saves "periodically as an app is used", and no period.
  private static let period = 10.0

  private func observe(_ name: Notification.Name, _ object: Any?, _ body: @escaping () -> Void) {
    nonisolated(unsafe) let body = body
    observers.append(
      NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) { _ in
        body()
      })
  }

  deinit { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
}
