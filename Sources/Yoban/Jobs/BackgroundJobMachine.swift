/// One job under what holds the process: decides when to take and to end a hold, when to cancel the
/// body, and what the outcome is.
///
/// A hold is a background task assertion or a `BGTask`. Whatever happens, each is ended once and
/// before the system's time is over, so that no process is killed for it (BG4, FT3). An assertion
/// is renewed, because one that is held for half an hour gets the process killed even while
/// location keeps it running (LOC8).
///
/// Pure: perform the actions in their order and answer `begin` with `began`. Every input is safe in
/// every state: late and repeated ones change nothing.
struct BackgroundJobMachine: Hashable {
  /// What holds the process.
  enum Hold: Hashable {
    /// Nothing: in background the job stands still.
    case nothing
    /// Background task assertions, a new one after each interval.
    case assertion(renewedEvery: Duration)
    /// A task of the scheduler, which is held from the beginning.
    case task
  }

  enum State: Hashable {
    case ready
    case running
    case cancelling(Reason)
    case finished(Outcome)
  }

  /// Why the body is to end.
  enum Reason: Hashable {
    case asked, expired
  }

  enum Outcome: Hashable {
    case completed, cancelled, expired, failed
  }

  enum BodyEnd: Hashable {
    case returned, threw
  }

  enum Timer: Hashable {
    /// A new assertion is due.
    case renewal
    /// The body has had its time.
    case deadline
  }

  enum Action: Hashable {
    /// Take a hold; answer with `began`. The number names it from now on.
    case begin(Int)
    /// End a hold, at once.
    case end(Int, success: Bool)
    /// End a hold when everybody has heard the news: the process may be suspended then (BG5).
    case endAfterEvents(Int, success: Bool)
    case runBody
    case cancelBody
    /// Call the expiration block.
    case announceExpiration
    /// Call `renewalDue` or `deadlinePassed` after this time, once.
    case wake(Timer, after: Duration)
    case cancelWake(Timer)
    /// Tell of the new state; at the end call the completion block, too.
    case became(State)
    case report(BackgroundJob.Problem)
  }

  /// How long the body may take to end after an expiration, at most (BG3: about 5 s are left).
  static let cleanupMax = Duration.seconds(4)
  /// How long before the end of the system's time a hold is ended.
  static let margin = Duration.seconds(1)

  let hold: Hold
  /// Whether an expiration cancels the job; else it only lets it be suspended.
  let cancelsAtExpiration: Bool
  private(set) var state = State.ready
  /// Taken and not ended, in the order of their numbers.
  private(set) var held: [Int] = []
  private(set) var lastNumber = 0
  /// Asked for, and not answered yet.
  private var asked: Int?
  /// Whether the holds end at a deadline that is set.
  private var isExpiring = false

  init(_ hold: Hold, cancelsAtExpiration: Bool = true) {
    self.hold = hold
    self.cancelsAtExpiration = cancelsAtExpiration
  }

  // MARK: From the app

  /// The job exists: a task is held from now on.
  mutating func prepare() -> [Action] {
    guard state == .ready, hold == .task, lastNumber == 0 else { return [] }
    return begin()
  }

  mutating func start() -> [Action] {
    guard state == .ready else { return [] }
    state = .running
    return takeAssertion() + [.became(.running), .runBody]
  }

  mutating func cancel() -> [Action] {
    switch state {
    case .ready:
      return finish(.cancelled)
    case .running:
      state = .cancelling(.asked)
      return [.became(state), .cancelBody]
    case .cancelling, .finished:
      return []
    }
  }

  mutating func bodyEnded(_ end: BodyEnd) -> [Action] {
    switch state {
    case .ready, .finished: []
    case .running: finish(end == .returned ? .completed : .failed)
    case .cancelling(.asked): finish(.cancelled)
    case .cancelling(.expired): finish(.expired)
    }
  }

  // MARK: From the system

  /// The system gave the hold, or refused to.
  mutating func began(_ number: Int, accepted: Bool) -> [Action] {
    guard asked == number else { return accepted ? [.end(number, success: false)] : [] }
    asked = nil
    guard accepted else {
      return held.isEmpty && isUnfinished ? [.report(.assertionRefused)] : []
    }
    guard isUnfinished else { return [.end(number, success: false)] }
    let old = held
    held = [number]
    return old.map { .end($0, success: false) }
  }

  /// The system calls in its time (BG3).
  ///
  /// - Parameter remaining: what is left, as the system says; nil if it does not say.
  mutating func expired(_ number: Int, remaining: Duration?) -> [Action] {
    guard held.contains(number), !isExpiring else { return [] }
    switch state {
    case .ready:
      return [.announceExpiration] + finish(.expired)
    case .running where !cancelsAtExpiration:
      return [.announceExpiration] + endHolds()
    case .running:
      state = .cancelling(.expired)
      return [.announceExpiration, .became(state), .cancelBody] + awaitBody(remaining)
    case .cancelling:
      return [.announceExpiration] + awaitBody(remaining)
    case .finished:
      return []
    }
  }

  /// The app came to the foreground, where there is time again.
  mutating func enteredForeground() -> [Action] {
    guard state == .running, held.isEmpty, asked == nil else { return [] }
    return takeAssertion()
  }

  // MARK: Time

  mutating func renewalDue() -> [Action] {
    guard isUnfinished, !held.isEmpty, !isExpiring, asked == nil else { return [] }
    return takeAssertion()
  }

  /// The body had its time after an expiration.
  mutating func deadlinePassed() -> [Action] {
    guard isExpiring, !held.isEmpty else { return [] }
    return [.report(.outOfTime)] + endHolds { .endAfterEvents($0, success: false) }
  }

  // MARK: Inside

  private var isUnfinished: Bool {
    switch state {
    case .ready, .running, .cancelling: true
    case .finished: false
    }
  }

  private mutating func begin() -> [Action] {
    lastNumber += 1
    asked = lastNumber
    return [.begin(lastNumber)]
  }

  private mutating func takeAssertion() -> [Action] {
    switch hold {
    case .nothing, .task: []
    case .assertion(let interval): begin() + [.wake(.renewal, after: interval)]
    }
  }

  /// Lets the body end, and ends the holds in any case before the system's time is over.
  private mutating func awaitBody(_ remaining: Duration?) -> [Action] {
    let time = min(Self.cleanupMax, (remaining ?? .seconds(3_600)) - Self.margin)
    guard time > .zero else { return [.report(.outOfTime)] + endHolds() }
    isExpiring = true
    return cancelRenewal() + [.wake(.deadline, after: time)]
  }

  private mutating func endHolds(
    _ end: (Int) -> Action = { .end($0, success: false) }
  ) -> [Action] {
    let ended = held
    held = []
    let wasExpiring = isExpiring
    isExpiring = false
    return cancelRenewal() + (wasExpiring ? [.cancelWake(.deadline)] : [])
      + ended.map(end)
  }

  private func cancelRenewal() -> [Action] {
    if case .assertion = hold { [.cancelWake(.renewal)] } else { [] }
  }

  private mutating func finish(_ outcome: Outcome) -> [Action] {
    state = .finished(outcome)
    return [.became(state)]
      + endHolds { .endAfterEvents($0, success: outcome == .completed) }
  }
}
