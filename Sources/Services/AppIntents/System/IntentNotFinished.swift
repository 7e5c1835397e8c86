/// An error: an intent has not finished.
public struct IntentNotFinished: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Reason: Hashable, Sendable {
    /// The time that the system gives the intent was over (AI2, AI4).
    case timedOut(after: Duration)
    /// The app has ended while it performed the intent.
    case appEnded
    /// The system did not begin, for a reason in words.
    case notBegun(String)
  }

  public let intent: String
  public let reason: Reason

  package init(_ intent: String, _ reason: Reason) {
    (self.intent, self.reason) = (intent, reason)
  }

  public var description: String {
    switch reason {
    case .timedOut(let limit):
      "the intent \(intent) did not finish in the \(limit) that the system gave it"
    case .appEnded: "the app ended before the intent \(intent) had finished"
    case .notBegun(let why): "the intent \(intent) was not performed: \(why)"
    }
  }
}
