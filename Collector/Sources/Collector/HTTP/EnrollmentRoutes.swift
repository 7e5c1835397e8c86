import CollectorContract
import Foundation
import Hummingbird

/// The route with which an app exchanges the secret of a code for its access: `POST /v1/enrollments`.
struct EnrollmentRoutes: Sendable {
  let access: Access
  let storage: any CollectorStorage
  let metrics: Metrics
  let guesses: GuessLimit

  private static let bodyBytesMax = 4_096

  /// Returns status 201 for the first request, and 200 with the same body for its repetitions.
  func post(_ request: Request) async throws -> Response {
    try guesses.requireRoom()
    guard let enrollment = EnrollmentRequest(json: try await body(of: request)) else {
      throw Problem(
        .invalidRequest,
        "Send a JSON object with the members secret and nonce: the part of the code after #, and 22 to 64 random characters of A-Z a-z 0-9 - _."
      )
    }
    let hash = Token(text: enrollment.secret).hash
    // Most wrong codes end here, without a transaction that writes.
    guard try await storage.isCode(hash: hash) else { throw unknownCode() }
    let token = Token.of(enrollment)
    try access.quotas.countRequest(of: token.hash)
    let outcome = try await storage.enroll(
      hash: hash, token: token.hash, at: Date.nowInSeconds)
    switch outcome {
    case .enrolled(let code):
      metrics.countEnrollment()
      return answer(code, token, status: .created)
    case .repeated(let code): return answer(code, token, status: .ok)
    case .unknown: throw unknownCode()
    case .used(let code):
      throw Problem(
        .codeUsed,
        "This code has given its access to another app or installation at \(Self.time(code.use?.time)). Each code can be used once. Ask for a new one."
      )
    case .expired(let code):
      throw Problem(
        .codeExpired, "This code was valid until \(Self.time(code.expiresAt)). Ask for a new one.")
    case .revoked(let code):
      throw Problem(
        .codeRevoked,
        code.revokedAt == nil
          ? "The token that this code has given was revoked. Ask for a new code."
          : "This code was revoked at \(Self.time(code.revokedAt)). Ask for a new one.")
    }
  }

  private func unknownCode() -> Problem {
    guesses.count()
    return Problem(
      .codeUnknown,
      "This collector has no such code. Scan the code again, or ask for a new one.")
  }

  private func answer(
    _ code: EnrollmentRecord, _ token: Token, status: HTTPResponse.Status
  ) -> Response {
    guard let collector = try? EnrollmentCode.address(code.collector) else {
      return Problem(.internalError, "The address of the collector in this code is damaged.")
        .response
    }
    return JSON.uncached(
      EnrollmentAnswer(collector: collector, device: code.device, token: token.text).json,
      status: status)
  }

  private static func time(_ seconds: Int64?) -> String {
    Wording.rfc3339(nanoseconds: (seconds ?? 0).clampedMultiply(1_000_000_000))
  }

  private func body(of request: Request) async throws -> [UInt8] {
    do {
      let buffer = try await request.body.collect(upTo: Self.bodyBytesMax)
      return Array(buffer.readableBytesView)
    } catch let error as any HTTPResponseError where error.status == .contentTooLarge {
      throw Problem(.bodyTooLarge, "The body has more than \(Self.bodyBytesMax) bytes.")
    }
  }
}
