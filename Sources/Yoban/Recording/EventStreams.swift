/// Hands events to an observer at once and to any number of asynchronous readers.
@MainActor
final class EventStreams<Event: Sendable> {
  /// How many events wait for a slow reader; the oldest are dropped beyond.
  static var waitingMax: Int { 1_000 }

  /// Called for every event before the readers get it.
  var observer: (@MainActor (Event) -> Void)?
  private var readers: [(number: Int, continuation: AsyncStream<Event>.Continuation)] = []
  private var lastNumber = 0

  /// Every event from now on.
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
