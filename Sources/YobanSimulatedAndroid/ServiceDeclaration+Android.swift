import YobanPlatformProfiles
import YobanSimulatedDevices

extension ServiceDeclaration {
  /// The parts that only an Android phone has.
  package static let android = ServiceDeclaration(
    ServiceEntry(AndroidService.init), ServiceEntry(AndroidSensorService.init),
    ServiceEntry(AndroidBluetoothService.init), ServiceEntry(HealthConnectService.init),
    rules: .android,
    findings: [
      .androidAppUnused, .androidAudioBackground, .androidCompanionNoService, .androidCpuAsleep,
      .androidFgsTypeOrStart,
      .androidGattBusy, .androidHealthBackgroundRead, .androidHealthChangesMissed,
      .androidHealthQuota, .androidJobUserInitiated, .androidMakerKilled,
      .androidScanDowngraded, .androidScanNoPermission, .androidScanThrottled,
      .androidScanUnfilteredScreenOff, .androidSensorBackground, .androidSensorRateCapped,
      .androidServiceBackground,
    ],
    facts: [
      .android: {
        PlatformRow.section(
          "Android: services", at: "android", upTo: "processorLinger", AndroidPolicy.init)
          + PlatformRow.section(
            "Android: power", at: "android", from: "processorLinger", AndroidPolicy.init)
          + PlatformRow.section(
            "Android sensors and Bluetooth", at: "android.sensors", AndroidSensorPolicy.init)
          + PlatformRow.section(
            "Android sensors and Bluetooth", at: "android.bluetooth", AndroidBluetoothPolicy.init)
          + PlatformRow.section(
            "Android: Health Connect", at: "android.health", AndroidHealthPolicy.init)
      }
    ])
}
