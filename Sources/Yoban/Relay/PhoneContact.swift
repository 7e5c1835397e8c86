/// Whether the phone's app runs now, as far as it said so, and when to ask it again.
///
/// A message from the watch launches or wakes the phone's app (WC2), and each wake keeps it running
/// for a while. So the watch asks again at half of what the app promised, for as long as chunks are
/// on their way. Pure: `now` is nanoseconds on any clock that does not go back.
struct PhoneContact: Hashable {
  /// From so many messages in a row without an answer on, one chunk for each of them is given to
  /// the system all the same: it may bring files where it brings no messages (WC5, as documented).
  static let failuresBeforeTrial = 3
  /// No answer after this long is a failure: the reply may have been lost with a launch.
  static let patience: Int64 = 60_000_000_000

  /// When the app's promise ends; nil without one.
  private(set) var awakeUntil: Int64?
  private(set) var failures = 0
  /// When the message went out whose answer is awaited.
  private var askedAt: Int64?
  /// Not to be asked before this.
  private var earliest = Int64.min
  /// Whether the last message without an answer still has its chunk to give.
  private var trialIsDue = false

  /// Whether the app promised to run now.
  func isAwake(now: Int64) -> Bool { awakeUntil.map { now < $0 } ?? false }

  /// How many chunks the system may have now.
  func allowance(now: Int64, most: Int) -> Int {
    if isAwake(now: now) { return most }
    return trialIsDue ? min(most, 1) : 0
  }

  /// Chunks were given to the system.
  mutating func gave() { trialIsDue = false }

  /// When `ask` will next have something to do.
  var nextStep: Int64 { askedAt.map { $0 + Self.patience } ?? earliest }

  /// Whether to send a message now; it then is under way.
  mutating func ask(now: Int64) -> Bool {
    if let askedAt, askedAt + Self.patience <= now { silent(now: now, jitter: 0) }
    guard askedAt == nil, earliest <= now else { return false }
    askedAt = now
    return true
  }

  mutating func awake(for duration: Duration, now: Int64) {
    guard duration > .zero else { return silent(now: now, jitter: 1) }
    let nanoseconds = duration.nanoseconds
    askedAt = nil
    failures = 0
    trialIsDue = false
    awakeUntil = now + nanoseconds
    earliest = now + nanoseconds / 2
  }

  mutating func silent(now: Int64, jitter: Double) {
    askedAt = nil
    failures += 1
    trialIsDue = failures >= Self.failuresBeforeTrial
    earliest = now + RetryDelay.nanoseconds(failures: failures, jitter: jitter)
  }

  mutating func reachable(now: Int64) {
    if askedAt == nil { earliest = min(earliest, now) }
  }
}
