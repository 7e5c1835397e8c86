/// Observers that are called immediately for each event, in the order in which they were added.
@MainActor
final class EventObservers<Event> {
  private var observers: [(owner: ObjectIdentifier, body: @MainActor (Event) -> Void)] = []

  /// Calls the body for every event until `remove`. Each owner has at most one body.
  func add(_ owner: AnyObject, _ body: @escaping @MainActor (Event) -> Void) {
    remove(owner)
    observers.append((ObjectIdentifier(owner), body))
  }

  func remove(_ owner: AnyObject) {
    observers.removeAll { $0.owner == ObjectIdentifier(owner) }
  }

  func notify(_ event: Event) {
    for observer in observers { observer.body(event) }
  }
}
