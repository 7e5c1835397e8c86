import Chunks
import CollectorContract
import CollectorImports
import Foundation
import Gzip
import HTTPTypes
import Hummingbird
import Logging

/// The routes for apps of other developers, see docs/import.md.
struct ImportRoutes: Sendable {
  let access: Access
  let storage: any CollectorStorage
  let budget: BodyBudget
  let metrics: Metrics
  let alerts: AlertRaiser
  let bodyBytesMax: Int
  /// The uploads and imports under way.
  let places: LimitedPlaces
  /// The imports that are being stored: one of each device.
  let turns: RequestTurns<String>
  let heavyWork: HeavyWork

  /// `POST /v1/import/{format}/{device}`.
  func post(_ request: Request, _ context: some RequestContext) async throws -> Response {
    let device = try context.parameters.device()
    let name = context.parameters.get("format") ?? ""
    guard let format = ForeignFormat.all.first(where: { $0.name == name && $0.ownPaths.isEmpty })
    else {
      let paths = ForeignFormat.all.flatMap { format in
        format.paths.map { "\($0) for \(format.apps)" }
      }
      throw Problem(
        .notFound,
        "There is no import with this name: use \(paths.joined(separator: ", ")).")
    }
    let token = try await token(of: request, format)
    guard case .device(device) = token.holder else {
      throw Problem(.forbidden, "The token does not belong to device \(device).")
    }
    return try await store(request, of: device, token.hash, format, context.logger)
  }

  /// `POST` to a path of the format's own: the device is that of the token.
  func post(
    _ request: Request, as format: ForeignFormat, _ context: some RequestContext
  ) async throws -> Response {
    let token = try await token(of: request, format)
    guard case .device(let device) = token.holder else {
      throw Problem(.forbidden, "Use the token of a device; an admin token stores nothing.")
    }
    return try await store(request, of: device, token.hash, format, context.logger)
  }

  private func token(
    of request: Request, _ format: ForeignFormat
  ) async throws -> TokenRecord {
    if format.acceptsTokenInQuery, request.headers[.authorization] == nil,
      let token = request.uri.queryParameters["token"]
    {
      return try await access.token(String(token))
    }
    return try await access.token(of: request)
  }

  private func store(
    _ request: Request, of device: String, _ token: TokenHash, _ format: ForeignFormat,
    _ logger: Logger
  ) async throws -> Response {
    let parser: any ForeignParser
    do {
      parser = try format.parser(
        ForeignRequest(
          precision: request.uri.queryParameters["precision"].map(String.init),
          receptionTime: Int64(Date().timeIntervalSince1970 * 1e9)))
    } catch {
      throw Problem(.invalidRequest, error.description)
    }
    let place = try places.reserve(for: Reader(token: token))
    defer { withExtendedLifetime(place) {} }
    let announced = request.headers[.contentLength].flatMap { Int($0) } ?? bodyBytesMax
    guard (0...bodyBytesMax).contains(announced) else { throw tooLarge }
    // A compressed body can have any size up to the largest one.
    let contentMax = request.headers[.contentEncoding] == nil ? announced : bodyBytesMax
    return try await budget.withBytes(contentMax, of: device) {
      let body = try await body(of: request)
      try access.quotas.countBytes(body.count, of: token)
      let parsed = min(body.count * Self.parsedBytesPerByte, budget.share - contentMax)
      return try await budget.withBytes(parsed, of: device) {
        try await store(body, of: device, parser, logger)
      }
    }
  }

  /// The memory that is reserved for the rows of a body, for each of its bytes. Rows with names and sets need more than
  /// the text of which they are made.
  private static let parsedBytesPerByte = 12
  /// The size of a body up to which parsing takes less time than handing it to another thread and back.
  private static let smallBodyBytesMax = 4 << 10

  private func store(
    _ body: [UInt8], of device: String, _ parser: some ForeignParser, _ logger: Logger
  ) async throws -> Response {
    let (result, digest) =
      body.count > Self.smallBodyBytesMax
      ? await heavyWork.run(of: device) { Self.parse(body, parser) }
      : Self.parse(body, parser)
    let outcome = try await turns.withTurn(of: device) {
      try await storage.store(
        ImportedBatch(
          device: device, format: parser.format, digest: digest, body: body,
          series: (try? result.get())?.series ?? [], isRefused: (try? result.get()) == nil,
          receivedAt: Date.nowInSeconds))
    }
    metrics.count(outcome, result, byteCount: body.count)
    logger.note(result, outcome, of: device, parser.format)
    switch result {
    case .success(let batch): return Response(parser.format.answer(to: batch), batch)
    case .failure(let error):
      let refusal = parser.format.refusal(for: error)
      await alerts.raise(refusal, of: device, parser.format)
      return Response(refusal)
    }
  }

  /// Returns the batch, or why the body is refused, and the digest that identifies the batch.
  private static func parse(
    _ body: [UInt8], _ parser: some ForeignParser
  ) -> (Result<ForeignBatch, ForeignFormatError>, [UInt8]) {
    do {
      let batch = try parser.parse(body)
      return (.success(batch), SHA256Hash.hash(parser.identityPrefix(for: batch) + body))
    } catch {
      return (.failure(error), SHA256Hash.hash(body))
    }
  }

  private func body(of request: Request) async throws -> [UInt8] {
    let buffer: ByteBuffer
    do {
      buffer = try await request.body.collect(upTo: bodyBytesMax)
    } catch let error as any HTTPResponseError where error.status == .contentTooLarge {
      throw tooLarge
    }
    if let announced = request.headers[.contentLength].flatMap({ Int($0) }),
      announced != buffer.readableBytes
    {
      throw Problem(
        .invalidRequest, "The body ended before its announced length. Send the request again.")
    }
    let bytes = Array(buffer.readableBytesView)
    switch request.headers[.contentEncoding]?.lowercased() {
    case nil, "identity": return bytes
    case "gzip":
      guard let content = Gzip.content(of: bytes, atMost: bodyBytesMax) else {
        throw Problem(
          .digestMismatch, "The gzip data of the body is damaged or has too many bytes.")
      }
      return content
    case .some(let name):
      throw Problem(.invalidRequest, "The content encoding \(name) is unknown: use gzip or none.")
    }
  }

  private var tooLarge: Problem {
    Problem(
      .bodyTooLarge, "A request may have at most \(bodyBytesMax) bytes. Send smaller batches.")
  }
}

extension Logger {
  /// Writes why something in a request is not used. It contains no measured value.
  fileprivate func note(
    _ result: Result<ForeignBatch, ForeignFormatError>, _ outcome: ImportOutcome, of device: String,
    _ format: ForeignFormat
  ) {
    var facts: Logger.Metadata = ["device": "\(device)", "format": "\(format)"]
    switch result {
    case .failure(let error):
      facts["reason"] = "\(error)"
      warning("import: a request was refused", metadata: facts)
    case .success(let batch):
      // An app that has received no answer sends the same request again.
      guard outcome != .alreadyStored, batch.malformedCount + batch.malformedValueCount > 0
      else { return }
      facts["malformed_entries"] = "\(batch.malformedCount)"
      facts["malformed_values"] = "\(batch.malformedValueCount)"
      if !batch.problems.isEmpty {
        facts["first"] = .array(
          batch.problems.map { "entry \($0.position): \($0.reason)" })
      }
      warning("import: parts of a request are not used", metadata: facts)
    }
  }
}

extension HTTPField.Name {
  fileprivate static let malformedEntries = HTTPField.Name(CollectorField.malformedEntries)!
  fileprivate static let malformedValues = HTTPField.Name(CollectorField.malformedValues)!
}

extension Response {
  /// - Parameter batch: the batch that was stored; nil for a refusal.
  fileprivate init(_ answer: ForeignAnswer, _ batch: ForeignBatch? = nil) {
    var headers: HTTPFields = [:]
    if let batch {
      headers[.malformedEntries] = "\(batch.malformedCount)"
      headers[.malformedValues] = "\(batch.malformedValueCount)"
    }
    if let type = answer.contentType { headers[.contentType] = type }
    self.init(
      status: .init(code: answer.status), headers: headers,
      body: .init(byteBuffer: ByteBuffer(string: answer.body)))
  }
}
