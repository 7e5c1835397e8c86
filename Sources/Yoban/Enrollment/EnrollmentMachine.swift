import Chunks
import CollectorContract
import Foundation

/// Decides what is sent for a code, and what an answer means.
///
/// It is stored before the first request for a code is sent: if the answer is lost, or the process ends, the next
/// request has the same nonce, and the collector gives the same answer again. Pure.
struct EnrollmentMachine: Codable, Hashable {
  /// A code for which there is no answer yet.
  struct Pending: Codable, Hashable {
    /// The text of the code.
    var code: String
    var request: EnrollmentRequest
  }

  /// The access of the last enrollment; nil if there was none.
  private(set) var access: CollectorAccess?
  /// The SHA-256 of the secret with which it was got, in hexadecimal digits.
  private(set) var usedSecret: String?
  private(set) var pending: Pending?

  /// Returns the access if it was got with a code.
  func access(with code: EnrollmentCode) -> CollectorAccess? {
    usedSecret == Self.digest(of: code.secret) ? access : nil
  }

  /// An enrollment with a code is wanted: store the machine, and then send the request to the collector of the code.
  ///
  /// - Parameter random: 16 random bytes, drawn again for each call.
  mutating func start(_ code: EnrollmentCode, random: [UInt8]) -> EnrollmentRequest {
    if let pending, pending.request.secret == code.secret { return pending.request }
    let request = EnrollmentRequest(code, random: random)
    pending = Pending(code: code.text, request: request)
    return request
  }

  /// The outcome of one attempt.
  enum Attempt: Hashable {
    case response(status: Int, retryAfterSeconds: Int64?, body: [UInt8])
    /// The code is that of `URLError`.
    case failed(code: Int)
  }

  /// The consequence of an attempt.
  enum Verdict: Hashable {
    /// Store the machine, and then return the access.
    case enrolled(CollectorAccess)
    /// Store the machine: the code is no longer pending.
    case refused(EnrollmentRefusal, String)
    /// Send the request again, not before this time.
    case retry(EnrollmentFailure, atLeastSeconds: Int64)
    /// Another code is pending.
    case replaced
  }

  /// An attempt with a request has ended.
  mutating func ended(_ request: EnrollmentRequest, _ attempt: Attempt) -> Verdict {
    guard pending?.request == request else { return .replaced }
    switch attempt {
    case .failed(let code): return .retry(.unreachable(code: code), atLeastSeconds: 0)
    case .response(let status, let retryAfter, let body):
      let seconds = min(max(retryAfter ?? 0, 0), RetryDelay.requestedSecondsMax)
      if (200...201).contains(status), let answer = EnrollmentAnswer(json: body) {
        let access = CollectorAccess(answer)
        self.access = access
        usedSecret = Self.digest(of: request.secret)
        pending = nil
        return .enrolled(access)
      }
      // Only what a collector has written ends an enrollment: others on the way can answer, too.
      guard let problem = ProblemBody(json: body), problem.status == status else {
        return .retry(.status(status), atLeastSeconds: seconds)
      }
      let message = "\(problem.title). \(problem.detail)"
      guard !problem.retryable else { return .retry(.busy(message), atLeastSeconds: seconds) }
      pending = nil
      return .refused(EnrollmentRefusal(problem.kind), message)
    }
  }

  private static func digest(of secret: String) -> String {
    ChunkDigest(of: Array(secret.utf8)).hex
  }
}

extension EnrollmentRefusal {
  fileprivate init(_ kind: ProblemKind?) {
    switch kind {
    case .codeUnknown: self = .unknown
    case .codeUsed: self = .used
    case .codeExpired: self = .expired
    case .codeRevoked: self = .revoked
    default: self = .other
    }
  }
}
