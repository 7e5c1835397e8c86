import AndroidFramework
import YobanTesting

/// An app with a foreground service, of which the user sees nothing else.
final class BusyActivity: Activity, @unchecked SimulationConfined {
  override func onCreate(_ savedInstanceState: BaseBundle?) throws {
    try startForegroundService(Intent(self, BusyService.self))
  }
}

final class BusyService: Service, @unchecked SimulationConfined {
  override func onStartCommand(_ intent: Intent?, _ flags: Int32, _ startId: Int32) throws -> Int32
  {
    try enterForeground()
    return Service.START_STICKY
  }
}

extension Service {
  /// Enters the foreground with a notification.
  func enterForeground() throws {
    getSystemService(NotificationManager.self)?.createNotificationChannel(
      NotificationChannel("work", "Work", NotificationManager.IMPORTANCE_LOW))
    try startForeground(1, Notification.Builder(self, "work").setContentTitle("Works").build())
  }
}
