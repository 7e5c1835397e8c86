internal import YobanSimulatedApple

/// Requests launches of the app for background work. There is one scheduler per app process.
open class BGTaskScheduler: NSObject {
  private let system: ServiceHandle<SchedulerService>
  private let launches: TaskLaunches
  private var process: AppProcess { system.process }

  private init(_ process: AppProcess) {
    system = ServiceHandle(process.app.appleDevice.scheduler, of: process, for: "BGTaskScheduler")
    launches = TaskLaunches(process)
    super.init()
  }

  /// The scheduler of the app whose code calls.
  open class var shared: BGTaskScheduler {
    let process = AppProcess.callingOnPhone("BGTaskScheduler.shared was used")
    return process.process.resident(BGTaskScheduler.self) { BGTaskScheduler(process) }
  }

  /// The resources that continued processing tasks may use in addition to CPU and network. Empty,
  /// as on devices without background use of the GPU, unless the app has the entitlement (FT5).
  open class var supportedResources: BGContinuedProcessingTaskRequest.Resources {
    SystemAPI.taskResources.reportIfTooNew()
    return SchedulerService.offersBackgroundGPU(to: shared.process.app) ? .gpu : []
  }

  /// Registers the handler that the system calls when it launches the app for a task (FT2).
  ///
  /// Register every identifier once, before didFinishLaunching returns. Otherwise, an exception is
  /// raised, which terminates the app. Continued processing tasks may be registered at any time.
  ///
  /// - Parameters:
  ///   - identifier: One of BGTaskSchedulerPermittedIdentifiers in Info.plist, or one that matches
  ///     an entry which ends with `.*`.
  ///   - queue: The queue of the handler; nil for a serial background queue.
  /// - Returns: False if Info.plist does not permit the identifier.
  @discardableResult
  open func register(
    forTaskWithIdentifier identifier: String, using queue: DispatchQueue?,
    launchHandler: @escaping (BGTask) -> Void
  ) -> Bool {
    SystemAPI.taskRegistration.reportIfTooNew()
    do throws(ScheduledTaskException) {
      let isRegistered = try system("register(forTaskWithIdentifier:)") {
        service throws(ScheduledTaskException) in
        try service.register(identifier, for: process, launches)
      }
      guard isRegistered == true else { return false }
      launches.add(identifier, queue, launchHandler)
      return true
    } catch {
      raise(error)
    }
  }

  /// Submits a request. It replaces a pending request with the same identifier (FT2).
  ///
  /// - Throws: `BGTaskScheduler.Error`: `unavailable` if Background App Refresh is off (L18),
  ///   `tooManyPendingTaskRequests` beyond 1 refresh and 10 processing requests, `notPermitted` if
  ///   Info.plist lacks the identifier or the background mode, or if the identifier of a continued
  ///   processing task does not begin with the bundle identifier, `immediateRunIneligible` if a
  ///   continued processing task must begin immediately but cannot.
  open func submit(_ taskRequest: BGTaskRequest) throws {
    SystemAPI.taskSubmission.reportIfTooNew()
    do throws(SchedulerService.Refusal) {
      try system("submit(_:)") { service throws(SchedulerService.Refusal) in
        try service.submit(taskRequest.request, for: process)
      }
    } catch {
      switch error {
      case .error(let code): throw BGTaskScheduler.Error(code)
      case .exception(let exception): raise(exception)
      }
    }
  }

  /// Cancels a pending request. A running task continues.
  open func cancel(taskRequestWithIdentifier identifier: String) {
    system("cancel(taskRequestWithIdentifier:)") { $0.cancel(identifier, for: process) }
  }

  open func cancelAllTaskRequests() {
    system("cancelAllTaskRequests()") { $0.cancelAll(for: process) }
  }

  /// Calls the handler with copies of the pending requests, on a background queue.
  open func getPendingTaskRequests(
    completionHandler: @escaping @Sendable ([BGTaskRequest]) -> Void
  ) {
    // From here on used on that queue only.
    nonisolated(unsafe) let answer = pending
    DispatchQueue.global().async { completionHandler(answer) }
  }

  open nonisolated(nonsending) func pendingTaskRequests() async -> [BGTaskRequest] {
    pending
  }

  private var pending: [BGTaskRequest] {
    system.service.pendingRequests(of: process.app).map(BGTaskRequest.make)
  }

  /// Terminates the app. Never returns, as after an uncaught exception.
  private func raise(_ exception: ScheduledTaskException) -> Never {
    AppProcess.raise(exception.description, of: process)
  }
}
