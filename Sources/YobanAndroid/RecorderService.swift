import AndroidFramework
import Foundation

/// The service that keeps a recording running. An app subclasses it, so that its manifest can name
/// it; the application is a `RecorderApplication`.
///
/// After a kill the system makes it again (`START_STICKY`), and the recording goes on after a gap.
///
/// Sendable as its base class: touched on the process's main thread only.
open class RecorderService: Service, @unchecked Sendable {
  /// Of the notification that a foreground service shows.
  open class var notificationId: Int32 { 1 }
  open class var channelId: String { "recording" }

  /// What the user sees while it records.
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
    let isNeeded = MainActor.assumeIsolated { recording?.keepAlive.serviceStarted(self) ?? false }
    guard isNeeded else {
      stopSelf()
      return Service.START_NOT_STICKY
    }
    return Service.START_STICKY
  }

  open override func onDestroy() throws {
    MainActor.assumeIsolated { recording?.keepAlive.serviceDestroyed() }
  }

  open override func onTimeout(_ startId: Int32) throws { timedOut() }
  open override func onTimeout(_ startId: Int32, _ fgsType: Int32) throws { timedOut() }

  private func timedOut() {
    MainActor.assumeIsolated { recording?.keepAlive.serviceTimedOut() }
    stopSelf()
  }

  func enterForeground(_ type: Int32) throws {
    if let manager = getSystemService(NotificationManager.self) {
      manager.createNotificationChannel(
        NotificationChannel(
          Self.channelId, "Recording", NotificationManager.IMPORTANCE_LOW))
    }
    if Build.VERSION.SDK_INT >= 34 {
      try startForeground(Self.notificationId, makeNotification(), type)
    } else {
      // Before API 34 there is no type health; the manifest's count.
      try startForeground(Self.notificationId, makeNotification())
    }
  }
}
