import CoreData
internal import YobanSimulatedApple

/// Where a container stores its objects.
public struct ModelConfiguration: Identifiable, Hashable, Sendable {
  /// A container in an App Group.
  public struct GroupContainer: Hashable, Sendable {
    let group: String?
    public static let automatic = GroupContainer(group: nil)
    public static let none = GroupContainer(group: nil)
    public static func identifier(_ groupName: String) -> GroupContainer {
      GroupContainer(group: groupName)
    }
  }

  /// A database of CloudKit. Nothing is mirrored here.
  public struct CloudKitDatabase: Hashable, Sendable {
    let name: String
    public static let automatic = CloudKitDatabase(name: "automatic")
    public static let none = CloudKitDatabase(name: "none")
    public static func `private`(_ privateDBName: String) -> CloudKitDatabase {
      CloudKitDatabase(name: privateDBName)
    }
  }

  public let name: String
  /// The file; `/dev/null` for a store in memory.
  public let url: URL
  public let isStoredInMemoryOnly: Bool
  public let allowsSave: Bool
  public let schema: Schema?
  public let groupContainer: GroupContainer
  public let cloudKitDatabase: CloudKitDatabase
  public var id: String { name }

  public init(
    _ name: String? = nil, schema: Schema? = nil, isStoredInMemoryOnly: Bool = false,
    allowsSave: Bool = true, groupContainer: GroupContainer = .automatic,
    cloudKitDatabase: CloudKitDatabase = .automatic
  ) {
    let group = groupContainer.group.flatMap {
      FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: $0)
    }
    let folder = group.map { $0.appending(path: "Library/Application Support") }
    let file = (folder ?? .applicationSupportDirectory).appending(
      path: "\(name ?? "default").store")
    self.init(
      name ?? "default", schema, isStoredInMemoryOnly ? URL(fileURLWithPath: "/dev/null") : file,
      isStoredInMemoryOnly, allowsSave, groupContainer, cloudKitDatabase)
  }

  public init(
    _ name: String? = nil, schema: Schema? = nil, url: URL, allowsSave: Bool = true,
    cloudKitDatabase: CloudKitDatabase = .automatic
  ) {
    self.init(name ?? "default", schema, url, false, allowsSave, .none, cloudKitDatabase)
  }

  /// A store of classes with a name of its own.
  @_disfavoredOverload
  public init(for forTypes: any PersistentModel.Type..., isStoredInMemoryOnly: Bool = false) {
    self.init(schema: Schema(forTypes), isStoredInMemoryOnly: isStoredInMemoryOnly)
  }

  private init(
    _ name: String, _ schema: Schema?, _ url: URL, _ isStoredInMemoryOnly: Bool,
    _ allowsSave: Bool, _ groupContainer: GroupContainer, _ cloudKitDatabase: CloudKitDatabase
  ) {
    (self.name, self.schema, self.url, self.allowsSave) = (name, schema, url, allowsSave)
    self.isStoredInMemoryOnly = isStoredInMemoryOnly
    (self.groupContainer, self.cloudKitDatabase) = (groupContainer, cloudKitDatabase)
  }

  public static func == (a: Self, b: Self) -> Bool { a.name == b.name && a.url == b.url }
  public func hash(into hasher: inout Hasher) { hasher.combine(url) }
}

/// An error of SwiftData.
public struct SwiftDataError: Error, Hashable, Sendable {
  let name: String
  public static let loadIssueModelContainer = SwiftDataError(name: "loadIssueModelContainer")
  public static let unsupportedPredicate = SwiftDataError(name: "unsupportedPredicate")
  public static let modelValidationFailure = SwiftDataError(name: "modelValidationFailure")
  public static let unknownSchema = SwiftDataError(name: "unknownSchema")
  public static let missingModelContext = SwiftDataError(name: "missingModelContext")
}

/// The stores of an app's classes.
///
/// Sendable: the contexts that use it have a lock of SQLite between them.
public final class ModelContainer: Equatable, @unchecked Sendable {
  public let schema: Schema
  public let configurations: Set<ModelConfiguration>
  public let migrationPlan: (any SchemaMigrationPlan.Type)?
  let coordinator: NSPersistentStoreCoordinator
  private var main: ModelContext?

  /// The context of the main actor, which saves by itself (SD1).
  @MainActor public var mainContext: ModelContext {
    if let main { return main }
    let made = ModelContext(main: self)
    main = made
    return made
  }

  public convenience init(
    for forTypes: any PersistentModel.Type..., migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: ModelConfiguration...
  ) throws {
    try self.init(
      for: Schema(forTypes), migrationPlan: migrationPlan, configurations: configurations)
  }

  public convenience init(
    for givenSchema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: ModelConfiguration...
  ) throws {
    try self.init(
      for: givenSchema, migrationPlan: migrationPlan, configurations: configurations)
  }

  /// - Parameter configurations: only the first is used; without one, `default.store` in Application Support.
  /// - Throws: `SwiftDataError.loadIssueModelContainer` if the store cannot be opened, for example because the
  ///   device is locked. The reason is printed.
  public init(
    for givenSchema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: [ModelConfiguration]
  ) throws {
    let configuration = configurations.first ?? ModelConfiguration(schema: givenSchema)
    schema = givenSchema
    self.migrationPlan = migrationPlan
    self.configurations = [configuration]
    if !configuration.isStoredInMemoryOnly {
      try? FileManager.default.createDirectory(
        at: configuration.url.deletingLastPathComponent(), withIntermediateDirectories: true)
    }
    do {
      coordinator = try Self.open(givenSchema, configuration, migrationPlan)
    } catch {
      print("SwiftData: the store \(configuration.url.path) cannot be opened: \(error)")
      throw SwiftDataError.loadIssueModelContainer
    }
  }

  /// A container without classes, which the environment has where no view has set another.
  static var empty: ModelContainer {
    let memory = [ModelConfiguration(isStoredInMemoryOnly: true)]
    return try! ModelContainer(
      for: Schema([]), migrationPlan: nil, configurations: memory)
  }

  /// Opens the store, after the stages of the plan that its version needs.
  private static func open(
    _ schema: Schema, _ configuration: ModelConfiguration, _ plan: (any SchemaMigrationPlan.Type)?
  ) throws -> NSPersistentStoreCoordinator {
    for stage in plan?.stages ?? [] {
      guard case .custom(let from, let to, let before, let after) = stage,
        FileManager.default.fileExists(atPath: configuration.url.path),
        isStore(configuration, of: from)
      else { continue }
      try before.map { try perform($0, Schema(versionedSchema: from), configuration) }
      let next = Schema(versionedSchema: to)
      try perform({ try after?($0) }, next, configuration)
    }
    return try coordinator(schema, configuration)
  }

  private static func isStore(
    _ configuration: ModelConfiguration, of version: any VersionedSchema.Type
  ) -> Bool {
    let metadata = try? NSPersistentStoreCoordinator.metadataForPersistentStore(
      ofType: NSSQLiteStoreType, at: configuration.url, options: nil)
    return metadata.map {
      Schema(versionedSchema: version).model()
        .isConfiguration(withName: nil, compatibleWithStoreMetadata: $0)
    } ?? false
  }

  private static func perform(
    _ body: (ModelContext) throws -> Void, _ schema: Schema, _ configuration: ModelConfiguration
  ) throws {
    let container = try ModelContainer(for: schema, configurations: [configuration])
    let context = ModelContext(container)
    try body(context)
    try context.save()
    for store in container.coordinator.persistentStores { try container.coordinator.remove(store) }
  }

  private static func coordinator(_ schema: Schema, _ configuration: ModelConfiguration) throws
    -> NSPersistentStoreCoordinator
  {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: schema.model())
    try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: configuration.url,
      options: [
        NSMigratePersistentStoresAutomaticallyOption: true as NSNumber,
        NSInferMappingModelAutomaticallyOption: true as NSNumber,
        NSPersistentStore.usesStoredModel: true as NSNumber,
        NSPersistentHistoryTrackingKey: true as NSNumber,
        NSReadOnlyPersistentStoreOption: !configuration.allowsSave as NSNumber,
      ])
    return coordinator
  }

  public static func == (a: ModelContainer, b: ModelContainer) -> Bool { a === b }

  /// Deletes all objects.
  @MainActor public func deleteAllData() {
    let context = ModelContext(self)
    for type in schema.types { try? context.deleteAll(type) }
    try? context.save()
  }
  @MainActor public func erase() throws { deleteAllData() }
}
