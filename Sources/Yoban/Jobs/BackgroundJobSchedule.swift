#if !os(watchOS)
  import BackgroundTasks
  import Foundation
  import UIKit

  /// A job that the system runs in background again and again, at moments of its own choice.
  ///
  /// ```swift
  /// let backup = BackgroundJobSchedule(
  ///   "com.example.backup", .processing(requiresNetwork: true), every: .seconds(24 * 3_600)
  /// ) { context in try await backUp(context) }
  /// ```
  ///
  /// Create it before the launch ends, as a property of the application delegate, call
  /// `register()` in `application(_:didFinishLaunchingWithOptions:)` of every launch, and `start()`
  /// once runs are wanted, any number of times. Exactly one request is then pending or about to
  /// run, through kills, reboots and errors. The identifier has to be in
  /// `BGTaskSchedulerPermittedIdentifiers`; `UIBackgroundModes` needs `fetch` for a refresh and
  /// `processing` for processing (FT2).
  ///
  /// Keep it as long as the process launches. Isolated to the main actor.
  @MainActor
  public final class BackgroundJobSchedule {
    /// What the system does for the job.
    public enum Kind: Hashable, Sendable {
      /// About 30 s (FT3), by how the app is used; not in Low Power Mode (L19).
      case refresh
      /// Minutes, while nobody uses the device (FT4).
      case processing(requiresPower: Bool = false, requiresNetwork: Bool = false)
    }

    /// One fact about a schedule, posted when it is true.
    public enum Event: Equatable, Sendable {
      /// A request is pending; the system runs the job at that date or later.
      case submitted(notBefore: Date)
      /// What the job of a run tells.
      case job(BackgroundJob.Event)
      case problem(Problem)
    }

    public let identifier: String
    public let kind: Kind
    /// The shortest time from one run to the next.
    public let interval: Duration
    /// The job that runs, if one does.
    public private(set) var current: BackgroundJob?

    private let onExpiration: (@MainActor () -> Void)?
    private let onCompletion: (@MainActor (BackgroundJob.Outcome) -> Void)?
    private let body: @Sendable (BackgroundJobContext) async throws -> Void
    private var machine = BackgroundJobScheduleMachine()
    private let eventStreams = EventStreams<Event>()
    let observers = EventObservers<Event>()
    private let notifications = NotificationObservers()
    private var hasLaunched = false
    /// What the system gave and nobody took yet.
    private var given: BGTask?

    /// - Parameters:
    ///   - interval: the shortest time from one run to the next; the system takes longer.
    ///   - onExpiration, onCompletion, body: as `BackgroundJob` has them.
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

    /// Tells the system what to call. Nothing happens when that was done before.
    ///
    /// - Throws: `registeredTooLate` after the launch, `notPermitted` without the identifier in
    ///   Info.plist; nothing is registered then.
    public func register() throws(Problem) {
      let problem = perform(machine.register(isTooLate: isLaunchOver))
      if let problem { throw problem }
    }

    /// Runs are wanted from now on. Nothing happens while a request is pending.
    ///
    /// - Throws: `notRegistered`, or what `register()` threw. What the system says comes as an event.
    public func start() throws(Problem) {
      let problem = perform(machine.start())
      if let problem { throw problem }
    }

    /// No runs are wanted any more: takes the request back and cancels a job that runs.
    public func stop() { perform(machine.stop()) }

    /// Every event from now on, for one reader. The oldest are dropped when more than 1,000 wait.
    public func events() -> AsyncStream<Event> { eventStreams.stream() }

    /// What stands in the way of a request now, if anything does.
    public var problem: Problem? { machine.refusal }

    /// What shows that it is too late to register; a launch in background, of which this object
    /// heard nothing, does not show. Scenes say nothing: an app without a scene manifest has one
    /// before its launch is over.
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

    /// - Returns: the first problem that the actions lead to, which is an event, too.
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
      job.observers.add(self) { [weak self] event in self?.post(.job(event)) }
      job.start()
    }

    private func post(_ event: Event) {
      observers.tell(event)
      eventStreams.post(event)
    }

    /// Gives the task back, after the events that say why were heard.
    private func decline() {
      guard let task = given else { return }
      given = nil
      Task {
        try? await Task.sleep(for: BackgroundJob.newsTime)
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
    /// What the scheduler threw.
    init(_ error: any Error) {
      switch (error as? BGTaskScheduler.Error)?.code {
      case .unavailable: self = .unavailable
      case .tooManyPendingTaskRequests: self = .tooManyPending
      case .notPermitted: self = .notPermitted
      default: self = .refused(code: (error as NSError).code)
      }
    }
  }

  /// A task on its way to the main actor.
  ///
  /// Sendable: the scheduler hands it over on the main queue and does not touch it any more.
  private struct GivenTask: @unchecked Sendable { let task: BGTask }
#endif
