/// The kinds of problem that a client can receive, each with a stable name; see docs/collector-api.md.
public enum ProblemKind: String, CaseIterable, Sendable {
  case invalidRequest = "invalid-request"
  case digestMissing = "digest-missing"
  case digestMismatch = "digest-mismatch"
  case unauthorized = "unauthorized"
  case forbidden = "forbidden"
  case notFound = "not-found"
  case methodNotAllowed = "method-not-allowed"
  case requestTimeout = "request-timeout"
  case conflict = "conflict"
  case lengthRequired = "length-required"
  case bodyTooLarge = "body-too-large"
  case invalidChunk = "invalid-chunk"
  case incompleteChunk = "incomplete-chunk"
  case identityMismatch = "identity-mismatch"
  case internalError = "internal-error"
  case chunkDamaged = "chunk-damaged"
  case limitReached = "limit-reached"
  case quotaExceeded = "quota-exceeded"
  case busy = "busy"
  case unavailable = "unavailable"
  case storageFull = "storage-full"
  case codeUnknown = "code-unknown"
  case codeUsed = "code-used"
  case codeExpired = "code-expired"
  case codeRevoked = "code-revoked"

  /// The HTTP status.
  public var status: Int {
    switch self {
    case .invalidRequest, .digestMissing, .digestMismatch: 400
    case .unauthorized: 401
    case .forbidden: 403
    case .notFound, .codeUnknown: 404
    case .methodNotAllowed: 405
    case .requestTimeout: 408
    case .conflict, .codeUsed: 409
    case .codeExpired, .codeRevoked: 410
    case .lengthRequired: 411
    case .bodyTooLarge: 413
    case .invalidChunk, .incompleteChunk, .identityMismatch: 422
    case .limitReached, .quotaExceeded: 429
    case .internalError, .chunkDamaged: 500
    case .busy, .unavailable: 503
    case .storageFull: 507
    }
  }

  /// The title, which is the same for all problems of this kind.
  public var title: String {
    switch self {
    case .invalidRequest: "The request is invalid"
    case .digestMissing: "The digest is missing"
    case .digestMismatch: "The body does not match its digest"
    case .unauthorized: "A valid token is required"
    case .forbidden: "The token does not allow this"
    case .notFound: "The requested data does not exist"
    case .methodNotAllowed: "The path does not support this method"
    case .requestTimeout: "The request took too long"
    case .conflict: "Another chunk has this identity"
    case .lengthRequired: "The length is missing"
    case .bodyTooLarge: "The body is too large"
    case .invalidChunk: "The body is not a valid chunk"
    case .incompleteChunk: "The chunk is not complete"
    case .identityMismatch: "The chunk belongs to another path"
    case .internalError: "The collector had an internal error"
    case .chunkDamaged: "The stored chunk is damaged"
    case .limitReached: "A limit of the device is reached"
    case .quotaExceeded: "The token has used too much in this time"
    case .busy: "The collector is busy"
    case .unavailable: "The storage cannot be used now"
    case .storageFull: "The storage is full"
    case .codeUnknown: "The code is unknown"
    case .codeUsed: "The code was used"
    case .codeExpired: "The code has expired"
    case .codeRevoked: "The code was revoked"
    }
  }

  /// Whether the same request may succeed later without a change on the client.
  public var isRetryable: Bool {
    switch self {
    case .digestMismatch, .requestTimeout, .limitReached, .quotaExceeded, .internalError, .busy,
      .unavailable, .storageFull:
      true
    case .invalidRequest, .digestMissing, .unauthorized, .forbidden, .notFound, .methodNotAllowed,
      .conflict, .lengthRequired, .bodyTooLarge, .invalidChunk, .incompleteChunk,
      .identityMismatch, .chunkDamaged, .codeUnknown, .codeUsed, .codeExpired, .codeRevoked:
      false
    }
  }
}

/// The JSON body of a problem according to RFC 9457, with one additional member, `retryable`.
public struct ProblemBody: Codable, Hashable, Sendable {
  /// `urn:yoban:problem:` and the kind.
  public var type: String
  public var title: String
  public var status: Int
  /// The reason for the problem, and what the client can do.
  public var detail: String
  public var retryable: Bool

  /// The media type of a response with this body.
  public static let contentType = "application/problem+json"

  public init(_ kind: ProblemKind, detail: String) {
    type = Self.typePrefix + kind.rawValue
    title = kind.title
    status = kind.status
    self.detail = detail
    retryable = kind.isRetryable
  }

  /// Decodes the body of a response; nil if it is no problem of a collector.
  public init?(json: [UInt8]) {
    guard let problem = ContractJSON.decode(Self.self, from: json),
      problem.type.hasPrefix(Self.typePrefix)
    else { return nil }
    self = problem
  }

  /// The kind of the problem; nil for one that only a later version of the collector has.
  public var kind: ProblemKind? {
    ProblemKind(rawValue: String(type.dropFirst(Self.typePrefix.count)))
  }

  private static let typePrefix = "urn:yoban:problem:"

  /// The body of a response: a JSON object with sorted keys.
  public var json: [UInt8] { ContractJSON.encode(self) }
}
