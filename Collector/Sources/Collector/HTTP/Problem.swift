import CollectorContract

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
        "Nothing of this request was stored. Free space for the database or raise its limit, and "
          + "send the chunk again.")
    case .unavailable, .alreadyExists, .newerSchema:
      self.init(
        .unavailable,
        "Nothing of this request was stored. Send it again later; the server's log has the details."
      )
    }
  }
}
