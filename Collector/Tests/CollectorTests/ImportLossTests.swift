import Chunks
import CollectorImports
import CollectorSQLite
import Foundation
import HTTPTypes
import Logging
import Synchronization
import TestPrograms
import Testing

@testable import Collector

/// The units, the absent values and the malformed parts of a request of another app come out as they were sent.
@Suite(.patience) struct ImportLossTests {
  /// A request of each format: the first entry has two channels, the second one lacks one of them.
  struct Case: Sendable, CustomTestStringConvertible {
    var format: ForeignFormat
    var path: String
    var body: String
    /// The second entry alone.
    var second: String
    var stream: String
    /// The channel that only the first entry has, its value and its unit.
    var optional: (name: String, value: Double, unit: String)
    /// The channel that both have, and its value in the second entry.
    var common: (name: String, value: Double)
    var testDescription: String { format.name }
  }

  private static let times: [Int64] = [1_704_067_200_000_000_000, 1_704_067_201_000_000_000]

  private static let cases: [Case] = {
    func feature(_ second: Int, _ more: String) -> String {
      #"{"geometry":{"coordinates":[2,\#(second)]},"properties":{"timestamp":"2024-01-01T00:00:0\#(second)Z"\#(more)}}"#
    }
    func entry(_ time: Int64, _ values: String) -> String {
      #"{"name":"barometer","time":\#(time),"values":{\#(values)}}"#
    }
    let entries = [
      entry(times[0], #""pressure":1013.5,"relativeAltitude":0.5"#),
      entry(times[1], #""pressure":1014"#),
    ]
    let messages = [
      #"{"_type":"location","tst":1704067200,"lat":1.5,"vel":36}"#,
      #"{"_type":"location","tst":1704067201,"lat":2.5}"#,
    ]
    let lines = ["m a=1,b=2.5 \(times[0])", "m a=3i \(times[1])"]
    return [
      Case(
        format: .sensorLogger, path: "/v1/import/sensor-logger/phone",
        body: #"{"payload":[\#(entries.joined(separator: ","))]}"#,
        second: #"{"payload":[\#(entries[1])]}"#, stream: "sensor-logger.barometer",
        optional: ("relativeAltitude", 0.5, "m"), common: ("pressure", 1014)),
      Case(
        format: .overland, path: "/v1/import/overland/phone",
        body: #"{"locations":[\#(feature(0, #","speed":4"#)),\#(feature(1, ""))]}"#,
        second: #"{"locations":[\#(feature(1, ""))]}"#, stream: "overland.location",
        optional: ("speed", 4, "m/s"), common: ("latitude", 1)),
      Case(
        format: .ownTracks, path: "/v1/import/owntracks/phone",
        body: "[\(messages.joined(separator: ","))]", second: messages[1],
        stream: "owntracks.location", optional: ("vel", 36, "km/h"), common: ("lat", 2.5)),
      Case(
        format: .influx, path: "/write", body: lines.joined(separator: "\n"), second: lines[1],
        stream: "influx.m", optional: ("b", 2.5, ""), common: ("a", 3)),
    ]
  }()

  private static func post(
    _ server: TestServer, _ path: String, _ body: String
  ) async throws -> Answer {
    try await server.request(
      path, .post,
      [.authorization: "Token \(server.token)", .contentLength: "\(body.utf8.count)"],
      Array(body.utf8))
  }

  @Test(arguments: cases, Backend.allCases)
  func `an absent value is absent everywhere, with and without another entry that has it`(
    test: Case, backend: Backend
  ) async throws {
    // The rows in one request, and in two.
    let first = test.body
    for bodies in [[first], [test.second, first]] {
      try await backend.withStorage { storage in
        try await TestServer.run(over: storage) { server in
          for body in bodies {
            let answer = try await Self.post(server, test.path, body)
            #expect((200..<300).contains(answer.status), "\(answer.body)")
          }
          try await Self.expectAbsent(test, server)
        }
      }
    }
  }

  private static func expectAbsent(_ test: Case, _ server: TestServer) async throws {
    let base = "/v1/devices/phone/streams/\(test.stream)"
    let (optional, common) = (test.optional, test.common)
    let csv = try await server.get("\(base)/samples.csv").body
      .split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    try #require(csv.count == 3)
    let column = try #require(csv[0].firstIndex(of: Substring(optional.name)))
    #expect(csv[1][column] == "\(optional.value)")
    #expect(csv[2][column] == "")
    let objects = try await server.get("\(base)/samples.jsonl").body.split(separator: "\n").map {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
    #expect(objects[0]?[optional.name] as? Double == optional.value)
    #expect(objects[1]?[optional.name] == nil)
    #expect(objects[1]?[common.name] as? Double == common.value)
    #expect(objects[1].map { !$0.values.contains { $0 is NSNull } } == true)
    let curve = try await server.get(
      "/devices/phone/streams/\(test.stream)/curve?from=\(times[0])&to=\(times[1] + 1)&points=100")
    #expect(curve.body.contains("null"), "\(curve.body)")
    #expect(!curve.body.lowercased().contains("nan"))
  }

  /// pyarrow and SQLite keep null and NaN apart.
  @Test(
    .enabled(
      """
      Skipped: python3 has no pyarrow. To install it in a virtual environment: \
      export YOBAN_PYTHON="$(Tests/parquet-python)"
      """
    ) { await Python.has("pyarrow") }, arguments: cases)
  func `an absent value is null in the files`(test: Case) async throws {
    try await TestServer.run { server in
      _ = try await Self.post(server, test.path, test.body)
      let (output, status) = try await Python.run([
        Python.script("absent_values.py"), "\(server.port)", server.token, test.stream,
        test.optional.name, "\(test.optional.value)", "\(Self.times[0])",
      ])
      #expect(status == 0, "\(output)")
      #expect(output == "4 files have the value and the null\n")
    }
  }

  @Test func `a value that a device has measured as NaN stays NaN`() async throws {
    try await TestServer.run { server in
      let values: [Double] = [1, .nan, 2, .absent, 3, Double(bitPattern: 0x7FF8_AB5E_0000_0001)]
      _ = try await server.put(
        TestChunk(channels: ["x", "y"], times: [1, 2, 3], values: values))
      let base = "/v1/devices/phone/streams/accelerometer"
      #expect(
        try await server.get("\(base)/samples.csv").body
          == """
          time_ns,x,y,corrected_time_ns,uncertainty_ns
          1,1.0,nan,,
          2,2.0,,,
          3,3.0,nan,,

          """)
      #expect(
        try await server.get("\(base)/samples.jsonl").body
          == """
          {"time_ns":1,"x":1.0,"y":null}
          {"time_ns":2,"x":2.0}
          {"time_ns":3,"x":3.0,"y":null}

          """)
    }
  }

  @Test(arguments: Backend.allCases)
  func `a later request without an optional channel keeps its unit`(backend: Backend) async throws {
    for test in Self.cases {
      try await backend.withStorage { storage in
        try await TestServer.run(over: storage) { server in
          for body in [
            test.body,
            test.second.replacing("2024", with: "2025")
              .replacing("17040672", with: "17040673"),
          ] {
            _ = try await Self.post(server, test.path, body)
          }
          let streams = try await server.get("/v1/devices/phone/streams").json["streams"]
          let report = try #require((streams as? [[String: Any]])?.first)
          #expect(report["chunks"] as? Int == 2)
          let channels = try #require(report["channels"] as? [String])
          let units = try #require(report["units"] as? [String])
          let place = try #require(channels.firstIndex(of: test.optional.name))
          #expect(units[place] == test.optional.unit)
          let base = "/v1/devices/phone/streams/\(test.stream)"
          let field = try await server.get("\(base)/samples.csv").headers[.init("Yoban-Units")!]
          #expect(
            field?.removingPercentEncoding == units.joined(separator: ","), "\(field ?? "")")
          let parquet = try await server.get("\(base)/samples.parquet").body
          #expect(
            parquet.contains("yoban.unit.\(test.optional.name)") == !test.optional.unit.isEmpty)
        }
      }
    }
  }

  private static let malformed: [(path: String, body: String, answer: String)] = {
    let time = times[0]
    let feature =
      #"{"geometry":{"coordinates":[2,1]},"properties":{"timestamp":"2024-01-01T00:00:00Z","a":1e400}}"#
    return [
      (
        "/v1/import/sensor-logger/phone",
        #"{"payload":[{"name":"a","time":\#(time),"values":{"x":1,"y":1e400}},{"name":"a"  ,"values":{"x":1}},7]}"#,
        #"{"result":"ok","malformed_entries":2,"malformed_values":1}"#
      ),
      (
        "/v1/import/overland/phone", #"{"locations":[\#(feature),{},7]}"#,
        #"{"result":"ok","malformed_entries":2,"malformed_values":1}"#
      ),
      (
        "/v1/import/owntracks/phone",
        #"[{"_type":"location","tst":1704067200,"lat":1,"lon":"2"},{"_type":"location","lat":1},7]"#,
        "[]"
      ),
      ("/write", "m a=1,b=x \(time)\nm\nm a=nan \(time)\n", ""),
    ]
  }()

  @Test func `the answer, the log and the metrics have the same number of malformed entries`()
    async throws
  {
    let log = LogStore()
    try await TestServer.run(logger: log.logger) { server in
      for (index, test) in Self.malformed.enumerated() {
        for isRepeated in [false, true] {
          let answer = try await Self.post(server, test.path, test.body)
          #expect(answer.body == test.answer)
          #expect(answer.headers[.init("Yoban-Malformed-Entries")!] == "2", "\(test.path)")
          #expect(answer.headers[.init("Yoban-Malformed-Values")!] == "1", "\(test.path)")
          let metrics = try await server.request("/metrics", .get, [:], []).body
          // A repeated request has nothing new.
          #expect(metrics.contains("import_malformed_total{part=\"entry\"} \(2 * (index + 1))\n"))
          #expect(metrics.contains("import_malformed_total{part=\"value\"} \(index + 1)\n"))
          #expect(log.lines.count == index + 1, "\(isRepeated)")
        }
        let line = try #require(log.lines.last)
        for text in ["malformed_entries=2", "malformed_values=1", "device=phone", "entry 2: "] {
          #expect(line.contains(text), "\(line)")
        }
      }
      let good = try await Self.post(server, "/write", "m a=1 \(Self.times[1])\n")
      #expect(good.headers[.init("Yoban-Malformed-Entries")!] == "0")
      #expect(log.lines.count == Self.malformed.count)
    }
  }

  @Test func `a request in microseconds is refused, kept and logged, and the remedy works`()
    async throws
  {
    let log = LogStore()
    let storage = try SQLiteStorage()
    try await TestServer.run(over: storage, logger: log.logger) { server in
      let line = "m f=1 1704067200000000\n"
      let refusal = try await Self.post(server, "/api/v2/write", line)
      #expect(refusal.status == 400)
      #expect(refusal.body.contains("microseconds"))
      #expect(refusal.body.contains("precision=us"))
      #expect(try await storage.streams(of: "phone").isEmpty)
      #expect(try await storage.value("SELECT count(*) FROM imports WHERE is_refused = 1") == 1)
      #expect(log.lines.count == 1)
      #expect(log.lines.first?.contains("precision=us") == true)
      let accepted = try await Self.post(server, "/api/v2/write?precision=us", line)
      #expect(accepted.status == 204)
      #expect(try await storage.summaries(of: "phone").first?.times?.lowerBound == Self.times[0])
    }
  }
}

/// The lines that a logger has written at the level `warning` and above.
private final class LogStore: Sendable {
  private let stored = Mutex<[String]>([])
  var lines: [String] { stored.withLock { $0 } }
  var logger: Logger { Logger(label: "test") { _ in Handler(store: self) } }

  private struct Handler: LogHandler {
    let store: LogStore
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level = .warning

    subscript(metadataKey key: String) -> Logger.MetadataValue? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let facts = (event.metadata ?? [:]).map { "\($0.key)=\($0.value)" }.sorted()
      store.stored.withLock { $0.append("\(event.message) \(facts.joined(separator: " "))") }
    }
  }
}
