import Chunks
import ClockOffsets
import CollectorContract
import Foundation
import HTTPTypes
import TestPrograms
import Testing

@testable import Collector

/// The collector keeps what uploads measure of clocks, and gives samples their time on its own clock.
@Suite(.patience) struct ClockTests {
  /// 2025-11-24 21:00:00 UTC, on the clock of the phone.
  static let start: Int64 = 1_764_018_000_000_000_000
  static let second: Int64 = 1_000_000_000
  static let minute = 60 * second
  /// The phone is ahead of the collector by exactly this.
  static let ahead = 2 * second
  /// The delay of each message.
  private static let delay = 10_000_000 as Int64

  /// Five minutes with a sample each second.
  static func chunk(
    _ number: Int64, stream: String = "accelerometer", channels: [String] = ["x"],
    _ values: (Int64) -> [Double] = { [Double($0)] }
  ) -> TestChunk {
    let seconds = number * 300..<(number + 1) * 300
    return TestChunk(
      stream: stream, sequence: UInt64(number), channels: channels,
      units: channels.map { $0 == Channel.accessoryClock.name ? "s" : "g" },
      times: seconds.map { start + $0 * second }, values: seconds.flatMap(values),
      marks: number == 0 ? [.started(at: start)] : [])
  }

  /// An exchange with equal delays at a time of the phone.
  static func exchange(
    at time: Int64, since: Int64 = start, ahead: Int64 = ahead
  ) throws -> ClockMeasurements.Exchange {
    ClockMeasurements.Exchange(
      .recorded(since: since), to: .collector,
      try #require(
        ClockExchange(
          sent: time, arrived: time - ahead + delay, answered: time - ahead + delay,
          returned: time + 2 * delay)))
  }

  /// The report that the phone sends with a chunk: its clock at the end of the chunk, and an exchange at its beginning.
  static func report(_ number: Int64, wallSet: Int64 = 0) throws -> ClockReport {
    let time = start + number * 300 * second
    return ClockReport(
      stamp: ClockStamp(
        .recorded(since: start), time + 300 * second, wall: time + 300 * second + wallSet),
      exchanges: [try exchange(at: time)])
  }

  static func checked(_ chunk: TestChunk, _ report: ClockReport?) throws -> CheckedChunk {
    var chunk = try chunk.checked()
    if let report { chunk.clocks.report = report }
    return chunk
  }

  private static func put(
    _ chunk: TestChunk, _ fields: [(name: String, value: String)], to server: TestServer
  ) async throws -> Answer {
    let bytes = try chunk.bytes()
    var headers: HTTPFields = [
      .authorization: "Bearer \(server.token)",
      .contentDigest: ChunkDigest(of: bytes).contentDigestField,
    ]
    for field in fields { headers[try #require(HTTPField.Name(field.name))] = field.value }
    return try await server.request(chunk.path, .put, headers, bytes)
  }

  static func fill(_ server: TestServer, chunks: Range<Int64> = 0..<6) async throws {
    for number in chunks {
      // Between the third and the fourth upload, the user sets the clock of the phone by 90 s.
      let report = try report(number, wallSet: number < 3 ? 0 : 90 * second)
      #expect(try await put(chunk(number), report.headerFields, to: server).status == 201)
      // The strap counts seconds from its start on, 100 s before the phone's. A sample arrives after 5 to 44 ms.
      let strap = chunk(number, stream: "strap", channels: ["bpm", "accessory-clock"]) {
        [60, Double($0) + 100 - 0.005 - Double($0 % 40) / 1_000]
      }
      #expect(try await put(strap, [], to: server).status == 201)
    }
  }

  @Test func `an answer says when the request had arrived and when it was sent`() async throws {
    try await TestServer.run { server in
      func now() -> Int64 { Int64(Date().timeIntervalSince1970 * 1e9) }
      for status in [201, 200] {
        let before = now()
        let answer = try await server.put(TestChunk())
        let after = now()
        #expect(answer.status == status)
        let stamps = try [CollectorField.arrived, CollectorField.answered].map { name in
          try #require(answer.headers[HTTPField.Name(name)!].flatMap { Int64($0) })
        }
        // `Date` is exact to some hundred nanoseconds.
        #expect(before - 1_000 <= stamps[0] && stamps[0] <= stamps[1] && stamps[1] <= after + 1_000)
      }
    }
  }

  @Test(arguments: Backend.allCases)
  func `every format has the recorded and the corrected time`(_ backend: Backend) async throws {
    try await backend.withStorage { storage in
      try await TestServer.run(over: storage) { server in
        try await Self.fill(server)
        let base = "/v1/devices/phone/streams/accelerometer/samples"
        let lines = try await server.get(base + ".csv").body.split(separator: "\n")
        #expect(lines[0] == "time_ns,x,corrected_time_ns,uncertainty_ns")
        #expect(lines.count == 1 + 6 * 300)
        for line in lines.dropFirst() {
          let fields = line.split(separator: ",", omittingEmptySubsequences: false)
          let time = try #require(Int64(fields[0]))
          let corrected = try #require(Int64(fields[2]))
          // The delays are equal, so the middle of the bounds is the truth.
          #expect(abs(corrected - (time - Self.ahead)) < 1_000)
          #expect((Self.delay...2 * Self.delay).contains(try #require(Int64(fields[3]))))
        }
        // The others have the same.
        let first = lines[1].split(separator: ",")
        let text = try await server.get(base + ".jsonl").body.prefix { $0 != "\n" }
        let json = try #require(
          try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: NSNumber])
        #expect(
          json.mapValues(\.int64Value) == [
            "time_ns": Int64(first[0]), "x": 0, "corrected_time_ns": Int64(first[2]),
            "uncertainty_ns": Int64(first[3]),
          ])
        let night = "http://127.0.0.1:\(server.port)/v1/devices/phone"
        let (output, status) = try await Python.run([
          Python.script("night_files.py"), "\(night)/nights/\(Self.start)", "\(night)/streams",
          server.token, "accelerometer", "strap",
        ])
        #expect(status == 0, "\(output)")
      }
    }
  }

  /// The fastest samples take 5 ms, and the collector allows 0 to 50 ms for them.
  @Test func `a sample of an accessory has the time at which it was measured`() async throws {
    try await TestServer.run { server in
      try await Self.fill(server)
      let lines = try await server.get("/v1/devices/phone/streams/strap/samples.csv").body
        .split(separator: "\n").dropFirst()
      for (index, line) in lines.enumerated() {
        let fields = line.split(separator: ",", omittingEmptySubsequences: false)
        let corrected = try #require(Int64(fields[3]))
        let delay = 5_000_000 + Int64(index % 40) * 1_000_000
        let truth = Self.start + Int64(index) * Self.second - delay - Self.ahead
        #expect(abs(corrected - truth) <= (try #require(Int64(fields[4]))))
        #expect(abs(corrected - truth) < 50_000_000)
      }
      // The samples are a second apart minus the change of the delay, not as they arrived.
      let first = try lines.prefix(2).map { try #require(Int64($0.split(separator: ",")[3])) }
      #expect(abs(first[1] - first[0] - (Self.second - 1_000_000)) < 1_000)
    }
  }

  @Test func `the clocks of a night and their steps are returned, shown and archived`()
    async throws
  {
    try await TestServer.run { server in
      try await Self.fill(server)
      let night = "/devices/phone/nights/\(Self.start)"
      let json = try await server.get("/v1\(night)/clocks").json
      let clocks = try #require(json["clocks"] as? [[String: Any]])
      #expect(clocks.map { $0["clock"] as? String } == ["device", "accessory"])
      #expect(clocks.map { $0["stream"] as? String } == [nil, "strap"])
      let points = try #require(clocks[0]["points"] as? [[String: NSNumber]])
      for point in points {
        #expect(abs(try #require(point["offset"]).int64Value - Self.ahead) < 1_000)
      }
      let drift = try #require(clocks[0]["drift_ppm"] as? Double)
      #expect(abs(drift) < 1)
      let jumps = try #require(json["jumps"] as? [[String: Any]])
      #expect(jumps.count == 1)
      #expect(jumps[0]["clock"] as? String == "wall")
      #expect(jumps[0]["amount"] as? Int64 == 90 * Self.second)
      #expect(jumps[0]["time"] as? Int64 == Self.start + 4 * 300 * Self.second)

      let page = try await server.request(night, .get, [:], []).body
      let card = try #require(page.range(of: "<article id=\"clocks\">"))
      let text = page[card.lowerBound...].prefix(3_000)
      #expect(text.contains("+2 s to +2 s"))
      #expect(text.contains("<td>Accessory of strap</td>"))
      #expect(text.contains("The clock of the device was set by +1 min 30 s."))
      #expect(page.contains("clock set"))
    }
  }

  @Test func `without measurements, the page and the files say that nothing is known`()
    async throws
  {
    try await TestServer.run { server in
      #expect(try await server.put(Self.chunk(0)).status == 201)
      let night = "/devices/phone/nights/\(Self.start)"
      #expect(try await server.get("/v1\(night)/clocks").body == #"{"clocks":[],"jumps":[]}"#)
      let page = try await server.request(night, .get, [:], []).body
      #expect(page.contains("Nothing is known about the clock of this device"))
    }
  }

  @Test func `a channel with the name of a column of times can be read as CSV only`() async throws {
    try await TestServer.run { server in
      for (index, name) in ["time_ns", "corrected_time_ns", "uncertainty_ns"].enumerated() {
        let odd = TestChunk(stream: "odd-\(index)", channels: [name])
        #expect(try await server.put(odd).status == 201)
        let path = "/v1/devices/phone/streams/odd-\(index)/samples"
        try await server.get(path + ".parquet").expectProblem(.invalidRequest)
        try await server.get(path + ".jsonl").expectProblem(.invalidRequest)
        let csv = try await server.get(path + ".csv").body
        #expect(csv.hasPrefix("time_ns,\(name),corrected_time_ns,uncertainty_ns\n1000,0.0,,\n"))
      }
    }
  }

  static let unusable: [(clock: String, exchanges: String)] = [
    ("", ""), ("recorded:5", "x"), ("recorded:5 6", "recorded:5 collector 1 2 3"),
    ("recorded:5 6 7 8", "recorded:5 recorded:5 1 2 3 4"),
    ("collector 6 7", "collector collector 1 2 3 4"),
    ("recorded:5 six 7", "recorded:5 collector 1 2 3 four"),
    ("recorded:9223372036854775807 1 1", "recorded:5 collector 9223372036854775807 2 3 4"),
    ("recorded:5 -9223372036854775808 1", "recorded:5 collector 10 2 3 4"),
    ("recorded:5 99999999999999999999 1", "recorded:5 collector 1 4 3 20"),
    (
      "recorded:5 1 " + String(repeating: "0", count: 4_100),
      String(repeating: "recorded:5,", count: 400)
    ),
    ("'; DROP TABLE chunks; --", "'; DROP TABLE chunks; --"),
  ]

  @Test func `fields about clocks that cannot be used are ignored`() async throws {
    try await TestServer.run { server in
      for (number, bad) in Self.unusable.enumerated() {
        let fields = [
          (CollectorField.clock, bad.clock), (CollectorField.clockExchanges, bad.exchanges),
        ]
        let answer = try await Self.put(
          Self.chunk(Int64(number)), fields.map { ($0.0, $0.1) }, to: server)
        #expect(answer.status == 201, "\(bad)")
      }
      let found = try await server.storage.clockMeasurements(of: "phone", in: .min ... .max)
      #expect(found == ClockMeasurements())
    }
  }

  @Test func `of many exchanges, one upload keeps 16`() async throws {
    try await TestServer.run { server in
      let all = try (0..<24).map { try Self.exchange(at: Self.start + Int64($0)).description }
      let field = (CollectorField.clockExchanges, all.joined(separator: ", "))
      #expect(try await Self.put(Self.chunk(0), [field], to: server).status == 201)
      let found = try await server.storage.clockMeasurements(
        of: "phone", in: Self.start...Self.start + Self.minute)
      #expect(found.exchanges.count == 16)
    }
  }

  @Test(arguments: Backend.allCases)
  func `measurements are stored once, near the night, and with new chunks only`(
    _ backend: Backend
  ) async throws {
    try await backend.withStorage { storage in
      let chunk = try Self.checked(Self.chunk(0), Self.report(0))
      _ = try await storage.store([chunk])
      let times = Self.start...Self.start + 300 * Self.second
      let expected = ClockMeasurements(
        exchanges: [try Self.exchange(at: Self.start)],
        walls: [.init(since: Self.start, recorded: times.upperBound, wall: times.upperBound)])
      #expect(try await storage.clockMeasurements(of: "phone", in: times) == expected)
      // Again, and with another chunk that carries the same.
      _ = try await storage.store([Self.checked(Self.chunk(0), Self.report(1))])
      _ = try await storage.store([Self.checked(Self.chunk(1), Self.report(0))])
      #expect(try await storage.clockMeasurements(of: "phone", in: times) == expected)
      #expect(try await storage.clockMeasurements(of: "watch", in: times) == ClockMeasurements())
      // Two days later they still count, and three days later they do not.
      let day = 86_400 * Self.second
      for (days, count) in [(2, 1), (3, 0), (-2, 1), (-3, 0)] as [(Int64, Int)] {
        let other = times.lowerBound + days * day...times.upperBound + days * day
        let found = try await storage.clockMeasurements(of: "phone", in: other)
        #expect(found.exchanges.count == count, "\(days) days")
      }
    }
  }

  /// The relay's own exchanges may be much older or newer than the night of the watch.
  @Test(arguments: Backend.allCases)
  func `the clock of a relay is read with the exchanges that need it`(
    _ backend: Backend
  ) async throws {
    try await backend.withStorage { storage in
      let relay = MeasuredClock.relay(since: 50)
      let far = Self.start + 40 * 86_400 * Self.second
      let stamps = try #require(
        ClockExchange(sent: Self.start, arrived: far, answered: far, returned: Self.start + 4))
      let own = ClockMeasurements.Exchange(.recorded(since: 7), to: relay, stamps)
      let its = ClockMeasurements.Exchange(
        relay, to: .collector,
        try #require(ClockExchange(sent: far, arrived: 5, answered: 6, returned: far + 9)))
      let unrelated = ClockMeasurements.Exchange(.relay(since: 51), to: .collector, its.stamps)
      _ = try await storage.store([
        Self.checked(Self.chunk(0), ClockReport(exchanges: [own, its, unrelated]))
      ])
      let found = try await storage.clockMeasurements(
        of: "phone", in: Self.start...Self.start + Self.minute)
      #expect(found.exchanges == [own, its])
    }
  }

  @Test(arguments: Backend.allCases)
  func `of the readings of an accessory, the fastest of each minute is kept`(
    _ backend: Backend
  ) async throws {
    try await backend.withStorage { storage in
      // The second sample of each minute was under way for 1 s less than the others.
      for number in 0..<2 as Range<Int64> {
        let strap = Self.chunk(number, stream: "strap", channels: ["accessory-clock"]) {
          [Double($0) + ($0 % 60 == 1 ? 1 : 0)]
        }
        _ = try await storage.store([strap.checked()])
      }
      // A chunk of the same minute replaces the reading only if it is faster.
      for (sequence, shown) in [(90, 100.0), (91, 0.5), (92, 1.5)] as [(UInt64, Double)] {
        _ = try await storage.store([
          TestChunk(
            stream: "strap", sequence: sequence, channels: ["accessory-clock"], units: ["s"],
            times: [Self.start + (sequence == 90 ? 119 : 0) * Self.second], values: [shown]
          ).checked()
        ])
      }
      let found = try await storage.clockMeasurements(
        of: "phone", in: Self.start...Self.start + Self.minute)
      #expect(Array(found.accessories.keys) == ["strap"])
      let readings = try #require(found.accessories["strap"]).sorted { $0.recorded < $1.recorded }
      let minutes = readings.map { ($0.recorded - Self.start) / Self.second }
      #expect(minutes == [0, 61, 121, 181, 241, 301, 361, 421, 481, 541])
      #expect(readings[0].accessory == 1_500_000_000)
      #expect(readings[1].accessory == 62 * Self.second)
    }
  }

  @Test(arguments: Backend.allCases)
  func `measurements are deleted with the samples of their time`(_ backend: Backend) async throws {
    try await backend.withStorage { storage in
      for number in 0..<4 as Range<Int64> {
        let strap = Self.chunk(number, stream: "strap", channels: ["accessory-clock"])
        _ = try await storage.store([
          Self.checked(Self.chunk(number), Self.report(number)), strap.checked(),
        ])
      }
      let times = Self.start...Self.start + 1_200 * Self.second
      func counts() async throws -> [Int] {
        let found = try await storage.clockMeasurements(of: "phone", in: times)
        return [found.exchanges.count, found.walls.count, found.accessories["strap"]?.count ?? 0]
      }
      #expect(try await counts() == [4, 4, 20])
      func deletion(_ stream: String?, minutes: ClosedRange<Int64>) -> Deletion {
        let range = (minutes.lowerBound, minutes.upperBound)
        return Deletion(
          device: "phone", stream: stream,
          times: Self.start + range.0 * Self.minute...Self.start + range.1 * Self.minute,
          author: "test", time: 5)
      }
      // Another stream leaves everything, and the strap's leaves the clock of the phone.
      _ = try await storage.delete(deletion("gyroscope", minutes: 0...19))
      #expect(try await counts() == [4, 4, 20])
      _ = try await storage.delete(deletion("strap", minutes: 0...4))
      #expect(try await counts() == [4, 4, 15])
      _ = try await storage.delete(deletion(nil, minutes: 5...9))
      #expect(try await counts() == [3, 3, 10])
      // By age, as samples: what arrived at 0 is old enough.
      _ = try await storage.expire(
        "phone", samplesBefore: Self.start + 15 * Self.minute, arrivedBefore: 1)
      #expect(try await counts() == [1, 2, 5])
      _ = try await storage.expire("phone", samplesBefore: .max, arrivedBefore: 0)
      #expect(try await counts() == [1, 2, 5])
      _ = try await storage.delete(
        Deletion(device: "phone", stream: nil, times: .min ... .max, author: "test", time: 6))
      #expect(try await counts() == [0, 0, 0])
    }
  }
}
