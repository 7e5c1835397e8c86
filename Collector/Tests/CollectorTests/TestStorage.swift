import Chunks
import CollectorPostgres
import CollectorSQLite
import Foundation
import Testing

@testable import Collector

/// The storages that run the same tests; PostgreSQL only if it is installed.
enum Backend: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case sqliteInMemory = "SQLite in memory"
  case sqliteFile = "SQLite in a file"
  case sqliteWithObjects = "SQLite in a file, with bodies in objects"
  case postgres = "PostgreSQL"
  case postgresWithObjects = "PostgreSQL, with bodies in objects"

  static let allCases: [Backend] =
    [.sqliteInMemory, .sqliteFile, .sqliteWithObjects]
    + (PostgresServer.programs == nil ? [] : [.postgres, .postgresWithObjects])

  var testDescription: String { rawValue }

  /// Runs a test with an empty storage, which is removed afterwards.
  func withStorage(_ body: (any CollectorStorage) async throws -> Void) async throws {
    switch self {
    case .sqliteInMemory:
      try await body(SQLiteStorage())
    case .sqliteFile:
      try await withTemporaryDirectory { directory in
        try await body(SQLiteStorage(path: directory + "/collector.sqlite"))
      }
    case .sqliteWithObjects:
      try await withTemporaryDirectory { directory in
        var storage = try SQLiteStorage(path: directory + "/collector.sqlite")
        storage.objects = MemoryObjects()
        try await body(storage)
      }
    case .postgres:
      let server = try await PostgresServer.shared.get()
      try await body(PostgresStorage(url: try await server.makeDatabase()))
    case .postgresWithObjects:
      let server = try await PostgresServer.shared.get()
      var storage = try await PostgresStorage(url: try await server.makeDatabase())
      storage.objects = MemoryObjects()
      try await body(storage)
    }
  }
}

/// Runs a test with its own directory, which is removed afterwards.
func withTemporaryDirectory(_ body: (String) async throws -> Void) async throws {
  let url = FileManager.default.temporaryDirectory
    .appending(path: "yoban-collector-test-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: url) }
  try await body(url.path)
}

extension CollectorStorage {
  /// Stores chunks one after the other.
  func store(_ chunks: TestChunk...) async throws {
    for chunk in chunks { _ = try await store([chunk.checked()]) }
  }

  /// Creates a token and returns its text.
  func makeToken(_ holder: TokenRecord.Holder) async throws -> String {
    let token = Token.random()
    try await add(TokenRecord(hash: token.hash, holder: holder, createdAt: 0))
    return token.text
  }
}
