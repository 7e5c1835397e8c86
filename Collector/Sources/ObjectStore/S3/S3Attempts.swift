/// Decides what follows the answer to one try of a request: nothing, or another try after some time.
///
/// A value without a clock and without random numbers of its own.
struct S3Attempts: Sendable {
  enum Action: Hashable, Sendable {
    case finish
    /// Try again after this time, with the difference between the store's clock and this machine's, in seconds.
    case retry(after: Duration, clockOffset: Int64)
    case fail(ObjectStoreError)
  }

  /// The maximum number of tries of one request.
  static let triesMax = 6
  static let firstDelay = Duration.milliseconds(100)
  static let delayMax = Duration.seconds(5)

  private(set) var tries = 0
  /// The difference between the store's clock and this machine's, in seconds, with which the last try was signed.
  private(set) var clockOffset: Int64
  private var hasCorrectedClock = false

  init(clockOffset: Int64) { self.clockOffset = clockOffset }

  /// - Parameters:
  ///   - draw: a random number from 0 to 1, which spreads the tries of many requests.
  ///   - now: this machine's time in seconds since 1970.
  ///   - date: the time of the answer on the store's clock; nil if it has told none.
  mutating func action(
    after result: Result<S3Answer, S3TransportError>, draw: Double, now: Int64, date: Int64?
  ) -> Action {
    tries += 1
    switch result {
    case .failure(let error):
      return again(draw) ?? .fail(.unavailable("the object store: \(error.reason)"))
    case .success(let answer):
      switch answer.status {
      case 200..<300, 304, 404, 412, 416: return .finish
      case 403 where answer.code == "RequestTimeTooSkewed":
        guard !hasCorrectedClock, let date else { return .fail(.refused(skewed(date, now))) }
        hasCorrectedClock = true
        clockOffset = date.subtractingReportingOverflow(now).partialValue
        return .retry(after: .zero, clockOffset: clockOffset)
      case 400 where answer.code == "RequestTimeout", 409, 429, 500...599:
        return again(draw) ?? .fail(.unavailable(describe(answer)))
      default: return .fail(.refused(describe(answer)))
      }
    }
  }

  /// The wait doubles with each try, and is between a half and all of that.
  private func again(_ draw: Double) -> Action? {
    guard tries < Self.triesMax else { return nil }
    let whole = min(Self.firstDelay * (1 << (tries - 1)), Self.delayMax)
    return .retry(
      after: whole * (0.5 + 0.5 * min(max(draw, 0), 1)), clockOffset: clockOffset)
  }

  private func describe(_ answer: S3Answer) -> String {
    let code = answer.code
    let message = S3Answer.element("Message", of: answer.body) ?? ""
    return
      "the object store has answered \(answer.status)\(code.isEmpty ? "" : " \(code)")\(message.isEmpty ? "" : ": \(message.prefix(300))")"
  }

  private func skewed(_ date: Int64?, _ now: Int64) -> String {
    "the object store refuses the time of this machine. Set its clock: it must differ by less than 15 minutes."
  }
}
