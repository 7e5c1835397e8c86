import Chunks
import CollectorContract
import Foundation
import Gzip
import HTTPTypes
import Hummingbird

/// The routes that return stored data: `GET /v1/devices` and all paths below it.
struct ReadRoutes: Sendable {
  let access: Access
  let storage: any CollectorStorage
  /// The answers for which chunks are decoded.
  let places: LimitedPlaces

  private struct DeviceList: Encodable {
    var devices: [String]
    /// Their labels and groups, in the same order.
    var details: [DeviceEntry]
  }

  /// Returns the devices that the token may read, or those of them that belong to a group.
  func devices(_ request: Request) async throws -> Response {
    let token = try await access.token(of: request)
    access.audit.note(Reader(token: token.hash), ReadTarget("devices"))
    let group = request.uri.queryParameters["group"].map(String.init)
    switch token.holder {
    case .admin:
      let page = try ListPage(request)
      let devices = try await storage.devices(
        after: page.after, containing: "", in: group, atMost: page.limit + 1)
      return page.response(
        try await list(Array(devices.prefix(page.limit)), in: group),
        next: devices.count > page.limit ? devices[page.limit - 1] : nil)
    case .device(let device): return JSON.response(try await list([device], in: group))
    case .reader(let devices): return JSON.response(try await list(devices, in: group))
    case .night:
      throw Problem(.forbidden, "This token belongs to a link, and only the link can be read.")
    }
  }

  private func list(_ devices: [String], in group: String?) async throws -> DeviceList {
    let descriptions = try await storage.descriptions(of: devices)
    let own = devices.filter { device in
      group.map { descriptions[device]?.groups.contains($0) ?? false } ?? true
    }
    return DeviceList(devices: own, details: own.map { DeviceEntry($0, descriptions[$0]) })
  }

  /// Returns a report of every stream of a device.
  func streams(_ request: Request, parameters: Parameters) async throws -> Response {
    let device = try parameters.device()
    return try await access.protect(request, reading: ReadTarget("streams", device: device)) {
      reader in
      let summaries = try await storage.summaries(of: device)
      // Only then, chunks have to be decoded.
      let place =
        try summaries.contains(where: \.mayRepeatTimes) ? places.reserve(for: reader) : nil
      defer { withExtendedLifetime(place) {} }
      var reports: [StreamReport] = []
      for summary in summaries {
        reports.append(try await StreamReport.load(summary, from: storage))
      }
      return JSON.response(["streams": reports])
    }
  }

  /// Returns the receipts of a stream's chunks, sorted by sequence, in pages.
  func chunks(_ request: Request, parameters: Parameters) async throws -> Response {
    let name = try parameters.streamName()
    return try await access.protect(request, reading: ReadTarget("chunks", name)) { _ in
      let page = try ListPage(request)
      let after = try page.after { text in UInt64(text).flatMap { Int64(exactly: $0) } }
      guard
        let records = try await storage.chunks(
          of: name, after: after.map(UInt64.init), atMost: page.limit + 1)
      else { throw Self.noStream(name) }
      return page.response("chunks", records, cursor: \.sequence) { Receipt(name, $0) }
    }
  }

  /// Returns the bytes of a chunk, exactly as they were sent.
  func chunk(_ request: Request, parameters: Parameters) async throws -> Response {
    let identity = try parameters.identity()
    return try await access.protect(request, reading: ReadTarget("chunk", identity.name)) { _ in
      guard let bytes = try await storage.intactBytes(of: identity) else {
        throw Problem(.notFound, "There is no stored chunk \(identity).")
      }
      return Response(
        status: .ok,
        headers: [
          .contentType: "application/vnd.yoban.chunk",
          .contentDigest: ChunkDigest(of: bytes).contentDigestField,
        ],
        body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }
  }

  /// Returns the gaps of a stream, sorted by time, in pages.
  func gaps(_ request: Request, parameters: Parameters) async throws -> Response {
    let name = try parameters.streamName()
    return try await access.protect(request, reading: ReadTarget("gaps", name)) { _ in
      let page = try ListPage(request)
      guard
        let gaps = try await storage.gaps(
          of: name, after: try page.after(GapPosition.init), atMost: page.limit + 1)
      else { throw Self.noStream(name) }
      return page.response("gaps", gaps, cursor: \.position) { GapReport($0.gap) }
    }
  }

  /// The formats in which samples are returned.
  enum SampleFormat: String, CaseIterable {
    case csv = "samples.csv"
    case jsonLines = "samples.jsonl"
    case parquet = "samples.parquet"
    /// The acceleration for GGIR.
    case ggir = "ggir.csv"
    /// The heart rates as observations of FHIR.
    case heartRate = "heart-rate.fhir.ndjson"
  }

  /// Returns the samples from `from` (included) to `to` (not included), sorted by time.
  ///
  /// If chunks of the stream are damaged, the answer is a problem, unless `damaged` is `skip`: samples must
  /// not be missing without notice.
  func samples(
    _ request: Request, parameters: Parameters, as format: SampleFormat
  ) async throws -> Response {
    let name = try parameters.streamName()
    return try await access.protect(request, reading: ReadTarget(format.rawValue, name)) { reader in
      try await samples(of: name, request, as: format, for: reader)
    }
  }

  /// As `samples(_:parameters:as:)`, for a request that may read the stream.
  ///
  /// - Parameter limits: the times that may be read; nil for all.
  func samples(
    of name: StreamName, _ request: Request, as format: SampleFormat, for reader: Reader,
    within limits: NightSpan? = nil
  ) async throws -> Response {
    // Without the stream, it does not matter whether the times are right.
    let range = Result {
      let (from, to) = (try request.time("from") ?? .min, try request.time("to"))
      guard let limits else { return (from, to) }
      return (max(from, limits.start), min(to ?? .max, limits.end.clampedAdd(1)))
    }
    let (from, to) = (try? range.get()) ?? (.max, nil)
    let skipsDamaged = request.uri.queryParameters["damaged"] == "skip"
    let found = try await SampleRange.load(
      name, from: from, to: to, skipsDamaged: skipsDamaged, within: limits, storage)
    guard let found else { throw Self.noStream(name) }
    _ = try range.get()
    let place = try places.reserve(for: reader)
    let (chunks, times, channels) = (found.chunks, found.times, found.channels)
    if format == .jsonLines || format == .parquet {
      try TimeCorrection.requireNoOtherMeaning(of: channels.names)
    }
    switch format {
    case .csv, .jsonLines:
      let text = SampleText(
        format: format == .csv ? .csv : .jsonLines, columns: channels.names, chunks: chunks,
        times: times)
      let contentType = format == .csv ? "text/csv; charset=utf-8" : "application/jsonl"
      var response = streamed(as: contentType, for: request) {
        defer { withExtendedLifetime(place) {} }
        try await text.write(name, storage, to: $0)
      }
      response.headers[.units] = channels.units.map(escapeURL).joined(separator: ",")
      if let interval = channels.interval {
        response.headers[.interval] = "\(interval)"
      }
      return response
    case .parquet:
      let parquet = SampleParquet(chunks: chunks, channels: channels, times: times)
      return streamed(as: "application/vnd.apache.parquet", for: nil) {
        defer { withExtendedLifetime(place) {} }
        try await parquet.write(name, storage, to: $0)
      }
    case .ggir:
      let query = request.uri.queryParameters
      let source = try GGIRSource(
        found, axes: query["channels"].map(String.init), unit: query["unit"].map(String.init))
      return research(.ggir(source), found, as: "text/csv; charset=utf-8", for: request, place)
    case .heartRate:
      let query = request.uri.queryParameters
      let source = try HeartRateSource(
        found, channel: query["channel"].map(String.init),
        subject: query["subject"].map(String.init))
      return research(.heartRate(source), found, as: "application/fhir+ndjson", for: request, place)
    }
  }

  private func research(
    _ text: ResearchText, _ range: SampleRange, as contentType: String, for request: Request,
    _ place: LimitedPlaces.Place
  ) -> Response {
    streamed(as: contentType, for: request) {
      defer { withExtendedLifetime(place) {} }
      try await text.write(range, storage, to: $0)
    }
  }

  /// Responds with the parts that a body writes.
  ///
  /// - Parameter request: the request, whose answer is compressed if it accepts gzip; nil for an answer that is
  ///   compressed already.
  private func streamed(
    as contentType: String, for request: Request?,
    _ write: @escaping @Sendable ((ByteBuffer) async throws -> Void) async throws -> Void
  ) -> Response {
    var headers: HTTPFields = [.contentType: contentType]
    var gzip: GzipWriter?
    if let request {
      headers[.vary] = "Accept-Encoding"
      if request.acceptsGzip { gzip = try? GzipWriter() }
      if gzip != nil { headers[.contentEncoding] = "gzip" }
    }
    return Response(
      status: .ok, headers: headers,
      body: .init { [gzip] writer in
        try await write { part in
          guard let gzip else { return try await writer.write(part) }
          let bytes = gzip.compress(Array(part.readableBytesView))
          if !bytes.isEmpty { try await writer.write(ByteBuffer(bytes: bytes)) }
        }
        if let gzip {
          try await writer.write(ByteBuffer(bytes: gzip.compress([], isLast: true)))
        }
        try await writer.finish(nil)
      })
  }

  private static func noStream(_ name: StreamName) -> Problem {
    Problem(.notFound, "Device \(name.device) has no stream \(name.stream).")
  }
}

extension Request {
  /// Whether `Accept-Encoding` names gzip with a weight above 0.
  fileprivate var acceptsGzip: Bool {
    (headers[.acceptEncoding] ?? "").split(separator: ",").contains { item in
      let parts = item.split(separator: ";").map { $0.filter { !$0.isWhitespace }.lowercased() }
      guard parts.first == "gzip" else { return false }
      return !parts.dropFirst().contains { part in
        part.hasPrefix("q=") && Double(part.dropFirst(2)) == 0
      }
    }
  }
}

extension HTTPField.Name {
  /// The units of the channels of samples as text, in the order of the channels.
  static let units = HTTPField.Name(CollectorField.units)!
  /// The nominal interval of samples as text, in nanoseconds.
  static let interval = HTTPField.Name(CollectorField.interval)!
}
