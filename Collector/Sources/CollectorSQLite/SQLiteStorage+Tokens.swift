import Collector
import Foundation
import GRDB

extension SQLiteStorage {
  public func add(_ token: TokenRecord) async throws(StorageError) {
    try await write { database in
      var device: String?
      if case .device(let name) = token.holder { device = name }
      try database.execute(
        sql: "INSERT INTO tokens (hash, device, created_at, revoked_at) VALUES (?, ?, ?, ?)",
        arguments: [Data(token.hash.bytes), device, token.createdAt, token.revokedAt])
    }
  }

  public func token(hash: TokenHash) async throws(StorageError) -> TokenRecord? {
    try await read { database in
      try Row.fetchOne(
        database.cachedStatement(sql: "SELECT * FROM tokens WHERE hash = ?"),
        arguments: [Data(hash.bytes)]
      ).map(TokenRecord.init(row:))
    }
  }

  public func tokens() async throws(StorageError) -> [TokenRecord] {
    try await read { database in
      try Row.fetchAll(database, sql: "SELECT * FROM tokens ORDER BY created_at, hash")
        .map(TokenRecord.init(row:))
    }
  }

  public func revokeToken(
    hash: TokenHash, at time: Int64
  ) async throws(StorageError) -> Bool {
    try await write { database in
      try database.execute(
        sql: "UPDATE tokens SET revoked_at = ? WHERE hash = ? AND revoked_at IS NULL",
        arguments: [time, Data(hash.bytes)])
      return database.changesCount > 0
    }
  }
}
