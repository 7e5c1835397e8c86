import YobanPlatformProfiles
import YobanVirtualTime

/// A job that an app schedules with JobScheduler, or a request of WorkManager (AN17).
package struct JobDescription: Sendable, Hashable, Codable {
  /// `JobInfo.NETWORK_TYPE_…`, without the types that have no effect here.
  package enum Network: Int32, Sendable, Hashable, Codable {
    case none = 0
    case any = 1
    case unmetered = 2
  }

  package var id: Int32
  /// The simple name of its JobService class.
  package var service: String
  package var network = Network.none
  package var requiresCharging = false
  /// Whether the job requires that the phone is not in use: the screen is dark.
  package var requiresDeviceIdle = false
  package var minimumLatencyMillis: Int64 = 0
  /// The time after which the job runs even if its constraints are not met.
  package var overrideDeadlineMillis: Int64?
  /// The period of a periodic job.
  package var periodMillis: Int64?
  /// Whether it survives a reboot.
  package var isPersisted = false
  package var initialBackoffMillis: Int64 = 30_000
  package var isBackoffLinear = false
  package var extras: [String: AndroidIntentDescription.Value] = [:]
  /// Whether it is a request of WorkManager. WorkManager keeps its own record, so a force stop
  /// holds the work and does not remove it.
  package var isWork = false
  /// `JobInfo.Builder.setUserInitiated`: a transfer that the user asked for (AN21).
  package var isUserInitiated = false

  package init(id: Int32, service: String) {
    self.id = id
    self.service = service
  }
}

/// The waiting and running jobs of one app (AN8, AN9, AN17, AN21). Pure.
struct JobQueue {
  struct Waiting: Equatable {
    var job: JobDescription
    var notBefore: VirtualInstant
    var deadline: VirtualInstant?
    var failures = 0
    /// Whether the user stopped the app in the Task Manager: then a user-initiated job is an ordinary one (AN22).
    var isDemoted = false
    /// Whether the job has the rights of a user-initiated one (AN21).
    var isUserInitiated: Bool { job.isUserInitiated && !isDemoted }
  }

  struct Running: Equatable {
    var waiting: Waiting
    var since: VirtualInstant
    /// The time since which its run time counts against the quota; nil while it does not count.
    var countedSince: VirtualInstant?
    /// The time by which the app must have given the job a notification; nil if it need not, or has (AN21).
    var mustShowBy: VirtualInstant?
    var job: JobDescription { waiting.job }
  }

  struct Surroundings {
    var isUp = true
    var isInFront = false
    var isDozing = false
    var isCharging = false
    var isOnline = true
    var isUnmetered = true
    var isScreenOn = false
    /// Whether the app is force-stopped, or put to sleep by the maker (AN10, AN18).
    var isStopped = false
    var bucket = StandbyBucket.active
  }

  enum Action: Equatable {
    case start(JobDescription)
    /// Calls `onStopJob`, with `JobParameters.STOP_REASON_…`: the job must stop.
    case stop(JobDescription, reason: StopReason)
    /// A user-initiated job has no notification in time: the app does not respond (AN21).
    case notResponding(JobDescription)
  }

  enum StopReason: Int32, Equatable {
    case cancelled = 1
    case timeout = 3
    case deviceState = 4
    case constraint = 5
    case quota = 10
    case user = 13
  }

  let policy: AndroidPolicy
  private(set) var waiting: [Waiting] = []
  private(set) var running: [Running] = []
  /// The work of a force-stopped app, held until the user opens the app (AN18).
  private(set) var held: [Waiting] = []
  /// The times at which jobs ran that count against the quota.
  private var spans: [ClosedRange<VirtualInstant>] = []
  /// The time at which the last job started, for the restricted bucket.
  private var lastStart: VirtualInstant?

  init(_ policy: AndroidPolicy) { self.policy = policy }

  // MARK: Requests of the app

  /// Adds a job. It replaces a job with the same number, which is stopped if it is running.
  mutating func schedule(_ job: JobDescription, at now: VirtualInstant) -> [Action] {
    let actions = cancel(job.id, at: now)
    var job = job
    // A shorter period than the minimum is raised to the minimum.
    job.periodMillis = job.periodMillis.map { max($0, policy.minimumPeriod.milliseconds) }
    let latency = Duration.milliseconds(job.minimumLatencyMillis)
    waiting.append(
      Waiting(
        job: job, notBefore: now + latency,
        deadline: job.overrideDeadlineMillis.map { now + .milliseconds($0) }))
    return actions
  }

  mutating func cancel(_ id: Int32, at now: VirtualInstant) -> [Action] {
    waiting.removeAll { $0.job.id == id }
    held.removeAll { $0.job.id == id }
    let stopped = running.filter { $0.job.id == id }
    for run in stopped { count(run, until: now) }
    running.removeAll { $0.job.id == id }
    return stopped.map { .stop($0.job, reason: .cancelled) }
  }

  mutating func cancelAll(at now: VirtualInstant) -> [Action] {
    (waiting.map(\.job.id) + running.map(\.job.id)).flatMap { cancel($0, at: now) }
  }

  /// The app gave a running job its notification.
  mutating func notified(_ id: Int32) {
    guard let i = running.firstIndex(where: { $0.job.id == id }) else { return }
    running[i].mustShowBy = nil
  }

  /// The user stopped the app in the Task Manager. Running user-initiated jobs are not tried again, and waiting ones
  /// become ordinary jobs (AN22).
  mutating func stoppedInTaskManager(at now: VirtualInstant) {
    for run in running where run.waiting.isUserInitiated { count(run, until: now) }
    running.removeAll(where: \.waiting.isUserInitiated)
    for i in waiting.indices where waiting[i].job.isUserInitiated { waiting[i].isDemoted = true }
  }

  /// The app was force-stopped: its jobs are removed, its work is held (AN18).
  mutating func stopped(at now: VirtualInstant) {
    let work = (waiting + running.map(\.waiting)).filter(\.job.isWork)
    _ = cancelAll(at: now)
    held += work
  }

  /// The user opened the app: WorkManager schedules the held work again.
  mutating func opened() {
    waiting += held
    held = []
  }

  /// `jobFinished`, or `onStartJob` returned false.
  mutating func finished(_ id: Int32, wantsReschedule: Bool, at now: VirtualInstant) {
    guard let i = running.firstIndex(where: { $0.job.id == id }) else { return }
    let run = running.remove(at: i)
    count(run, until: now)
    waitAgain(run, wantsReschedule: wantsReschedule, at: now)
  }

  private mutating func waitAgain(
    _ run: Running, wantsReschedule: Bool, at now: VirtualInstant
  ) {
    var next = run.waiting
    next.deadline = nil
    if wantsReschedule {
      let backoff = Duration.milliseconds(next.job.initialBackoffMillis)
      let factor = next.job.isBackoffLinear ? next.failures + 1 : 1 << min(next.failures, 10)
      next.failures += 1
      next.notBefore = now + min(backoff * factor, policy.longestBackoff)
      waiting.append(next)
    } else if let period = next.job.periodMillis {
      next.failures = 0
      var begin = next.notBefore
      repeat { begin = begin + .milliseconds(period) } while begin <= now
      next.notBefore = begin
      waiting.append(next)
    }
  }

  /// The app's process has ended: jobs that were running are retried.
  mutating func processEnded(at now: VirtualInstant) {
    for run in running {
      count(run, until: now)
      waitAgain(run, wantsReschedule: true, at: now)
    }
    running = []
  }

  /// The device rebooted: only persisted jobs are kept.
  mutating func rebooted() {
    waiting.removeAll { !$0.job.isPersisted }
    held.removeAll { !$0.job.isPersisted }
  }

  // MARK: Actions of the system

  /// Starts the jobs that may run, and stops the jobs that may not continue.
  mutating func reconsider(_ around: Surroundings, at now: VirtualInstant) -> [Action] {
    spans.removeAll { $0.upperBound <= now - policy.rareWindow }
    countRunning(around, at: now)
    // The end of the app's process comes first: it changes which jobs wait.
    if let late = running.first(where: { $0.mustShowBy.map { $0 <= now } ?? false }) {
      return [.notResponding(late.job)]
    }
    var actions: [Action] = []
    for run in running {
      guard let reason = stopReason(run, around, at: now) else { continue }
      running.removeAll { $0.job.id == run.job.id }
      count(run, until: now)
      // A job that the system stops waits again, with its backoff.
      waitAgain(run, wantsReschedule: true, at: now)
      actions.append(.stop(run.job, reason: reason))
    }
    for entry in waiting where moment(of: entry, around, at: now).map({ $0 <= now }) ?? false {
      waiting.removeAll { $0.job.id == entry.job.id }
      lastStart = now
      running.append(
        Running(
          waiting: entry, since: now, countedSince: isFree(entry, around) ? nil : now,
          mustShowBy: entry.isUserInitiated ? now + policy.userJobNotificationLimit : nil))
      actions.append(.start(entry.job))
    }
    return actions
  }

  /// Returns the next time at which a job may start or must stop, if no condition changes before.
  func nextDeadline(_ around: Surroundings, at now: VirtualInstant) -> VirtualInstant? {
    let starts = waiting.compactMap { moment(of: $0, around, at: now) }
    let ends = running.map { run in
      let limit = run.since + limit(of: run)
      guard let left = budgetLeft(for: run.waiting, around, at: now) else { return limit }
      return min(limit, now + left)
    }
    return (starts + ends + running.compactMap(\.mustShowBy)).min()
  }

  private func limit(of run: Running) -> Duration {
    run.waiting.isUserInitiated ? policy.userJobLimit : policy.jobLimit
  }

  private func stopReason(
    _ run: Running, _ around: Surroundings, at now: VirtualInstant
  ) -> StopReason? {
    if around.isStopped { return .user }
    if run.since + limit(of: run) <= now { return .timeout }
    if isHeldByDoze(run.waiting, around) { return .deviceState }
    let isOverridden = run.waiting.deadline.map { $0 <= now } ?? false
    if !isOverridden, !meets(run.job, around) { return .constraint }
    if let left = budgetLeft(for: run.waiting, around, at: now), left <= .zero { return .quota }
    return nil
  }

  private func isHeldByDoze(_ entry: Waiting, _ around: Surroundings) -> Bool {
    around.isDozing && !around.isInFront && !entry.isUserInitiated
  }

  /// Returns the time at which a job may start; nil if it may not under the current conditions.
  private func moment(
    of entry: Waiting, _ around: Surroundings, at now: VirtualInstant
  ) -> VirtualInstant? {
    guard around.isUp, !around.isStopped, !isHeldByDoze(entry, around) else { return nil }
    var moment = entry.notBefore
    if !meets(entry.job, around) {
      guard let deadline = entry.deadline else { return nil }
      moment = max(moment, deadline)
    }
    guard let left = budgetLeft(for: entry, around, at: now) else { return moment }
    if let lastStart, let interval = around.bucket.interval(policy) {
      return max(moment, lastStart + interval)
    }
    return left > .zero ? moment : max(moment, budgetReturns(around, at: now))
  }

  private func meets(_ job: JobDescription, _ around: Surroundings) -> Bool {
    if job.requiresCharging, !around.isCharging { return false }
    if job.requiresDeviceIdle, around.isScreenOn { return false }
    switch job.network {
    case .none: return true
    case .any: return around.isOnline
    case .unmetered: return around.isOnline && around.isUnmetered
    }
  }

  // MARK: The quota of a bucket (AN9)

  /// Whether run time does not count now, because the user asked for the job, the app is visible or the phone is
  /// charging. Charging does not help a restricted app.
  private func isFree(_ entry: Waiting, _ around: Surroundings) -> Bool {
    entry.isUserInitiated || around.isInFront
      || around.isCharging && around.bucket != .restricted
  }

  /// Updates which running jobs count. A job whose run time was free begins to count when the
  /// reason for that ends.
  private mutating func countRunning(_ around: Surroundings, at now: VirtualInstant) {
    for i in running.indices {
      let isFree = isFree(running[i].waiting, around)
      guard isFree != (running[i].countedSince == nil) else { continue }
      count(running[i], until: now)
      running[i].countedSince = isFree ? nil : now
    }
  }

  private mutating func count(_ run: Running, until now: VirtualInstant) {
    if let since = run.countedSince { spans.append(since...now) }
  }

  /// Returns the run time that is left; nil: no limit.
  private func budgetLeft(
    for entry: Waiting, _ around: Surroundings, at now: VirtualInstant
  ) -> Duration? {
    guard !isFree(entry, around), let quota = around.bucket.jobQuota(policy) else { return nil }
    return quota.budget - used(within: quota.window, at: now)
  }

  private func used(within window: Duration, at now: VirtualInstant) -> Duration {
    let counted = spans + running.compactMap { $0.countedSince.map { $0...now } }
    return counted.reduce(.zero) { sum, span in
      let from = max(span.lowerBound, now - window)
      return span.upperBound > from ? sum + (span.upperBound - from) : sum
    }
  }

  /// Returns the time at which the oldest counted run leaves the window.
  private func budgetReturns(_ around: Surroundings, at now: VirtualInstant) -> VirtualInstant {
    guard let window = around.bucket.jobQuota(policy)?.window,
      let oldest = spans.map(\.upperBound).filter({ $0 > now - window }).min()
    else { return now }
    return oldest + window
  }
}

extension Duration {
  /// The number of whole milliseconds.
  var milliseconds: Int64 { nanoseconds / 1_000_000 }
}
