import Chunks
import CollectorContract
import Foundation
import Synchronization
import YobanSimulatedOS

/// A collector inside the simulation: it accepts chunks as the server does, and stores them in
/// memory.
///
/// Used for thousands of runs. A test checks that it gives the same responses as the server to the
/// same requests.
public final class MemoryCollector: NightCollector, HTTPGateway {
  public let url = "http://collector.test"
  public var gateway: any HTTPGateway { self }
  private let state = Mutex(State())

  private struct State {
    var stored: [ChunkIdentity: Stored] = [:]
    var isRunning = true
  }

  private struct Stored {
    var sha256: String
    var byteCount: Int
    var times: [Int64]
    var gaps: [Gap]
    var conflicts: Set<String> = []
  }

  public init() {}

  public func token(of device: String) -> String { "yb_of_\(device)" }

  public func setRunning(_ isRunning: Bool) { state.withLock { $0.isRunning = isRunning } }

  // MARK: Storing

  public func exchange(
    _ request: HTTPExchangeRequest
  ) throws(HTTPExchangeError) -> HTTPExchangeResponse {
    guard state.withLock({ $0.isRunning }) else { throw .cannotConnect }
    guard let path = URL(string: request.url)?.path,
      let identity = CollectorPath.identity(ofChunkAt: path)
    else { return Self.problem(.notFound) }
    guard request.method == "PUT" else { return Self.problem(.methodNotAllowed) }
    let authorization = Self.header(CollectorField.authorization, of: request)
    guard authorization == CollectorField.bearer(token(of: identity.device)) else {
      return Self.problem(.unauthorized)
    }
    guard let field = Self.header(CollectorField.contentDigest, of: request) else {
      return Self.problem(.digestMissing)
    }
    let digest = ChunkDigest(of: request.body)
    guard field == digest.contentDigestField else { return Self.problem(.digestMismatch) }
    guard let reader = try? ChunkReader(request.body) else { return Self.problem(.invalidChunk) }
    guard let stored = Self.stored(reader, digest, request.body.count) else {
      return Self.problem(.incompleteChunk)
    }
    guard reader.header.identity == identity else { return Self.problem(.identityMismatch) }
    var response = put(stored, identity)
    response.headers += SimulatedStamps.now
    return response
  }

  private func put(_ new: Stored, _ identity: ChunkIdentity) -> HTTPExchangeResponse {
    let status = state.withLock { state in
      guard let known = state.stored[identity] else {
        state.stored[identity] = new
        return 201
      }
      if known.sha256 == new.sha256 { return 200 }
      state.stored[identity]?.conflicts.insert(new.sha256)
      return 409
    }
    if status == 409 { return Self.problem(.conflict) }
    let receipt = Receipt(
      device: identity.device, stream: identity.stream, sequence: identity.sequence,
      sha256: new.sha256, bytes: Int64(new.byteCount), samples: new.times.count,
      gaps: new.gaps.count)
    return HTTPExchangeResponse(
      status: status, headers: [HTTPField("Content-Type", "application/json")], body: receipt.json)
  }

  /// Returns the stored data of a complete chunk; nil for a chunk without an end.
  private static func stored(
    _ reader: ChunkReader, _ digest: ChunkDigest, _ byteCount: Int
  ) -> Stored? {
    var stored = Stored(sha256: digest.hex, byteCount: byteCount, times: [], gaps: [])
    var reader = reader
    do throws(ChunkError) {
      while let block = try reader.next() {
        switch block {
        case .samples(let samples): stored.times += samples.times
        case .gap(let gap): stored.gaps.append(gap)
        case .mark: break
        }
      }
    } catch {
      return nil
    }
    return reader.completeness == .complete ? stored : nil
  }

  private static func header(_ name: String, of request: HTTPExchangeRequest) -> String? {
    request.headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  private static func problem(_ kind: ProblemKind) -> HTTPExchangeResponse {
    HTTPExchangeResponse(
      status: kind.status, headers: [HTTPField("Content-Type", ProblemBody.contentType)],
      body: ProblemBody(kind, detail: "").json)
  }

  // MARK: Reading

  public func streams(of device: String) -> [StoredStream] {
    let chunks = state.withLock { $0.stored }.filter { $0.key.device == device }
    let names = Set(chunks.keys.map(\.stream)).sorted()
    return names.map { name in
      let own = chunks.filter { $0.key.stream == name }.values
      let times = own.flatMap(\.times)
      return StoredStream(
        stream: name, chunks: own.count, samples: times.count,
        bytes: own.reduce(0) { $0 + $1.byteCount }, duplicates: times.count - Set(times).count,
        conflicts: own.reduce(0) { $0 + $1.conflicts.count })
    }
  }

  public func gaps(of stream: String, of device: String) -> [StoredGap] {
    let chunks = state.withLock { $0.stored }
      .filter { $0.key.device == device && $0.key.stream == stream }
    return chunks.values.flatMap(\.gaps)
      .map { StoredGap(start: $0.start, end: $0.end, cause: $0.cause.rawValue) }
      .sorted { ($0.start, $0.end) < ($1.start, $1.end) }
  }
}
