import AndroidFramework
import Foundation
import YobanAndroid

/// The service that keeps a recording running. An app subclasses it, so that its manifest can
/// declare it; the application is a `RecorderApplication`.
///
/// After the process was terminated, the system creates the service again (`START_STICKY`), and the
/// recording continues after a gap.
///
/// Sendable like its base class: used only on the process's main thread.
open class RecorderService: Service, @unchecked Sendable {
  /// The identifier of the notification that a foreground service shows.
  open class var notificationId: Int32 { 1 }
  open class var channelId: String { "recording" }

  /// Returns the notification that the user sees during the recording.
  open func makeNotification() -> AndroidFramework.Notification {
    AndroidFramework.Notification.Builder(self, Self.channelId)
      .setContentTitle("Recording")
      .setOngoing(true)
      .build()
  }

  @MainActor private var recording: AndroidRecording? {
    (getApplicationContext() as? RecorderApplication)?.recording
  }

  open override func onStartCommand(
    _ intent: Intent?, _ flags: Int32, _ startId: Int32
  ) throws -> Int32 {
    let isNeeded = MainActor.assumeIsolated { recording?.serviceStarted(self) ?? false }
    guard isNeeded else {
      // A service that was started for the foreground must enter it before it stops, or Android ends the app (AN1). The
      // system's own start after a kill has no intent.
      if intent != nil { try? enterForeground(nil) }
      stopSelf()
      return Service.START_NOT_STICKY
    }
    return Service.START_STICKY
  }

  open override func onDestroy() throws {
    MainActor.assumeIsolated { recording?.serviceDestroyed() }
  }

  open override func onTimeout(_ startId: Int32) throws { timedOut() }
  open override func onTimeout(_ startId: Int32, _ fgsType: Int32) throws { timedOut() }

  private func timedOut() {
    MainActor.assumeIsolated { recording?.serviceTimedOut() }
    stopSelf()
  }
}

extension RecorderService: AndroidService {
  public func enterForeground(_ type: AndroidServiceType) throws(AndroidRefusal) {
    try AndroidRefusal.wrapping { try enterForeground(type.rawValue) }
  }

  /// - Parameter type: nil for the types of the manifest.
  fileprivate func enterForeground(_ type: Int32?) throws {
    if let manager = getSystemService(NotificationManager.self) {
      manager.createNotificationChannel(
        NotificationChannel(
          Self.channelId, "Recording", NotificationManager.IMPORTANCE_LOW))
    }
    if let type, Build.VERSION.SDK_INT >= 34 {
      try startForeground(Self.notificationId, makeNotification(), type)
    } else {
      // The type health does not exist before API 34; the types in the manifest apply.
      try startForeground(Self.notificationId, makeNotification())
    }
  }
}
