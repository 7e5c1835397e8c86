#if !os(watchOS)
  /// Keeps one request pending with the system's scheduler while the schedule is started. It never
  /// submits a request while another is pending, because that would delay the run (FT2).
  ///
  /// The machine is pure. Perform the actions in their order and answer them as each documents.
  /// Every input is safe in every state.
  struct BackgroundJobScheduleMachine: Hashable {
    enum State: Hashable {
      /// The identifier is not registered with the system in this launch.
      case unregistered
      /// No request is known to be pending.
      case idle
      /// The system was asked whether a request is pending.
      case asking
      /// A request is pending.
      case pending
    }

    enum Action: Hashable {
      /// Register the launch handler; answer with `registered`.
      case register
      /// Ask whether a request is pending; answer with `answered` and this number.
      case askPending(Int)
      /// Submit a request; answer with `submitted` or `refused`.
      case submit
      /// Cancel the pending request.
      case cancelRequest
      /// Run the job with the task of the system.
      case run
      /// Complete the task of the system, without success.
      case decline
      /// Cancel the running job.
      case cancelJob
      case report(BackgroundJobSchedule.Problem)
    }

    private(set) var state = State.unregistered
    /// Whether the schedule is started.
    private(set) var isWanted = false
    /// Whether the schedule was stopped in this launch.
    private var isStopped = false
    /// Whether a job is running.
    private(set) var isRunning = false
    /// The problem that prevents a request. It is reported once, until it is resolved.
    private(set) var refusal: BackgroundJobSchedule.Problem?
    private(set) var lastQuestion = 0

    // MARK: From the app

    /// Registers the job during the launch of the app.
    ///
    /// - Parameter isTooLate: whether the launch is over already.
    mutating func register(isTooLate: Bool) -> [Action] {
      guard state == .unregistered else { return [] }
      if isTooLate { refusal = .registeredTooLate }
      return isTooLate ? [.report(.registeredTooLate)] : [.register]
    }

    /// - Parameter accepted: whether the identifier is registered with the system now.
    mutating func registered(accepted: Bool) -> [Action] {
      guard state == .unregistered else { return [] }
      refusal = accepted ? nil : .notPermitted
      guard accepted else { return [.report(.notPermitted)] }
      state = .idle
      return isWanted ? ask() : []
    }

    /// Starts the schedule.
    mutating func start() -> [Action] {
      isWanted = true
      isStopped = false
      return state == .unregistered ? [.report(refusal ?? .notRegistered)] : ask()
    }

    /// Stops the schedule.
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
    ///   - question: the number of the question that this answers; older questions are ignored.
    ///   - isPending: whether a request with this identifier is pending already.
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

    /// The system launched the app for the job, or resumed it. The next request is submitted
    /// immediately, so that a termination in the middle of the job does not end the repetition.
    ///
    /// A task may still arrive after `stop()`, if the system had already started to launch it.
    mutating func launched() -> [Action] {
      guard state != .unregistered, !isStopped else { return [.decline] }
      isWanted = true
      // The pending request may be the one that runs now, or it was submitted after the launch.
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

    /// The app entered the foreground, or Background App Refresh was switched. A refused request
    /// may be possible now, and a pending one may have been removed.
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
