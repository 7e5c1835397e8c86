import Collector
import CollectorSQL
import Dispatch

/// One connection to PostgreSQL with a thread of its own, on which all calls of libpq are made.
///
/// It connects before a transaction if it is not connected, so it can be used again after the server was
/// restarted or another server has taken over.
final class PostgresConnection: Sendable {
  enum TransactionKind: Sendable {
    case read
    case write

    /// A reader sees one state of all tables. A writer has locked what it changes, and must see what was
    /// committed before it got the lock.
    var begin: String {
      switch self {
      case .read: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
      case .write: "BEGIN ISOLATION LEVEL READ COMMITTED"
      }
    }
  }

  private let queue = DispatchQueue(label: "yoban-collector.postgres")
  private let url: String
  /// Used only on `queue`.
  private nonisolated(unsafe) var link: PostgresLink?

  init(url: String) { self.url = url }

  /// Runs a body in a transaction. Does not block the caller's thread.
  func transaction<Value: Sendable>(
    _ kind: TransactionKind, _ body: @escaping @Sendable (any SQLSession) throws -> Value
  ) async -> Result<Value, StorageError> {
    await withCheckedContinuation { continuation in
      queue.async {
        do {
          continuation.resume(returning: .success(try self.run(kind, body)))
        } catch {
          continuation.resume(returning: .failure(StorageError(postgres: error)))
        }
      }
    }
  }

  private func run<Value>(
    _ kind: TransactionKind, _ body: (any SQLSession) throws -> Value
  ) throws -> Value {
    let link = try begin(kind)
    do {
      let value = try body(PostgresSession(link: link))
      try link.commit()
      return value
    } catch {
      if !link.isUsable || (error as? PostgresError)?.isAboutServer == true {
        // The server has gone, or no longer accepts writes; the next transaction connects again.
        self.link = nil
      } else if (try? link.run("ROLLBACK")) == nil {
        self.link = nil
      }
      throw error
    }
  }

  /// Begins a transaction. A connection that has ended since its last use is replaced once.
  private func begin(_ kind: TransactionKind) throws -> PostgresLink {
    if let link {
      if (try? link.run(kind.begin)) != nil { return link }
      self.link = nil
    }
    let link = try PostgresLink(url: url)
    try link.run(kind.begin)
    self.link = link
    return link
  }
}
