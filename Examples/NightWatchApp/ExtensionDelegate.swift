import WatchKit
import Yoban

/// Records motion on the wrist through the night (experiment E5, Apple Watch) and relays it through
/// the phone to a collector.
///
/// The settings in Info.plist are: `DeviceName`; `RateHz`, the rate of the sensors; `ChunkSeconds`,
/// the duration of one chunk. `LeaveOut` names parts of the recipe to leave out, to show their
/// effect.
final class ExtensionDelegate: NSObject, WKApplicationDelegate {
  private var recording: WatchRecording?

  func applicationDidFinishLaunching() {
    do {
      let recording = try WatchRecording(.fromInfoPlist())
      self.recording = recording
      watch(recording)
      recording.applicationDidFinishLaunching()
    } catch {
      print("cannot record: \(error)")
    }
    _ = NotificationCenter.default.addObserver(
      forName: Notification.Name("StartNight"), object: nil, queue: .main
    ) { [weak self] note in
      let hours = note.userInfo?["hours"] as? Double ?? 12
      MainActor.assumeIsolated { self?.start(hours: hours) }
    }
    _ = NotificationCenter.default.addObserver(
      forName: Notification.Name("StopNight"), object: nil, queue: .main
    ) { [weak self] _ in
      MainActor.assumeIsolated { self?.stop() }
    }
  }

  func handleActiveWorkoutRecovery() { recording?.handleActiveWorkoutRecovery() }

  func handle(_ backgroundTasks: Set<WKRefreshBackgroundTask>) {
    for task in recording?.handle(backgroundTasks) ?? backgroundTasks {
      task.setTaskCompletedWithSnapshot(false)
    }
  }

  // MARK: The two buttons

  private func start(hours: Double) {
    do {
      try recording?.start(for: .seconds(hours * 3600))
      print("recording")
    } catch {
      print("cannot start: \(error)")
    }
  }

  private func stop() {
    recording?.stop()
    print("stopped")
  }

  /// Logs the events that are useful in the console.
  private func watch(_ recording: WatchRecording) {
    let events = recording.events()
    Task {
      for await event in events {
        switch event {
        case .recording(.started): print("recording began")
        case .recording(.resumed(_, let cause)):
          print("recording continues after \(cause.rawValue)")
        case .recording(.stopped): print("recording is complete")
        case .recording(.gap(let stream, let gap)):
          print(
            "gap of \((gap.end - gap.start) / 1_000_000_000) s in \(stream): \(gap.cause.rawValue)")
        case .relay(.failed(let chunk, let failure)): print("chunk \(chunk): \(failure)")
        case .workout(let problem): print("workout: \(problem)")
        default: break
        }
      }
    }
  }
}
