import CollectorContract

/// An error of a request, which `ProblemMiddleware` converts into an HTTP response.
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
        "The storage is full. Free space or raise its limit, then send the request again.")
    case .damaged(let identity):
      self.init(
        .chunkDamaged,
        "The stored bytes of \(identity) are not those that were sent. Send the chunk again from the device that still has it; this repairs it."
      )
    case .unavailable, .alreadyExists, .newerSchema:
      self.init(
        .unavailable,
        "The storage cannot be used now. Send the request again later; the server's log has the "
          + "details.")
    }
  }
}
