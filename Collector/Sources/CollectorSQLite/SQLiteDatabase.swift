import Collector
import CollectorSQL
import Foundation
import GRDB

/// The collector's storage in one SQLite file.
public typealias SQLiteStorage = SQLStorage<SQLiteDatabase>

extension SQLiteStorage {
  /// Opens the file, and creates it and its tables if they are missing.
  ///
  /// - Parameters:
  ///   - databaseBytesMax: the maximum size of the file; nil if only the disk limits it.
  ///   - lockTimeout: the time for which a write waits while another process writes; more than 0.
  /// - Throws: `.newerSchema`, `.full` or `.unavailable`.
  public init(
    path: String, databaseBytesMax: Int? = nil, lockTimeout: Duration = .seconds(10)
  ) throws(StorageError) {
    self.init(
      database: try SQLiteDatabase(
        path: path, databaseBytesMax: databaseBytesMax, lockTimeout: lockTimeout))
  }

  /// Creates a storage in memory, for tests. Its data ends with it.
  public init() throws(StorageError) { self.init(database: try SQLiteDatabase()) }
}

/// A SQLite file, through GRDB.
///
/// One writer and several readers. The journal is a write-ahead log with full synchronization, so a
/// committed transaction survives a power loss. Another process may use the file at the same time,
/// as the `token` commands do.
public struct SQLiteDatabase: SQLDatabase {
  public static let dialect = SQLDialect(
    integer: "INTEGER", text: "TEXT", bytes: "BLOB", identity: "INTEGER PRIMARY KEY",
    tableOptions: "STRICT", orderedTableOptions: "STRICT, WITHOUT ROWID",
    timePartitionedTableOptions: "STRICT")

  let writer: any DatabaseWriter
  private let writerThread = WorkThreads(name: "writer", count: 1)
  /// When all processors are busy, an upload goes first: a page may take longer, but a receipt should not.
  private let readerThreads = WorkThreads(
    name: "reader", count: Self.readersMax, niceness: 10)
  /// The maximum number of reads at the same time: four answers, two looks of live pages, and two of imports, deletions
  /// and alerts.
  private static let readersMax = 8
  /// A connection for brief reads; nil in memory, where there is only one connection.
  private(set) var briefReader: DatabaseQueue?
  private let lockTimeout: Duration

  public var readExecutor: (any TaskExecutor)? { readerThreads }
  public var writeExecutor: (any TaskExecutor)? { writerThread }

  init(
    path: String, databaseBytesMax: Int?, lockTimeout: Duration
  ) throws(StorageError) {
    self.lockTimeout = lockTimeout
    writer = try translatingErrors {
      Self.createPrivateFile(at: path)
      var configuration = Configuration()
      configuration.label = "yoban-collector"
      configuration.busyMode = .timeout(lockTimeout / .seconds(1))
      configuration.foreignKeysEnabled = true
      configuration.maximumReaderCount = Self.readersMax
      // An upload changes one page of each of about eight tables and indexes, and the log gets all of them:
      // small pages make the log of small chunks shorter. Chunks of hundreds of kilobytes are written with
      // fewer calls if pages are large. An existing file keeps its page size.
      configuration.prepareDatabase { try $0.execute(sql: "PRAGMA page_size = 8192") }
      // Deleted recordings are overwritten with zeros.
      configuration.prepareDatabase { try $0.execute(sql: "PRAGMA secure_delete = ON") }
      let pool = try DatabasePool(path: path, configuration: configuration)
      try pool.writeWithoutTransaction { database in
        // The pool has set NORMAL, which may lose the latest transactions in a power loss.
        try database.execute(sql: "PRAGMA synchronous = FULL")
        // On Apple's systems, only this writes to the disk itself; elsewhere it has no effect.
        try database.execute(sql: "PRAGMA fullfsync = ON")
        if let databaseBytesMax { try Self.limit(database, to: databaseBytesMax) }
      }
      return pool
    }
    try createTables()
    briefReader = try translatingErrors {
      var configuration = Configuration()
      configuration.label = "yoban-collector-brief"
      // Not opened as read-only: the connection that is closed last must write the log into the file.
      configuration.prepareDatabase { try $0.execute(sql: "PRAGMA query_only = ON") }
      return try DatabaseQueue(path: path, configuration: configuration)
    }
  }

  init() throws(StorageError) {
    lockTimeout = .zero  // No other process can use it.
    writer = try translatingErrors { try DatabaseQueue() }
    try createTables()
  }

  public func read<Value: Sendable>(
    _ body: @escaping @Sendable (any SQLSession) throws -> Value
  ) async throws(StorageError) -> Value {
    do {
      return try await withTaskExecutorPreference(readerThreads) { try readNow(body) }
    } catch {
      throw StorageError(error)
    }
  }

  /// Blocks its thread.
  private func readNow<Value>(_ body: (any SQLSession) throws -> Value) throws -> Value {
    try writer.read { try body(SQLiteSession(database: $0)) }
  }

  /// Reads on the caller's thread, which is not blocked for long: the connection is not used for anything else,
  /// and a reader of a write-ahead log does not wait for writers.
  public func readBriefly<Value: Sendable>(
    _ body: @escaping @Sendable (any SQLSession) throws -> Value
  ) async throws(StorageError) -> Value {
    // If this fails, such as while another process repairs the log, the ordinary way waits and tells why.
    if let value = try? readAtOnce(body) { return value }
    return try await read(body)
  }

  private func readAtOnce<Value>(_ body: (any SQLSession) throws -> Value) throws -> Value? {
    try briefReader?.unsafeRead { try body(SQLiteSession(database: $0)) }
  }

  public func write<Value: Sendable>(
    _ body: @escaping @Sendable (any SQLSession) throws -> Value
  ) async throws(StorageError) -> Value {
    do {
      return try await withTaskExecutorPreference(writerThread) { try writeNow(body) }
    } catch {
      throw StorageError(error)
    }
  }

  /// Blocks its thread, and cannot be canceled in the middle.
  private func writeNow<Value>(_ body: (any SQLSession) throws -> Value) throws -> Value {
    try writer.write { try body(SQLiteSession(database: $0)) }
  }

  /// The write-ahead log still has the deleted bytes.
  public func eraseDeleted() async { await eraseDeleted(waiting: .seconds(1)) }

  /// - Parameter limit: the time for which this, and uploads, wait for a reader that needs the log.
  public func eraseDeleted(waiting limit: Duration) async {
    await withTaskExecutorPreference(writerThread) {
      try? writer.writeWithoutTransaction { database in
        try database.execute(sql: "PRAGMA busy_timeout = \(Int(limit / .milliseconds(1)))")
        _ = try Row.fetchAll(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        try database.execute(
          sql: "PRAGMA busy_timeout = \(Int(lockTimeout / .milliseconds(1)))")
      }
    }
  }

  public func structureProblems() async throws(StorageError) -> [String] {
    do {
      return try await writer.read { database in
        try String.fetchAll(database, sql: "PRAGMA integrity_check").filter { $0 != "ok" }
      }
    } catch {
      throw StorageError(error)
    }
  }

  private func createTables() throws(StorageError) {
    let newer = try translatingErrors {
      try writer.writeWithoutTransaction { try SQLiteMigration.run(in: $0) }
    }
    if let newer { throw .newerSchema(found: newer, known: Schema.version) }
  }

  /// Recordings are personal: only the owner may access a new file. SQLite gives its own files the
  /// same permissions.
  private static func createPrivateFile(at path: String) {
    guard !FileManager.default.fileExists(atPath: path) else { return }
    _ = FileManager.default.createFile(
      atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
  }

  private static func limit(_ database: Database, to bytes: Int) throws {
    let pageSize = try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 4096
    try database.execute(sql: "PRAGMA max_page_count = \(max(1, bytes / pageSize))")
  }
}

func translatingErrors<Value>(_ body: () throws -> Value) throws(StorageError) -> Value {
  do {
    return try body()
  } catch {
    throw StorageError(error)
  }
}

extension StorageError {
  /// Converts an error of the database into the matching storage error.
  init(_ error: any Error) {
    switch error {
    case let error as StorageError: self = error
    case let error as DatabaseError where error.resultCode == .SQLITE_FULL: self = .full
    case let error as DatabaseError
    where error.extendedResultCode == .SQLITE_CONSTRAINT_PRIMARYKEY: self = .alreadyExists
    default: self = .unavailable("\(error)")
    }
  }
}
