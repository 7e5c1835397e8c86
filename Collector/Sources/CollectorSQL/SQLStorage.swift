import Chunks
import Collector
import ObjectStore

/// The collector's storage in a database that understands SQL.
///
/// The statements are the same for every database, so that all databases behave in the same way.
public struct SQLStorage<Database: SQLDatabase>: CollectorStorage {
  public let database: Database
  public var limits = StorageLimits()
  /// Where the bytes of new chunks are stored; nil for the database. Must be set before the storage is used.
  public var objects: (any ObjectStore)?
  /// The chunks that `packClosedNights(at:)` packs.
  var packPolicy = PackPolicy()
  let packIndexes = PackIndexCache()
  let nightWrites = NightWrites()
  /// The changes that may take long to write. One of each device, so that its other changes wait without a
  /// connection; and only as many that the database has a connection left for chunks.
  let longWrites = FairTurns<String>(runningMax: 2, runningOfKeyMax: 1)
  /// Deletions of chunks: one of each device at a time.
  let deletions = FairTurns<String>(runningMax: .max, runningOfKeyMax: 1)

  /// Creates the storage of a database whose tables are those of `Schema.version`.
  public init(database: Database) { self.database = database }

  public func structureProblems() async throws(StorageError) -> [String] {
    try await database.structureProblems() + packIndexProblems()
  }

  public var readExecutor: (any TaskExecutor)? { database.readExecutor }

  public var storeExecutor: (any TaskExecutor)? { database.writeExecutor }

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any SQLSession) throws -> Value
  ) async throws(StorageError) -> Value {
    // Nobody needs an answer for a client that has left.
    guard Client.isConnected else { throw .unavailable("the client has closed its connection") }
    return try await withObjects(nil, body) { body throws(StorageError) in
      try await database.read(Client.bound(body))
    }
  }

  /// - Parameter needed: where the transaction notes what else it needs; nil if it needs nothing but objects.
  func write<Value: Sendable>(
    needing needed: NeededObjects? = nil,
    _ body: @escaping @Sendable (any SQLSession) throws -> Value
  ) async throws(StorageError) -> Value {
    try await withObjects(needed, body) { body throws(StorageError) in
      try await database.write(Client.bound(body))
    }
  }

  /// Changes data of a device, which is locked in the transaction, when other changes of the device have ended.
  func write<Value: Sendable>(
    of device: String, needing needed: NeededObjects? = nil,
    _ body: @escaping @Sendable (any SQLSession) throws -> Value
  ) async throws(StorageError) -> Value {
    try await longWrites.withTurn(of: device) { () async throws(StorageError) in
      try await write(needing: needed) { session in
        try session.lock(devices: [device])
        return try body(session)
      }
    }
  }
}

extension ChunkIdentity {
  /// The values of the three key columns. A valid sequence fits in an Int64.
  var key: [SQLValue] { [.text(device), .text(stream), .integer(Int64(sequence))] }
}

extension StreamName {
  /// The values of the two key columns.
  var key: [SQLValue] { [.text(device), .text(stream)] }
}
