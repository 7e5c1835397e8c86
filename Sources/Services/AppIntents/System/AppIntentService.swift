import YobanAppleSystem
import YobanLiveActivities
import YobanPlatformProfiles
import YobanSimulatedDevices
import YobanVirtualTime

/// The part of the system that performs an app's intents for Siri, Shortcuts, a widget, a control, a button of a Live
/// Activity or the Action button.
public final class AppIntentService {
  unowned let device: AppleDevice
  private(set) var runs: [IntentRun] = []

  package init(_ device: AppleDevice) { self.device = device }

  var simulation: Simulation { device.world.simulation }
  var now: VirtualInstant { simulation.now }
  package var policy: AppIntentPolicy { device.policy(AppIntentPolicy.self) }

  func post(_ event: TraceEvent.AppIntentEvent, _ run: IntentRun) {
    device.post(.appIntent(event), process: run.process.name)
  }

  /// Begins an intent in the app's process, which runs or is launched for it (AI1).
  ///
  /// - Returns: nil if the device is off, or was not unlocked since its boot.
  package func begin(
    _ name: String, of app: InstalledApp, startsLiveActivities: Bool
  ) -> IntentRun? {
    guard device.isUp, device.isUnlocked else { return nil }
    if app.needsLaunch { device.launch(app, .appIntent(name)) }
    guard let process = app.process else { return nil }
    let run = IntentRun(name, process, deadline: now + policy.performTime)
    run.startsLiveActivities = startsLiveActivities
    runs.append(run)
    post(.began(name), run)
    if startsLiveActivities { device.liveActivities.setIntent(isRunning: true, of: app) }
    grantRunTime(process)
    setAlarm(run)
    return run
  }

  /// The intent has returned or thrown.
  package func finished(_ run: IntentRun, error: (any Error)?) {
    guard remove(run) else { return }
    post(error.map { .failed(run.name, error: "\($0)") } ?? .finished(run.name), run)
    run.end(.finished)
  }

  // MARK: Intents that run for long

  /// `performBackgroundTask`: the intent runs until its work ends, as long as it reports progress (AI4).
  package func extend(_ run: IntentRun, _ progress: @escaping () -> (Int64, Int64)) {
    guard policy.extendsTime, runs.contains(where: { $0 === run }) else { return }
    run.progress = progress
    run.lastProgress = progress().0
    run.deadline = now + policy.stall
    grantRunTime(run.process)
    setAlarm(run)
  }

  /// The work of `performBackgroundTask` has ended: the usual time begins again.
  package func endExtension(_ run: IntentRun) {
    guard run.progress != nil, runs.contains(where: { $0 === run }) else { return }
    run.progress = nil
    run.deadline = now + policy.performTime
    grantRunTime(run.process)
    setAlarm(run)
  }

  /// The user stops an intent that runs for long, in its Live Activity.
  func stop(_ run: IntentRun) { cancel(run, .userCancelled, "the user stopped it") }

  private func cancel(_ run: IntentRun, _ reason: IntentRun.Cancellation, _ why: String) {
    post(.canceled(run.name, why: why), run)
    run.progress = nil
    run.deadline = now + policy.cleanUpTime
    run.canceled?(reason)
    grantRunTime(run.process)
    setAlarm(run)
  }

  // MARK: Time

  private func setAlarm(_ run: IntentRun) {
    if let alarm = run.alarm { simulation.cancel(alarm) }
    let next = run.progress == nil ? run.deadline : min(run.deadline, now + policy.stall / 6)
    run.alarm = simulation.schedule(at: next) { [weak self, weak run] in
      if let run { self?.timePassed(run) }
    }
  }

  private func timePassed(_ run: IntentRun) {
    if let progress = run.progress {
      let (completed, total) = progress()
      if completed != run.lastProgress {
        run.lastProgress = completed
        run.deadline = now + policy.stall
        post(.progress(run.name, completed: completed, total: total), run)
        grantRunTime(run.process)
      } else if run.deadline <= now {
        return cancel(run, .timeout, "it reported no progress for \(policy.stall)")
      }
      return setAlarm(run)
    }
    guard remove(run) else { return }
    post(.timedOut(run.name), run)
    run.process.report(
      .intentTimedOut(run.name, policy.performTime, extendsTime: policy.extendsTime))
    run.end(.timedOut)
  }

  /// Removes a run that has ended, and ends its run time. Returns false if it has ended already.
  private func remove(_ run: IntentRun) -> Bool {
    guard let i = runs.firstIndex(where: { $0 === run }) else { return false }
    runs.remove(at: i)
    if let alarm = run.alarm { simulation.cancel(alarm) }
    let app = run.process.app
    if run.startsLiveActivities {
      let others = runs.contains { $0.process.app === app && $0.startsLiveActivities }
      device.liveActivities.setIntent(isRunning: others, of: app)
    }
    if run.process.process.state != .dead { grantRunTime(run.process) }
    return true
  }

  /// Gives the process run time until the last deadline of its intents.
  private func grantRunTime(_ process: AppProcess) {
    let last = runs.filter { $0.process === process }.map(\.deadline).max()
    if let last, process.isInBackground || process.systemState == .notRunning {
      process.grantForEvents(.appIntent, until: last)
    } else if last == nil, process.isInBackground {
      process.grant(.appIntent, until: nil)
    }
  }
}

extension AppIntentService: SystemService {
  package func enteredBackground(_ process: AppProcess) { grantRunTime(process) }
  package func processEnded(_ process: AppProcess, reason: TerminationReason) {
    for run in runs where run.process === process {
      _ = remove(run)
      post(.failed(run.name, error: "the app has ended"), run)
      run.end(.processEnded)
    }
  }
}

/// One performance of an intent.
package final class IntentRun: @unchecked SimulationConfined {
  package enum End: Sendable { case finished, timedOut, processEnded }
  package enum Cancellation: Sendable { case timeout, userCancelled }

  package let name: String
  package let process: AppProcess
  var deadline: VirtualInstant
  var alarm: EventToken?
  var startsLiveActivities = false
  /// The progress of an intent that runs for long: completed and total units. Nil while it does not.
  var progress: (() -> (Int64, Int64))?
  var lastProgress: Int64 = 0
  /// Called when the system cancels the intent.
  package var canceled: ((Cancellation) -> Void)?
  private var waiters: [CheckedContinuation<End, Never>] = []
  private var result: End?

  init(_ name: String, _ process: AppProcess, deadline: VirtualInstant) {
    (self.name, self.process, self.deadline) = (name, process, deadline)
  }

  func end(_ end: End) {
    result = end
    for waiter in waiters { waiter.resume(returning: end) }
    waiters = []
  }

  /// Waits until the intent has returned or thrown, its time is over, or the process has ended.
  package func waitForEnd() async -> End {
    if let result { return result }
    return await withCheckedContinuation { waiters.append($0) }
  }
}

extension AppleDevice {
  /// The intents that the system performs.
  public final var appIntents: AppIntentService { self[AppIntentService.self] }

  /// The user stops the intents of an app that run for long, in their Live Activities (AI4).
  public func stopIntents(of app: InstalledApp) {
    post(.user("stops the intents of \(app.definition.name)"))
    for run in appIntents.runs where run.process.app === app && run.progress != nil {
      appIntents.stop(run)
    }
  }
}
