import YobanPlatformProfiles
import YobanSimulatedDevices
import YobanVirtualTime

/// The pending BGTaskScheduler requests of one app, and the rules for when each may run (FT2).
///
/// Pure: inputs carry `now`, the state of the app and the device, and the drawn delays.
struct SchedulerQueue: Equatable {
  struct Pending: Equatable {
    var request: ScheduledTaskRequest
    /// The earliest begin date that the app set, or the time of submission.
    var notBefore: VirtualInstant
    /// The delay after `notBefore` that the system prefers.
    var delay: Duration
  }

  /// The state of an app that decides whether it may submit a request.
  struct Applicant: Equatable {
    /// Identifiers of continued tasks must begin with it and a dot (FT5).
    var bundleIdentifier: String
    /// Whether Background App Refresh is on for the app (L18).
    var mayRefresh = true
    var modes: [String] = []
    /// Whether the app's Info.plist permits the identifier.
    var isPermitted = true
    var isInFront = true
    var hasGPUEntitlement = false
  }

  /// Replaced after an update of the system.
  var policy: JobPolicy
  /// The pending requests, in the order of submission.
  private(set) var pending: [Pending] = []

  init(policy: JobPolicy) { self.policy = policy }

  // MARK: Inputs

  /// Checks a request. Continued requests are checked here but not kept in this queue.
  func check(_ request: ScheduledTaskRequest, of applicant: Applicant) throws(ScheduledTaskError) {
    guard policy.schedulesTasks, applicant.mayRefresh else { throw .unavailable }
    guard applicant.isPermitted else { throw .notPermitted }
    let others = pending.filter { $0.request.identifier != request.identifier }.map(\.request.kind)
    switch request.kind {
    case .refresh:
      guard applicant.modes.contains("fetch") else { throw .notPermitted }
      if others.filter(\.isRefresh).count >= policy.refreshRequests {
        throw .tooManyPendingTaskRequests
      }
    case .processing:
      guard applicant.modes.contains("processing") else { throw .notPermitted }
      if others.filter({ !$0.isRefresh }).count >= policy.processingRequests {
        throw .tooManyPendingTaskRequests
      }
    case .continued(let own):
      guard policy.continuesTasks else { throw .unavailable }
      guard request.identifier.hasPrefix(applicant.bundleIdentifier + "."), applicant.isInFront,
        !own.needsGPU || applicant.hasGPUEntitlement
      else { throw .notPermitted }
    }
  }

  /// Adds a request that passed the check. It replaces a request with the same identifier.
  ///
  /// - Parameters:
  ///   - wait: the time until the earliest begin date; zero or negative if the app set none.
  ///   - delay: drawn from `usageDelay` or `processingDelay`.
  mutating func submit(
    _ request: ScheduledTaskRequest, notBeforeIn wait: Duration, delay: Duration,
    at now: VirtualInstant
  ) {
    pending.removeAll { $0.request.identifier == request.identifier }
    pending.append(Pending(request: request, notBefore: now + max(.zero, wait), delay: delay))
  }

  /// Removes a request. Returns whether there was one.
  @discardableResult mutating func remove(_ identifier: String) -> Bool {
    let count = pending.count
    pending.removeAll { $0.request.identifier == identifier }
    return pending.count < count
  }

  mutating func removeAll() { pending.removeAll() }

  // MARK: Verdict

  /// Returns whether a request may run now, and if not, when to check again.
  func verdict(_ item: Pending, _ around: JobSurroundings, at now: VirtualInstant) -> JobVerdict {
    guard around.isReady, around.mayRefresh, !around.isLowPowerMode, !around.isInFront,
      let opened = around.lastOpened
    else { return .wait(nil) }
    switch item.request.kind {
    case .refresh:
      guard !around.isForceQuit, opened + policy.forgottenAfter > now else { return .wait(nil) }
      return later(item.notBefore + policy.usageDelay(item.delay, opened: opened, at: now), now)
    case .processing(let requiresNetwork, let requiresPower):
      guard opened + policy.processingUsedWithin > now, let dark = around.darkSince,
        around.isOnline || !requiresNetwork
      else { return .wait(nil) }
      if around.isForceQuit, !policy.processingAfterForceQuit { return .wait(nil) }
      let due = max(item.notBefore + item.delay, dark + policy.idleAfter)
      if around.isCharging { return later(due, now) }
      if requiresPower || around.isForceQuit { return .wait(nil) }
      return later(max(due, item.notBefore + policy.processingPatience), now)
    case .continued: return .run
    }
  }

  /// Whether the rules let a request run now, whatever time the system prefers: its earliest begin date is
  /// past, and the conditions of its kind are met (FT10).
  func mayRun(_ item: Pending, _ around: JobSurroundings, at now: VirtualInstant) -> Bool {
    guard around.isReady, around.mayRefresh, !around.isLowPowerMode, !around.isInFront,
      !around.isForceQuit, item.notBefore <= now, let opened = around.lastOpened
    else { return false }
    switch item.request.kind {
    case .refresh: return opened + policy.forgottenAfter > now
    case .processing(let requiresNetwork, let requiresPower):
      return opened + policy.processingUsedWithin > now && around.darkSince != nil
        && (around.isOnline || !requiresNetwork) && (around.isCharging || !requiresPower)
    case .continued: return false
    }
  }

  private func later(_ due: VirtualInstant, _ now: VirtualInstant) -> JobVerdict {
    due <= now ? .run : .wait(due)
  }
}

extension JobPolicy {
  /// Returns the delay of a refresh or fetch after its earliest time, by the app's usage (FT1).
  func usageDelay(
    _ drawn: Duration, opened: VirtualInstant, at now: VirtualInstant
  ) -> Duration {
    now - opened > .seconds(24 * 3600) ? drawn * rareUseFactor : drawn
  }
}

extension ScheduledTaskRequest.Kind {
  var isRefresh: Bool { self == .refresh }
}
