import Chunks
import CollectorSQLite
import Foundation
import TestPrograms
import Testing

@testable import Collector

/// `yoban-collector export --parquet` in its own process.
@Suite(.patience) struct LakeProcessTests {
  private typealias Fixture = LakeFixture

  private static func fill(_ path: String, _ chunks: [TestChunk]) async throws {
    let storage = try SQLiteStorage(path: path)
    try await Fixture.store(chunks, in: storage)
    try await storage.close()
  }

  private static func export(
    _ arguments: [String], environment: [String: String] = [:]
  ) async throws -> ProgramResult {
    try await CollectorProcess.runWithErrors(["export"] + arguments, environment: environment)
  }

  @Test(.needsLakeReaders)
  func `a lake in a folder is written, kept and completed after a kill`() async throws {
    try await withTemporaryDirectory { folder in
      let (database, lake) = (folder + "/db", folder + "/lake")
      // Many streams, so that a kill meets the middle.
      let many = (0..<150).map { TestChunk(stream: "s\($0)", times: [Fixture.day + Int64($0)]) }
      try await Self.fill(database, Fixture.chunks + many)
      let command = ["--parquet", lake, "--database", database]
      let program = try await RunningProgram(CollectorProcess.command(["export"] + command))
      while (try? Fixture.files(lake).count) ?? 0 < 20, !program.hasEnded {
        try await Task.sleep(for: .milliseconds(1))
      }
      await program.kill()
      let found = try Fixture.files(lake).count
      #expect(found >= 20 && found < 150)

      let (output, status) = try await Self.export(command)
      #expect(status == 0, "\(output)")
      _ = try await Fixture.compare(lake, with: Fixture.chunks + many, in: folder)
      let again = try await Self.export(["lake"] + command)
      #expect(again.status == 0)
      #expect(again.output.hasPrefix("0 files written with 0 rows, 0 removed, "), "\(again.output)")
    }
  }

  @Test func `a wrong command line, place or device is refused with what to do`() async throws {
    try await withTemporaryDirectory { folder in
      let database = ["--database", folder + "/db"]
      try await Self.fill(folder + "/db", Fixture.chunks)
      let files = FileManager.default
      try files.createDirectory(
        atPath: folder + "/study/data", withIntermediateDirectories: true)
      try Data("mine".utf8).write(to: URL(filePath: folder + "/study/data/notes.txt"))
      try files.createDirectory(
        atPath: folder + "/newer/_yoban", withIntermediateDirectories: true)
      try Data("{\"format\":99}".utf8).write(
        to: URL(filePath: folder + "/newer/_yoban/lake.json"))
      for (arguments, status, reason) in [
        (["--parquet", folder + "/none/lake"], 7, "create the folder above it first"),
        (["--parquet", folder + "/db"], 7, "is a file: name a folder"),
        (["--parquet", folder + "/study"], 7, "such as data/notes.txt"),
        (["--parquet", folder + "/newer"], 7, "newer version of yoban-collector"),
        (["--parquet", "/proc/lake"], 7, "cannot create the folder /proc/lake"),
        (["--parquet", folder + "/a", "--device", "none"], 4, "there is no device none"),
        (["--parquet", ""], 64, "must be a folder or s3://"),
        (["--parquet", "gs://nights"], 64, "must be a folder or s3://"),
        (["--parquet", "s3://nights"], 7, "Add the region"),
        (["--parquet", "s3:nights"], 7, "Write s3://BUCKET/PREFIX"),
        (["--parquet", folder + "/a", "--output", folder], 64, "Unknown option '--output'"),
        ([], 64, "--parquet <parquet>"),
      ] as [([String], Int32, String)] {
        let result = try await Self.export(arguments + database)
        #expect(result.status == status, "\(arguments): \(result.output)")
        #expect(result.output.contains(reason), "\(arguments): \(result.output)")
      }
      // Nothing was changed there.
      #expect(
        try files.subpathsOfDirectory(atPath: folder + "/study") == ["data", "data/notes.txt"])
    }
  }

  @Test func `with a device, the files of others stay`() async throws {
    try await withTemporaryDirectory { folder in
      let command = ["--parquet", folder + "/lake", "--database", folder + "/db"]
      try await Self.fill(folder + "/db", Fixture.chunks)
      let one = try await Self.export(command + ["--device", "007"])
      #expect(one.output.hasPrefix("3 files written with 4 rows, 0 removed, 0 unchanged"))
      _ = try await Self.export(command)
      let storage = try SQLiteStorage(path: folder + "/db")
      try await Fixture.delete("phone", in: storage)
      try await Fixture.delete("007", in: storage)
      try await storage.close()
      // The database no longer knows it, but the lake does.
      let other = try await Self.export(command + ["--device", "007"])
      #expect(other.output.hasPrefix("0 files written with 0 rows, 3 removed, 0 unchanged"))
      let names = try Fixture.files(folder + "/lake").keys
      #expect(!names.isEmpty && names.allSatisfy { $0.contains("device=phone") })
    }
  }
}

/// Lakes in moto's S3.
@Suite(.serialized, .patience, .enabled("moto is not installed") { await S3Server.isAvailable() })
struct LakeBucketTests {
  private typealias Fixture = LakeFixture
  private let server: S3Server

  init() async throws { server = try await S3Server() }

  private func export(_ arguments: [String]) async throws -> ProgramResult {
    try await CollectorProcess.runWithErrors(
      ["export"] + arguments, environment: server.environment)
  }

  private var readers: [String: String] {
    server.environment.merging(["LAKE_ENDPOINT": server.address]) { $1 }
  }

  @Test(.needsLakeReaders)
  func `a lake in a bucket is read with pyarrow's S3, and kept`() async throws {
    try await withTemporaryDirectory { folder in
      let database = folder + "/db"
      // The bodies of chunks can be in the same bucket.
      var storage = try SQLiteStorage(path: database)
      try await Fixture.store(Fixture.chunks, in: storage)
      let command = [
        "--database", database, "--parquet", server.location(prefix: "study/lake"),
      ]
      let first = try await export(command)
      #expect(first.status == 0, "\(first.output)")
      _ = try await Fixture.compare(
        "s3://nights/study/lake", with: Fixture.chunks, in: folder, environment: readers)
      let second = try await export(command)
      #expect(second.output.hasPrefix("0 files written with 0 rows, 0 removed, "))

      let late = Fixture.motion(9, from: Fixture.day + 22 * Fixture.hour + 1, minutes: 10)
      try await storage.store(late)
      try await Fixture.delete("007", in: storage)
      // The store is overloaded now and then, and answers are lost.
      try await server.setFaults([
        .none, .slowDown, .lostAnswer, .none, .lostAnswer, .internalError,
      ])
      let third = try await export(command)
      #expect(third.output.hasPrefix("1 files written with"), "\(third.output)")
      #expect(third.output.contains(" 3 removed, "))
      let left = Fixture.chunks.filter { $0.device == "phone" } + [late]
      _ = try await Fixture.compare(
        "s3://nights/study/lake", with: left, in: folder, environment: readers)
      storage.objects = nil
    }
  }

  @Test(.needsLakeReaders) func `bodies and a lake can be in one bucket`() async throws {
    try await withTemporaryDirectory { folder in
      let (before, database) = (folder + "/before", folder + "/db")
      let storage = try SQLiteStorage(path: before)
      try await Fixture.store(Fixture.chunks, in: storage)
      try await storage.close()
      let moved = try await CollectorProcess.runWithErrors(
        [
          "migrate", "--from", before, "--to", database, "--bodies",
          server.location(prefix: "bodies"),
        ], environment: server.environment)
      try #require(moved.status == 0, "\(moved.output)")
      let result = try await export(
        ["--database", database, "--parquet", server.location(prefix: "lake")])
      #expect(result.status == 0, "\(result.output)")
      _ = try await Fixture.compare(
        "s3://nights/lake", with: Fixture.chunks, in: folder, environment: readers)
    }
  }

  @Test func `a wrong bucket, wrong credentials and other people's objects are refused`()
    async throws
  {
    try await withTemporaryDirectory { folder in
      let database = ["--database", folder + "/db"]
      let storage = try SQLiteStorage(path: folder + "/db")
      try await Fixture.store(Fixture.chunks, in: storage)
      try await storage.close()
      let location = server.location(prefix: "lake")
      let missing = try await export(
        ["--parquet", location.replacing("s3://nights", with: "s3://elsewhere")] + database)
      #expect(missing.status == 7 && missing.output.contains("there is no bucket elsewhere"))
      let refused = try await CollectorProcess.runWithErrors(
        ["export", "--parquet", location] + database,
        environment: ["AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b"])
      #expect(refused.status == 7 && refused.output.contains("403"), "\(refused.output)")
      let nameless = try await CollectorProcess.runWithErrors(
        ["export", "--parquet", location] + database, environment: ["HOME": "/nonexistent"])
      #expect(nameless.status == 7 && nameless.output.contains("Set AWS_ACCESS_KEY_ID"))
      try await write("notes.txt", "mine")
      let foreign = try await export(["--parquet", location] + database)
      #expect(foreign.status == 7 && foreign.output.contains("such as notes.txt"))
    }
  }

  /// Writes an object below the prefix `lake` with another client.
  private func write(_ key: String, _ content: String) async throws {
    let result = try await Python.run(
      [
        "-c",
        """
        import sys, boto3
        boto3.client("s3", endpoint_url=sys.argv[1], region_name="eu-central-1").put_object(
            Bucket="nights", Key="lake/" + sys.argv[2], Body=sys.argv[3].encode())
        """, server.address, key, content,
      ], environment: server.environment)
    try #require(result.status == 0, "\(result.output)")
  }

  @Test
  func
    `of two runs at once, one is refused; the lease of a run that has ended does not stop the next one`()
    async throws
  {
    try await withTemporaryDirectory { folder in
      let storage = try SQLiteStorage(path: folder + "/db")
      try await Fixture.store(Fixture.chunks, in: storage)
      try await storage.close()
      let command = ["--parquet", server.location(prefix: "lake"), "--database", folder + "/db"]
      func lease(_ number: Int, secondsAgo: Int64, process: String = "") async throws {
        try await write(
          "_yoban/lock-00000000\(number)",
          "{\"run\":\"r\",\"host\":\"other\",\"renewed\":\(Date.nowInSeconds - secondsAgo)\(process)}"
        )
      }
      // Another machine renewed its lease a minute ago.
      try await lease(3, secondsAgo: 60)
      let refused = try await export(command)
      #expect(refused.status == 7, "\(refused.output)")
      #expect(refused.output.contains("another export writes s3://nights/lake now (on other,"))
      // It has ended without notice.
      try await lease(4, secondsAgo: 2_000)
      let taken = try await export(command)
      #expect(taken.status == 0, "\(taken.output)")
      // A process of this machine that is no longer there.
      let boot = try String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
        .trimmingCharacters(in: .whitespacesAndNewlines)
      let space = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/pid")
      for (number, process, status) in [
        (5, Int32.max, 0), (6, ProcessInfo.processInfo.processIdentifier, 7),
      ] as [(Int, Int32, Int32)] {
        try await lease(
          number, secondsAgo: 0,
          process: ",\"process\":{\"space\":\"\(boot) \(space)\",\"number\":\(process)}")
        let result = try await export(command)
        #expect(result.status == status, "\(result.output)")
      }
      // Two real ones.
      try await lease(7, secondsAgo: 2_000)
      async let one = export(command)
      async let other = export(command)
      let results = [try await one, try await other]
      #expect(results.contains { $0.status == 0 }, "\(results)")
      #expect(results.allSatisfy { $0.status == 0 || $0.output.contains("another export writes") })
    }
  }
}
