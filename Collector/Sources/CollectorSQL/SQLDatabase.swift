import Chunks
import Collector

/// A database that runs the statements of `SQLStorage`.
///
/// The statements are written once for all databases: parameters are `?`, all numbers are 64-bit integers, and
/// Booleans are 0 and 1. `SQLDialect` has what differs between databases.
public protocol SQLDatabase: Sendable {
  static var dialect: SQLDialect { get }

  /// Reads in one transaction with one consistent state of all tables. Does not block the caller's thread.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any SQLSession) throws -> Value
  ) async throws(StorageError) -> Value

  /// Reads one or two rows by their keys, possibly on the caller's thread.
  func readBriefly<Value: Sendable>(
    _ body: @escaping @Sendable (any SQLSession) throws -> Value
  ) async throws(StorageError) -> Value

  /// The executor that runs `read`, if there is one. What it reads can be processed there, too.
  var readExecutor: (any TaskExecutor)? { get }

  /// The executor that runs `write`, if there is one.
  var writeExecutor: (any TaskExecutor)? { get }

  /// Writes in one transaction. When this returns, the changes survive a power loss; if it throws, nothing
  /// was changed, or it is not known whether it was, because the connection was lost during the commit.
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any SQLSession) throws -> Value
  ) async throws(StorageError) -> Value

  /// Overwrites copies of deleted rows that the database has kept for a possible crash, unless they are being read.
  /// Later writes overwrite the others.
  func eraseDeleted() async

  /// Checks the structure of the database, such as its indexes, and returns what is wrong with it, in words.
  func structureProblems() async throws(StorageError) -> [String]
}

extension SQLDatabase {
  public func readBriefly<Value: Sendable>(
    _ body: @escaping @Sendable (any SQLSession) throws -> Value
  ) async throws(StorageError) -> Value {
    try await read(body)
  }

  public func eraseDeleted() async {}

  public var readExecutor: (any TaskExecutor)? { nil }

  public var writeExecutor: (any TaskExecutor)? { nil }
}

/// One transaction of a database. It is used by one thread at a time and ends with the closure that got it.
public protocol SQLSession {
  /// Runs a statement and returns its rows.
  func rows(_ sql: String, _ values: [SQLValue]) throws -> [SQLRow]

  /// Runs a statement and returns the number of rows that it has changed.
  @discardableResult
  func execute(_ sql: String, _ values: [SQLValue]) throws -> Int

  /// Runs statements without parameters, separated by semicolons.
  func executeScript(_ sql: String) throws

  /// Waits until no other transaction writes data of these devices, and lets none begin before the end of this
  /// one. Must be called before the first read of a transaction that changes what it has read.
  func lock(devices: Set<String>) throws

  /// As `lock(devices:)` for one device, but returns false instead of waiting.
  func tryLock(device: String) throws -> Bool

  /// Lets the numbers of new rows of these tables follow the largest one, after rows were inserted with their
  /// numbers.
  func synchronizeIdentities(of tables: [String]) throws

  /// Creates what `packs` and `pack_bodies` need to get a row with a time, in nanoseconds since 1970.
  func makePartition(containing time: Int64) throws

  /// Removes the bytes of removed packs that can be removed at once, because their month has no pack any more.
  func dropUnusedPartitions() throws

  /// Requires that the transaction waits for its durability even if it changes nothing, because its result
  /// is a promise about what earlier transactions have written.
  func requireDurability() throws
}

extension SQLSession {
  public func makePartition(containing time: Int64) {}

  public func dropUnusedPartitions() {}

  func row(_ sql: String, _ values: [SQLValue] = []) throws -> SQLRow? {
    try rows(sql, values).first
  }

  public func rows(_ sql: String) throws -> [SQLRow] { try rows(sql, []) }

  func integer(_ sql: String, _ values: [SQLValue] = []) throws -> Int64? {
    try rows(sql, values).first?.integer(at: 0)
  }

  @discardableResult
  func execute(_ sql: String) throws -> Int { try execute(sql, []) }

  /// Inserts rows with values for all columns of a table, many with one statement: each statement takes a way to the
  /// database and back.
  func insert(_ rows: [[SQLValue]], into table: String) throws {
    var rest = rows[...]
    while let first = rest.first {
      let count = rest.count < Self.rowsPerStatement ? 1 : Self.rowsPerStatement
      let row = "(\(first.map { _ in "?" }.joined(separator: ", ")))"
      let values = Array(repeating: row, count: count).joined(separator: ", ")
      try execute("INSERT INTO \(table) VALUES \(values)", rest.prefix(count).flatMap { $0 })
      rest = rest.dropFirst(count)
    }
  }

  private static var rowsPerStatement: Int { 50 }
}

/// The differences between databases.
public struct SQLDialect: Sendable {
  /// The type of a 64-bit integer.
  public var integer: String
  /// The type of a text that is compared byte by byte.
  public var text: String
  /// The type of bytes.
  public var bytes: String
  /// The definition of a column with a number that the database assigns to each new row.
  public var identity: String
  /// The text after the list of columns of a table.
  public var tableOptions: String
  /// The text after the list of columns of a table whose rows are stored in the order of its primary key.
  public var orderedTableOptions: String
  /// The text after the list of columns of a table with the time `first_time`, by which it is divided into partitions
  /// if the database can do that.
  public var timePartitionedTableOptions: String

  public init(
    integer: String, text: String, bytes: String, identity: String, tableOptions: String = "",
    orderedTableOptions: String = "", timePartitionedTableOptions: String = ""
  ) {
    self.integer = integer
    self.text = text
    self.bytes = bytes
    self.identity = identity
    self.tableOptions = tableOptions
    self.orderedTableOptions = orderedTableOptions
    self.timePartitionedTableOptions = timePartitionedTableOptions
  }
}
