import Chunks
import CollectorSQLite
import Foundation
import TestPrograms
import Testing

@testable import Collector

/// A link to one night shows this night and nothing else.
@Suite(.patience) struct SharedNightTests {
  private static func withLink(
    _ body: @escaping @Sendable (TestServer, _ path: String) async throws -> Void
  ) async throws {
    try await TestServer.run(.patient(host: "0.0.0.0")) { server in
      let hour: Int64 = 3_600_000_000_000
      for night in 0..<3 as Range<Int64> {
        let start = night * 24 * hour
        let chunk = TestChunk(
          sequence: UInt64(night), times: (0...4).map { start + $0 * hour / 10 },
          marks: [.started(at: start), .stopped(at: start + hour)])
        #expect(try await server.put(chunk).status == 201)
      }
      let token = try await server.storage.makeToken(.night(device: "phone", time: 24 * hour))
      try await body(server, "/shared/\(token)")
    }
  }

  private static func get(_ server: TestServer, _ path: String) async throws -> Answer {
    try await server.request(path, .get, [:], [])
  }

  @Test func `the page needs no other token and leads nowhere else`() async throws {
    try await Self.withLink { server, path in
      #expect(try await Self.get(server, "/devices/phone").status == 401)
      let page = try await Self.get(server, path)
      #expect(page.status == 200)
      #expect(page.headers[values: .init("Referrer-Policy")!] == ["no-referrer"])
      #expect(page.body.contains("1970-01-02 00:00:00"))
      #expect(!page.body.contains("1970-01-01") && !page.body.contains("1970-01-03"))
      #expect(!page.body.contains("/devices/"))
      #expect(try await Self.get(server, path + "/data").status == 200)
    }
  }

  @Test func `samples and curves are those of the night, whatever range is asked for`() async throws
  {
    try await Self.withLink { server, path in
      let day: Int64 = 86_400_000_000_000
      let all = "from=\(-9 * day)&to=\(9 * day)"
      let csv = try await Self.get(server, "\(path)/streams/accelerometer/samples.csv?\(all)")
      let times = csv.body.split(separator: "\n").dropFirst().compactMap {
        Int64($0.split(separator: ",")[0])
      }
      #expect(times == (0...4).map { day + $0 * 360_000_000_000 })
      #expect(
        try await Self.get(server, "\(path)/streams/accelerometer/samples.csv").body == csv.body)
      for points in [8, 2_000] {
        let curve = try await Self.get(
          server, "\(path)/streams/accelerometer/curve?\(all)&points=\(points)")
        #expect(curve.status == 200)
        let json = try curve.json
        let origin = try #require((json["origin"] as? String).flatMap { Int64($0) })
        let points = try #require(json["points"] as? [Any]).compactMap { $0 as? [Double?] }
        #expect(!points.isEmpty)
        for point in points {
          // Microseconds after the origin.
          let time = origin + Int64(try #require(point[0])) * 1_000
          #expect((day...day + 3_600_000_000_000).contains(time))
        }
      }
      try await Self.get(server, "\(path)/streams/other/samples.csv").expectProblem(.notFound)
    }
  }

  /// The recordings before and after the night have other channels and units, and another stream.
  @Test func `a link shows no names, units or times of other recordings`() async throws {
    try await TestServer.run(.patient(host: "0.0.0.0")) { server in
      let day: Int64 = 86_400_000_000_000
      func put(_ sequence: UInt64, _ stream: String, _ channel: String, at time: Int64) async throws
      {
        let chunk = TestChunk(
          stream: stream, sequence: sequence, channels: [channel], times: [time, time + 9])
        #expect(try await server.put(chunk).status == 201)
      }
      try await put(0, "accelerometer", "channel-1", at: 0)
      try await put(1, "accelerometer", "own", at: day)
      let token = try await server.storage.makeToken(.night(device: "phone", time: day))
      let path = "/shared/\(token)"
      // Some chunks between the two recordings are missing.
      let later = 2 * day + 4_321_000_000_007
      try await put(9, "accelerometer", "channel-3", at: later)
      try await put(0, "other-stream", "channel-3", at: later)
      try await put(2, "accelerometer", "own", at: day + 100)
      // This gap and this chunk belong to the night, and end when the next recording begins.
      let crossing = TestChunk(
        sequence: 3, channels: ["own"], times: [day + 200, later - 5],
        gaps: [Gap(start: day + 150, end: later, cause: .killed)],
        marks: [.started(at: day), .stopped(at: day + 300)])
      #expect(try await server.put(crossing).status == 201)
      let stream = path + "/streams/accelerometer"
      let all = "from=0&to=\(9 * day)"
      var bodies: [String] = []
      for path in [
        path, path + "/data", stream + "/samples.csv?\(all)", stream + "/samples.parquet?\(all)",
        stream + "/curve?\(all)&points=9",
      ] {
        let answer = try await Self.get(server, path)
        #expect(answer.status == 200, "\(path)")
        bodies.append(answer.body)
      }
      let files = try await Python.run([
        Python.script("archive_text.py"), "http://127.0.0.1:\(server.port)\(path)",
      ])
      try #require(files.status == 0, "\(files.output)")
      #expect(files.output.contains("own") && files.output.contains("\(day + 200)"))
      bodies.append(files.output)
      // Some are missing up to the next recording.
      #expect(!bodies[0].contains("missing chunk") && !bodies[1].contains("missing chunk"))
      #expect(bodies[2].hasPrefix("time_ns,own,corrected_time_ns,uncertainty_ns\n"))
      for body in bodies {
        let times = [later, later - 5, later / 1_000_000].map(String.init)
        for text in ["channel-1", "channel-3", "other-stream"] + times {
          #expect(!body.contains(text), "\(text) in \(body.prefix(80))")
        }
      }
    }
  }

  @Test func `events of a link name only the streams and times of its night`() {
    func look(_ ranges: [ClosedRange<Int64>], isLimited: Bool = true) -> DeviceLook {
      let chunks = ranges.enumerated().map { ChunkRecord(sequence: UInt64($0), times: $1) }
      let own = StreamProgress(
        chunkCount: chunks.count,
        times: ranges.map(\.lowerBound).min()!...ranges.map(\.upperBound).max()!)
      let other = StreamProgress(chunkCount: chunks.count, times: 100...200)
      let night = Night.nights(of: [("own", StreamContents(chunks: chunks))])[0]
      return DeviceLook(
        progress: ["own": own, "other": other], night: isLimited ? night : nil)
    }
    func event(_ first: Int64, _ last: Int64, _ stream: String = "own") -> String {
      """
      event: stored
      data: {"first_time":"\(first)","last_time":"\(last)","stream":"\(stream)"}


      """
    }
    var events = NightEvents(after: look([100...150]))
    #expect(events.text(look([100...150])) == "")
    #expect(events.text(look([100...150, 160...200])) == event(150, 200))
    // A chunk that was missing can be anywhere.
    #expect(events.text(look([100...150, 160...200, 151...159])) == event(100, 200))
    let day: Int64 = 86_400_000_000_000
    #expect(events.text(look([100...150, 160...200, 151...159, day...(day + 9)])) == "")

    var all = NightEvents(after: look([100...150], isLimited: false))
    #expect(
      all.text(look([100...150, day...(day + 9)], isLimited: false))
        == event(100, 200, "other") + event(150, day + 9))
  }

  /// The stream has more chunks than an answer may read, and the night has not.
  @Test func `for a link, only the chunks of its night are read`() async throws {
    var storage = try SQLiteStorage()
    storage.limits.chunksPerAnswer = 2
    try await TestServer.run(over: storage) { server in
      let day: Int64 = 86_400_000_000_000
      for night in 0..<4 as Range<Int64> {
        let chunk = TestChunk(sequence: UInt64(night), times: [night * day, night * day + 9])
        #expect(try await server.put(chunk).status == 201)
      }
      let token = try await server.storage.makeToken(.night(device: "phone", time: day))
      let all = "from=0&to=\(9 * day)&points=10"
      for path in ["/curve?\(all)", "/samples.csv?\(all)", "/samples.csv"] {
        let link = try await Self.get(server, "/shared/\(token)/streams/accelerometer\(path)")
        #expect(link.status == 200, "\(path)")
        let page = try await Self.get(server, "/devices/phone/streams/accelerometer\(path)")
        try page.expectProblem(.invalidRequest)
        #expect(page.body.contains("shorter time"), "\(path)")
      }
    }
  }

  @Test func `the token of a link opens nothing else, and no other token is a link`() async throws {
    try await Self.withLink { server, path in
      let token = String(path.dropFirst("/shared/".count))
      for path in ["/v1/devices", "/v1/devices/phone/streams", "/metrics", "/devices/phone"] {
        try await server.get(path, token: token).expectProblem(.forbidden)
      }
      try await server.put(
        TestChunk(sequence: 9).bytes(), to: TestChunk(sequence: 9).path, token: token
      )
      .expectProblem(.forbidden)
      try await Self.get(server, "/shared/\(server.admin)").expectProblem(.notFound)
      try await Self.get(server, "/shared/\(server.token)").expectProblem(.notFound)
      let hash = Token(text: token).hash
      #expect(try await server.storage.revokeToken(hash: hash, at: 1))
      try await Self.get(server, path).expectProblem(.notFound)
    }
  }
}

extension ChunkRecord {
  fileprivate init(sequence: UInt64, times: ClosedRange<Int64>) {
    self.init(
      sequence: sequence, digest: ChunkDigest(of: []), byteCount: 1, sampleCount: 1, gapCount: 0,
      times: times, isStrictlyIncreasing: true, channels: [])
  }
}
