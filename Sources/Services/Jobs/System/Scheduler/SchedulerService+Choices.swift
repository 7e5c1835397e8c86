import YobanSimulatedDevices
import YobanVirtualTime

extension ChoiceKind {
  static let taskDelay = ChoiceKind(
    "task-delay", "gets a task of BGTaskScheduler after its earliest time by", basis: "FT10")
  static let fetchDelay = ChoiceKind(
    "fetch-delay", "gets a background fetch after its earliest time by", basis: "FT10")
  static let taskTime = ChoiceKind(
    "task-time", "gets for a processing task a run time of", basis: "jobs.processingLimit")
  static let tasksTogether = ChoiceKind(
    "tasks-together",
    outcomes: [
      "gets its pending tasks of BGTaskScheduler one after the other",
      "gets its pending tasks of BGTaskScheduler together with another one",
    ], basis: "FT10")
  static let pushDelay = ChoiceKind(
    "push-delay", "gets a push of low priority later by", basis: "jobs.lowPriorityDelay")
  static let tokenDelay = ChoiceKind(
    "token-delay", "gets its push token after", basis: "jobs.tokenDelay")
}

// The decisions that the scheduler takes within its rules (FT10).
extension SchedulerService {
  /// The delay of a refresh task or a fetch. It may be as short as none, and as long as that of an app that
  /// is rarely used.
  func refreshDelay(_ kind: ChoiceKind, _ app: InstalledApp) -> Duration {
    delay(kind, app, usually: policy.usageDelay)
  }

  func processingDelay(_ app: InstalledApp) -> Duration {
    delay(.taskDelay, app, usually: policy.processingDelay)
  }

  private func delay(
    _ kind: ChoiceKind, _ app: InstalledApp, usually range: ClosedRange<Duration>
  ) -> Duration {
    device.choose(
      kind, of: app, in: .zero...(range.upperBound * policy.rareUseFactor), default: draw(range))
  }

  func processingLimit(_ app: InstalledApp) -> Duration {
    device.choose(
      .taskTime, of: app, in: policy.processingLimit, default: draw(policy.processingLimit))
  }

  /// Runs the other requests of the app that may run now, if the system decides to.
  func runTogether(with request: ScheduledTaskRequest, of record: JobRecord) {
    guard request.kind.continued == nil, record.app.process != nil else { return }
    let around = surroundings(of: record.app)
    let others = record.queue.pending.filter {
      !record.isRunning($0.request.identifier) && record.queue.mayRun($0, around, at: now)
    }
    guard !others.isEmpty, device.choose(.tasksTogether, of: record.app, default: false) else {
      return
    }
    for other in others { runAlone(other.request, of: record) }
  }
}
