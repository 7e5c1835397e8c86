import Chunks
import CollectorContract
import Hummingbird

extension CollectorPath {
  /// The path as Hummingbird's router takes it.
  var route: RouterPath { RouterPath(pattern) }
}

extension RouterMethods {
  /// Handles one method on a path; all other common methods get status 405 with the field `Allow`.
  func route(
    _ path: RouterPath, _ method: HTTPRequest.Method,
    _ handle: @escaping @Sendable (Request, Context) async throws -> Response
  ) {
    routes(path, [(method, handle)])
  }

  /// Handles some methods on a path; all other common methods get status 405 with the field
  /// `Allow`.
  func routes(
    _ path: RouterPath,
    _ handlers: [(HTTPRequest.Method, @Sendable (Request, Context) async throws -> Response)]
  ) {
    var allowed = handlers.map(\.0)
    if allowed.contains(.get) { allowed.append(.head) }
    let names = allowed.map(\.rawValue).sorted()
    for (method, handle) in handlers { on(path, method: method, use: handle) }
    let common: [HTTPRequest.Method] = [
      .get, .head, .put, .post, .patch, .delete, .options, .trace, .query,
    ]
    for method in common where !allowed.contains(method) {
      on(path, method: method) { _, _ -> Response in
        throw Problem(
          .methodNotAllowed, "This path supports \(names.joined(separator: " and ")).",
          allowedMethods: names)
      }
    }
  }
}

extension Parameters {
  /// Returns the stream that the path names. Throws `.invalidRequest`.
  func streamName() throws(Problem) -> StreamName {
    let identity = try identity(sequence: 0)
    return StreamName(device: identity.device, stream: identity.stream)
  }

  /// Returns the device that the path names. Throws `.invalidRequest`.
  func device() throws(Problem) -> String {
    try Self.checked(device: get("device") ?? "", stream: "any", sequence: 0).device
  }

  /// Returns the identity of the chunk that the path names. Throws `.invalidRequest`.
  func identity() throws(Problem) -> ChunkIdentity {
    let text = get("sequence") ?? ""
    guard let sequence = UInt64(text), String(sequence) == text else {
      throw Problem(
        .invalidRequest, "The sequence number is not a decimal number without leading zeros.")
    }
    return try identity(sequence: sequence)
  }

  private func identity(sequence: UInt64) throws(Problem) -> ChunkIdentity {
    try Self.checked(
      device: get("device") ?? "", stream: get("stream") ?? "", sequence: sequence)
  }

  private static func checked(
    device: String, stream: String, sequence: UInt64
  ) throws(Problem) -> ChunkIdentity {
    do {
      return try ChunkIdentity(device: device, stream: stream, sequence: sequence)
    } catch {
      throw Problem(.invalidRequest, "\(error.message) \(error.remedy)")
    }
  }
}
