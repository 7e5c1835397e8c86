import Chunks
import Foundation
import TestPrograms
import Testing

@testable import Collector
@testable import CollectorPostgres
@testable import CollectorSQL
@testable import CollectorSQLite

/// The cost of a night before and after it is packed. `YOBAN_PACKS=1 swift test --filter PackTable` prints the figures;
/// it takes some minutes.
@Suite struct PackTable {
  private static let isEnabled = ProcessInfo.processInfo.environment["YOBAN_PACKS"] != nil
  private static let second: Int64 = 1_000_000_000
  private static let start: Int64 = 1_772_323_200 * second
  private static let chunksPerNight = 480
  private static let nights = 10

  /// A minute of a stream with 50 samples of three axes each second, or of one with one value each second.
  private static func chunk(_ number: Int, _ stream: String) -> TestChunk {
    let minute = number % chunksPerNight
    let first = start + (Int64(number / chunksPerNight) * 86_400 + Int64(minute) * 60) * second
    let axes = stream == "accelerometer" ? 3 : 1
    let count = stream == "accelerometer" ? 3_000 : 60
    var marks: [Mark] = []
    if minute == 0 { marks = [.started(at: first)] }
    if minute == chunksPerNight - 1 { marks = [.stopped(at: first + 60 * second)] }
    var generator = SeededGenerator(seed: UInt64(number))
    return TestChunk(
      stream: stream, sequence: UInt64(number), channels: ["x", "y", "z"].prefix(axes).map(\.self),
      times: (0..<count).map { first + Int64($0) * 60 * second / Int64(count) },
      values: (0..<count * axes).map { _ in
        (Double.random(in: -1...1, using: &generator) * 256).rounded() / 256
      },
      gaps: number % 48 == 0 ? [Gap(start: first, end: first + 1, cause: .suspended)] : [],
      marks: marks)
  }

  private static func fill(_ storage: any CollectorStorage) async throws {
    for number in 0..<nights * chunksPerNight {
      _ = try await storage.store([
        try chunk(number, "accelerometer").checked(), try chunk(number, "heart-rate").checked(),
      ])
    }
  }

  private static func rows<Database>(_ storage: SQLStorage<Database>) async throws -> String {
    var text: [String] = []
    for table in ["chunks", "bodies", "curves", "gaps", "marks", "packs", "pack_bodies"] {
      let count = try await storage.read { try $0.integer("SELECT count(*) FROM \(table)") }
      text.append("\(table) \(Double(count ?? 0) / Double(nights))")
    }
    return text.joined(separator: ", ")
  }

  private static func milliseconds(of body: () async throws -> Void) async throws -> Double {
    let time = try await ContinuousClock().measure { try await body() }
    return (time / .microseconds(1)).rounded() / 1_000
  }

  /// Prints the median of requests for a page and for a second of samples in the middle of the last night.
  private static func requests(_ storage: any CollectorStorage) async throws {
    let night = start + Int64(nights - 1) * 86_400 * second
    let from = night + 14_400 * second
    let samples =
      "/v1/devices/phone/streams/accelerometer/samples.csv?from=\(from)&to=\(from + second)"
    let paths = ["/devices/phone", "/devices/phone/nights/\(night)", samples]
    try await TestServer.run(over: storage) { server in
      for path in paths {
        var times: [Double] = []
        for _ in 0..<31 {
          times.append(
            try await milliseconds {
              let answer = try await server.get(path)
              #expect(answer.status == 200)
            })
        }
        print("  \(path): \(times.sorted()[15]) ms")
      }
    }
  }

  private static func report<Database>(
    _ title: String, _ storage: SQLStorage<Database>, bytes: Int64
  ) async throws {
    print("\(title): \(try await rows(storage)), \(bytes / Int64(nights)) bytes, for each night")
    try await requests(storage)
  }

  @Test(.enabled(if: isEnabled)) func `a night in SQLite`() async throws {
    try await withTemporaryDirectory { directory in
      func size(of storage: SQLiteStorage, _ name: String) async throws -> Int64 {
        try await storage.close()
        let path = directory + "/" + name
        let copy = path + UUID().uuidString
        try SQLiteBackup.copy(path, to: copy)
        let file = try FileManager.default.attributesOfItem(atPath: copy)
        return (file[.size] as? NSNumber)?.int64Value ?? 0
      }
      var storage = try SQLiteStorage(path: directory + "/db")
      try await Self.fill(storage)
      _ = try await storage.nights(of: "phone", before: nil, atMost: 1)
      let before = try await size(of: storage, "db")
      storage = try SQLiteStorage(path: directory + "/db")
      try await Self.report("SQLite, open", storage, bytes: before)
      let time = try await Self.milliseconds {
        let report = try await storage.packClosedNights(at: .max)
        #expect(report.chunkCount == 2 * Self.nights * Self.chunksPerNight)
      }
      print("packing takes \(time / Double(Self.nights)) ms for each night")
      let after = try await size(of: storage, "db")
      storage = try SQLiteStorage(path: directory + "/db")
      try await Self.report("SQLite, packed", storage, bytes: after)
    }
  }

  @Test(.enabled(if: isEnabled), .needsPostgres) func `a night in PostgreSQL`() async throws {
    let server = try await PostgresServer.shared.get()
    let url = try await server.makeDatabase()
    let storage = try await PostgresStorage(url: url)
    let copy = try await PostgresStorage(url: try await server.makeDatabase())
    func size(of storage: PostgresStorage) async throws -> Int64 {
      try await storage.read { session in
        try session.integer(
          """
          SELECT CAST(sum(pg_total_relation_size(oid)) AS BIGINT) FROM pg_class
          WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
          """) ?? 0
      }
    }
    let empty = try await size(of: storage)
    try await Self.fill(storage)
    _ = try await storage.nights(of: "phone", before: nil, atMost: 1)
    try await Self.report("PostgreSQL, open", storage, bytes: size(of: storage) - empty)
    let time = try await Self.milliseconds { _ = try await storage.packClosedNights(at: .max) }
    print("packing takes \(time / Double(Self.nights)) ms for each night")
    // Deleted rows still have their place; a copy has none of them.
    try await storage.copyAll(to: copy)
    try await Self.report("PostgreSQL, packed", copy, bytes: size(of: copy) - empty)
    try await Self.compareDeletions(storage, copy)
    let name = try #require(url.split(separator: "?").first?.split(separator: "/").last)
    let vacuum = try await Self.milliseconds {
      _ = try await server.sql("VACUUM pack_bodies", in: String(name))
    }
    print("VACUUM after the rows takes \(vacuum) ms")
    let left = try await copy.read { session in
      try session.integer(
        "SELECT count(*) FROM pg_class WHERE relname LIKE 'pack_bodies_2%' AND relkind = 'r'")
    }
    #expect(left == 0)
  }

  /// The same packs, in one database deleted by rows and in the other with their month.
  private static func compareDeletions(
    _ byRows: PostgresStorage, _ byMonth: PostgresStorage
  ) async throws {
    for storage in [byRows, byMonth] {
      try await storage.database.write { session in
        try session.execute("INSERT INTO removed_packs SELECT id, first_time FROM packs")
        // A pack of another stream keeps the month.
        try session.execute("DELETE FROM packs WHERE stream = 'accelerometer'")
        try session.execute(
          "DELETE FROM removed_packs WHERE id IN (SELECT id FROM packs)")
      }
    }
    try await byMonth.database.write { session in
      try session.execute("INSERT INTO removed_packs SELECT id, first_time FROM packs")
      try session.execute("DELETE FROM packs")
    }
    let rows = try await milliseconds { try await byRows.removeDeletedPacks() }
    let month = try await milliseconds { try await byMonth.removeDeletedPacks() }
    print("removing \(nights) nights takes \(rows) ms by rows, and \(month) ms as a month")
  }
}
