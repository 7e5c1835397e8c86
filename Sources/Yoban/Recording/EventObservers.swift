/// Who is told of events at once, in the order in which they asked.
@MainActor
final class EventObservers<Event> {
  private var observers: [(owner: ObjectIdentifier, body: @MainActor (Event) -> Void)] = []

  /// Calls back for every event until `remove`; an owner has one body.
  func add(_ owner: AnyObject, _ body: @escaping @MainActor (Event) -> Void) {
    remove(owner)
    observers.append((ObjectIdentifier(owner), body))
  }

  func remove(_ owner: AnyObject) {
    observers.removeAll { $0.owner == ObjectIdentifier(owner) }
  }

  func tell(_ event: Event) {
    for observer in observers { observer.body(event) }
  }
}
