import YobanPlatformProfiles

extension PlatformFacts {
  /// Returns all facts of a platform, section by section.
  public static func table(of platform: Platform) -> [PlatformRow] {
    switch platform {
    case .iOS: iOS
    case .watchOS: watchOS
    case .android: android
    }
  }

  private static let iOS = [
    PlatformRow.section("Life cycle", at: "lifecycle", LifecyclePolicy.init),
    PlatformRow.section("Background tasks", at: "backgroundTasks", BackgroundTaskPolicy.init),
    PlatformRow.section("Location", at: "location", LocationPolicy.init),
    PlatformRow.section("Audio", at: "audio", AudioPolicy.init),
    PlatformRow.section("Notifications", at: "notifications", NotificationPolicy.init),
    PlatformRow.section("Background jobs", at: "jobs", JobPolicy.init),
    PlatformRow.section("Data Protection", at: "protection", DataProtectionPolicy.init),
    PlatformRow.section("Disk", at: "disk", DiskPolicy.init),
    PlatformRow.section("Background transfers", at: "transfer", TransferPolicy.init),
    PlatformRow.section("Bluetooth", at: "bluetooth", BluetoothPolicy.init),
    PlatformRow.section(
      "Bluetooth", at: "bluetooth.restoration", BluetoothRestorationPolicy.init),
    PlatformRow.section("Device", at: "") { DeviceProfile(.iOS, .phone(.iPhone12), 17) },
    PlatformRow.section("Device", at: "motion", upTo: "recordingRate", MotionPolicy.init),
    PlatformRow.section("Health", at: "health", HealthPolicy.init),
    PlatformRow.section("Network", at: "network", NetworkPolicy.init),
  ].flatMap { $0 }

  private static let watchOS = [
    PlatformRow.section("Watch", at: "watch", WatchPolicy.init),
    PlatformRow.section(
      "Sensors and battery", at: "motion", from: "recordingRate", MotionPolicy.init),
    PlatformRow.section("Sensors and battery", at: "battery", BatteryPolicy.init),
    PlatformRow.section("Watch link", at: "watchLink", WatchLinkPolicy.init),
  ].flatMap { $0 }

  private static let android = [
    PlatformRow.section(
      "Android: services", at: "android", upTo: "processorLinger", AndroidPolicy.init),
    PlatformRow.section(
      "Android: power", at: "android", from: "processorLinger", AndroidPolicy.init),
    PlatformRow.section(
      "Android sensors and Bluetooth", at: "android.sensors", AndroidSensorPolicy.init),
    PlatformRow.section(
      "Android sensors and Bluetooth", at: "android.bluetooth", AndroidBluetoothPolicy.init),
  ].flatMap { $0 }

}
