import Chunks
import CollectorImports
import CollectorSQLite
import Foundation
import Testing

@testable import Collector
@testable import CollectorSQL

/// Deleted recordings are gone, and stay away when they are sent again.
@Suite(.patience) struct DeletionTests {
  private static func chunk(
    _ sequence: UInt64, _ times: ClosedRange<Int64>, stream: String = "accelerometer"
  ) -> TestChunk {
    TestChunk(stream: stream, sequence: sequence, times: [times.lowerBound, times.upperBound])
  }

  private static func deletion(
    _ times: ClosedRange<Int64>, stream: String? = nil
  ) -> Deletion {
    Deletion(device: "phone", stream: stream, times: times, author: "test", time: 5)
  }

  @Test(arguments: Backend.allCases)
  func `chunks with a sample in the range are deleted and not stored again`(
    _ backend: Backend
  ) async throws {
    try await backend.withStorage { storage in
      let chunks = [
        Self.chunk(0, 0...10), Self.chunk(1, 20...30), Self.chunk(2, 40...50),
        Self.chunk(0, 20...30, stream: "gyroscope"),
      ]
      for chunk in chunks { try await storage.store(chunk) }
      try await storage.store(
        TestChunk(sequence: 3, times: [], marks: [.stopped(at: 25)]),
        TestChunk(sequence: 4, times: [], marks: [.stopped(at: 60)]))
      _ = try await storage.nights(of: "phone", before: nil, atMost: 10)

      #expect(try await storage.delete(Self.deletion(30...39, stream: "accelerometer")) == 1)
      #expect(try await storage.delete(Self.deletion(24...26)) == 2)
      let name = StreamName(device: "phone", stream: "accelerometer")
      #expect(try await storage.stream(name)?.chunks.map(\.sequence) == [0, 2, 4])
      #expect(try await storage.streams(of: "phone") == ["accelerometer"])
      #expect(try await storage.intactBytes(of: chunks[1].checked().identity) == nil)
      let night = try await storage.nights(of: "phone", before: nil, atMost: 10)
      #expect(night.map(\.chunkCount) == [3])
      #expect(try await storage.verify(at: 0).isIntact)

      for chunk in [chunks[1], chunks[3]] {
        let record = ChunkRecord(try chunk.checked())
        #expect(try await storage.store([chunk.checked()]) == [.deleted(record)])
      }
      let stopped = try TestChunk(sequence: 3, times: [], marks: [.stopped(at: 25)]).checked()
      #expect(try await storage.store([stopped]) == [.deleted(ChunkRecord(stopped))])
      // A chunk that never arrived before belongs to the deleted time as well; one after it does not.
      let late = try Self.chunk(7, 38...39).checked()
      #expect(try await storage.store([late]) == [.deleted(ChunkRecord(late))])
      let later = try Self.chunk(8, 70...80).checked()
      #expect(try await storage.store([later]) == [.stored(ChunkRecord(later))])
      #expect(try await storage.deletions().map(\.chunkCount) == [2, 1])
      #expect(try await storage.deletions().first?.deletion == Self.deletion(24...26))
    }
  }

  @Test func `a device that sends a deleted chunk gets a receipt that says so`() async throws {
    try await TestServer.run { server in
      let chunk = Self.chunk(0, 0...10)
      let receipt = try await server.put(chunk)
      #expect(receipt.status == 201)
      #expect(try await server.storage.delete(Self.deletion(.min ... .max)) == 1)
      let answer = try await server.put(chunk)
      #expect(answer.status == 200)
      #expect(try answer.json["deleted"] as? Bool == true)
      for member in ["device", "stream", "sha256", "sequence", "bytes", "samples", "gaps"] {
        #expect("\(try answer.json[member] ?? "")" == "\(try receipt.json[member] ?? "-")")
      }
      #expect(try await server.get(chunk.path).status == 404)
      let metrics = try await server.request("/metrics", .get, [:], []).body
      #expect(metrics.contains("deleted_uploads_total 1"))
    }
  }

  @Test func `the bytes of imported requests are deleted with their streams, and not stored again`()
    async throws
  {
    let storage = try SQLiteStorage()
    let body = Array("cpu v=1 1000\n".utf8)
    let parser = InfluxParser(precision: .nanoseconds, receptionTime: 0)
    let batch = ImportedBatch(
      device: "phone", format: .influx, digest: SHA256Hash.hash(body), body: body,
      series: try parser.parse(body).series, isRefused: false, receivedAt: 0)
    #expect(try await storage.store(batch) == .stored(rows: 1, repeated: 0))
    #expect(try await storage.delete(Self.deletion(0...2_000, stream: "influx.cpu")) == 1)
    #expect(try await storage.value("SELECT sum(length(body)) FROM imports") == 0)
    #expect(try await storage.store(batch) == .alreadyStored)
    #expect(try await storage.streams(of: "phone").isEmpty)
  }

  /// Each transaction deletes at most 200 chunks, or those with 20,000 rows.
  @Test(arguments: Backend.allCases)
  func `many chunks are deleted in steps`(_ backend: Backend) async throws {
    try await backend.withStorage { storage in
      for sequence in 0..<450 as Range<UInt64> {
        try await storage.store(Self.chunk(sequence, Int64(sequence)...Int64(sequence)))
      }
      let gaps = (0..<9_000).map { Gap(start: $0, end: $0 + 1, cause: .killed) }
      for sequence in 0..<4 as Range<UInt64> {
        try await storage.store(
          TestChunk(stream: "gyroscope", sequence: sequence, times: [1], gaps: gaps))
      }
      _ = try await storage.nights(of: "phone", before: nil, atMost: 1)
      #expect(try await storage.delete(Self.deletion(0...1_000)) == 454)
      #expect(try await storage.deletions().map(\.chunkCount) == [454])
      #expect(try await storage.streams(of: "phone").isEmpty)
      #expect(try await storage.nights(of: "phone", before: nil, atMost: 1).isEmpty)
      #expect(try await storage.verify(at: 0).isIntact)
    }
  }

  @Test(arguments: Backend.allCases)
  func `chunks that arrive during deletions are in the totals`(_ backend: Backend) async throws {
    try await backend.withStorage { storage in
      for sequence in 0..<400 as Range<UInt64> {
        try await storage.store(Self.chunk(sequence, Int64(sequence)...Int64(sequence)))
      }
      try await withThrowingTaskGroup(of: Int.self) { group in
        group.addTask { try await storage.delete(Self.deletion(0...250)) }
        group.addTask { try await storage.delete(Self.deletion(100...299)) }
        group.addTask {
          for sequence in 400..<500 as Range<UInt64> {
            try await storage.store(
              TestChunk(
                stream: "accelerometer", sequence: sequence, channels: ["late"],
                times: [Int64(sequence)]))
          }
          return 0
        }
        let counts = try await group.reduce(0, +)
        #expect(counts == 300)
      }
      let summary = try #require(try await storage.summaries(of: "phone").first)
      #expect(summary.chunkCount == 200)
      #expect(summary.times == 300...499)
      #expect(summary.channels.contains("late"))
      #expect(try await storage.verify(at: 0).isIntact)
    }
  }

  @Test func `a deletion that was interrupted is finished`() async throws {
    let storage = try SQLiteStorage()
    try await storage.store(Self.chunk(0, 0...10), Self.chunk(1, 20...30))
    _ = try await storage.delete(Self.deletion(20...30))
    // As if the process had ended before the first step of the second deletion.
    try await storage.execute("UPDATE deletions SET from_time = 0, chunks = -1")
    #expect(
      try await storage.store([Self.chunk(2, 5...6).checked()]) == [
        .deleted(ChunkRecord(Self.chunk(2, 5...6).checked()))
      ])
    try await storage.finishDeletions()
    #expect(try await storage.streams(of: "phone").isEmpty)
    #expect(try await storage.deletions().map(\.chunkCount) == [1])
  }

  @Test func `a chunk without any time is deleted with everything before a time`() async throws {
    let storage = try SQLiteStorage()
    try await storage.store(TestChunk(sequence: 0, times: []), Self.chunk(1, 20...30))
    #expect(try await storage.delete(Self.deletion(0...10)) == 0)
    #expect(try await storage.delete(Self.deletion(.min...10)) == 1)
    #expect(try await storage.delete(Self.deletion(.min...30)) == 1)
    #expect(try await storage.streams(of: "phone").isEmpty)
  }

  @Test(arguments: Backend.allCases)
  func `chunks with samples and without are deleted together`(_ backend: Backend) async throws {
    try await backend.withStorage { storage in
      for (stream, deletion) in [
        ("all", Self.deletion(.min...100, stream: "all")),
        ("range", Self.deletion(0...100, stream: "range")),
      ] {
        try await storage.store(
          Self.chunk(0, 0...10, stream: stream),
          TestChunk(stream: stream, sequence: 1, times: [], marks: [.stopped(at: 11)]),
          TestChunk(
            stream: stream, sequence: 2, times: [], gaps: [Gap(start: 12, end: 13, cause: .killed)]),
          TestChunk(stream: stream, sequence: 3, times: []), Self.chunk(4, 20...30, stream: stream))
        let count = stream == "all" ? 5 : 4
        #expect(try await storage.delete(deletion) == count)
        let name = StreamName(device: "phone", stream: stream)
        let left = try await storage.stream(name)?.chunks.map(\.sequence)
        #expect(left == (stream == "all" ? nil : [3]))
      }
      #expect(try await storage.verify(at: 0).isIntact)
    }
  }

  @Test(arguments: Backend.allCases)
  func `quarantined chunks are deleted by their own times, and not kept again`(
    _ backend: Backend
  ) async throws {
    try await backend.withStorage { storage in
      try await storage.store(Self.chunk(0, 0...10))
      let conflicts = try [Self.chunk(0, 20...30), Self.chunk(0, 50...60)].map { try $0.checked() }
      for conflict in conflicts {
        #expect(try await storage.store([conflict]) == [.conflict(isQuarantined: true)])
      }
      #expect(try await storage.delete(Self.deletion(25...40)) == 0)
      let name = StreamName(device: "phone", stream: "accelerometer")
      #expect(try await storage.stream(name)?.conflicts == [0])
      #expect(
        try await storage.store(conflicts) == [
          .deleted(ChunkRecord(conflicts[0])), .conflict(isQuarantined: true),
        ])
      #expect(try await storage.stream(name)?.conflicts == [0])
    }
  }

  @Test func `a request with rows of a deleted time is not kept`() async throws {
    let storage = try SQLiteStorage()
    let parser = InfluxParser(precision: .nanoseconds, receptionTime: 0)
    _ = try await storage.delete(Self.deletion(0...2_000))
    for (line, keptBytes) in [("cpu v=1 1000\n", 0), ("cpu v=1 3000\n", 13)] {
      let body = Array(line.utf8)
      _ = try await storage.store(
        ImportedBatch(
          device: "phone", format: .influx, digest: SHA256Hash.hash(body), body: body,
          series: try parser.parse(body).series, isRefused: false, receivedAt: 0))
      #expect(try await storage.value("SELECT sum(length(body)) FROM imports") == keptBytes)
    }
  }

  /// The list of deletions, the tokens and the log of reads still name the device.
  @Test func `after a deletion, no table and no file has anything of the recordings`()
    async throws
  {
    try await withTemporaryDirectory { directory in
      let path = directory + "/db"
      let storage = try SQLiteStorage(path: path)
      let parser = InfluxParser(precision: .nanoseconds, receptionTime: 0)
      let line = Array("secret-import secret-field=1 1000\n".utf8)
      for (body, isRefused) in [(line, false), (Array("secret-refused".utf8), true)] {
        _ = try await storage.store(
          ImportedBatch(
            device: "phone", format: .influx, digest: SHA256Hash.hash(body), body: body,
            series: isRefused ? [] : try parser.parse(body).series, isRefused: isRefused,
            receivedAt: 0))
      }
      var chunk = try TestChunk(
        stream: "secret-stream", channels: ["secret-channel"], times: [1],
        gaps: [Gap(start: 1, end: 2, cause: .killed)],
        marks: [Mark(time: 1, name: "secret-mark")]
      ).checked()
      chunk.alert = Alert.gaps(of: chunk.summary, shortest: 0, at: 1)
      chunk.report = DeviceReport(time: 1, appVersion: "secret-app")
      _ = try await storage.store([chunk])
      let other = TestChunk(stream: "secret-stream", channels: ["secret-other"], times: [1])
      _ = try await storage.store([other.checked()])
      _ = try await storage.nights(of: "phone", before: nil, atMost: 1)

      _ = try await storage.delete(Self.deletion(.min ... .max))
      let kept: Set = ["deletions", "tokens", "reads", "retention"]
      for table in Schema.all.map(\.name) where !kept.contains(table) {
        let rows = try await storage.read { try $0.rows("SELECT * FROM \(table)") }
        for row in rows {
          for (name, value) in zip(row.names, row.values) {
            #expect(!Self.contains("secret", value), "\(table).\(name)")
            // The times whose nights are computed again, and the digests of requests, which are not stored again.
            if !["stale_nights", "imports"].contains(table) {
              #expect(!Self.contains("phone", value), "\(table).\(name)")
            }
          }
        }
      }
      try await storage.close()
      for file in try FileManager.default.contentsOfDirectory(atPath: directory) {
        let data = try Data(contentsOf: URL(filePath: directory + "/" + file))
        let found = data.range(of: Data("secret".utf8)).map { range in
          String(
            decoding: data[max(0, range.lowerBound - 40)..<min(data.count, range.upperBound + 40)]
              .map { (32..<127).contains($0) ? $0 : UInt8(ascii: ".") }, as: UTF8.self)
        }
        #expect(found == nil, "\(file)")
      }
    }
  }

  private static func contains(_ text: String, _ value: SQLValue) -> Bool {
    switch value {
    case .text(let value): value.contains(text)
    case .bytes(let bytes): Data(bytes).range(of: Data(text.utf8)) != nil
    default: false
    }
  }

  @Test func `the command deletes only after a confirmation, and lists what was deleted`()
    async throws
  {
    try await withTemporaryDirectory { directory in
      let path = directory + "/db"
      do {
        let storage = try SQLiteStorage(path: path)
        try await storage.store(Self.chunk(0, 0...10), Self.chunk(1, 20...30))
        try await storage.close()
      }
      let commands: [([String], Int32, String)] = [
        (["--device", "phone"], 4, ""), (["--device", "watch", "--yes"], 4, ""),
        (["--device", "a/b", "--yes"], 64, ""), (["--yes"], 64, ""),
        (["--device", "phone", "--from", "9", "--to", "8", "--yes"], 64, ""),
        (["--device", "phone", "--from", "15", "--to", "25", "--yes"], 0, "1 chunks deleted\n"),
        (["--device", "phone", "--yes"], 0, "1 chunks deleted\n"),
      ]
      for (arguments, status, output) in commands {
        let result = try await CollectorProcess.run(["delete", "--database", path] + arguments)
        #expect(result.status == status, "\(arguments)")
        #expect(result.output == output, "\(arguments)")
      }
      let list = try await CollectorProcess.run("delete", "--database", path, "--list")
      #expect(list.output.contains("command line  phone/*  15...25  1 chunks"))
    }
  }
}
