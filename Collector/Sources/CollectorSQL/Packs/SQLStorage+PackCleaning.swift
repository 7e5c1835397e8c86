import Collector

extension SQLStorage {
  /// Removes the bytes in the database of packs that were removed: a whole month at once if it has no pack any more and
  /// the database can do that, and the others in short transactions.
  func removeDeletedPacks() async throws(StorageError) {
    let isNeeded = try await database.read { session in
      try session.row("SELECT 1 FROM removed_packs LIMIT 1") != nil
    }
    guard isNeeded else { return }
    do {
      try await database.write { try $0.dropUnusedPartitions() }
    } catch StorageError.unavailable {
      // Somebody reads the tables. Rows can be deleted nevertheless.
    }
    while true {
      try Task.requireUncanceled()
      let next = try await database.read { session in
        try session.row("SELECT id, first_time FROM removed_packs ORDER BY id LIMIT 1")
          .map { [SQLValue.integer(try $0.integer("id")), .integer(try $0.integer("first_time"))] }
      }
      guard let key = next else { break }
      try await database.write { session in
        let isPart = "id = ? AND first_time = ?"
        let count = try session.execute(
          """
          DELETE FROM pack_bodies WHERE \(isPart) AND position IN (
            SELECT position FROM pack_bodies WHERE \(isPart) ORDER BY position
            LIMIT \(Self.partsPerStep))
          """, key + key)
        guard count < Self.partsPerStep else { return }
        try session.execute("DELETE FROM removed_packs WHERE id = ?", [key[0]])
      }
    }
    await database.eraseDeleted()
  }

  /// As many bytes as a step of a deletion of chunks.
  private static var partsPerStep: Int { 8 }
}
