import Chunks
import CollectorContract
import Foundation
import Gzip
import HTTPTypes
import Testing

@testable import Collector

@Suite(.patience) struct ReadingTests {
  static let base = "/v1/devices/phone/streams/accelerometer"

  @Test func `samples are sorted by time, whatever the order of the chunks`() async throws {
    try await TestServer.run { server in
      try await server.storage.store(
        TestChunk(sequence: 0, times: [50, 20, 90], values: [5, 2, 9]),
        TestChunk(sequence: 1, times: [10, 60], values: [1, 6]),
        TestChunk(sequence: 2, times: [20, 70], values: [-2, 7]))
      let answer = try await server.get(Self.base + "/samples.csv")
      #expect(answer.headers[.contentType] == "text/csv; charset=utf-8")
      #expect(
        answer.body == """
          time_ns,x,corrected_time_ns,uncertainty_ns
          10,1.0,,
          20,2.0,,
          20,-2.0,,
          50,5.0,,
          60,6.0,,
          70,7.0,,
          90,9.0,,

          """)
    }
  }

  @Test(
    arguments: [
      ("", [10, 20, 30]), ("?from=20", [20, 30]), ("?to=20", [10]), ("?from=11&to=31", [20, 30]),
      ("?from=31", []), ("?from=-9223372036854775808&to=9223372036854775807", [10, 20, 30]),
    ] as [(String, [Int])])
  func `samples are limited to a time range that excludes its end`(
    query: String, times: [Int]
  ) async throws {
    try await TestServer.run { server in
      try await server.storage.store(TestChunk(times: [10, 20, 30]))
      let lines = try await server.get(Self.base + "/samples.csv" + query).body.split(
        separator: "\n")
      #expect(lines.dropFirst().map { $0.prefix { $0 != "," } } == times.map { "\($0)" })
    }
  }

  @Test func `values are written in the shortest form that keeps them exact`() async throws {
    let values = [0.1, -0.0, 1e-300, 16_777_217, .pi, .infinity, -1.0 / 3]
    try await TestServer.run { server in
      try await server.storage.store(
        TestChunk(times: values.indices.map(Int64.init), values: values))
      let body = try await server.get(Self.base + "/samples.csv").body
      let read = body.split(separator: "\n").dropFirst().compactMap {
        Double($0.split(separator: ",")[1])
      }
      #expect(read.map(\.bitPattern) == values.map(\.bitPattern))
      #expect(body.contains("\n0,0.1,,\n"))
    }
  }

  @Test func `if a chunk lacks a channel, its field is empty`() async throws {
    try await TestServer.run { server in
      try await server.storage.store(
        TestChunk(sequence: 0, channels: ["x", "y"], times: [1], values: [1, 2]),
        TestChunk(sequence: 1, channels: ["y", "z"], times: [2], values: [3, 4]))
      #expect(
        try await server.get(Self.base + "/samples.csv").body
          == "time_ns,x,y,z,corrected_time_ns,uncertainty_ns\n1,1.0,2.0,,,\n2,,3.0,4.0,,\n")
    }
  }

  @Test func `a long stream is sent completely`() async throws {
    try await TestServer.run { server in
      for sequence in 0..<20 {
        let start = Int64(sequence) * 2_000
        try await server.storage.store(
          TestChunk(
            sequence: UInt64(sequence), channels: ["x", "y", "z"],
            times: (start..<start + 2_000).map { $0 }))
      }
      let lines = try await server.get(Self.base + "/samples.csv").body.split(separator: "\n")
      #expect(lines.count == 40_001)
      #expect(lines.last?.hasPrefix("39999,") == true)
    }
  }

  /// The chunks of one stream, and the number of samples whose time was there before.
  struct DuplicateCase: CustomTestStringConvertible, Sendable {
    var name: String
    var chunks: [[Int64]]
    var duplicates: Int
    /// The number of chunks that must be read to count the duplicates.
    var read: Int

    var testDescription: String { name }
  }

  @Test(arguments: [
    DuplicateCase(name: "none", chunks: [[1, 2], [3, 4]], duplicates: 0, read: 0),
    DuplicateCase(name: "no samples", chunks: [[], []], duplicates: 0, read: 0),
    DuplicateCase(name: "within a chunk", chunks: [[1, 1, 1], [2]], duplicates: 2, read: 1),
    DuplicateCase(name: "at a border", chunks: [[1, 2], [2, 3], [4]], duplicates: 1, read: 2),
    DuplicateCase(name: "a chunk twice", chunks: [[1, 2], [1, 2]], duplicates: 2, read: 2),
    DuplicateCase(
      name: "a range inside a range", chunks: [[1, 9], [3, 4], [5, 9], [10]], duplicates: 1,
      read: 3),
    DuplicateCase(
      name: "overlap without a twin", chunks: [[1, 3], [2, 4]], duplicates: 0, read: 2),
    DuplicateCase(name: "back in time", chunks: [[5, 3, 5], [6]], duplicates: 1, read: 1),
    DuplicateCase(
      name: "the same time everywhere", chunks: [[7], [7], [7]], duplicates: 2, read: 3),
  ])
  func `samples with a repeated time are counted`(_ test: DuplicateCase) async throws {
    try await TestServer.run { server in
      for (sequence, times) in test.chunks.enumerated() {
        try await server.storage.store(TestChunk(sequence: UInt64(sequence), times: times))
      }
      let name = StreamName(device: "phone", stream: "accelerometer")
      let part = try #require(try await server.storage.chunksThatMayRepeatTimes(of: name))
      #expect(try await part.duplicateCount(name, server.storage) == test.duplicates)
      #expect(part.chunks.count == test.read)
    }
  }

  @Test func `the report of a stream contains its data and what is missing`() async throws {
    try await TestServer.run { server in
      try await server.storage.store(
        TestChunk(sequence: 3, times: [10, 20], gaps: [Gap(start: 20, end: 30, cause: .rebooted)]),
        TestChunk(sequence: 4, times: [30, 30]),
        TestChunk(sequence: 7, times: []),
        TestChunk(sequence: 9, times: [40]),
        TestChunk(sequence: 9, times: [41]))
      let body = try await server.get("/v1/devices/phone/streams").body
      let bytes = try await server.storage.stream(
        StreamName(device: "phone", stream: "accelerometer"))?.chunks.reduce(0) {
          $0 + $1.byteCount
        }
      #expect(
        body == """
          {"streams":[{"bytes":\(bytes ?? -1),"channels":["x"],"chunks":4,"conflicts":1,"damaged":0,\
          "device":"phone","duplicates":1,"first_time":10,"gaps":1,"last_time":40,"missing":3,\
          "missing_runs":[[5,6],[8,8]],"samples":5,"stream":"accelerometer","units":["g"]}]}
          """)
    }
  }

  @Test func `chunks, gaps and bytes are returned as they were stored`() async throws {
    try await TestServer.run { server in
      let gaps = [Gap(start: 9, end: 12, cause: .killed), Gap(start: 3, end: 5, cause: "own-word")]
      let chunk = TestChunk(gaps: gaps)
      let receipt = try await server.put(chunk).body
      #expect(try await server.get(Self.base + "/chunks").body == "{\"chunks\":[\(receipt)]}")
      #expect(
        try await server.get(Self.base + "/gaps").body
          == "{\"gaps\":[{\"cause\":\"own-word\",\"end\":5,\"start\":3},"
          + "{\"cause\":\"killed\",\"end\":12,\"start\":9}]}")
      let answer = try await server.get(chunk.path)
      let bytes = try chunk.bytes()
      #expect(answer.headers[.contentDigest] == ChunkDigest(of: bytes).contentDigestField)
      #expect(answer.headers[.contentLength] == "\(bytes.count)")
    }
  }

  @Test(arguments: [
    "/v1/devices/phone/streams", base + "/chunks", base + "/chunks/0", base + "/gaps",
    base + "/samples.csv",
  ])
  func `the data of a device can be read with its token or an admin token`(
    path: String
  ) async throws {
    try await TestServer.run { server in
      _ = try await server.put(TestChunk())
      let other = try await server.storage.makeToken(.device("watch"))
      #expect(try await server.get(path).status == 200)
      #expect(try await server.get(path, token: server.admin).status == 200)
      try await server.get(path, token: other).expectProblem(.forbidden)
      try await server.get(path, token: "yb_x").expectProblem(.unauthorized)
      let bare = try await server.request(path, .get, [:], [])
      try bare.expectProblem(.unauthorized)
      #expect(bare.headers[.wwwAuthenticate]?.hasPrefix("Bearer") == true)
    }
  }

  @Test func `a device token lists its device, an admin token lists all devices`() async throws {
    try await TestServer.run { server in
      _ = try await server.storage.makeToken(.device("watch"))
      #expect(
        try await server.get("/v1/devices").body
          == #"{"details":[{"device":"phone","groups":[]}],"devices":["phone"]}"#)
      let all = try await server.get("/v1/devices", token: server.admin).json
      #expect(all["devices"] as? [String] == ["phone", "watch"])
    }
  }

  @Test(
    arguments: [
      ("/nothing", .notFound), ("/v1", .notFound), (base + "/nothing", .notFound),
      (base, .methodNotAllowed),
      (base + "/chunks/0", .notFound), (base + "/gaps", .notFound),
      (base + "/samples.csv?from=yesterday", .notFound),
      ("/v1/devices/a%20b/streams", .invalidRequest), (base + "/chunks/x", .invalidRequest),
    ] as [(String, ProblemKind)])
  func `missing data gets a problem response`(path: String, kind: ProblemKind) async throws {
    try await TestServer.run { server in
      try await server.get(path, token: server.admin).expectProblem(kind)
    }
  }

  @Test func `a time that is not a number gets a problem response`() async throws {
    try await TestServer.run { server in
      _ = try await server.put(TestChunk())
      try await server.get(Self.base + "/samples.csv?from=yesterday").expectProblem(.invalidRequest)
    }
  }

  @Test(
    arguments: [
      ("/healthz", .post, "GET, HEAD"), ("/", .delete, "GET, HEAD"),
      (base + "/chunks/0", .post, "GET, HEAD, PUT"), (base + "/samples.csv", .put, "GET, HEAD"),
    ] as [(String, HTTPRequest.Method, String)])
  func `an unsupported method is refused with a list of the supported ones`(
    path: String, method: HTTPRequest.Method, allow: String
  ) async throws {
    try await TestServer.run { server in
      let answer = try await server.request(path, method, [:], [])
      try answer.expectProblem(.methodNotAllowed)
      #expect(answer.headers[.allow] == allow)
    }
  }

  @Test func `lists are read in pages, and each has a link to the next one`() async throws {
    try await TestServer.run { server in
      for number in 0..<5 as Range<Int64> {
        let gap = Gap(start: number * 10, end: number * 10 + 1, cause: .killed)
        let chunk = TestChunk(
          sequence: UInt64(number), times: [number * 10 + 2], gaps: [gap, gap])
        #expect(try await server.put(chunk).status == 201)
      }
      for (list, count) in [("chunks", 5), ("gaps", 10)] {
        var path: String? = "\(Self.base)/\(list)?limit=2"
        var entries: [String] = []
        while let next = path {
          let answer = try await server.get(next)
          #expect(answer.status == 200)
          let page = try #require(try answer.json[list] as? [[String: Any]])
          #expect(page.count <= 2)
          entries += page.map { "\($0["sequence"] ?? $0["start"] ?? "")" }
          let link = answer.headers[HTTPField.Name("Link")!]
          path = link.flatMap { $0.firstMatch(of: /<(.*)>; rel="next"/).map { String($0.1) } }
        }
        #expect(entries.count == count, "\(list)")
        #expect(entries == entries.sorted { $0.count == $1.count ? $0 < $1 : $0.count < $1.count })
      }
      for query in ["limit=0", "limit=10001", "limit=x", "after=x"] {
        try await server.get("\(Self.base)/gaps?\(query)").expectProblem(.invalidRequest)
      }
      let devices = try await server.get("/v1/devices?limit=1", token: server.admin)
      #expect(try devices.json["devices"] as? [String] == ["phone"])
    }
  }

  @Test(arguments: ["csv", "jsonl"])
  func `samples as text come with their units and the nominal interval`(ending: String) async throws
  {
    try await TestServer.run { server in
      _ = try await server.put(
        TestChunk(channels: ["x", "y"], nominalInterval: .milliseconds(20)))
      let answer = try await server.get("\(Self.base)/samples.\(ending)")
      #expect(answer.headers[values: .init("Yoban-Units")!] == ["g,g"])
      #expect(answer.headers[values: .init("Yoban-Interval-Ns")!] == ["20000000"])
      _ = try await server.put(TestChunk(sequence: 1, channels: ["y"], times: [9_000]))
      let later = try await server.get("\(Self.base)/samples.\(ending)")
      // The latest chunk lacks a channel, whose unit is that of the chunk before it.
      #expect(later.headers[values: .init("Yoban-Units")!] == ["g,g"])
      #expect(later.headers[values: .init("Yoban-Interval-Ns")!] == [])
    }
  }

  @Test func `a chunk with the encoding grid is smaller and has the same samples`() async throws {
    try await TestServer.run { server in
      let times = (0..<3_000).map { 1_000_000 + Int64($0) * 20_000_000 }
      let values = times.indices.map { (Double($0 % 97) - 40) / 65_536 }
      var chunk = TestChunk(stream: "plain", times: times, values: values)
      #expect(try await server.put(chunk).status == 201)
      let plainSize = try chunk.bytes().count
      chunk.stream = "grid"
      chunk.usesGrid = true
      #expect(try await server.put(chunk).status == 201)
      #expect(try chunk.bytes().count * 4 < plainSize)
      let metrics = try await server.get("/metrics").body
      #expect(metrics.contains("samples_stored_total{encoding=\"float32\"} 3000\n"))
      #expect(metrics.contains("samples_stored_total{encoding=\"grid\"} 3000\n"))
      let encodings = try await server.storage.verify(at: 0).encodings
      #expect(encodings.mapValues(\.samples) == [.float32: 3_000, .grid: 3_000])
      #expect(encodings.mapValues(\.bytes)[.float32] == 3 * (14 + 8 - 4) as Int64 + 3_000 * (4 + 4))
      let plain = try await server.get("/v1/devices/phone/streams/plain/samples.csv").body
      let grid = try await server.get("/v1/devices/phone/streams/grid/samples.csv").body
      #expect(grid == plain)
      #expect(grid.split(separator: "\n").count == 3_001)
      let curve = "curve?from=0&to=60000000000&points=100"
      let plainCurve = try await server.get("/devices/phone/streams/plain/\(curve)").body
      #expect(try await server.get("/devices/phone/streams/grid/\(curve)").body == plainCurve)
    }
  }

  @Test func `samples are returned as a Parquet file, with units and names`() async throws {
    try await TestServer.run { server in
      let chunk = TestChunk(
        channels: ["x", "y"], times: [1_000, 2_000, 3_000], nominalInterval: .microseconds(1))
      #expect(try await server.put(chunk).status == 201)
      let answer = try await server.get("\(Self.base)/samples.parquet?from=2000")
      #expect(answer.status == 200)
      #expect(answer.headers[.contentType] == "application/vnd.apache.parquet")
      #expect(answer.body.hasPrefix("PAR1") && answer.body.hasSuffix("PAR1"))
      for text in ["time_ns", "yoban.unit.x", "yoban.interval_ns", "accelerometer"] {
        #expect(answer.body.contains(text), "\(text)")
      }
      let page = try await server.request(
        "/devices/phone/streams/accelerometer/samples.parquet", .get, [:], [])
      #expect(page.status == 200)
    }
  }

  @Test func `samples are returned as lines of JSON, and compressed for a client that accepts it`()
    async throws
  {
    try await TestServer.run { server in
      let times = (0..<20_000).map { Int64($0) }
      let first = TestChunk(channels: ["x", "y"], times: times)
      let second = TestChunk(
        sequence: 1, channels: ["y"], times: [30_000, 30_001], values: [0.1, .nan])
      for chunk in [first, second] { #expect(try await server.put(chunk).status == 201) }
      let lines = try await server.get("\(Self.base)/samples.jsonl?from=19999").body
      #expect(
        lines == """
          {"time_ns":19999,"x":39998.0,"y":39999.0}
          {"time_ns":30000,"y":0.1}
          {"time_ns":30001,"y":null}

          """)
      let plain = try await server.get("\(Self.base)/samples.csv")
      #expect(plain.headers[.contentEncoding] == nil)
      for (accepted, isCompressed) in [
        ("gzip", true), ("br, gzip;q=0.5", true), ("gzip;q=0", false), ("identity", false),
      ] {
        let connection = try RawConnection(port: server.port)
        await connection.send(
          "GET \(Self.base)/samples.csv HTTP/1.0\r\nHost: l\r\nAuthorization: Bearer \(server.token)\r\nAccept-Encoding: \(accepted)\r\n\r\n"
        )
        let bytes = await connection.dataUntilClose()
        let head = try #require(bytes.firstRange(of: Array("\r\n\r\n".utf8)))
        let body = Array(bytes[head.upperBound...])
        #expect((body.count < plain.body.utf8.count / 2) == isCompressed, "\(accepted)")
        let content = isCompressed ? Gzip.content(of: body, atMost: 10 << 20) : body
        #expect(content == Array(plain.body.utf8), "\(accepted)")
      }
    }
  }

  @Test func `the report of a stream has units and the nominal interval`() async throws {
    try await TestServer.run { server in
      let chunk = TestChunk(channels: ["x", "y"], nominalInterval: .milliseconds(20))
      #expect(try await server.put(chunk).status == 201)
      let body = try await server.get("/v1/devices/phone/streams").body
      #expect(body.contains("\"units\":[\"g\",\"g\"]"))
      #expect(body.contains("\"interval_ns\":20000000"))
    }
  }

  @Test func `a reader may read the named devices, and store nothing, until the token expires`()
    async throws
  {
    try await TestServer.run { server in
      let storage = server.storage
      try await storage.store(TestChunk(), TestChunk(device: "watch"))
      let (token, expired) = (Token.random(), Token.random())
      try await storage.add(
        TokenRecord(hash: token.hash, holder: .reader(["watch"]), createdAt: 0))
      try await storage.add(
        TokenRecord(hash: expired.hash, holder: .reader(["watch"]), createdAt: 0, expiresAt: 1))
      let watch = TestChunk(device: "watch")
      #expect(try await server.get(watch.path, token: token.text).status == 200)
      let devices = try await server.get("/v1/devices", token: token.text).json["devices"]
      #expect(devices as? [String] == ["watch"])
      try await server.get(TestChunk().path, token: token.text).expectProblem(.forbidden)
      try await server.put(watch.bytes(), to: watch.path, token: token.text)
        .expectProblem(.forbidden)
      try await server.get(watch.path, token: expired.text).expectProblem(.unauthorized)
    }
  }
}
