import Chunks
import CollectorContract
import Foundation
import Yoban
import YobanSimulatedOS

/// A collector in memory: it checks and stores each chunk, responds with its receipt, and counts
/// requests.
final class RecordingCollector: HTTPGateway, @unchecked SimulationConfined {
  /// The chunks in the order of arrival.
  private(set) var chunks: [(identity: ChunkIdentity, summary: Summary)] = []
  /// The number of requests with a chunk that was already stored.
  private(set) var repeats = 0
  private(set) var problems: [String] = []

  struct Summary {
    var sha256: String
    var samples: [Int64] = []
    var gaps: [Gap] = []
    var marks: [String] = []
  }

  func exchange(_ request: HTTPExchangeRequest) throws(HTTPExchangeError) -> HTTPExchangeResponse {
    guard request.method == "PUT", let path = URL(string: request.url)?.path,
      let identity = CollectorPath.identity(ofChunkAt: path)
    else {
      problems.append("\(request.method) \(request.url)")
      return HTTPExchangeResponse(status: 404, headers: [], body: [])
    }
    do {
      let summary = try Self.read(request.body, identity)
      let known = chunks.first { $0.identity == identity }
      if let known, known.summary.sha256 != summary.sha256 {
        problems.append("other bytes for \(identity)")
        return HTTPExchangeResponse(status: 409, headers: [], body: [])
      }
      if known == nil { chunks.append((identity, summary)) } else { repeats += 1 }
      let receipt = Receipt(
        device: identity.device, stream: identity.stream, sequence: identity.sequence,
        sha256: summary.sha256, bytes: Int64(request.body.count), samples: summary.samples.count,
        gaps: summary.gaps.count)
      return HTTPExchangeResponse(
        status: known == nil ? 201 : 200, headers: [],
        body: receipt.json)
    } catch {
      problems.append("\(error)")
      return HTTPExchangeResponse(status: 422, headers: [], body: [])
    }
  }

  private static func read(_ bytes: [UInt8], _ identity: ChunkIdentity) throws -> Summary {
    var reader = try ChunkReader(bytes)
    guard reader.header.identity == identity else { throw CollectorError.anotherName }
    var summary = Summary(sha256: ChunkDigest(of: bytes).hex)
    while let block = try reader.next() {
      switch block {
      case .samples(let samples): summary.samples += samples.times
      case .gap(let gap): summary.gaps.append(gap)
      case .mark(let mark): summary.marks.append(mark.name)
      }
    }
    return summary
  }

  enum CollectorError: Error { case anotherName }

  // MARK: Stored data

  private func summaries(_ stream: String) -> [Summary] {
    chunks.filter { $0.identity.stream == stream }
      .sorted { $0.identity.sequence < $1.identity.sequence }.map(\.summary)
  }

  func times(_ stream: String) -> [Int64] { summaries(stream).flatMap(\.samples) }
  func gaps(_ stream: String) -> [Gap] { summaries(stream).flatMap(\.gaps) }
  func marks(_ stream: String) -> [String] { summaries(stream).flatMap(\.marks) }
  /// Returns the sequence numbers below the highest one that are missing.
  func missing(_ stream: String) -> [UInt64] {
    let numbers = Set(chunks.filter { $0.identity.stream == stream }.map(\.identity.sequence))
    return (0..<(numbers.max().map { $0 + 1 } ?? 0)).filter { !numbers.contains($0) }
  }
}
