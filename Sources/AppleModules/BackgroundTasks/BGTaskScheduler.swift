internal import SimulatedOS

/// Asks the system to launch the app for background work. One per app process.
open class BGTaskScheduler: NSObject {
  private let process: AppProcess
  private let launches = TaskLaunches()

  private init(_ process: AppProcess) {
    self.process = process
    super.init()
  }

  /// The scheduler of the app whose code calls.
  open class var shared: BGTaskScheduler {
    let process = AppProcess.calling("BGTaskScheduler.shared was used")
    return process.process.resident(BGTaskScheduler.self) { BGTaskScheduler(process) }
  }

  /// What the device offers continued processing tasks beside CPU and network: nothing more, as on
  /// devices without background use of the GPU, unless the app has its entitlement (FT5).
  open class var supportedResources: BGContinuedProcessingTaskRequest.Resources {
    SchedulerService.offersBackgroundGPU(to: shared.process.app) ? .gpu : []
  }

  private var service: SchedulerService { process.app.device.scheduler }

  /// Registers what the system calls when it launches the app for a task (FT2).
  ///
  /// Every identifier once, before didFinishLaunching returns; else the app ends with an exception.
  /// Continued processing tasks may be registered at any time.
  ///
  /// - Parameters:
  ///   - identifier: one of BGTaskSchedulerPermittedIdentifiers in Info.plist, or one that matches
  ///     an entry which ends with `.*`.
  ///   - queue: where the handler is called; nil: a serial background queue.
  /// - Returns: false if Info.plist does not permit the identifier.
  @discardableResult
  open func register(
    forTaskWithIdentifier identifier: String, using queue: DispatchQueue?,
    launchHandler: @escaping (BGTask) -> Void
  ) -> Bool {
    do throws(ScheduledTaskException) {
      let isRegistered = try service.register(identifier, for: process, launches)
      if isRegistered { launches.add(identifier, queue, launchHandler) }
      return isRegistered
    } catch {
      raise(error)
    }
  }

  /// Submits a request; one with the same identifier that is pending is replaced (FT2).
  ///
  /// - Throws: `BGTaskScheduler.Error`: `unavailable` if Background App Refresh is off (L18),
  ///   `tooManyPendingTaskRequests` beyond 1 refresh and 10 processing requests, `notPermitted` if
  ///   Info.plist lacks the identifier or the background mode, or the identifier of a continued
  ///   processing task does not begin with the bundle's, `immediateRunIneligible` if a
  ///   continued processing task must begin at once and cannot.
  open func submit(_ taskRequest: BGTaskRequest) throws {
    do throws(SchedulerService.Refusal) {
      try service.submit(taskRequest.request, for: process)
    } catch {
      switch error {
      case .error(let code): throw BGTaskScheduler.Error(code)
      case .exception(let exception): raise(exception)
      }
    }
  }

  /// Takes a pending request away. A task that runs goes on.
  open func cancel(taskRequestWithIdentifier identifier: String) {
    service.cancel(identifier, for: process)
  }

  open func cancelAllTaskRequests() { service.cancelAll(for: process) }

  /// Answers with copies of what is pending, on a background queue.
  open func getPendingTaskRequests(
    completionHandler: @escaping @Sendable ([BGTaskRequest]) -> Void
  ) {
    // Used on that queue only from now on.
    nonisolated(unsafe) let answer = service.pendingRequests(of: process.app).map(
      BGTaskRequest.make)
    DispatchQueue.global().async { completionHandler(answer) }
  }

  open nonisolated(nonsending) func pendingTaskRequests() async -> [BGTaskRequest] {
    service.pendingRequests(of: process.app).map(BGTaskRequest.make)
  }

  /// Ends the app. The call never returns, as after an exception that nobody catches.
  private func raise(_ exception: ScheduledTaskException) -> Never {
    AppProcess.raise(exception.description, of: process)
  }
}
