import AndroidFramework

/// Records motion through the night on an Android phone and brings it to a collector.
///
/// The settings that are built in say where: `CollectorURL`, `CollectorToken`, `DeviceName`; how often
/// a sensor is read, `RateHz`, in batches of which length, `MaxReportLatencyMilliseconds`, and how much
/// goes into one upload, `ChunkSeconds`. `LeaveOut` names parts of the keep-alive recipe to leave out,
/// to see what they are for: `foreground-service`, `wake-lock`, `health-type`.
public enum NightAndroidApp {
  /// The entry point of the process.
  @MainActor public static func main() {
    ActivityThread.main(
      NightApplication.self,
      [NightActivity.self, NightRecorderService.self, NightBootReceiver.self])
  }

  /// What its AndroidManifest.xml says.
  ///
  /// The service declares both types, so that `LeaveOut` can choose dataSync, which ends after 6 h.
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
