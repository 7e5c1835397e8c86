/// Controls one job: decides when to take and to end a hold on the process, when to cancel the
/// body, and what the outcome is.
///
/// A hold is a background task assertion or a `BGTask`. Each hold is ended exactly once and before
/// the system's time is over, so that the process is never terminated because of it (BG4, FT3). An
/// assertion is renewed, because the system terminates a process that holds one for half an hour,
/// even while location keeps it running (LOC8).
///
/// The machine is pure. Perform the actions in their order and answer `begin` with `began`. Every
/// input is safe in every state: late and repeated ones change nothing.
struct BackgroundJobMachine: Hashable {
  /// The kind of hold on the process.
  enum Hold: Hashable {
    /// No hold: in the background the job is suspended.
    case nothing
    /// Background task assertions, a new one after each interval.
    case assertion(renewedEvery: Duration)
    /// A task of the scheduler, which is held from the creation of the job.
    case task
  }

  enum State: Hashable {
    case ready
    case running
    case canceling(Reason)
    case finished(Outcome)
  }

  /// The reason why the body must end.
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
    /// The body's time after an expiration is over.
    case deadline
  }

  enum Action: Hashable {
    /// Take a hold; answer with `began`. The number identifies the hold.
    case begin(Int)
    /// End a hold immediately.
    case end(Int, success: Bool)
    /// End a hold after all events were delivered: the process may be suspended then (BG5).
    case endAfterEvents(Int, success: Bool)
    case runBody
    case cancelBody
    /// Call the expiration block.
    case announceExpiration
    /// Call `renewalDue` or `deadlinePassed` after this time, once.
    case wake(Timer, after: Duration)
    case cancelWake(Timer)
    /// Report the new state; if it is the last, call the completion block, too.
    case became(State)
    case report(BackgroundJob.Problem)
  }

  /// The longest time for the body to end after an expiration (BG3: about 5 s are left).
  static let cleanupMax = Duration.seconds(4)
  /// A hold is ended this long before the end of the system's time.
  static let margin = Duration.seconds(1)

  let hold: Hold
  /// Whether an expiration cancels the job; otherwise the job is only suspended.
  let cancelsAtExpiration: Bool
  private(set) var state = State.ready
  /// The holds that were taken and not ended, in the order of their numbers.
  private(set) var held: [Int] = []
  private(set) var lastNumber = 0
  /// The hold that was requested and not answered yet.
  private var asked: Int?
  /// Whether a deadline is set at which the holds end.
  private var isExpiring = false

  init(_ hold: Hold, cancelsAtExpiration: Bool = true) {
    self.hold = hold
    self.cancelsAtExpiration = cancelsAtExpiration
  }

  // MARK: From the app

  /// The job was created: a scheduler task is held from now on.
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
      state = .canceling(.asked)
      return [.became(state), .cancelBody]
    case .canceling, .finished:
      return []
    }
  }

  mutating func bodyEnded(_ end: BodyEnd) -> [Action] {
    switch state {
    case .ready, .finished: []
    case .running: finish(end == .returned ? .completed : .failed)
    case .canceling(.asked): finish(.cancelled)
    case .canceling(.expired): finish(.expired)
    }
  }

  // MARK: From the system

  /// The system granted or refused the hold.
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

  /// The system announced the end of its time (BG3).
  ///
  /// - Parameter remaining: the time left, as reported by the system; nil if it reports none.
  mutating func expired(_ number: Int, remaining: Duration?) -> [Action] {
    guard held.contains(number), !isExpiring else { return [] }
    switch state {
    case .ready:
      return [.announceExpiration] + finish(.expired)
    case .running where !cancelsAtExpiration:
      return [.announceExpiration] + endHolds()
    case .running:
      state = .canceling(.expired)
      return [.announceExpiration, .became(state), .cancelBody] + awaitBody(remaining)
    case .canceling:
      return [.announceExpiration] + awaitBody(remaining)
    case .finished:
      return []
    }
  }

  /// The app entered the foreground, where an assertion can be taken again.
  mutating func enteredForeground() -> [Action] {
    guard state == .running, held.isEmpty, asked == nil else { return [] }
    return takeAssertion()
  }

  // MARK: Time

  mutating func renewalDue() -> [Action] {
    guard isUnfinished, !held.isEmpty, !isExpiring, asked == nil else { return [] }
    return takeAssertion()
  }

  /// The body's time after an expiration is over.
  mutating func deadlinePassed() -> [Action] {
    guard isExpiring, !held.isEmpty else { return [] }
    return [.report(.outOfTime)] + endHolds { .endAfterEvents($0, success: false) }
  }

  // MARK: Inside

  private var isUnfinished: Bool {
    switch state {
    case .ready, .running, .canceling: true
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

  /// Waits for the body to end, but ends the holds before the system's time is over.
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
