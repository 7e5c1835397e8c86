import Collector

extension SQLStorage {
  /// Copies everything into another database, whose tables must be empty.
  ///
  /// Nothing may be written to this database meanwhile: stop its collectors. If this throws, the other database
  /// has a part of the data; delete it before the next try. Damaged rows are copied as they are.
  ///
  /// - Parameter onProgress: called after each step with the name of the table and the number of its rows that
  ///   were copied.
  public func copyAll<Other>(
    to other: SQLStorage<Other>,
    onProgress: (_ table: String, _ rows: Int) -> Void = { _, _ in }
  ) async throws(StorageError) {
    try await other.requireEmpty()
    for table in Schema.all {
      var last: SQLRow?
      var count = 0
      while true {
        let rows = try await read { [last] session in
          try Self.rows(of: table, after: last, in: session)
        }
        guard let final = rows.last else { break }
        try await other.write { session in
          for row in rows { try Self.insert(row, into: table, in: session) }
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
    of table: Schema.Table, after last: SQLRow?, in session: any SQLSession
  ) throws -> [SQLRow] {
    let key = table.key.joined(separator: ", ")
    let marks = table.key.map { _ in "?" }.joined(separator: ", ")
    return try session.rows(
      """
      SELECT * FROM \(table.name) \(last == nil ? "" : "WHERE (\(key)) > (\(marks))")
      ORDER BY \(key) LIMIT \(table.rowsPerStep)
      """, last.map { row in table.key.map { row.value($0) } } ?? [])
  }

  private static func insert(
    _ row: SQLRow, into table: Schema.Table, in session: any SQLSession
  ) throws {
    let names = row.names.joined(separator: ", ")
    let marks = row.names.map { _ in "?" }.joined(separator: ", ")
    try session.execute("INSERT INTO \(table.name) (\(names)) VALUES (\(marks))", row.values)
  }
}
