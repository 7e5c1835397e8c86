import Chunks
import CollectorImports
import CollectorSQLite
import Foundation
import Gzip
import HTTPTypes
import TestPrograms
import Testing

@testable import Collector

/// The requests of other apps are stored once, and acknowledged only after they are stored.
@Suite(.patience) struct ImportTests {
  private static let overlandPath = "/v1/import/overland/phone"
  private static let positions = "/v1/devices/phone/streams/overland.location/samples.csv"

  /// 2024-01-01 in nanoseconds since 1970.
  private static let start = 1_704_067_200_000_000_000

  private static func overland(_ seconds: Int...) -> [UInt8] {
    let features = seconds.map { second in
      """
      {"type":"Feature","geometry":{"type":"Point","coordinates":[2.5,\(second)]},\
      "properties":{"timestamp":"2024-01-01T00:00:0\(second)Z","extra":"kept"}}
      """
    }
    return Array("{\"locations\":[\(features.joined(separator: ","))]}".utf8)
  }

  private static func post(
    _ server: TestServer, _ path: String, _ body: [UInt8], _ fields: HTTPFields = [:]
  ) async throws -> Answer {
    var headers: HTTPFields = [.contentLength: String(body.count)]
    headers.append(contentsOf: fields)
    if headers[.authorization] == nil, !path.contains("token=") {
      headers[.authorization] = "Bearer \(server.token)"
    }
    return try await server.request(path, .post, headers, body)
  }

  private static func rows(_ server: TestServer, _ path: String = positions) async throws -> Int {
    try await server.get(path).body.split(separator: "\n").count - 1
  }

  @Test(arguments: Backend.allCases)
  func `a batch that is sent again, also together with newer points, is stored once`(
    backend: Backend
  ) async throws {
    try await backend.withStorage { storage in
      try await TestServer.run(over: storage) { server in
        for (body, count) in [
          (Self.overland(1, 2), 2), (Self.overland(1, 2), 2), (Self.overland(1, 2, 3), 3),
          (Self.overland(5, 4), 5),
        ] {
          let answer = try await Self.post(server, Self.overlandPath, body)
          #expect(answer.status == 200)
          #expect(answer.body == "{\"result\":\"ok\"}")
          #expect(try await Self.rows(server) == count)
        }
        let metrics = try await server.request("/metrics", .get, [:], []).body
        #expect(metrics.contains("imports_total{outcome=\"stored\"} 3"))
        #expect(metrics.contains("imports_total{outcome=\"repeated\"} 1"))
        #expect(try await storage.verify(at: 0).isIntact)
      }
    }
  }

  @Test(arguments: ForeignFormat.all)
  func `the example of a format is stored at each of its paths, once`(
    format: ForeignFormat
  ) async throws {
    let storage = try SQLiteStorage()
    try await TestServer.run(over: storage) { server in
      for path in format.paths {
        let answer = try await Self.post(
          server, path.replacing("{device}", with: "phone") + "?precision=s",
          Array(format.example.utf8))
        #expect(answer.status == format.accepted.status, "\(path): \(answer.body)")
        #expect(answer.body == format.accepted.body)
        #expect(answer.headers[.contentType] == format.accepted.contentType)
      }
      let streams = try await storage.streams(of: "phone")
      #expect(!streams.isEmpty)
      #expect(streams.allSatisfy { $0.hasPrefix(format.name + ".") }, "\(streams)")
    }
  }

  @Test func `an unknown format is refused with all paths`() async throws {
    try await TestServer.run { server in
      let answer = try await Self.post(server, "/v1/import/influx/phone", [])
      try answer.expectProblem(.notFound)
      for format in ForeignFormat.all {
        for text in format.paths + [format.apps] { #expect(answer.body.contains(text)) }
      }
    }
  }

  /// github.com/dontic/wayfinder/issues/36 and github.com/Freika/dawarich/issues/1211.
  @Test func `an app gets no acknowledgment for what could not be stored`() async throws {
    try await withTemporaryDirectory { directory in
      let storage = try SQLiteStorage(path: directory + "/db")
      try await TestServer.run(over: storage) { server in
        try await storage.setReadOnly(true)
        try await Self.post(server, Self.overlandPath, Self.overland(1))
          .expectProblem(.unavailable)
        try await storage.setReadOnly(false)
        #expect(try await Self.post(server, Self.overlandPath, Self.overland(1)).status == 200)
        #expect(try await Self.rows(server) == 1)
      }
    }
  }

  /// github.com/owntracks/ios/issues/665: the sender deletes its copy after a status 4xx.
  @Test func `a body that is refused is kept, once`() async throws {
    let storage = try SQLiteStorage()
    try await TestServer.run(over: storage) { server in
      for format in ForeignFormat.all {
        for path in format.paths + format.paths {
          let answer = try await Self.post(
            server, path.replacing("{device}", with: "phone"), Array("\u{1}not a format".utf8))
          #expect(answer.status == (format == .sensorLogger ? 499 : 400), "\(path)")
          #expect(answer.body.contains("Check that"), "\(path): \(answer.body)")
        }
      }
      let count = try await storage.value("SELECT count(*) FROM imports WHERE is_refused = 1")
      #expect(count == ForeignFormat.all.count)
      #expect(try await storage.value("SELECT min(length(body)) FROM imports") == 13)
    }
  }

  /// Lines with one field each, all of the same time, whose series are one stream.
  private static func fields(_ numbers: some Sequence<Int>) -> [UInt8] {
    Array(numbers.map { "m f\($0)=1 1000\n" }.joined().utf8)
  }

  @Test(arguments: Backend.allCases)
  func `many fields of one time are stored once, in any order`(backend: Backend) async throws {
    try await backend.withStorage { storage in
      let parser = InfluxParser(precision: .nanoseconds, receptionTime: 0)
      for (numbers, rows, repeated) in [
        (Array(0..<960), 960, 0), ((0..<960).reversed(), 0, 960), (Array(950..<990), 30, 10),
      ] {
        let body = Self.fields(numbers)
        let outcome = try await storage.store(
          ImportedBatch(
            device: "phone", format: .influx, digest: SHA256Hash.hash(body), body: body,
            series: try parser.parse(body).series, isRefused: false, receivedAt: 0))
        #expect(outcome == .stored(rows: rows, repeated: repeated))
      }
      #expect(try await storage.verify(at: 0).isIntact)
    }
  }

  /// Two collectors with one database compare a batch with what is stored before they write it.
  @Test func `rows that two collectors import at the same time are stored once`() async throws {
    try await withTemporaryDirectory { directory in
      let storages = try (0..<2).map { _ in try SQLiteStorage(path: directory + "/db") }
      let parser = InfluxParser(precision: .nanoseconds, receptionTime: 0)
      for round in 0..<20 {
        // The requests differ, and their rows do not.
        let outcomes = try await withThrowingTaskGroup(of: ImportOutcome.self) { group in
          for (number, storage) in storages.enumerated() {
            group.addTask {
              let body = Array("m f=1 \(round)\n#\(number)\n".utf8)
              return try await storage.store(
                ImportedBatch(
                  device: "phone", format: .influx, digest: SHA256Hash.hash(body), body: body,
                  series: try parser.parse(body).series, isRefused: false, receivedAt: 0))
            }
          }
          return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(
          Set(outcomes) == [.stored(rows: 1, repeated: 0), .stored(rows: 0, repeated: 1)],
          "round \(round)")
      }
      #expect(try await storages[0].summaries(of: "phone").map(\.sampleCount) == [20])
    }
  }

  @Test func `a request with more than 1,000 series is refused and kept`() async throws {
    let storage = try SQLiteStorage()
    try await TestServer.run(over: storage) { server in
      let tags = (0..<1_001).map { "m,tag=\($0) f=1 \(Self.start)\n" }
      let answer = try await Self.post(server, "/write", Array(tags.joined().utf8))
      #expect(answer.status == 400)
      #expect(answer.body.contains("too-many-series"))
      #expect(try await storage.streams(of: "phone") == [])
      #expect(try await storage.value("SELECT count(*) FROM imports WHERE is_refused = 1") == 1)
      let fewer = Array(tags.dropLast().joined().utf8)
      #expect(try await Self.post(server, "/write", fewer).status == 204)
      #expect(try await storage.streams(of: "phone").count == 1_000)

      // Now the device has as many streams as it may have.
      let another = Array("n f=1 \(Self.start)\n".utf8)
      let refusal = try await Self.post(server, "/write", another)
      try refusal.expectProblem(.limitReached)
      #expect(refusal.headers[.retryAfter] == "3600")
      // Nothing is left of it, so that it can be sent again when there is room.
      #expect(try await storage.value("SELECT count(*) FROM imports") == 2)
      #expect(
        try await server.put(TestChunk(stream: "accelerometer")).status == 429)
      let known = Array("m,tag=5 f=2 \(Self.start + 1)\n".utf8)
      #expect(try await Self.post(server, "/write", known).status == 204)
    }
  }

  @Test func `an import is not compared with more stored samples than allowed`() async throws {
    var storage = try SQLiteStorage()
    storage.limits.comparedSamples = 3
    try await TestServer.run(over: storage) { server in
      func write(_ points: (value: Int, seconds: Int)...) async throws -> Answer {
        let lines = points.map { "m f=\($0.value) \(1_704_067_200 + $0.seconds)\n" }.joined()
        return try await Self.post(server, "/write?precision=s", Array(lines.utf8))
      }
      #expect(try await write((1, 1), (2, 3)).status == 204)
      #expect(try await write((3, 1), (4, 2)).status == 204)
      #expect(try await write((5, 4)).status == 204)
      // Two chunks with four samples have this time.
      try await write((5, 1)).expectProblem(.limitReached)
      // The samples of chunks between two times do not count.
      #expect(try await write((5, 0), (5, 9)).status == 204)
    }
  }

  @Test func `a series that has no room in a chunk is divided`() throws {
    var lines = ""
    for index in 0..<70_000 {
      lines += "m \((0..<16).map { "f\($0)=\(index)" }.joined(separator: ",")) \(index)\n"
    }
    let batch = try InfluxParser(precision: .nanoseconds, receptionTime: 0).parse(Array(lines.utf8))
    #expect(batch.series.map(\.times.count) == [65_536, 4_464])
    #expect(batch.series.flatMap(\.times) == Array(0..<70_000))
  }

  /// A device can upload chunks to the stream into which its imports go.
  @Test(
    arguments: Backend.allCases,
    [
      ([.max], [0, 1]), ([.max, .max - 1, 5], [6, 7]), ([.max - 1], [.max, 0]), ([0, 1], [2, 3]),
    ] as [([Int64], [Int64])])
  func `a stream with the largest sequence number still takes imports`(
    backend: Backend, numbers: (taken: [Int64], imported: [Int64])
  ) async throws {
    try await backend.withStorage { storage in
      let name = StreamName(device: "phone", stream: "owntracks.location")
      for number in numbers.taken {
        let chunk = TestChunk(stream: name.stream, sequence: UInt64(number))
        _ = try await storage.store([chunk.checked()])
      }
      try await TestServer.run(over: storage) { server in
        for second in 1...2 {
          let location = #"{"_type":"location","lat":1,"lon":2,"tst":170406720\#(second)}"#
          let answer = try await Self.post(
            server, "/v1/import/owntracks/phone", Array(location.utf8))
          #expect(answer.status == 200)
        }
        let stored = try await storage.chunks(of: name, after: nil, atMost: 10) ?? []
        #expect(
          Set(stored.map(\.sequence))
            == Set((numbers.taken + numbers.imported).map { UInt64($0) }))
      }
    }
  }

  @Test func `each app can send its token in the way that it has`() async throws {
    try await TestServer.run { server in
      let sensorLogger = Array(
        """
        {"messageId":1,"sessionId":"s","deviceId":"d","payload":[{"name":"accelerometer",\
        "time":1704067200000000000,"values":{"x":1,"y":2,"z":3}}]}
        """.utf8)
      let ownTracks = Array(#"{"_type":"location","lat":1,"lon":2,"tst":1704067200}"#.utf8)
      let line = Array("cpu,host=a usage=0.5 1704067200000000000\n".utf8)
      let basic = Data("phone:\(server.token)".utf8).base64EncodedString()
      let requests: [(String, [UInt8], HTTPFields, Int)] = [
        ("/v1/import/sensor-logger/phone?token=\(server.token)", sensorLogger, [:], 200),
        ("/v1/import/owntracks/phone", ownTracks, [.authorization: "Basic \(basic)"], 200),
        ("/api/v2/write?precision=ns", line, [.authorization: "Token \(server.token)"], 204),
        ("/write?db=telegraf", line, [.authorization: "Basic \(basic)"], 204),
        ("/v1/import/overland/phone?token=\(server.token)", Self.overland(1), [:], 401),
        ("/v1/import/overland/watch", Self.overland(1), [:], 403),
        ("/v1/import/other/phone", Self.overland(1), [:], 404),
        ("/write", line, [.authorization: "Bearer \(server.admin)"], 403),
        ("/write?precision=days", line, [:], 400),
      ]
      for (path, body, fields, status) in requests {
        #expect(try await Self.post(server, path, body, fields).status == status, "\(path)")
      }
      let report = try await server.get("/v1/devices/phone/streams").body
      for stream in ["sensor-logger.accelerometer", "owntracks.location", "influx.cpu.host.a"] {
        #expect(report.contains("\"stream\":\"\(stream)\""), "\(stream) in \(report)")
      }
      // The second request with the same line is the same batch, and an equal row.
      #expect(
        try await Self.rows(server, "/v1/devices/phone/streams/influx.cpu.host.a/samples.csv") == 1)
    }
  }

  @Test func `a compressed body is stored without its compression`() async throws {
    let storage = try SQLiteStorage()
    try await TestServer.run(over: storage) { server in
      // The output of: printf 'cpu v=1 1000\n' | gzip -n
      let gzip: [UInt8] = [
        0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 0, 0x03, 0x4B, 0x2E, 0x28, 0x55, 0x28, 0xB3, 0x35, 0x54,
        0x30,
        0x34, 0x30, 0x30, 0xE0, 0x02, 0,
      ]
      let damaged = try await Self.post(
        server, "/write", gzip, [.contentEncoding: "gzip"])
      try damaged.expectProblem(.digestMismatch)
      #expect(Gzip.content(of: gzip, atMost: 100) == nil)
      let complete = try await Self.gzip("cpu v=1 1000\n")
      #expect(Gzip.content(of: complete, atMost: 100) == Array("cpu v=1 1000\n".utf8))
      #expect(Gzip.content(of: complete, atMost: 12) == nil)
      let two = complete + (try await Self.gzip("cpu v=2 2000\n"))
      #expect(Gzip.content(of: two, atMost: 100) == Array("cpu v=1 1000\ncpu v=2 2000\n".utf8))
      #expect(Gzip.content(of: two, atMost: 25) == nil)
      #expect(Gzip.content(of: Array(two.dropLast()), atMost: 100) == nil)
      #expect(Gzip.content(of: complete + [1, 2, 3], atMost: 100) == nil)
      let line = try await Self.gzip("cpu v=1 473352\n")
      let answer = try await Self.post(
        server, "/write?precision=h", line, [.contentEncoding: "gzip"])
      #expect(answer.status == 204)
      #expect(try await storage.value("SELECT length(body) FROM imports") == 15)
      try await Self.post(server, "/write", complete, [.contentEncoding: "br"])
        .expectProblem(.invalidRequest)
    }
  }

  /// Compresses with the program of the system.
  private static func gzip(_ text: String) async throws -> [UInt8] {
    let result = try await runProgram([
      "sh", "-c", "printf '%s' \"$1\" | gzip -n | base64", "sh", text,
    ])
    let data = try #require(
      Data(base64Encoded: result.output, options: .ignoreUnknownCharacters), "\(result.output)")
    return Array(data)
  }
}
