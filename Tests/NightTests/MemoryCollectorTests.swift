import Chunks
import Foundation
import YobanNight
import Testing
import YobanSimulatedOS

/// Runs the same tests with both collectors: the server, and its replacement in memory.
struct MemoryCollectorTests {
  private static let stream = try! ChunkHeader(
    identity: ChunkIdentity(device: "iphone", stream: "acc", sequence: 3),
    channels: [Channel(name: "x", unit: "g")], nominalInterval: .milliseconds(10))

  /// Returns a complete chunk with the given number of samples and a gap.
  private static func chunk(_ count: Int, from first: Int64 = 1_000_000_000) -> [UInt8] {
    var writer = ChunkWriter(header: stream)
    var bytes = writer.headerBytes()
    var samples = SampleBlock(channelCount: 1, capacity: count)
    for i in 0..<count {
      samples.times.append(first + Int64(i) * 10_000_000)
      samples.values.append(Double(i) / 65536)
    }
    writer.encode(samples: samples, into: &bytes)
    writer.encode(
      gap: Gap(start: first + 2_000_000_000, end: first + 3_000_000_000, cause: .killed),
      into: &bytes)
    writer.finish(into: &bytes)
    return bytes
  }

  struct Row: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var body: [UInt8] = chunk(5)
    var path = "/v1/devices/iphone/streams/acc/chunks/3"
    var digest: [UInt8]?
    var hasToken = true
    var method = "PUT"
    var hasDigest = true
  }

  static let rows: [Row] = [
    Row(testDescription: "a new chunk"), Row(testDescription: "the same once more"),
    Row(testDescription: "other bytes under its name", body: chunk(6)),
    Row(testDescription: "and once more", body: chunk(6)),
    Row(testDescription: "another digest", digest: chunk(7)),
    Row(testDescription: "no digest", hasDigest: false),
    Row(testDescription: "no chunk", body: Array("hello".utf8)),
    Row(testDescription: "a torn chunk", body: Array(chunk(8).dropLast(3))),
    Row(testDescription: "another name", path: "/v1/devices/iphone/streams/acc/chunks/4"),
    Row(testDescription: "no token", hasToken: false),
    Row(testDescription: "no such path", path: "/v1/devices/iphone/nothing"),
    Row(testDescription: "a wrong method", method: "POST"),
  ]

  private static func request(_ row: Row, to collector: any NightCollector) throws
    -> HTTPExchangeRequest
  {
    var headers = [HTTPField("Content-Type", "application/octet-stream")]
    if row.hasToken {
      headers.append(HTTPField("Authorization", "Bearer \(try collector.token(of: "iphone"))"))
    }
    if row.hasDigest {
      let digest = ChunkDigest(of: row.digest ?? row.body)
      headers.append(HTTPField("Content-Digest", digest.contentDigestField))
    }
    return HTTPExchangeRequest(
      method: row.method, url: collector.url + row.path, headers: headers, body: row.body)
  }

  private struct Answer: Equatable {
    var status: Int
    /// All fields of a receipt, or the kind of a problem.
    var body: [String: String]
  }

  private static func answers(of collector: any NightCollector) throws -> [Answer] {
    try rows.map { row in
      let response = try collector.gateway.exchange(request(row, to: collector))
      let object = try? JSONSerialization.jsonObject(with: Data(response.body)) as? [String: Any]
      let kept = response.status < 300 ? object : object?.filter { $0.key == "type" }
      return Answer(status: response.status, body: (kept ?? [:]).mapValues { "\($0)" })
    }
  }

  @Test(.enabled(if: TemporaryCollector.isBuilt, TemporaryCollector.isBuiltComment))
  func `the collector in memory gives the same responses as the server and stores the same data`()
    throws
  {
    let own = try TemporaryCollector()
    defer { own.stop() }
    let memory = MemoryCollector()
    let (real, simulated) = (try Self.answers(of: own.collector), try Self.answers(of: memory))
    for (row, (left, right)) in zip(Self.rows, zip(real, simulated)) {
      #expect(left == right, "\(row.testDescription)")
    }
    #expect(real.map(\.status) == [201, 200, 409, 409, 400, 400, 422, 422, 422, 401, 404, 405])
    #expect(try own.collector.streams(of: "iphone") == memory.streams(of: "iphone"))
    let gaps = memory.gaps(of: "acc", of: "iphone")
    #expect(try own.collector.gaps(of: "acc", of: "iphone") == gaps)
    #expect(gaps.map(\.cause) == ["killed"])
  }

  @Test func `two samples with the same time are counted as duplicates`() throws {
    let memory = MemoryCollector()
    for sequence in 3...4 as ClosedRange<UInt64> {
      let header = try ChunkHeader(
        identity: ChunkIdentity(device: "iphone", stream: "acc", sequence: sequence),
        channels: [Channel(name: "x", unit: "g")], nominalInterval: .milliseconds(10))
      var writer = ChunkWriter(header: header)
      var bytes = writer.headerBytes()
      var samples = SampleBlock(channelCount: 1, capacity: 2)
      samples.times = [1_000_000_000, 1_010_000_000]
      samples.values = [0, 1]
      writer.encode(samples: samples, into: &bytes)
      writer.finish(into: &bytes)
      let row = Row(
        testDescription: "", body: bytes, path: "/v1/devices/iphone/streams/acc/chunks/\(sequence)")
      #expect(try memory.exchange(Self.request(row, to: memory)).status == 201)
    }
    #expect(memory.streams(of: "iphone").map(\.duplicates) == [2])
  }

  @Test func `a collector that is down cannot be reached`() throws {
    let memory = MemoryCollector()
    memory.setRunning(false)
    let request = try Self.request(Self.rows[0], to: memory)
    #expect(throws: HTTPExchangeError.cannotConnect) { _ = try memory.exchange(request) }
    memory.setRunning(true)
    #expect(try memory.exchange(request).status == 201)
  }
}
