import Chunks
import CollectorContract
import Foundation
import HTTPTypes
import Hummingbird

/// The upload route: `PUT /v1/devices/{device}/streams/{stream}/chunks/{sequence}`.
struct UploadRoutes: Sendable {
  let access: Access
  let queue: CommitQueue
  let budget: BodyBudget
  let metrics: Metrics
  let alerts: AlertRaiser
  let chunkBytesMax: Int
  /// The uploads and imports under way.
  let places: LimitedPlaces
  let heavyWork: HeavyWork
  /// The sizes, as it was sent and with its samples decoded, up to which checking a chunk takes less time than handing
  /// it to another thread and back.
  private static let smallChunkBytesMax = 32 << 10
  private static let smallDecodedBytesMax = 256 << 10

  /// Returns status 201 for a new chunk and 200 for a chunk that is already stored, both with the
  /// same receipt.
  func put(_ request: Request, parameters: Parameters) async throws -> Response {
    let arrived = Date.nowInNanoseconds
    let identity = try parameters.identity()
    let token = try await access.requireWriter(of: identity.device, request)
    let place = try places.reserve(for: Reader(token: token))
    defer { withExtendedLifetime(place) {} }
    do {
      var response = try await store(request, identity, token)
      response.headers[.arrived] = "\(arrived)"
      response.headers[.answered] = "\(Date.nowInNanoseconds)"
      return response
    } catch {
      await alerts.raise(error, of: identity)
      throw error
    }
  }

  private func store(
    _ request: Request, _ identity: ChunkIdentity, _ token: TokenHash
  ) async throws -> Response {
    let length = try bodyLength(request)
    guard let field = request.headers[.contentDigest],
      let digest = ChunkDigest(contentDigestField: field)
    else {
      throw Problem(
        .digestMissing,
        "Send the header field Content-Digest: sha-256=:BASE64: with the SHA-256 of the body.")
    }
    try access.quotas.countBytes(length, of: token)
    return try await budget.withBytes(length, of: identity.device) {
      let bytes = try await body(of: request, length: length)
      // Some thousand bytes can be a million samples.
      let decoded = ChunkReader.decodedByteCount(of: bytes)
      return try await budget.withBytes(Int(clamping: decoded), of: identity.device) {
        var chunk = try await check(
          bytes, decodedBytes: decoded, digest: digest, identity: identity)
        chunk.clocks.report = ClockReport(
          clock: request.headers[.clock], exchanges: request.headers[.clockExchanges])
        access.quotas.countNotes(chunk.noteCount + chunk.clocks.rowCount, of: token)
        let now = Date.nowInSeconds
        chunk.report = DeviceReport(request.headers, at: now)
        chunk.alert = alerts.alert(about: chunk.summary, at: now)
        return try await store(chunk)
      }
    }
  }

  /// Checks a chunk on the thread of the event loop only if this does not take long.
  private func check(
    _ bytes: [UInt8], decodedBytes: Int64, digest: ChunkDigest, identity: ChunkIdentity
  ) async throws -> CheckedChunk {
    guard bytes.count > Self.smallChunkBytesMax || decodedBytes > Self.smallDecodedBytesMax else {
      return try CheckedChunk.check(bytes, digest: digest, identity: identity)
    }
    return try await heavyWork.run(of: identity.device) { () throws(Problem) in
      try CheckedChunk.check(bytes, digest: digest, identity: identity)
    }
  }

  private func store(_ chunk: CheckedChunk) async throws -> Response {
    let identity = chunk.identity
    let name = identity.name
    switch try await queue.commit(chunk) {
    case .stored(let record):
      metrics.countStored(chunk)
      return JSON.response(Receipt(name, record), status: .created)
    case .alreadyStored(let record):
      metrics.countDuplicate()
      return JSON.response(Receipt(name, record))
    case .repaired(let record):
      metrics.countRepaired()
      return JSON.response(Receipt(name, record))
    case .deleted(let record):
      metrics.countDeleted()
      var receipt = Receipt(name, record)
      receipt.deleted = true
      return JSON.response(receipt)
    case .refused(let limit):
      throw Problem(limit)
    case .deviceIsBusy:
      throw Problem(
        .busy, "Other data of this device is being stored. Send the chunk again in a moment.")
    case .conflict(let isQuarantined):
      metrics.countConflict()
      throw Problem(
        .conflict,
        "Another chunk with other bytes is already stored as \(identity) and was not changed. "
          + (isQuarantined
            ? "These bytes were quarantined on the server. "
            : "These bytes were not kept: too many were quarantined already. ")
          + "Keep this chunk, and find out which device or restored backup used its number a second "
          + "time.")
    }
  }

  private func bodyLength(_ request: Request) throws(Problem) -> Int {
    guard let text = request.headers[.contentLength], let length = Int(text), length >= 0 else {
      throw Problem(
        .lengthRequired, "Send the header field Content-Length with the length of the chunk.")
    }
    guard length <= chunkBytesMax else {
      throw Problem(
        .bodyTooLarge,
        "A chunk may have at most \(chunkBytesMax) bytes, but this one has \(length). Write smaller chunks or "
          + "start the collector with a larger --max-chunk-bytes.")
    }
    return length
  }

  private func body(of request: Request, length: Int) async throws -> [UInt8] {
    let buffer = try await request.body.collect(upTo: length)
    guard buffer.readableBytes == length else {
      throw Problem(
        .invalidRequest,
        "The body ended after \(buffer.readableBytes) of \(length) bytes. Send the chunk again.")
    }
    return Array(buffer.readableBytesView)
  }
}

extension DeviceReport {
  /// Reads what a device tells about itself with an upload. A value that is not valid is ignored: a recording
  /// must not be refused because of it.
  init(_ headers: HTTPFields, at time: Int64) {
    self.init(
      time: time,
      battery: headers[.battery].flatMap { Int($0) }.flatMap {
        (0...100).contains($0) ? $0 : nil
      },
      appVersion: headers[.appVersion].flatMap {
        $0.isEmpty ? nil : String($0.unicodeScalars.prefix(64))
      },
      freeBytes: headers[.freeBytes].flatMap { Int64($0) }.flatMap { $0 < 0 ? nil : $0 }
    )
  }
}

extension HTTPField.Name {
  /// The field of RFC 9530.
  static let contentDigest = HTTPField.Name(CollectorField.contentDigest)!
  fileprivate static let battery = HTTPField.Name(CollectorField.battery)!
  fileprivate static let appVersion = HTTPField.Name(CollectorField.appVersion)!
  fileprivate static let freeBytes = HTTPField.Name(CollectorField.freeBytes)!
  fileprivate static let clock = HTTPField.Name(CollectorField.clock)!
  fileprivate static let clockExchanges = HTTPField.Name(CollectorField.clockExchanges)!
  fileprivate static let arrived = HTTPField.Name(CollectorField.arrived)!
  fileprivate static let answered = HTTPField.Name(CollectorField.answered)!
}
