import Combine
package import CoreData

/// Tells a view that something has changed in a context.
@MainActor package final class ContextChanges: ObservableObject {
  /// The number of changes that the context has told.
  @Published private var count = 0
  private weak var context: NSManagedObjectContext?
  private var observers: [Observer] = []

  package init() {}

  package func follow(_ context: NSManagedObjectContext) {
    guard self.context !== context else { return }
    self.context = context
    let names: [Notification.Name] = [
      .NSManagedObjectContextObjectsDidChange, .NSManagedObjectContextDidSave,
    ]
    observers = names.map { name in Observer(name, context) { [weak self] in self?.count += 1 } }
  }
}

/// Calls for each notification of a context, on the main actor, until it is released.
private final class Observer {
  private let token: any NSObjectProtocol

  init(
    _ name: Notification.Name, _ context: NSManagedObjectContext,
    _ body: @escaping @MainActor () -> Void
  ) {
    token = NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) {
      _ in
      MainActor.assumeIsolated { body() }
    }
  }

  deinit { NotificationCenter.default.removeObserver(token) }
}
