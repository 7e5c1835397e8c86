import Foundation
import YobanAppleSystem
import YobanSimulatedDevices
import YobanVirtualTime

/// The launch handlers of one process, in the order of registration. They end with the process.
final class LaunchHandlers {
  var identifiers: [String] = []
  weak var receiver: (any ScheduledTaskEventReceiver)?

  static func of(_ process: AppProcess) -> LaunchHandlers {
    process.process.resident(LaunchHandlers.self) { LaunchHandlers() }
  }

  /// Returns the registered name for an identifier: the identifier itself, or a matching pattern
  /// (FT5).
  func registration(for identifier: String) -> String? {
    identifiers.first { $0 == identifier }
      ?? identifiers.first { TaskIdentifier.matches(identifier, $0) }
  }
}

// MARK: Requests of BackgroundTasks

extension SchedulerService {
  /// `register(forTaskWithIdentifier:using:launchHandler:)`: returns whether Info.plist permits the
  /// identifier.
  ///
  /// - Throws: the exception that terminates the app, if the identifier is registered after the
  ///   launch or twice (FT2). Continued processing tasks, whose identifiers match a pattern in
  ///   Info.plist, may be registered at any time (FT5).
  package func register(
    _ identifier: String, for process: AppProcess, _ receiver: any ScheduledTaskEventReceiver
  ) throws(ScheduledTaskException) -> Bool {
    let list = process.app.definition.infoPlist
    guard policy.schedulesTasks, list.permitsTask(identifier) else { return false }
    let handlers = LaunchHandlers.of(process)
    if handlers.identifiers.contains(identifier) {
      process.report(.taskRegisteredTwice(identifier))
      throw .registeredTwice(identifier)
    }
    let isContinued =
      policy.continuesTasks && !identifier.isEmpty
      && (identifier.hasSuffix(".*") || list.permittedTaskIdentifiers?.contains(identifier) != true)
    if process.hasFinishedLaunching, !isContinued {
      process.report(.taskRegisteredLate(identifier))
      throw .registeredLate
    }
    handlers.identifiers.append(identifier)
    handlers.receiver = receiver
    // A request that has waited since an earlier launch (FT5).
    if isContinued, records.contains(where: { $0.app === process.app && !$0.queued.isEmpty }) {
      simulation.schedule(at: now) { [weak self] in self?.runWaitingContinuedTasks() }
    }
    return true
  }

  package enum Refusal: Error, Sendable, Hashable {
    case error(ScheduledTaskError)
    /// Terminates the app.
    case exception(ScheduledTaskException)
  }

  /// `submit(_:)`.
  package func submit(
    _ request: ScheduledTaskRequest, for process: AppProcess
  ) throws(Refusal) {
    let app = process.app
    let record = record(of: app)
    let isRegistered = LaunchHandlers.of(process).registration(for: request.identifier) != nil
    let applicant = SchedulerQueue.Applicant(
      bundleIdentifier: app.definition.bundleIdentifier,
      mayRefresh: device.backgroundRefreshStatus(of: app) == .available,
      modes: app.definition.infoPlist.backgroundModes,
      isPermitted: app.definition.infoPlist.permitsTask(request.identifier),
      isInFront: app.isInFront,
      hasGPUEntitlement: app.definition.entitlements.contains(Entitlement.backgroundGPU))
    do {
      try record.queue.check(request, of: applicant)
      if !isRegistered, policy.unregisteredSubmitEnds {
        throw Refusal.exception(.notRegistered(request.identifier))
      }
      switch request.kind {
      case .refresh: enqueue(request, record, delay: refreshDelay(.taskDelay, app))
      case .processing: enqueue(request, record, delay: processingDelay(app))
      case .continued(let own): try begin(request, waits: own.waits, record)
      }
    } catch let error as ScheduledTaskError {
      process.post(.scheduledTask(.refused(request.identifier, error)))
      if let finding = Finding.taskRefused(request, error) { process.report(finding) }
      throw .error(error)
    } catch { throw error as! Refusal }
  }

  private func enqueue(_ request: ScheduledTaskRequest, _ record: JobRecord, delay: Duration) {
    let wait = request.earliestBeginDate.map { $0.timeIntervalSinceNow } ?? 0
    let longest = 100 * 365 * 24 * 3600.0
    record.queue.submit(
      request, notBeforeIn: .nanoseconds(Int64(min(max(0, wait), longest) * 1e9)), delay: delay,
      at: now)
    record.app.process?.post(.scheduledTask(.submitted(request.identifier, request.kind.name)))
    reconsider()
  }

  /// `cancel(taskRequestWithIdentifier:)`: a task that is running continues.
  package func cancel(_ identifier: String, for process: AppProcess) {
    let record = record(of: process.app)
    let wasQueued = record.queued.contains { $0.identifier == identifier }
    record.queued.removeAll { $0.identifier == identifier }
    guard record.queue.remove(identifier) || wasQueued else { return }
    process.post(.scheduledTask(.cancelled(identifier)))
    reconsider()
  }

  /// `cancelAllTaskRequests()`.
  package func cancelAll(for process: AppProcess) {
    for request in pendingRequests(of: process.app) { cancel(request.identifier, for: process) }
  }

  /// The result of `getPendingTaskRequests`, in the order of submission.
  package func pendingRequests(of app: InstalledApp) -> [ScheduledTaskRequest] {
    let record = record(of: app)
    return record.queue.pending.map(\.request) + record.queued
  }
}

extension InstalledApp {
  /// The requests of `BGTaskScheduler` that wait, in the order of submission.
  public var pendingTaskRequests: [ScheduledTaskRequest] {
    onApple("a BGTaskScheduler", otherwise: []) { $0.scheduler.pendingRequests(of: self) }
  }
}
