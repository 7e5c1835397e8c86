/// Whether the phone's app is running, according to its last reply, and when to send it the next
/// message.
///
/// A message from the watch launches or wakes the phone's app (WC2), and each message keeps it
/// running for a limited time. So the watch sends another message after half of the time that the
/// app promised, for as long as chunks are being transferred. Pure: `now` is in nanoseconds on any
/// clock that does not go back.
struct PhoneContact: Hashable {
  /// From this number of consecutive messages without a reply on, the watch gives the system one
  /// chunk after each such message anyway: the system may deliver files where it delivers no
  /// messages (WC5, as documented).
  static let failuresBeforeTrial = 3
  /// A message without a reply for this long counts as failed: the reply may have been lost because
  /// a launch ended.
  static let replyTimeout: Int64 = 60_000_000_000

  /// The end of the time that the app promised to run; nil without a promise.
  private(set) var awakeUntil: Int64?
  private(set) var failures = 0
  /// When the message was sent whose reply is pending; nil when none is pending.
  private var askedAt: Int64?
  /// No message is sent before this time.
  private var earliest = Int64.min
  /// Whether one chunk may still be given to the system after the last message without a reply.
  private var trialIsDue = false

  /// Whether the app promised to be running at this time.
  func isAwake(now: Int64) -> Bool { awakeUntil.map { now < $0 } ?? false }

  /// Returns how many chunks the system may have at this time.
  func allowance(now: Int64, most: Int) -> Int {
    if isAwake(now: now) { return most }
    return trialIsDue ? min(most, 1) : 0
  }

  /// Chunks were given to the system.
  mutating func gaveChunks() { trialIsDue = false }

  /// The next time at which `ask` has something to do.
  var nextStep: Int64 { askedAt.map { $0 + Self.replyTimeout } ?? earliest }

  /// Returns whether to send a message now. If so, the message counts as sent.
  mutating func ask(now: Int64) -> Bool {
    if let askedAt, askedAt + Self.replyTimeout <= now { unanswered(now: now, jitter: 0) }
    guard askedAt == nil, earliest <= now else { return false }
    askedAt = now
    return true
  }

  mutating func awake(for duration: Duration, now: Int64) {
    guard duration > .zero else { return unanswered(now: now, jitter: 1) }
    let nanoseconds = duration.nanoseconds
    askedAt = nil
    failures = 0
    trialIsDue = false
    awakeUntil = now + nanoseconds
    earliest = now + nanoseconds / 2
  }

  mutating func unanswered(now: Int64, jitter: Double) {
    askedAt = nil
    failures += 1
    trialIsDue = failures >= Self.failuresBeforeTrial
    earliest = now + RetryDelay.nanoseconds(failures: failures, jitter: jitter)
  }

  mutating func reachable(now: Int64) {
    if askedAt == nil { earliest = min(earliest, now) }
  }
}
