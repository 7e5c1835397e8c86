// The part of SwiftUI that needs Core Data. On Apple's systems it belongs to SwiftUI; here it is a module of its own,
// so that an app without Core Data does not contain SQLite. YobanPort imports it where an app imports SwiftUI and
// uses Core Data.
public import CoreData
public import SwiftUI

private struct ManagedObjectContextKey: EnvironmentKey {
  static var defaultValue: NSManagedObjectContext? { nil }
}

extension EnvironmentValues {
  /// The context of the fetches of views. Until a view sets one, a context without a store.
  public var managedObjectContext: NSManagedObjectContext {
    get {
      self[ManagedObjectContextKey.self]
        ?? NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    }
    set { self[ManagedObjectContextKey.self] = newValue }
  }
}

/// The objects that a view shows. It fetches them again when something changes in the context.
@MainActor @preconcurrency @propertyWrapper
public struct FetchRequest<Result: NSFetchRequestResult>: DynamicProperty {
  @Environment(\.managedObjectContext) private var context
  @StateObject private var changes = ContextChanges()
  @StateObject private var state: FetchState<Result>

  /// The parts of its fetch that a view can change.
  public struct Configuration {
    public var nsSortDescriptors: [NSSortDescriptor]
    public var nsPredicate: NSPredicate?
  }

  public init(fetchRequest: NSFetchRequest<Result>, animation: Animation? = nil) {
    _state = StateObject(wrappedValue: FetchState(fetchRequest))
  }

  public init(
    entity: NSEntityDescription, sortDescriptors: [NSSortDescriptor], predicate: NSPredicate? = nil,
    animation: Animation? = nil
  ) {
    let request = NSFetchRequest<Result>()
    request.entity = entity
    request.sortDescriptors = sortDescriptors
    request.predicate = predicate
    self.init(fetchRequest: request, animation: animation)
  }

  public init(
    sortDescriptors: [NSSortDescriptor], predicate: NSPredicate? = nil,
    animation: Animation? = nil
  ) where Result: NSManagedObject {
    self.init(
      entity: Result.entity(), sortDescriptors: sortDescriptors, predicate: predicate,
      animation: animation)
  }

  public init(
    sortDescriptors: [SortDescriptor<Result>], predicate: NSPredicate? = nil,
    animation: Animation? = nil
  ) where Result: NSManagedObject {
    self.init(
      sortDescriptors: sortDescriptors.map(NSSortDescriptor.init), predicate: predicate,
      animation: animation)
  }

  public var wrappedValue: FetchedResults<Result> { FetchedResults(state: state) }

  public var projectedValue: Binding<Configuration> {
    let state = state
    return Binding {
      Configuration(nsSortDescriptors: state.sortDescriptors, nsPredicate: state.predicate)
    } set: {
      state.sortDescriptors = $0.nsSortDescriptors
      state.predicate = $0.nsPredicate
    }
  }

  nonisolated public mutating func update() {
    MainActor.assumeIsolated {
      changes.follow(context)
      state.fetch(in: context)
    }
  }
}

/// The fetch of a view and its results.
@MainActor final class FetchState<Result: NSFetchRequestResult>: ObservableObject {
  private let request: NSFetchRequest<Result>
  private(set) var results: [Result] = []
  @Published var sortDescriptors: [NSSortDescriptor]
  @Published var predicate: NSPredicate?

  init(_ request: NSFetchRequest<Result>) {
    self.request = request
    sortDescriptors = request.sortDescriptors ?? []
    predicate = request.predicate
  }

  /// A fetch that fails gives no objects, and its error is printed, as on a device.
  func fetch(in context: NSManagedObjectContext) {
    request.sortDescriptors = sortDescriptors
    request.predicate = predicate
    do { results = try context.fetch(request) } catch {
      print("CoreData: error: a fetch of a view has failed: \(error)")
      results = []
    }
  }
}

/// The objects of a fetch.
@MainActor @preconcurrency public struct FetchedResults<Result: NSFetchRequestResult> {
  let state: FetchState<Result>

  public var nsPredicate: NSPredicate? {
    get { state.predicate }
    nonmutating set { state.predicate = newValue }
  }
  public var nsSortDescriptors: [NSSortDescriptor] {
    get { state.sortDescriptors }
    nonmutating set { state.sortDescriptors = newValue }
  }
}

extension FetchedResults: @MainActor RandomAccessCollection {
  public var startIndex: Int { state.results.startIndex }
  public var endIndex: Int { state.results.endIndex }
  public subscript(position: Int) -> Result { state.results[position] }
}

extension NSSortDescriptor {
  /// The order of a `SortDescriptor` by the key of its key path.
  fileprivate convenience init<Compared>(_ descriptor: SortDescriptor<Compared>) {
    let key = descriptor.keyPath.map { $0 as AnyKeyPath }?.nameInFoundation
    self.init(key: key, ascending: descriptor.order == .forward)
  }
}
