import Combine
import CoreData
public import SwiftUI
import _CoreData_SwiftUI
internal import YobanSimulatedApple

/// The objects that a view shows. It fetches them again when something changes.
@MainActor @preconcurrency @propertyWrapper
public struct Query<Element: PersistentModel>: DynamicProperty {
  @Environment(\.modelContext) private var context
  @StateObject private var changes = ContextChanges()
  @State private var results = QueryResults<Element>()
  private let descriptor: FetchDescriptor<Element>

  public init(_ descriptor: FetchDescriptor<Element>, animation: Animation? = nil) {
    self.descriptor = descriptor
  }

  public init() { self.init(FetchDescriptor()) }

  public init(
    filter: Predicate<Element>? = nil, sort descriptors: [SortDescriptor<Element>] = [],
    animation: Animation? = nil
  ) { self.init(FetchDescriptor(predicate: filter, sortBy: descriptors)) }

  public init<Value: Comparable>(
    filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value> & Sendable,
    order: SortOrder = .forward, animation: Animation? = nil
  ) {
    self.init(filter: filter, sort: [SortDescriptor(keyPath, order: order)])
  }

  public init<Value: Comparable>(
    filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value?> & Sendable,
    order: SortOrder = .forward, animation: Animation? = nil
  ) {
    self.init(filter: filter, sort: [SortDescriptor(keyPath, order: order)])
  }

  public var wrappedValue: [Element] { results.models }
  /// The context of the fetch.
  public var modelContext: ModelContext { context }
  /// Why the last fetch has failed.
  public var fetchError: (any Error)? { results.error }

  nonisolated public mutating func update() {
    MainActor.assumeIsolated {
      changes.follow(context.context)
      results.fetch(descriptor, in: context)
    }
  }
}

/// The objects of the last fetch.
@MainActor private final class QueryResults<Element: PersistentModel> {
  private(set) var models: [Element] = []
  private(set) var error: (any Error)?

  func fetch(_ descriptor: FetchDescriptor<Element>, in context: ModelContext) {
    do {
      models = try context.fetch(descriptor)
      error = nil
    } catch {
      models = []
      self.error = error
    }
  }
}

private struct ModelContextKey: EnvironmentKey {
  static var defaultValue: ModelContext? { nil }
}

/// The context of views for which no container was set, one for each process.
private final class ContextWithoutContainer {
  let context = ModelContext(.empty)

  static var current: ContextWithoutContainer {
    AppProcess.current?.process.resident(ContextWithoutContainer.self) { .init() } ?? .init()
  }
}

extension EnvironmentValues {
  /// The context of the container that a view or a scene above has set. Without one, a context that knows no class.
  public var modelContext: ModelContext {
    get { self[ModelContextKey.self] ?? ContextWithoutContainer.current.context }
    set { self[ModelContextKey.self] = newValue }
  }
}

@MainActor extension View {
  public func modelContext(_ modelContext: ModelContext) -> some View {
    environment(\.modelContext, modelContext)
  }

  public func modelContainer(_ container: ModelContainer) -> some View {
    environment(\.modelContext, container.mainContext)
  }

  public func modelContainer(
    for modelType: any PersistentModel.Type, inMemory: Bool = false, isAutosaveEnabled: Bool = true,
    isUndoEnabled: Bool = false,
    onSetup: @escaping (Swift.Result<ModelContainer, any Error>) -> Void = { _ in }
  ) -> some View {
    modelContainer(
      for: [modelType], inMemory: inMemory, isAutosaveEnabled: isAutosaveEnabled,
      isUndoEnabled: isUndoEnabled, onSetup: onSetup)
  }

  public func modelContainer(
    for modelTypes: [any PersistentModel.Type], inMemory: Bool = false,
    isAutosaveEnabled: Bool = true, isUndoEnabled: Bool = false,
    onSetup: @escaping (Swift.Result<ModelContainer, any Error>) -> Void = { _ in }
  ) -> some View {
    modifier(
      ContainerModifier(
        setup: StateObject(
          wrappedValue: ContainerSetup(
            modelTypes, inMemory, isAutosaveEnabled, isUndoEnabled, onSetup))))
  }
}

/// A container that a view makes once.
@MainActor private final class ContainerSetup: ObservableObject {
  let context: ModelContext

  init(
    _ types: [any PersistentModel.Type], _ inMemory: Bool, _ autosaves: Bool, _ undoes: Bool,
    _ onSetup: (Swift.Result<ModelContainer, any Error>) -> Void
  ) {
    let result = Swift.Result {
      try ModelContainer(
        for: Schema(types), configurations: [ModelConfiguration(isStoredInMemoryOnly: inMemory)])
    }
    onSetup(result)
    context = (try? result.get())?.mainContext ?? ContextWithoutContainer.current.context
    context.autosaveEnabled = autosaves
    if undoes { context.undoManager = UndoManager() }
  }
}

private struct ContainerModifier: ViewModifier {
  @StateObject var setup: ContainerSetup
  init(setup: StateObject<ContainerSetup>) { _setup = setup }
  func body(content: Content) -> some View { content.environment(\.modelContext, setup.context) }
}

/// A scene that makes its container once.
private struct ContainerScene<Content: Scene>: Scene {
  let content: Content
  @StateObject var setup: ContainerSetup
  init(_ content: Content, _ setup: StateObject<ContainerSetup>) {
    self.content = content
    _setup = setup
  }
  var body: some Scene { content.environment(\.modelContext, setup.context) }
}

@MainActor extension Scene {
  public func modelContext(_ modelContext: ModelContext) -> some Scene {
    environment(\.modelContext, modelContext)
  }

  public func modelContainer(_ container: ModelContainer) -> some Scene {
    environment(\.modelContext, container.mainContext)
  }

  public func modelContainer(
    for modelType: any PersistentModel.Type, inMemory: Bool = false, isAutosaveEnabled: Bool = true,
    isUndoEnabled: Bool = false,
    onSetup: @escaping (Swift.Result<ModelContainer, any Error>) -> Void = { _ in }
  ) -> some Scene {
    modelContainer(
      for: [modelType], inMemory: inMemory, isAutosaveEnabled: isAutosaveEnabled,
      isUndoEnabled: isUndoEnabled, onSetup: onSetup)
  }

  public func modelContainer(
    for modelTypes: [any PersistentModel.Type], inMemory: Bool = false,
    isAutosaveEnabled: Bool = true, isUndoEnabled: Bool = false,
    onSetup: @escaping (Swift.Result<ModelContainer, any Error>) -> Void = { _ in }
  ) -> some Scene {
    ContainerScene(
      self,
      StateObject(
        wrappedValue: ContainerSetup(
          modelTypes, inMemory, isAutosaveEnabled, isUndoEnabled, onSetup)))
  }
}
