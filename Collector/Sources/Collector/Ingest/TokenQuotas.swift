import Foundation
import Synchronization

/// The limits of what one token may use per time.
public struct QuotaSettings: Hashable, Sendable {
  /// The bytes that may be uploaded per day; unused ones are kept for one day. nil for no limit.
  public var bytesPerDay: Int?
  /// The requests per second, on average; those of 100 seconds may come at once. nil for no limit.
  public var requestsPerSecond: Double?

  public init(bytesPerDay: Int? = 4 << 30, requestsPerSecond: Double? = 100) {
    self.bytesPerDay = bytesPerDay
    self.requestsPerSecond = requestsPerSecond
  }

  fileprivate static let secondsPerDay = 86_400.0
  fileprivate static let secondsAtOnce = 100.0
}

/// Counts what each token uses, and refuses what is more than its quota. This process counts only its own requests.
final class TokenQuotas: Sendable {
  private struct Use {
    var bytes: TokenBucket?
    var requests: TokenBucket?
  }

  private let settings: QuotaSettings
  private let now: @Sendable () -> Double
  private let uses = Mutex<[TokenHash: Use]>([:])

  /// The number of tokens from which on those that have used nothing for some time are forgotten.
  private static let tokensMax = 10_000

  /// - Parameter now: the time in seconds since any fixed time.
  init(
    _ settings: QuotaSettings,
    now: @escaping @Sendable () -> Double = { ProcessInfo.processInfo.systemUptime }
  ) {
    self.settings = settings
    self.now = now
  }

  /// Counts a request. Throws `.quotaExceeded` if there were too many.
  func countRequest(of token: TokenHash) throws(Problem) {
    guard let limit = settings.requestsPerSecond else { return }
    try change(token) { use, now in
      use.requests?.take(1, at: now).map { wait in
        Problem.quotaExceeded(
          "This token has sent more than \(limit.formatted()) requests per second", wait)
      }
    }
  }

  /// Counts the bytes of an upload before they are read. Throws `.quotaExceeded` if there were too many.
  func countBytes(_ count: Int, of token: TokenHash) throws(Problem) {
    guard let limit = settings.bytesPerDay else { return }
    try change(token) { use, now in
      use.bytes?.take(Double(count), at: now).map { wait in
        Problem.quotaExceeded(
          "This token has uploaded more than \(Wording.bytes(limit)) per day", wait)
      }
    }
  }

  /// The size for which a stored gap or mark counts beside its bytes in the chunk: it has rows of its own.
  static let bytesPerNote = 200

  /// Counts gaps and marks that were uploaded.
  func countNotes(_ count: Int, of token: TokenHash) {
    guard settings.bytesPerDay != nil, count > 0 else { return }
    _ = try? change(token) { use, now in
      use.bytes?.overdraw(by: Double(count * Self.bytesPerNote), at: now)
      return nil
    }
  }

  private func change(
    _ token: TokenHash, _ body: (inout Use, Double) -> Problem?
  ) throws(Problem) {
    let now = now()
    let problem = uses.withLock { uses -> Problem? in
      if uses[token] == nil {
        if uses.count >= Self.tokensMax {
          uses = uses.filter { _, use in
            !(use.bytes?.isFull(at: now) ?? true) || !(use.requests?.isFull(at: now) ?? true)
          }
        }
        uses[token] = Use(
          bytes: settings.bytesPerDay.map {
            TokenBucket(
              capacity: Double($0), perSecond: Double($0) / QuotaSettings.secondsPerDay, at: now)
          },
          requests: settings.requestsPerSecond.map {
            TokenBucket(capacity: $0 * QuotaSettings.secondsAtOnce, perSecond: $0, at: now)
          })
      }
      return body(&uses[token]!, now)
    }
    if let problem { throw problem }
  }
}

extension Problem {
  fileprivate static func quotaExceeded(_ reason: String, _ wait: Double) -> Problem {
    var problem = Problem(
      .quotaExceeded, "\(reason). Nothing was stored. Send the request again later.")
    problem.retryAfter = Int(min(max(wait.rounded(.up), 1), 86_400))
    return problem
  }
}
