import CoreMotion
import WatchKit
import Yoban

/// The watch's delegate of docs/runtime-relay.md, as it stands there.
final class NightWatchDelegate: NSObject, WKApplicationDelegate {
  private var recording: WatchRecording?

  func applicationDidFinishLaunching() {
    do {
      let motion = CMMotionManager()
      let recording = try WatchRecording(
        .init(
          device: "bedroom-watch",
          sources: [
            MotionSource(.accelerometer, manager: motion, rateHz: 50),
            MotionSource(.rotationRate, manager: motion, rateHz: 50),
          ]))
      let events = recording.events()
      recording.applicationDidFinishLaunching()
      self.recording = recording
      Task { await watch(events) }
    } catch {
      print("cannot record: \(error)")
    }
  }

  func handleActiveWorkoutRecovery() { recording?.handleActiveWorkoutRecovery() }

  func handle(_ backgroundTasks: Set<WKRefreshBackgroundTask>) {
    for task in recording?.handle(backgroundTasks) ?? backgroundTasks {
      task.setTaskCompletedWithSnapshot(false)
    }
  }

  private func watch(_ events: AsyncStream<WatchRecordingEvent>) async {
    for await event in events {
      switch event {
      case .recording(.stopped): print("the night is recorded")
      case .workout(let problem): print("the app may be suspended: \(problem)")
      case .relay(.atServer):
        if recording?.isDelivered == true { print("the night is at the collector") }
      default: break
      }
    }
  }

  // From a button, while the app is active:
  func startNight() throws { try recording?.start(for: .seconds(12 * 3600)) }
  func stopNight() { recording?.stop() }
}
