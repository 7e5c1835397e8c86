import CollectorContract

/// An error of a request, which `ProblemMiddleware` converts into an HTTP response.
struct Problem: Error, Hashable, Sendable {
  var kind: ProblemKind
  /// The reason for the problem, and what the client can do.
  var detail: String
  /// The methods that the path supports, for `methodNotAllowed`.
  var allowedMethods: [String] = []
  /// The time after which the client may try again, in seconds; nil for that of the kind.
  var retryAfter: Int?

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
    case .limitExceeded(let exceeded): self.init(exceeded)
    case .damaged(let identity):
      self.init(
        .chunkDamaged,
        "The stored bytes of \(identity) are not those that were sent. Send the chunk again from the device that still has it; this repairs it."
      )
    case .unavailable, .objectsUnavailable, .alreadyExists, .newerSchema:
      self.init(
        .unavailable,
        "The storage cannot be used now. Send the request again later; the server's log has the "
          + "details.")
    }
  }

  init(_ exceeded: LimitExceeded) {
    let (device, stream, limit) = (exceeded.stream.device, exceeded.stream.stream, exceeded.limit)
    switch exceeded.kind {
    case .streams:
      self.init(
        .limitReached,
        "Device \(device) has \(limit) streams, which is the maximum. Delete one of them before there is room for \(stream)."
      )
    case .channels:
      self.init(
        .limitReached,
        "The chunks of \(device)/\(stream) have \(limit) different channels, which is the maximum. Use the same channels in all chunks of a stream."
      )
    case .comparedSamples:
      self.init(
        .limitReached,
        "\(device)/\(stream) has more than \(limit) samples in the chunks of these times, too many to find the rows that were sent before."
      )
    case .chunksPerAnswer:
      self.init(
        .invalidRequest,
        "\(device)/\(stream) has more than \(limit) chunks in this time, too many for one answer. Ask for a shorter time."
      )
    }
  }
}
