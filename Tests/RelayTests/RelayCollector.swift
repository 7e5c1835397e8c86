import Chunks
import CollectorContract
import Foundation
import Testing
import YobanTesting

/// A collector in memory. It stores each complete chunk once and responds with the receipt.
final class RelayCollector: HTTPGateway, @unchecked SimulationConfined {
  static let token = "yb_watch"

  /// The stored chunks, by `device/stream/sequence`.
  private(set) var stored: [String: [UInt8]] = [:]
  private(set) var requestCount = 0
  private(set) var conflictCount = 0
  var isUp = true
  /// A status that is sent instead of a receipt; nothing is stored then.
  var refusal: Int?

  func exchange(_ request: HTTPExchangeRequest) throws(HTTPExchangeError) -> HTTPExchangeResponse {
    guard isUp else { throw .cannotConnect }
    requestCount += 1
    let parts = (URL(string: request.url)?.path ?? "").split(separator: "/").map(String.init)
    func field(_ name: String) -> String? {
      request.headers.first { $0.name.lowercased() == name }?.value
    }
    guard parts.count == 7, request.method == "PUT",
      field("authorization") == "Bearer \(Self.token)",
      field("content-digest") == ChunkDigest(of: request.body).contentDigestField,
      let summary = try? ChunkReader(request.body).summary(), summary.completeness == .complete,
      summary.header.identity.description == "\(parts[2])/\(parts[4])/\(parts[6])"
    else { return answer(400, Array("{}".utf8)) }
    if let refusal { return answer(refusal, Array("{}".utf8)) }
    let name = summary.header.identity.description
    if let known = stored[name], known != request.body {
      conflictCount += 1
      return answer(409, Array("{}".utf8))
    }
    let isNew = stored.updateValue(request.body, forKey: name) == nil
    let identity = summary.header.identity
    return answer(
      isNew ? 201 : 200,
      Receipt(
        device: identity.device, stream: identity.stream, sequence: identity.sequence,
        sha256: ChunkDigest(of: request.body).hex, bytes: Int64(request.body.count),
        samples: Int(summary.sampleCount), gaps: summary.gaps.count
      ).json)
  }

  private func answer(_ status: Int, _ body: [UInt8]) -> HTTPExchangeResponse {
    HTTPExchangeResponse(
      status: status, headers: [HTTPField("Content-Type", "application/json")],
      body: body)
  }

  // MARK: Checks after a night

  /// Returns the blocks of a stream in the order of their sequence numbers. Fails the test if a
  /// number is missing.
  func blocks(
    of stream: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [ChunkBlock] {
    let count = stored.keys.count { $0.contains("/\(stream)/") }
    var blocks: [ChunkBlock] = []
    for sequence in 0..<count {
      let body = try #require(
        stored["watch/\(stream)/\(sequence)"], "\(stream) \(sequence) is missing",
        sourceLocation: sourceLocation)
      var reader = try ChunkReader(body)
      while let block = try reader.next() { blocks.append(block) }
    }
    return blocks
  }
}

/// Checks the stored chunks of a night on the watch: from start to end, each moment is near a
/// sample or in a gap, and no sample is stored twice.
///
/// - Parameters:
///   - gaps: The causes of the gaps, in order; nil for any causes.
///   - shareMax: The largest allowed number of samples, as a share of a night without gaps.
func expectWholeNight(
  _ collector: RelayCollector, rateHz: Int64 = 10, gaps: [String]? = [], minutes: Int64,
  shareMax: Double = 1.01,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  for stream in ["accelerometer", "rotation-rate"] {
    var times: [Int64] = []
    var stretches: [(Int64, Int64)] = []
    var causes: [String] = []
    var marks: [String: Int64] = [:]
    for block in try collector.blocks(of: stream, sourceLocation: sourceLocation) {
      switch block {
      case .samples(let samples): times += samples.times
      case .gap(let gap):
        stretches.append((gap.start, gap.end))
        causes.append(gap.cause.rawValue)
      case .mark(let mark): marks[mark.name] = mark.time
      }
    }
    let start = try #require(marks["started"], "\(stream)", sourceLocation: sourceLocation)
    let end = try #require(marks["stopped"], "\(stream)", sourceLocation: sourceLocation)
    #expect(end - start == minutes * 60_000_000_000, "\(stream)", sourceLocation: sourceLocation)
    #expect(
      zip(times, times.dropFirst()).allSatisfy(<), "\(stream)", sourceLocation: sourceLocation)
    if let gaps { #expect(causes == gaps, "\(stream)", sourceLocation: sourceLocation) }
    let share = Double(times.count) / Double(minutes * 60 * rateHz)
    #expect(share <= shareMax, "\(stream)", sourceLocation: sourceLocation)
    var covered = start
    for (first, last) in (stretches + times.map { ($0, $0) }).sorted(by: <) + [(end, end)] {
      #expect(
        first - covered <= 1_500_000_000 / rateHz,
        "\(stream) at \((first - start) / 1_000_000_000) s",
        sourceLocation: sourceLocation)
      covered = max(covered, last)
    }
    let inGaps = stretches.reduce(0) { $0 + $1.1 - $1.0 }
    let wanted = (end - start - inGaps) * rateHz / 1_000_000_000
    #expect(
      abs(Int64(times.count) - wanted) <= 2 * Int64(causes.count + 1), "\(stream)",
      sourceLocation: sourceLocation)
  }
}
