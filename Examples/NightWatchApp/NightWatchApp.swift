import SwiftUI
import WatchKit

/// Records motion on the wrist through the night and relays it through the phone to a collector
/// (experiment E5, Apple Watch).
///
/// The settings in Info.plist are: `DeviceName`; `RateHz`, the rate of the sensors; `ChunkSeconds`,
/// the duration of one chunk; `Hours`, the duration of a night. `LeaveOut` names parts of the recipe to
/// leave out, to show their effect.
@main public struct NightWatchApp: App {
  @WKApplicationDelegateAdaptor private var delegate: AppDelegate

  public init() {}

  public var body: some Scene {
    WindowGroup { NightView(night: delegate.night) }
  }
}

/// Forwards the calls of the system that the recording needs.
final class AppDelegate: NSObject, WKApplicationDelegate {
  let night = Night()

  func applicationDidFinishLaunching() { night.applicationDidFinishLaunching() }

  func handleActiveWorkoutRecovery() { night.recording?.handleActiveWorkoutRecovery() }

  func handle(_ backgroundTasks: Set<WKRefreshBackgroundTask>) {
    for task in night.recording?.handle(backgroundTasks) ?? backgroundTasks {
      task.setTaskCompletedWithSnapshot(false)
    }
  }
}
