import AndroidFramework
import Foundation
import YobanAndroid
import YobanAndroidComponents

/// An activity with a start and a stop button. To press them, post `StartNight`, with `hours`, or
/// `StopNight`.
final class NightActivity: Activity, @unchecked Sendable {
  private var buttons: [any NSObjectProtocol] = []

  @MainActor private var recording: AndroidRecording? {
    let application = getApplicationContext() as? NightApplication
    // It was not possible when the process began, if the disk was full.
    application?.makeRecording()
    return application?.recording
  }

  override func onCreate(_ savedInstanceState: BaseBundle?) throws {
    buttons = [
      NotificationCenter.default.addObserver(forName: .startNight, object: nil, queue: .main) {
        [weak self] note in
        let hours = note.userInfo?["hours"] as? Double ?? 12
        self?.start(hours: hours)
      },
      NotificationCenter.default.addObserver(forName: .stopNight, object: nil, queue: .main) {
        [weak self] _ in self?.stop()
      },
    ]
  }

  override func onStart() throws {
    MainActor.assumeIsolated { recording?.holdIfNeeded() }
  }

  override func onDestroy() throws {
    for button in buttons { NotificationCenter.default.removeObserver(button) }
  }

  private func start(hours: Double) {
    MainActor.assumeIsolated {
      guard let recording else { return }
      do {
        try recording.start(for: .seconds(hours * 3600))
        print("recording")
      } catch {
        print("cannot start: \(error)")
      }
    }
  }

  private func stop() {
    MainActor.assumeIsolated { recording?.stop() }
    print("stopped")
  }
}

extension Foundation.Notification.Name {
  /// Posted by the start button, with `hours` in the user info.
  static let startNight = Foundation.Notification.Name("StartNight")
  static let stopNight = Foundation.Notification.Name("StopNight")
}
