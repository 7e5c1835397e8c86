#if !os(watchOS)
  import BackgroundTasks
  import Foundation
  import UIKit

  /// A job that the system runs repeatedly in the background, at times that the system chooses.
  ///
  /// ```swift
  /// let backup = BackgroundJobSchedule(
  ///   "com.example.backup", .processing(requiresNetwork: true), every: .seconds(24 * 3_600)
  /// ) { context in try await backUp(context) }
  /// ```
  ///
  /// Create the schedule before the launch ends, as a property of the application delegate. Call
  /// `register()` in `application(_:didFinishLaunchingWithOptions:)` of every launch, and `start()`
  /// when the job should run, any number of times. Exactly one request is then pending or about to
  /// run, also after terminations, reboots and errors. The identifier must be in
  /// `BGTaskSchedulerPermittedIdentifiers`; `UIBackgroundModes` needs `fetch` for a refresh and
  /// `processing` for processing (FT2).
  ///
  /// Keep the schedule until the process ends. Isolated to the main actor.
  @MainActor
  public final class BackgroundJobSchedule {
    /// The kind of background time that the job needs.
    public enum Kind: Hashable, Sendable {
      /// About 30 s (FT3), scheduled by the user's app usage; not in Low Power Mode (L19).
      case refresh
      /// Several minutes, while the device is not in use (FT4).
      case processing(requiresPower: Bool = false, requiresNetwork: Bool = false)
    }

    /// An event of a schedule, posted when it happens.
    public enum Event: Equatable, Sendable {
      /// A request is pending; the system runs the job on that date or later.
      case submitted(notBefore: Date)
      /// An event of the job of a run.
      case job(BackgroundJob.Event)
      case problem(Problem)
    }

    public let identifier: String
    public let kind: Kind
    /// The shortest time from one run to the next.
    public let interval: Duration
    /// The running job, if any.
    public private(set) var current: BackgroundJob?

    private let onExpiration: (@MainActor () -> Void)?
    private let onCompletion: (@MainActor (BackgroundJob.Outcome) -> Void)?
    private let body: @Sendable (BackgroundJobContext) async throws -> Void
    private var machine = BackgroundJobScheduleMachine()
    let broadcaster = EventBroadcaster<Event>()
    private let notifications = NotificationObservers()
    private var hasLaunched = false
    /// A task of the system that was not used yet.
    private var given: BGTask?

    /// Creates a schedule. It neither registers nor submits anything yet. For the closures see
    /// `BackgroundJob`.
    ///
    /// - Parameter interval: the shortest time from one run to the next; the system waits longer.
    public init(
      _ identifier: String, _ kind: Kind, every interval: Duration,
      onExpiration: (@MainActor () -> Void)? = nil,
      onCompletion: (@MainActor (BackgroundJob.Outcome) -> Void)? = nil,
      body: @escaping @Sendable (BackgroundJobContext) async throws -> Void
    ) {
      self.identifier = identifier
      self.kind = kind
      self.interval = interval
      self.onExpiration = onExpiration
      self.onCompletion = onCompletion
      self.body = body
      notifications.observe(UIApplication.didFinishLaunchingNotification) { [weak self] in
        self?.hasLaunched = true
      }
      for name in [
        UIApplication.willEnterForegroundNotification,
        UIApplication.backgroundRefreshStatusDidChangeNotification,
      ] {
        notifications.observe(name) { [weak self] in self?.conditionsChanged() }
      }
    }

    // MARK: From the app

    /// Registers the job's launch handler with the system. Does nothing when it was registered
    /// before.
    ///
    /// - Throws: `registeredTooLate` after the launch, `notPermitted` without the identifier in
    ///   Info.plist; nothing is registered then.
    public func register() throws(Problem) {
      let problem = perform(machine.register(isTooLate: isLaunchOver))
      if let problem { throw problem }
    }

    /// Starts the schedule. Does nothing while a request is pending.
    ///
    /// - Throws: `notRegistered`, or the error of `register()`. The system's response arrives as an
    ///   event.
    public func start() throws(Problem) {
      let problem = perform(machine.start())
      if let problem { throw problem }
    }

    /// Stops the schedule: cancels the pending request and a running job.
    public func stop() { perform(machine.stop()) }

    /// Returns every event from now on, for one reader. If more than 1,000 wait, the oldest are
    /// dropped.
    public func events() -> AsyncStream<Event> { broadcaster.stream() }

    /// The problem that prevents a request now, if any.
    public var problem: Problem? { machine.refusal }

    /// Whether it is known that the launch is over. A launch in the background that ended before
    /// this object was created is not detected. Scenes are not checked: an app without a scene
    /// manifest has one before its launch is over.
    private var isLaunchOver: Bool {
      hasLaunched || UIApplication.shared.applicationState == .active
    }

    // MARK: From the system

    private func conditionsChanged() {
      if UIApplication.shared.backgroundRefreshStatus == .available {
        perform(machine.conditionsChanged())
      }
    }

    private func launched(_ task: BGTask) {
      given = task
      perform(machine.launched())
    }

    // MARK: Actions

    /// - Returns: the first problem that the actions cause, which is also posted as an event.
    @discardableResult
    private func perform(_ new: [BackgroundJobScheduleMachine.Action]) -> Problem? {
      var actions = new
      var first: Problem?
      while !actions.isEmpty {
        switch actions.removeFirst() {
        case .register: actions += registerHandler()
        case .askPending(let question): askPending(question)
        case .submit: actions += submit()
        case .cancelRequest:
          BGTaskScheduler.shared.cancel(taskRequestWithIdentifier: identifier)
        case .run: run()
        case .decline: decline()
        case .cancelJob: current?.cancel()
        case .report(let problem):
          first = first ?? problem
          post(.problem(problem))
        }
      }
      return first
    }

    private func registerHandler() -> [BackgroundJobScheduleMachine.Action] {
      let isKnown = BGTaskScheduler.shared.register(
        forTaskWithIdentifier: identifier, using: .main
      ) { @Sendable [weak self] task in
        let given = GivenTask(task: task)
        MainActor.assumeIsolated {
          if let self {
            self.launched(given.task)
          } else {
            given.task.setTaskCompleted(success: false)
          }
        }
      }
      return machine.registered(accepted: isKnown)
    }

    private func askPending(_ question: Int) {
      let identifier = identifier
      BGTaskScheduler.shared.getPendingTaskRequests { @Sendable [weak self] requests in
        let isPending = requests.contains { $0.identifier == identifier }
        Task { @MainActor [weak self] in
          guard let self else { return }
          self.perform(self.machine.answered(question, isPending: isPending))
        }
      }
    }

    private func submit() -> [BackgroundJobScheduleMachine.Action] {
      let request = request
      let date = Date(timeIntervalSinceNow: interval / .seconds(1))
      request.earliestBeginDate = date
      do {
        try BGTaskScheduler.shared.submit(request)
        let actions = machine.submitted()
        post(.submitted(notBefore: date))
        return actions
      } catch {
        return machine.refused(Problem(error))
      }
    }

    private var request: BGTaskRequest {
      switch kind {
      case .refresh:
        return BGAppRefreshTaskRequest(identifier: identifier)
      case .processing(let requiresPower, let requiresNetwork):
        let request = BGProcessingTaskRequest(identifier: identifier)
        request.requiresExternalPower = requiresPower
        request.requiresNetworkConnectivity = requiresNetwork
        return request
      }
    }

    private func run() {
      guard let task = given else { return }
      given = nil
      let job = BackgroundJob(
        identifier, over: .task(task), onExpiration: onExpiration,
        onCompletion: { [weak self] outcome in self?.finished(outcome) }, body: body)
      current = job
      job.broadcaster.addObserver(self) { [weak self] event in self?.post(.job(event)) }
      job.start()
    }

    private func post(_ event: Event) {
      broadcaster.post(event)
    }

    /// Completes the task without success, after the events with the reason were delivered.
    private func decline() {
      guard let task = given else { return }
      given = nil
      Task {
        try? await Task.sleep(for: BackgroundJob.lastEventTime)
        task.setTaskCompleted(success: false)
      }
    }

    private func finished(_ outcome: BackgroundJob.Outcome) {
      current = nil
      perform(machine.finished())
      onCompletion?(outcome)
    }
  }

  extension BackgroundJobSchedule.Problem {
    /// Creates a problem from an error of the scheduler.
    init(_ error: any Error) {
      switch (error as? BGTaskScheduler.Error)?.code {
      case .unavailable: self = .unavailable
      case .tooManyPendingTaskRequests: self = .tooManyPending
      case .notPermitted: self = .notPermitted
      default: self = .refused(code: (error as NSError).code)
      }
    }
  }

  /// A task that is passed to the main actor.
  ///
  /// Sendable: the scheduler passes the task on the main queue and does not use it afterwards.
  private struct GivenTask: @unchecked Sendable { let task: BGTask }
#endif
