import Chunks
import CollectorSQLite
import Foundation
import TestPrograms
import Testing

@testable import Collector

/// The real binary with the bodies of chunks in moto's S3.
@Suite(.serialized, .patience, .enabled("moto is not installed") { await S3Server.isAvailable() })
struct ObjectProcessTests {
  let server: S3Server

  init() async throws { server = try await S3Server() }

  private func run(_ arguments: String...) async throws -> ProgramResult {
    try await CollectorProcess.runWithErrors(arguments, environment: server.environment)
  }

  private func serve(_ database: String, bodies: String? = nil) async throws -> CollectorProcess {
    try await CollectorProcess(
      database: database, environment: server.environment,
      bodies.map { ["--bodies", $0] } ?? [])
  }

  @Test func `after kills during uploads, every receipt is worth a chunk, stored once`()
    async throws
  {
    try await withTemporaryDirectory { directory in
      let database = directory + "/db"
      let token = try await CollectorProcess.makeToken(database)
      var receipts: Set<UInt64> = []
      for round in 0..<3 as Range<UInt64> {
        let collector = try await serve(database, bodies: server.location(prefix: "storm"))
        let (arrivals, arriving) = AsyncStream.makeStream(of: Void.self)
        async let storm = ProcessTests.storm(round: round, token: token, port: collector.port) {
          arriving.yield()
        }
        for await _ in arrivals.prefix(1 + 10 * Int(round)) {}
        await collector.kill()
        receipts.formUnion(await storm)
      }
      let name = StreamName(device: "phone", stream: "accelerometer")
      let stored = try #require(try await SQLiteStorage(path: database).stream(name)).chunks
        .map(\.sequence)
      #expect(!receipts.isEmpty && receipts.subtracting(stored).isEmpty)
      #expect(Set(stored).count == stored.count)

      // Chunks that are sent again are stored once; the place is known to the database.
      let collector = try await serve(database)
      for sequence in stored {
        let chunk = ProcessTests.stormChunk(sequence)
        #expect(try await upload(chunk, token, collector.port) == 200)
      }
      let verified = try await run("verify", "--database", database, "--orphans", "remove")
      #expect(verified.status == 0, "\(verified.output)")
      #expect(verified.output.contains("0 orphans with 0 bytes removed"), "\(verified.output)")
      #expect(verified.output.contains("\(stored.count) chunks with "))
    }
  }

  @Test func `the database knows its store, and another one is refused`() async throws {
    try await withTemporaryDirectory { directory in
      let database = directory + "/db"
      let token = try await CollectorProcess.makeToken(database)
      let collector = try await serve(database, bodies: server.location(prefix: "a"))
      #expect(try await upload(TestChunk(), token, collector.port) == 201)
      let backup = try await run("backup", "--database", database, directory + "/copy")
      #expect(backup.output.contains("are in s3://nights/a?"), "\(backup.output)")
      collector.terminate()
      _ = try await collector.waitForExit()

      let bodies = server.location(prefix: "a")
      for (arguments, environment, message) in [
        (["--bodies", server.location(prefix: "b")], server.environment, "are in s3://nights/a"),
        (["--bodies", bodies], [:], "Set AWS_ACCESS_KEY_ID"),
        (
          ["--bodies", bodies], ["AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b"], "403"
        ),
        (["--bodies", "s3://nights"], server.environment, "Add the region"),
        (
          ["--bodies", bodies + "&encryption=rot13"], server.environment, "encryption is AES256"
        ),
      ] {
        let result = try await CollectorProcess.runWithErrors(
          ["serve", "--port", "0", "--database", database] + arguments,
          environment: environment.merging(["HOME": "/nonexistent"]) { old, _ in old })
        #expect(result.status == 2, "\(result.output)")
        #expect(result.output.contains(message), "\(result.output)")
      }
      let missing = try await CollectorProcess.runWithErrors(
        [
          "serve", "--port", "0", "--database", directory + "/new", "--bodies",
          bodies.replacing("s3://nights", with: "s3://elsewhere"),
        ], environment: server.environment)
      #expect(missing.output.contains("there is no bucket elsewhere"), "\(missing.output)")

      // A command that needs no body needs no credentials.
      let tokens = try await CollectorProcess.run("token", "list", "--database", database)
      #expect(tokens.status == 0)
    }
  }

  @Test func `bodies move into a store, out of it, and are deleted there`() async throws {
    try await withTemporaryDirectory { directory in
      let paths = (1...4).map { "\(directory)/\($0)" }
      let storage = try SQLiteStorage(path: paths[0])
      for sequence in 0..<60 as Range<UInt64> {
        try await storage.store(TestChunk(sequence: sequence, times: [Int64(sequence)]))
      }
      try await storage.close()
      let bodies = server.location(prefix: "moved")
      let into = try await run("migrate", "--from", paths[0], "--to", paths[1], "--bodies", bodies)
      #expect(into.status == 0, "\(into.output)")
      // The same store: nothing is copied but rows.
      let beside = try await run(
        "migrate", "--from", paths[1], "--to", paths[2], "--bodies", bodies)
      #expect(beside.status == 0, "\(beside.output)")
      let out = try await run("migrate", "--from", paths[2], "--to", paths[3])
      #expect(out.status == 0, "\(out.output)")
      for path in paths {
        let verified = try await run("verify", "--database", path)
        #expect(verified.status == 0, "\(verified.output)")
        #expect(verified.output.contains("60 chunks with "))
      }
      let deleted = try await run("delete", "--database", paths[2], "--device", "phone", "--yes")
      #expect(deleted.output == "60 chunks deleted\n")
      let list = try await run("verify", "--database", paths[2], "--orphans", "list")
      #expect(list.output.hasPrefix("0 objects, "), "\(list.output)")
      // The other database that had the same objects shows the damage.
      let damaged = try await run("verify", "--database", paths[1])
      #expect(damaged.status == 5)
      #expect(damaged.output.contains("60 damaged"))
    }
  }
}
