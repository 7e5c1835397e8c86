/// The context of an actor.
public protocol ModelExecutor: AnyObject, Sendable {
  var modelContext: ModelContext { get }
}

public protocol SerialModelExecutor: ModelExecutor {}

/// Sendable: only its actor uses the context.
public final class DefaultSerialModelExecutor: SerialModelExecutor, @unchecked Sendable {
  public let modelContext: ModelContext
  public init(modelContext: ModelContext) { self.modelContext = modelContext }
}

/// An actor with a context of its own. YobanPort writes what Apple's macro `@ModelActor` writes.
public protocol ModelActor: Actor {
  nonisolated var modelContainer: ModelContainer { get }
  nonisolated var modelExecutor: any ModelExecutor { get }
}

extension ModelActor {
  public var modelContext: ModelContext { modelExecutor.modelContext }

  /// The object of an identity; nil if it does not exist, or is of another class.
  public subscript<T: PersistentModel>(id: PersistentIdentifier, as as: T.Type) -> T? {
    modelContext.existingModel(for: id) as? T
  }
}
