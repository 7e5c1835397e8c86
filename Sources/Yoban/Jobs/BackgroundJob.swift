import Foundation

#if !os(watchOS)
  import BackgroundTasks
  import UIKit
#endif

/// A unit of work that continues in the background as long as the system allows, and ends cleanly
/// when the system's time is over.
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
/// A running job keeps itself alive: no reference is needed. It releases its background task on
/// every path, so the system never terminates the process because of it (BG4, FT3). A job that is
/// suspended in the middle continues where it stopped when the app runs again. When the process
/// ends, its jobs end, too.
///
/// Isolated to the main actor; the body runs on the actor that it specifies.
@MainActor
public final class BackgroundJob {
  /// The mechanism that keeps the process running during the job.
  public enum Cover {
    /// No mechanism: in the background the job is suspended with the process.
    case nothing
    #if !os(watchOS)
      /// A background task assertion: about 30 s in the background, more on older systems (BG1),
      /// and longer as long as something else keeps the process running (BG7).
      case assertion
      /// A task that the system launched the app for; `BackgroundJobSchedule` creates such jobs.
      case task(BGTask)
    #endif
  }

  /// The effect on the job when the system's time ends.
  public enum Expiration: Hashable, Sendable {
    /// The job is canceled, and its body has up to 4 s to end.
    case cancels
    /// The job is suspended with the process immediately, and continues when the app is opened.
    case suspends
  }

  /// The time in which waiting tasks and readers of events receive the last event, before the
  /// process may be suspended (BG5).
  static let lastEventTime = Duration.milliseconds(100)

  /// The name of the job, for logs and the system's tools.
  public let name: String
  /// The state of the job.
  public private(set) var state = State.ready
  /// The progress that the body reported last, from 0 to 1; nil if it reported none.
  public private(set) var progress: Double?

  private let body: @Sendable (BackgroundJobContext) async throws -> Void
  private let onExpiration: (@MainActor () -> Void)?
  private let onCompletion: (@MainActor (Outcome) -> Void)?
  private let hold: any JobHold
  private var machine: BackgroundJobMachine
  private var task: Task<Void, Never>?
  private var failure: (any Error)?
  private var timers: [BackgroundJobMachine.Timer: WakeTimer] = [:]
  private var waiters: [CheckedContinuation<Outcome, Never>] = []
  let broadcaster = EventBroadcaster<Event>()
  private var notifications: NotificationObservers?
  /// The actions that are still to be performed.
  private var actions: [BackgroundJobMachine.Action] = []
  private var isPerforming = false

  /// Creates a job that is not started yet.
  ///
  /// - Parameters:
  ///   - name: a name for logs and the system's tools.
  ///   - onExpiration: called on the main actor when the system announces the end of its time
  ///     (BG3), before the job is canceled; never called with the cover `nothing`.
  ///   - onCompletion: called once, on the main actor, before the process may be suspended.
  ///   - body: the work. It must end soon after `context` reports that it is canceled.
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

  /// Starts the body. Does nothing when the job was started or canceled before.
  public func start() {
    awaitForeground()
    perform(machine.start())
  }

  /// Cancels the body. A job that was not started is finished immediately.
  public func cancel() { perform(machine.cancel()) }

  /// Waits until the job is finished. Any number of tasks may wait; canceling one of them does not
  /// affect the job.
  @discardableResult public func wait() async -> Outcome {
    if case .finished(let outcome) = state { return outcome }
    return await withCheckedContinuation { waiters.append($0) }
  }

  /// Returns the current state and every later event, for one reader, until `finished`.
  ///
  /// If more than 1,000 events are waiting, the oldest are dropped.
  public func events() -> BackgroundJobEvents {
    BackgroundJobEvents(first: state, stream: broadcaster.stream())
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
      // The closure retains the job until the hold is ended, so that a task whose job is never
      // started expires cleanly, too.
      let isHeld = hold.begin(number) { [self] in
        perform(machine.expired(number, remaining: hold.remaining))
      }
      actions = machine.began(number, accepted: isHeld) + actions
    case .end(let number, let success): hold.end(number, success: success)
    case .endAfterEvents(let number, let success):
      Task {
        try? await Task.sleep(for: Self.lastEventTime)
        hold.end(number, success: success)
      }
    case .runBody: runBody()
    case .cancelBody: task?.cancel()
    case .announceExpiration:
      post(.expiring)
      onExpiration?()
    case .wake(let timer, let delay): wake(timer, after: delay)
    case .cancelWake(let timer): timers[timer]?.cancel()
    case .became(let new): became(new)
    case .report(let problem): post(.problem(problem))
    }
  }

  private func post(_ event: Event) {
    broadcaster.post(event)
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
    let timer = timers[name] ?? WakeTimer()
    timers[name] = timer
    timer.set(after: delay) { [weak self] in
      guard let self else { return }
      switch name {
      case .renewal: perform(machine.renewalDue())
      case .deadline: perform(machine.deadlinePassed())
      }
    }
  }
}

extension BackgroundJob.State {
  fileprivate init(_ state: BackgroundJobMachine.State, _ failure: (any Error)?) {
    switch state {
    case .ready: self = .ready
    case .running: self = .running
    case .canceling: self = .canceling
    case .finished(.completed): self = .finished(.completed)
    case .finished(.cancelled): self = .finished(.cancelled)
    case .finished(.expired): self = .finished(.expired)
    case .finished(.failed): self = .finished(.failed(failure ?? CancellationError()))
    }
  }
}
