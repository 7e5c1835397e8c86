import Chunks
import Collector

extension SQLStorage {
  public func add(_ token: TokenRecord) async throws(StorageError) {
    try await write { session in
      var device: String?
      if case .device(let name) = token.holder { device = name }
      try session.execute(
        "INSERT INTO tokens (hash, device, created_at, revoked_at) VALUES (?, ?, ?, ?)",
        [
          .bytes(token.hash.bytes), .optional(device), .integer(token.createdAt),
          .optional(token.revokedAt),
        ])
    }
  }

  public func token(hash: TokenHash) async throws(StorageError) -> TokenRecord? {
    try await read { session in
      try session.row("SELECT * FROM tokens WHERE hash = ?", [.bytes(hash.bytes)])
        .map(TokenRecord.init(row:))
    }
  }

  public func tokens() async throws(StorageError) -> [TokenRecord] {
    try await read { session in
      try session.rows("SELECT * FROM tokens ORDER BY created_at, hash")
        .map(TokenRecord.init(row:))
    }
  }

  public func revokeToken(
    hash: TokenHash, at time: Int64
  ) async throws(StorageError) -> Bool {
    try await write { session in
      try session.execute(
        "UPDATE tokens SET revoked_at = ? WHERE hash = ? AND revoked_at IS NULL",
        [.integer(time), .bytes(hash.bytes)]) > 0
    }
  }
}

extension TokenRecord {
  init(row: SQLRow) throws {
    self.init(
      hash: TokenHash(bytes: try row.bytes("hash")),
      holder: try row.optionalText("device").map(Holder.device) ?? .admin,
      createdAt: try row.integer("created_at"), revokedAt: try row.optionalInteger("revoked_at"))
  }
}
