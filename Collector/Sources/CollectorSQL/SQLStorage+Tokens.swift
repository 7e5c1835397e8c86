import Chunks
import Collector

extension SQLStorage {
  public func add(_ token: TokenRecord) async throws(StorageError) {
    try await write { session in try token.insert(in: session) }
  }

  public func token(hash: TokenHash) async throws(StorageError) -> TokenRecord? {
    try await database.readBriefly { session in
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
  func insert(in session: any SQLSession) throws {
    var (device, readable): (String?, String?)
    var nightTime: Int64?
    switch holder {
    case .device(let name): device = name
    case .reader(let names): readable = names.joined(separator: ",")
    case .night(let name, let time): (readable, nightTime) = (name, time)
    case .admin: break
    }
    try session.execute(
      """
      INSERT INTO tokens (hash, device, readable, created_at, revoked_at, expires_at, night_time)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .bytes(hash.bytes), .optional(device), .optional(readable), .integer(createdAt),
        .optional(revokedAt), .optional(expiresAt), .optional(nightTime),
      ])
  }

  init(row: SQLRow) throws {
    let holder: Holder
    if let device = try row.optionalText("device") {
      holder = .device(device)
    } else if let readable = try row.optionalText("readable"),
      let time = try row.optionalInteger("night_time")
    {
      holder = .night(device: readable, time: time)
    } else if let readable = try row.optionalText("readable") {
      holder = .reader(readable.split(separator: ",").map(String.init))
    } else {
      holder = .admin
    }
    self.init(
      hash: TokenHash(bytes: try row.bytes("hash")), holder: holder,
      createdAt: try row.integer("created_at"), revokedAt: try row.optionalInteger("revoked_at"),
      expiresAt: try row.optionalInteger("expires_at"))
  }
}
