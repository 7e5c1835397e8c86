/// Delivers events immediately to observers, in the order in which they were added, and then to any number of
/// asynchronous readers.
@RecorderActor
final class EventBroadcaster<Event: Sendable> {
  /// The maximum number of events that wait for a slow reader. Beyond it, the oldest are dropped.
  static var waitingMax: Int { 1_000 }

  private var observers: [(owner: ObjectIdentifier, body: @RecorderActor (Event) -> Void)] = []
  private var readers: [(number: Int, continuation: AsyncStream<Event>.Continuation)] = []
  private var lastNumber = 0

  /// Calls the body for every event until `removeObserver`. Each owner has at most one body.
  func addObserver(_ owner: AnyObject, _ body: @escaping @RecorderActor (Event) -> Void) {
    removeObserver(owner)
    observers.append((ObjectIdentifier(owner), body))
  }

  func removeObserver(_ owner: AnyObject) {
    observers.removeAll { $0.owner == ObjectIdentifier(owner) }
  }

  /// Returns every event from now on.
  func stream() -> AsyncStream<Event> {
    lastNumber += 1
    let number = lastNumber
    return AsyncStream(bufferingPolicy: .bufferingNewest(Self.waitingMax)) { continuation in
      readers.append((number, continuation))
      continuation.onTermination = { [weak self] _ in
        Task { @RecorderActor in self?.readers.removeAll { $0.number == number } }
      }
    }
  }

  func post(_ event: Event) {
    for observer in observers { observer.body(event) }
    for reader in readers { reader.continuation.yield(event) }
  }
}
