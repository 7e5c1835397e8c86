/// Delivers events immediately to one observer, and to any number of asynchronous readers.
@MainActor
final class EventStreams<Event: Sendable> {
  /// The maximum number of events that wait for a slow reader. Beyond it, the oldest are dropped.
  static var waitingMax: Int { 1_000 }

  /// Called for every event before the readers receive it.
  var observer: (@MainActor (Event) -> Void)?
  private var readers: [(number: Int, continuation: AsyncStream<Event>.Continuation)] = []
  private var lastNumber = 0

  /// Returns every event from now on.
  func stream() -> AsyncStream<Event> {
    lastNumber += 1
    let number = lastNumber
    return AsyncStream(bufferingPolicy: .bufferingNewest(Self.waitingMax)) { continuation in
      readers.append((number, continuation))
      continuation.onTermination = { [weak self] _ in
        Task { @MainActor in self?.readers.removeAll { $0.number == number } }
      }
    }
  }

  func post(_ event: Event) {
    observer?(event)
    for reader in readers { reader.continuation.yield(event) }
  }
}
