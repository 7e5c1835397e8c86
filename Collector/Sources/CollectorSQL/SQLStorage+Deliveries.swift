import Collector

extension SQLStorage {
  public func forgetDeliveries(of session: String) async throws(StorageError) {
    _ = try await write { database in
      try database.execute("DELETE FROM deliveries WHERE session = ?", [.text(session)])
    }
  }
}

extension Delivery {
  /// Whether this is the message that was stored last with its number in the session.
  func isKnown(in database: any SQLSession) throws -> Bool {
    guard isRepeated else { return false }
    return try database.row(
      "SELECT 1 FROM deliveries WHERE session = ? AND packet = ? AND sha256 = ?",
      [.text(session), .integer(Int64(packet)), .bytes(digest)]) != nil
  }

  /// Notes that the message is stored.
  func save(in database: any SQLSession) throws {
    try database.execute(
      """
      INSERT INTO deliveries (session, packet, sha256) VALUES (?, ?, ?)
      ON CONFLICT (session, packet) DO UPDATE SET sha256 = excluded.sha256
      """, [.text(session), .integer(Int64(packet)), .bytes(digest)])
  }
}
