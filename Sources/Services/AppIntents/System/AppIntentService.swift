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

  /// The reason for which the device performs no intent now, in words; nil if it does.
  package var obstacle: String? {
    if !policy.exists { return "\(device.name) has a system without App Intents" }
    if !device.isUp { return "\(device.name) is off" }
    return device.isUnlocked ? nil : "\(device.name) was not unlocked since its boot"
  }

  /// Begins an intent in the app's process, which runs or is launched for it (AI1). Call it only without an obstacle.
  package func begin(
    _ name: String, of app: InstalledApp, startsLiveActivities: Bool
  ) -> IntentRun {
    if app.needsLaunch { device.launch(app, .appIntent(name)) }
    guard let process = app.process else { preconditionFailure("a launched app has a process") }
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

  /// `performBackgroundTask`: the intent runs until its operations end, as long as it reports progress (AI4).
  ///
  /// - Returns: false, without an effect, before iOS 27 and after a cancellation.
  package func extend(
    _ run: IntentRun, _ progress: @escaping () -> IntentRun.Progress,
    canceled: @escaping (IntentRun.Cancellation) -> Void
  ) -> Bool {
    guard policy.extendsTime, !run.isCanceled, runs.contains(where: { $0 === run }) else {
      return false
    }
    run.operations += 1
    run.progress = progress
    run.lastProgress = progress()
    run.canceled.append(canceled)
    give(run, policy.stall)
    return true
  }

  /// An operation of `performBackgroundTask` has ended. After the last one the usual time begins again.
  package func endExtension(_ run: IntentRun) {
    run.operations -= 1
    guard run.operations == 0, !run.isCanceled, runs.contains(where: { $0 === run }) else { return }
    run.canceled = []
    give(run, policy.performTime)
  }

  /// The user stops an intent that runs for long, in its Live Activity.
  func stop(_ run: IntentRun) { cancel(run, .userCancelled, "the user stopped it") }

  private func cancel(_ run: IntentRun, _ reason: IntentRun.Cancellation, _ why: String) {
    post(.canceled(run.name, why: why), run)
    run.isCanceled = true
    for canceled in run.canceled { canceled(reason) }
    give(run, policy.cleanUpTime)
  }

  private func give(_ run: IntentRun, _ time: Duration) {
    run.deadline = now + time
    grantRunTime(run.process)
    setAlarm(run)
  }

  // MARK: Time

  private func setAlarm(_ run: IntentRun) {
    if let alarm = run.alarm { simulation.cancel(alarm) }
    let next = run.isExtended ? min(run.deadline, now + policy.stall / 6) : run.deadline
    run.alarm = simulation.schedule(at: next) { [weak self, weak run] in
      if let run { self?.timePassed(run) }
    }
  }

  private func timePassed(_ run: IntentRun) {
    if run.isExtended, let progress = run.progress?() {
      if progress != run.lastProgress {
        run.lastProgress = progress
        post(.progress(run.name, completed: progress.completed, total: progress.total), run)
        give(run, policy.stall)
      } else if run.deadline <= now {
        cancel(run, .timeout, "it reported no progress for \(policy.stall)")
      } else {
        setAlarm(run)
      }
      return
    }
    guard remove(run) else { return }
    post(.timedOut(run.name), run)
    let limit = run.isCanceled ? policy.cleanUpTime : policy.performTime
    run.process.report(
      run.isCanceled
        ? .canceledIntentRan(run.name, limit)
        : .intentTimedOut(run.name, limit, extendsTime: policy.extendsTime))
    run.end(.timedOut(after: limit))
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
    grantRunTime(run.process)
    return true
  }

  /// Gives the process run time until the last deadline of its intents.
  private func grantRunTime(_ process: AppProcess) {
    guard process.app.process === process else { return }  // not while it ends
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
