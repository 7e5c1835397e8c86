import Chunks
import Foundation
import SimulatedOS
import Synchronization

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
      let (device, stream, sequence) = Self.parts(of: path)
    else { return Self.problem(404, "not-found") }
    guard request.method == "PUT" else { return Self.problem(405, "method-not-allowed") }
    guard Self.header("Authorization", of: request) == "Bearer \(token(of: device))" else {
      return Self.problem(401, "unauthorized")
    }
    guard let field = Self.header("Content-Digest", of: request) else {
      return Self.problem(400, "digest-missing")
    }
    let digest = ChunkDigest(of: request.body)
    guard field == digest.contentDigestField else {
      return Self.problem(400, "digest-mismatch", isRetryable: true)
    }
    guard let reader = try? ChunkReader(request.body) else {
      return Self.problem(422, "invalid-chunk")
    }
    guard let stored = Self.stored(reader, digest, request.body.count) else {
      return Self.problem(422, "incomplete-chunk")
    }
    let identity = reader.header.identity
    guard identity.device == device, identity.stream == stream, identity.sequence == sequence else {
      return Self.problem(422, "identity-mismatch")
    }
    return put(stored, identity)
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
    if status == 409 { return Self.problem(409, "conflict") }
    let receipt =
      #"{"bytes":\#(new.byteCount),"device":"\#(identity.device)","gaps":\#(new.gaps.count),"samples":\#(new.times.count),"sequence":\#(identity.sequence),"sha256":"\#(new.sha256)","stream":"\#(identity.stream)"}"#
    return HTTPExchangeResponse(
      status: status, headers: [HTTPField("Content-Type", "application/json")],
      body: Array(receipt.utf8))
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

  private static func parts(of path: String) -> (device: String, stream: String, sequence: UInt64)?
  {
    let parts = path.split(separator: "/").map(String.init)
    guard parts.count == 7, parts[0] == "v1", parts[1] == "devices", parts[3] == "streams",
      parts[5] == "chunks", let sequence = UInt64(parts[6])
    else { return nil }
    return (parts[2], parts[4], sequence)
  }

  private static func header(_ name: String, of request: HTTPExchangeRequest) -> String? {
    request.headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  private static func problem(
    _ status: Int, _ kind: String, isRetryable: Bool = false
  ) -> HTTPExchangeResponse {
    let body =
      #"{"type":"urn:yoban:problem:\#(kind)","title":"\#(kind)","status":\#(status),"detail":"","retryable":\#(isRetryable)}"#
    return HTTPExchangeResponse(
      status: status, headers: [HTTPField("Content-Type", "application/problem+json")],
      body: Array(body.utf8))
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
