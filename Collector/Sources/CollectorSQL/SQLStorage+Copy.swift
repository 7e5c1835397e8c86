import Collector

extension SQLStorage {
  /// Copies everything into another database, whose tables must be empty.
  ///
  /// Nothing may be written to this database meanwhile: stop its collectors. If this throws, the other database
  /// has a part of the data; delete it before the next try. Damaged rows are copied as they are.
  ///
  /// The bodies of chunks go where the other storage has its own: into its store of objects or into its database. If
  /// both have the same store, the objects stay as they are, and belong to both databases then: use only one from
  /// then on.
  ///
  /// - Parameter onProgress: called after each step with the name of the table and the number of its rows that
  ///   were copied.
  public func copyAll<Other>(
    to other: SQLStorage<Other>,
    onProgress: (_ table: String, _ rows: Int) -> Void = { _, _ in }
  ) async throws(StorageError) {
    try await other.requireEmpty()
    let bodies = BodyCopying(from: self, to: other)
    for table in Schema.all {
      var last: SQLRow?
      var count = 0
      while true {
        let rows = try await read { [last] session in
          try Self.rows(of: table, atMost: bodies.rowsPerStep(of: table), after: last, in: session)
        }
        guard let final = rows.last else { break }
        let copies = try await bodies.copies(of: rows, in: table)
        try await other.write { session in
          for copy in copies {
            if let time = copy.partitionTime { try session.makePartition(containing: time) }
            try copy.insert(in: session)
          }
        }
        last = final
        count += rows.count
        onProgress(table.name, count)
      }
    }
    try await other.write { session in
      try session.synchronizeIdentities(of: Schema.numbered)
    }
  }

  private func requireEmpty() async throws(StorageError) {
    let used = try await read { session in
      try Schema.all.first { try session.row("SELECT 1 FROM \($0.name) LIMIT 1") != nil }?.name
    }
    if let used {
      throw .unavailable("the database to copy to is not empty: its table \(used) has rows")
    }
  }

  private static func rows(
    of table: Schema.Table, atMost limit: Int, after last: SQLRow?, in session: any SQLSession
  ) throws -> [SQLRow] {
    let key = table.key.joined(separator: ", ")
    let marks = table.key.map { _ in "?" }.joined(separator: ", ")
    return try session.rows(
      """
      SELECT * FROM \(table.name) \(last == nil ? "" : "WHERE (\(key)) > (\(marks))")
      ORDER BY \(key) LIMIT \(limit)
      """, last.map { row in table.key.map { row.value($0) } } ?? [])
  }
}

/// A row to insert into a table.
struct CopiedRow: Sendable {
  var table: String
  var columns: [(name: String, value: SQLValue)]

  init(_ row: SQLRow, in table: String) {
    self.table = table
    columns = zip(row.names, row.values).map { (name: $0, value: $1) }
  }

  init(table: String, columns: [(name: String, value: SQLValue)]) {
    self.table = table
    self.columns = columns
  }

  /// The time that decides into which partition the row goes; nil if its table has none.
  var partitionTime: Int64? {
    guard table == "packs" || table == "pack_bodies",
      case .integer(let time)? = columns.first(where: { $0.name == "first_time" })?.value
    else { return nil }
    return time
  }

  func insert(in session: any SQLSession) throws {
    let names = columns.map(\.name).joined(separator: ", ")
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    try session.execute(
      "INSERT INTO \(table) (\(names)) VALUES (\(marks))", columns.map(\.value))
  }
}
