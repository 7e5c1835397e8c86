import YobanPlatformProfiles
import YobanSimulatedDevices

extension ServiceDeclaration {
  /// The parts that only a watch has: the wrist, refreshes, extended runtime sessions, the processor cap.
  package static let watch = ServiceDeclaration(
    ServiceEntry(WatchService.init),
    rules: .watch,
    findings: [
      .watchCpuCap, .watchRefreshWithoutComplication, .watchSilentAlarm,
    ],
    facts: [
      .watchOS: { PlatformRow.section("Watch", at: "watch", WatchPolicy.init) }
    ])
}
