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
  case sqlitePacked = "SQLite in a file, with packs"
  case sqlitePackedInObjects = "SQLite in a file, with packs in objects"
  case postgres = "PostgreSQL"
  case postgresWithObjects = "PostgreSQL, with bodies in objects"
  case postgresPacked = "PostgreSQL, with packs"
  case postgresPackedInObjects = "PostgreSQL, with packs in objects"

  static let allCases: [Backend] =
    [.sqliteInMemory, .sqliteFile, .sqliteWithObjects, .sqlitePacked, .sqlitePackedInObjects]
    + (PostgresServer.programs == nil
      ? [] : [.postgres, .postgresWithObjects, .postgresPacked, .postgresPackedInObjects])

  var testDescription: String { rawValue }

  private var hasObjects: Bool {
    switch self {
    case .sqliteWithObjects, .sqlitePackedInObjects, .postgresWithObjects, .postgresPackedInObjects:
      true
    case .sqliteInMemory, .sqliteFile, .sqlitePacked, .postgres, .postgresPacked: false
    }
  }

  /// Whether everything is packed after each change.
  var isPacked: Bool {
    switch self {
    case .sqlitePacked, .sqlitePackedInObjects, .postgresPacked, .postgresPackedInObjects: true
    case .sqliteInMemory, .sqliteFile, .sqliteWithObjects, .postgres, .postgresWithObjects: false
    }
  }

  /// Runs a test with an empty storage, which is removed afterwards.
  func withStorage(_ body: (any CollectorStorage) async throws -> Void) async throws {
    switch self {
    case .sqliteInMemory:
      try await body(SQLiteStorage())
    case .sqliteFile:
      try await withTemporaryDirectory { directory in
        try await body(SQLiteStorage(path: directory + "/collector.sqlite"))
      }
    case .sqliteWithObjects, .sqlitePacked, .sqlitePackedInObjects:
      try await withTemporaryDirectory { directory in
        var storage = try SQLiteStorage(path: directory + "/collector.sqlite")
        if hasObjects { storage.objects = MemoryObjects() }
        try await body(isPacked ? PackedStorage(storage) : storage)
      }
    case .postgres, .postgresWithObjects, .postgresPacked, .postgresPackedInObjects:
      let server = try await PostgresServer.shared.get()
      try await PostgresTurns.shared.run {
        var storage = try await PostgresStorage(url: try await server.makeDatabase())
        if hasObjects { storage.objects = MemoryObjects() }
        try await body(isPacked ? PackedStorage(storage) : storage)
      }
    }
  }
}

/// Lets some tests at a time use the PostgreSQL server that they share: each opens several connections, of which a
/// server has a limited number.
private actor PostgresTurns {
  static let shared = PostgresTurns()
  /// Whether the test has its turn: one that uses two storages must not wait for itself.
  @TaskLocal private static var hasTurn = false

  private var free = 24
  private var waiting: [CheckedContinuation<Void, Never>] = []

  nonisolated func run(_ body: () async throws -> Void) async throws {
    guard !Self.hasTurn else { return try await body() }
    await begin()
    do {
      try await Self.$hasTurn.withValue(true) { try await body() }
    } catch {
      await end()
      throw error
    }
    await end()
  }

  private func begin() async {
    guard free == 0 else {
      free -= 1
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  private func end() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
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
