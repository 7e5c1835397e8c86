import Foundation

#if !os(watchOS)
  import BackgroundTasks
  import UIKit
#endif

/// Work that goes on in background for as long as the system lets it, and ends in order
/// when the system does not.
///
/// ```swift
/// let job = BackgroundJob("export", over: .assertion) { context in
///   for page in pages {
///     try context.checkCancellation()
///     try await export(page)
///   }
/// }
/// job.start()
/// let outcome = await job.wait()
/// ```
///
/// While a job runs it keeps itself: no reference is needed. What holds the process is given back
/// on every path, so no process is killed for it (BG4, FT3). Suspended in the middle, the job goes
/// on where it stopped when the app runs again; a process that ends takes its jobs with it.
///
/// Isolated to the main actor; the body runs where it says.
@MainActor
public final class BackgroundJob {
  /// What holds the process while the job runs.
  public enum Cover {
    /// Nothing: in background the job stands still with the process.
    case nothing
    #if !os(watchOS)
      /// A background task assertion: in background about 30 s, more on older systems (BG1), and
      /// as long as something else keeps the process running (BG7).
      case assertion
      /// A task that the system launched the app for; `BackgroundJobSchedule` makes such jobs.
      case task(BGTask)
    #endif
  }

  /// What the end of the system's time does with the job.
  public enum Expiration: Hashable, Sendable {
    /// The job is cancelled, and its body has up to 4 s to end.
    case cancels
    /// The job is suspended with the process at once, and goes on when the app is opened.
    case suspends
  }

  /// How long those who wait for a job or read its events have to hear of the last one, before the
  /// process may be suspended (BG5).
  static let newsTime = Duration.milliseconds(100)

  /// For logs and the system's tools.
  public let name: String
  /// Where the job stands.
  public private(set) var state = State.ready
  /// What the body said last, from 0 to 1; nil for nothing.
  public private(set) var progress: Double?

  private let body: @Sendable (BackgroundJobContext) async throws -> Void
  private let onExpiration: (@MainActor () -> Void)?
  private let onCompletion: (@MainActor (Outcome) -> Void)?
  private let hold: any JobHold
  private var machine: BackgroundJobMachine
  private var task: Task<Void, Never>?
  private var failure: (any Error)?
  private var timers: [BackgroundJobMachine.Timer: Timer] = [:]
  private var waiters: [CheckedContinuation<Outcome, Never>] = []
  private let eventStreams = EventStreams<Event>()
  let observers = EventObservers<Event>()
  private var notifications: NotificationObservers?
  /// What is still to be performed, while it is.
  private var actions: [BackgroundJobMachine.Action] = []
  private var isPerforming = false

  /// - Parameters:
  ///   - name: for logs and the system's tools.
  ///   - onExpiration: called on the main actor when the system calls in its time (BG3), before
  ///     the job is cancelled; not without a cover.
  ///   - onCompletion: called once, on the main actor, while the process is still held.
  ///   - body: the work. It ends soon after `context` says that it is cancelled.
  public init(
    _ name: String, over cover: Cover, expiration: Expiration = .cancels,
    onExpiration: (@MainActor () -> Void)? = nil,
    onCompletion: (@MainActor (Outcome) -> Void)? = nil,
    body: @escaping @Sendable (BackgroundJobContext) async throws -> Void
  ) {
    self.name = name
    self.body = body
    self.onExpiration = onExpiration
    self.onCompletion = onCompletion
    let cancels = expiration == .cancels
    switch cover {
    case .nothing:
      hold = NoHold()
      machine = BackgroundJobMachine(.nothing, cancelsAtExpiration: cancels)
    #if !os(watchOS)
      case .assertion:
        hold = AssertionHold(name: name)
        machine = BackgroundJobMachine(
          .assertion(renewedEvery: .seconds(60)), cancelsAtExpiration: cancels)
      case .task(let task):
        hold = TaskHold(task)
        machine = BackgroundJobMachine(.task, cancelsAtExpiration: cancels)
    #endif
    }
    perform(machine.prepare())
  }

  // MARK: From the app

  /// Begins the body. Nothing happens when the job was started or cancelled before.
  public func start() {
    awaitForeground()
    perform(machine.start())
  }

  /// Asks the body to end. A job that was not started is finished at once.
  public func cancel() { perform(machine.cancel()) }

  /// Waits until the job is finished. Any number of tasks may wait; cancelling one of them changes
  /// nothing.
  @discardableResult public func wait() async -> Outcome {
    if case .finished(let outcome) = state { return outcome }
    return await withCheckedContinuation { waiters.append($0) }
  }

  /// The state as it is now, and every event from then on, for one reader, until `finished`.
  ///
  /// The oldest are dropped when more than 1,000 wait.
  public func events() -> BackgroundJobEvents {
    BackgroundJobEvents(first: state, stream: eventStreams.stream())
  }

  func report(progress: Double) {
    guard !isFinished else { return }
    let fraction = min(max(progress.isNaN ? 0 : progress, 0), 1)
    self.progress = fraction
    hold.show(progress: fraction)
    post(.progress(fraction))
  }

  private var isFinished: Bool { if case .finished = state { true } else { false } }

  // MARK: From the system

  private func awaitForeground() {
    #if !os(watchOS)
      guard notifications == nil, !isFinished else { return }
      notifications = NotificationObservers()
      notifications?.observe(UIApplication.willEnterForegroundNotification) { [weak self] in
        guard let self else { return }
        perform(machine.enteredForeground())
      }
    #endif
  }

  // MARK: Actions

  private func perform(_ new: [BackgroundJobMachine.Action]) {
    actions += new
    guard !isPerforming else { return }
    isPerforming = true
    while !actions.isEmpty { perform(actions.removeFirst()) }
    isPerforming = false
  }

  private func perform(_ action: BackgroundJobMachine.Action) {
    switch action {
    case .begin(let number):
      // Kept until it is ended: a task that nobody starts expires in order, too.
      let isHeld = hold.begin(number) { [self] in
        perform(machine.expired(number, remaining: hold.remaining))
      }
      actions = machine.began(number, accepted: isHeld) + actions
    case .end(let number, let success): hold.end(number, success: success)
    case .endAfterEvents(let number, let success):
      Task {
        try? await Task.sleep(for: Self.newsTime)
        hold.end(number, success: success)
      }
    case .runBody: runBody()
    case .cancelBody: task?.cancel()
    case .announceExpiration:
      post(.expiring)
      onExpiration?()
    case .wake(let timer, let delay): wake(timer, after: delay)
    case .cancelWake(let timer): timers.removeValue(forKey: timer)?.invalidate()
    case .became(let new): became(new)
    case .report(let problem): post(.problem(problem))
    }
  }

  private func post(_ event: Event) {
    observers.tell(event)
    eventStreams.post(event)
  }

  private func runBody() {
    let context = BackgroundJobContext(job: self)
    task = Task {
      do {
        try await body(context)
        perform(machine.bodyEnded(.returned))
      } catch {
        failure = error
        perform(machine.bodyEnded(.threw))
      }
    }
  }

  private func became(_ new: BackgroundJobMachine.State) {
    state = State(new, failure)
    post(.state(state))
    guard case .finished(let outcome) = state else { return }
    task = nil
    notifications = nil
    onCompletion?(outcome)
    for waiter in waiters { waiter.resume(returning: outcome) }
    waiters = []
  }

  private func wake(_ name: BackgroundJobMachine.Timer, after delay: Duration) {
    timers[name]?.invalidate()
    let timer = Timer.scheduledTimer(withTimeInterval: delay / .seconds(1), repeats: false) {
      [weak self] _ in
      MainActor.assumeIsolated { self?.rang(name) }
    }
    RunLoop.main.add(timer, forMode: .common)
    timers[name] = timer
  }

  private func rang(_ name: BackgroundJobMachine.Timer) {
    timers[name] = nil
    switch name {
    case .renewal: perform(machine.renewalDue())
    case .deadline: perform(machine.deadlinePassed())
    }
  }
}

extension BackgroundJob.State {
  fileprivate init(_ state: BackgroundJobMachine.State, _ failure: (any Error)?) {
    switch state {
    case .ready: self = .ready
    case .running: self = .running
    case .cancelling: self = .cancelling
    case .finished(.completed): self = .finished(.completed)
    case .finished(.cancelled): self = .finished(.cancelled)
    case .finished(.expired): self = .finished(.expired)
    case .finished(.failed): self = .finished(.failed(failure ?? CancellationError()))
    }
  }
}
