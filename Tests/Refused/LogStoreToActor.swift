// refused: risks causing data races
// A log store is not Sendable.
import OSLog

actor Reader {
  func read(_ store: OSLogStore) {}
}

final class Log {
  let store: OSLogStore
  let reader = Reader()

  init(_ store: OSLogStore) { self.store = store }

  func start() {
    let (store, reader) = (store, reader)
    Task { await reader.read(store) }
  }
}
