import Collector
import CollectorSQL

/// The collector's storage in a PostgreSQL database, which several collectors may use at the same time.
public typealias PostgresStorage = SQLStorage<PostgresDatabase>

extension PostgresStorage {
  /// Connects to a database, and creates its tables if they are missing.
  ///
  /// - Parameter url: `postgres://USER@HOST:PORT/NAME` or any connection string of libpq. With several hosts,
  ///   the one that accepts writes is used, also after another one has taken over.
  /// - Throws: `.newerSchema`, or `.unavailable` if the database cannot be used or does not make transactions
  ///   durable before it confirms them.
  public init(url: String) async throws(StorageError) {
    self.init(database: try await PostgresDatabase(url: url))
  }
}
