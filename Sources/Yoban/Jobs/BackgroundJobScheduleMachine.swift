#if !os(watchOS)
  /// Keeps one request with the system's scheduler pending for as long as runs are wanted, and
  /// never submits one while another is pending: that would push the run further away (FT2).
  ///
  /// Pure: perform the actions in their order and answer them as each says. Every input is safe in
  /// every state.
  struct BackgroundJobScheduleMachine: Hashable {
    enum State: Hashable {
      /// The system does not know the identifier in this launch of the process.
      case unregistered
      /// No request is pending, as far as is known.
      case idle
      /// The system was asked whether one is pending.
      case asking
      /// One is pending.
      case pending
    }

    enum Action: Hashable {
      /// Register the launch handler; answer with `registered`.
      case register
      /// Ask whether a request is pending; answer with `answered` and this number.
      case askPending(Int)
      /// Submit a request; answer with `submitted` or `refused`.
      case submit
      /// Take the request back.
      case cancelRequest
      /// Run the job over the task that the system gave.
      case run
      /// Complete the task that the system gave, without success.
      case decline
      /// Ask the job that runs to end.
      case cancelJob
      case report(BackgroundJobSchedule.Problem)
    }

    private(set) var state = State.unregistered
    /// Whether runs are wanted.
    private(set) var isWanted = false
    /// Whether this launch of the process said that none are.
    private var isStopped = false
    /// Whether a job runs.
    private(set) var isRunning = false
    /// What stands in the way of a request: told once, until it is gone.
    private(set) var refusal: BackgroundJobSchedule.Problem?
    private(set) var lastQuestion = 0

    // MARK: From the app

    /// The app is being launched.
    ///
    /// - Parameter isTooLate: whether its launch is over already.
    mutating func register(isTooLate: Bool) -> [Action] {
      guard state == .unregistered else { return [] }
      if isTooLate { refusal = .registeredTooLate }
      return isTooLate ? [.report(.registeredTooLate)] : [.register]
    }

    /// - Parameter accepted: whether the system knows the identifier now.
    mutating func registered(accepted: Bool) -> [Action] {
      guard state == .unregistered else { return [] }
      refusal = accepted ? nil : .notPermitted
      guard accepted else { return [.report(.notPermitted)] }
      state = .idle
      return isWanted ? ask() : []
    }

    /// Runs are wanted from now on.
    mutating func start() -> [Action] {
      isWanted = true
      isStopped = false
      return state == .unregistered ? [.report(refusal ?? .notRegistered)] : ask()
    }

    /// No runs are wanted any more.
    mutating func stop() -> [Action] {
      isWanted = false
      isStopped = true
      guard state != .unregistered else { return [] }
      refusal = nil
      state = .idle
      return [.cancelRequest] + (isRunning ? [.cancelJob] : [])
    }

    // MARK: From the system

    /// - Parameters:
    ///   - question: which one this answers; an older one means nothing any more.
    ///   - isPending: whether a request with this identifier waits already.
    mutating func answered(_ question: Int, isPending: Bool) -> [Action] {
      guard state == .asking, question == lastQuestion else { return [] }
      guard isWanted, !isPending else {
        state = isPending && isWanted ? .pending : .idle
        return []
      }
      return [.submit]
    }

    mutating func submitted() -> [Action] {
      guard state == .asking else { return [] }
      state = .pending
      refusal = nil
      return []
    }

    mutating func refused(_ problem: BackgroundJobSchedule.Problem) -> [Action] {
      guard state == .asking else { return [] }
      state = .idle
      defer { refusal = problem }
      return refusal == problem ? [] : [.report(problem)]
    }

    /// The system launched the app for the job, or woke it. The next request is submitted at once,
    /// so that a kill in the middle of the job does not end the chain.
    ///
    /// A task may come after `stop()`: the system had taken its request already.
    mutating func launched() -> [Action] {
      guard state != .unregistered, !isStopped else { return [.decline] }
      isWanted = true
      // What was pending may be what runs now, or it was submitted since the launch.
      state = .idle
      let next = ask()
      guard !isRunning else { return next + [.decline, .report(.stillRunning)] }
      isRunning = true
      return next + [.run]
    }

    mutating func finished() -> [Action] {
      isRunning = false
      return []
    }

    /// The app came to the foreground, or Background App Refresh was switched: what was refused may
    /// be possible now, and what was pending may be gone.
    mutating func conditionsChanged() -> [Action] {
      guard isWanted, state == .idle || state == .pending else { return [] }
      state = .idle
      return ask()
    }

    private mutating func ask() -> [Action] {
      guard isWanted, state == .idle else { return [] }
      state = .asking
      lastQuestion += 1
      return [.askPending(lastQuestion)]
    }
  }
#endif
