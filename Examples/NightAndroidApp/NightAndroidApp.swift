import AndroidFramework

/// Records motion through the night on an Android phone and sends it to a collector.
///
/// The built-in settings are: `CollectorURL`, `CollectorToken` and `DeviceName` for the collector;
/// `RateHz`, the rate of the sensors; `MaxReportLatencyMilliseconds`, the length of the sensors'
/// batches; `ChunkSeconds`, the duration of one uploaded chunk. `LeaveOut` names parts of the
/// keep-alive recipe to leave out, to show their effect: `foreground-service`, `wake-lock`,
/// `health-type`.
public enum NightAndroidApp {
  /// The entry point of the process.
  @MainActor public static func main() {
    ActivityThread.main(
      NightApplication.self,
      [NightActivity.self, NightRecorderService.self, NightBootReceiver.self])
  }

  /// Returns the contents of the app's AndroidManifest.xml.
  ///
  /// The service declares both types, so that `LeaveOut` can select dataSync, which ends after 6 h.
  public static func manifest(
    package: String = "example.night", targetSdkVersion: Int = 36
  ) -> AndroidManifest {
    AndroidManifest(
      package: package, targetSdkVersion: targetSdkVersion,
      permissions: [
        "INTERNET", "WAKE_LOCK", "FOREGROUND_SERVICE", "FOREGROUND_SERVICE_HEALTH",
        "FOREGROUND_SERVICE_DATA_SYNC", "HIGH_SAMPLING_RATE_SENSORS", "RECEIVE_BOOT_COMPLETED",
        "POST_NOTIFICATIONS",
      ],
      components: [
        .activity("NightActivity"),
        .service("NightRecorderService", foregroundServiceType: [.health, .dataSync]),
        .receiver("NightBootReceiver", actions: ["android.intent.action.BOOT_COMPLETED"]),
      ])
  }
}
