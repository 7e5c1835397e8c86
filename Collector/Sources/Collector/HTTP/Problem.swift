/// The kinds of problem that a client can receive, each with a stable name; see docs/collector.md.
enum ProblemKind: String, CaseIterable, Sendable {
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
  case busy = "busy"
  case unavailable = "unavailable"
  case storageFull = "storage-full"

  /// The HTTP status.
  var status: Int {
    switch self {
    case .invalidRequest, .digestMissing, .digestMismatch: 400
    case .unauthorized: 401
    case .forbidden: 403
    case .notFound: 404
    case .methodNotAllowed: 405
    case .requestTimeout: 408
    case .conflict: 409
    case .lengthRequired: 411
    case .bodyTooLarge: 413
    case .invalidChunk, .incompleteChunk, .identityMismatch: 422
    case .internalError: 500
    case .busy, .unavailable: 503
    case .storageFull: 507
    }
  }

  /// The title, which is the same for all problems of this kind.
  var title: String {
    switch self {
    case .invalidRequest: "The request makes no sense"
    case .digestMissing: "The digest is missing"
    case .digestMismatch: "The body is not what was promised"
    case .unauthorized: "A token is needed"
    case .forbidden: "The token does not allow this"
    case .notFound: "There is nothing here"
    case .methodNotAllowed: "The method is not for this path"
    case .requestTimeout: "The request took too long"
    case .conflict: "Another chunk has this identity"
    case .lengthRequired: "The length is missing"
    case .bodyTooLarge: "The body is too large"
    case .invalidChunk: "The body is no valid chunk"
    case .incompleteChunk: "The chunk is not complete"
    case .identityMismatch: "The chunk belongs to another path"
    case .internalError: "The collector failed"
    case .busy: "The collector is busy"
    case .unavailable: "The storage cannot be used now"
    case .storageFull: "There is no room left"
    }
  }

  /// Whether the same request may succeed later without a change on the client.
  var isRetryable: Bool {
    switch self {
    case .digestMismatch, .requestTimeout, .internalError, .busy, .unavailable, .storageFull: true
    case .invalidRequest, .digestMissing, .unauthorized, .forbidden, .notFound, .methodNotAllowed,
      .conflict, .lengthRequired, .bodyTooLarge, .invalidChunk, .incompleteChunk,
      .identityMismatch:
      false
    }
  }
}

/// One problem: its kind, and the details of this request.
struct Problem: Error, Hashable, Sendable {
  var kind: ProblemKind
  /// The reason for the problem, and what the client can do.
  var detail: String
  /// The methods that the path supports, for `methodNotAllowed`.
  var allowedMethods: [String] = []

  init(_ kind: ProblemKind, _ detail: String, allowedMethods: [String] = []) {
    self.kind = kind
    self.detail = detail
    self.allowedMethods = allowedMethods
  }

  init(_ error: StorageError) {
    switch error {
    case .full:
      self.init(
        .storageFull,
        "Nothing of this request was stored. Make room for the database or raise its limit, and "
          + "send the chunk again.")
    case .unavailable, .alreadyExists, .newerSchema:
      self.init(
        .unavailable, "Nothing of this request was stored. Send it again; see the server's log.")
    }
  }
}
