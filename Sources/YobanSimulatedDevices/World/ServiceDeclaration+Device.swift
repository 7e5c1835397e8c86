extension ServiceDeclaration {
  /// The parts that every device has: apps and their life cycle, storage, power, the clock and the radio.
  package static let device = ServiceDeclaration(
    rules: [
      .lifecycle, .swiftUI, .backgroundTasks, .dataProtection, .disk, .clock, .battery, .energy,
      .radio,
    ].flatMap { (rules: [PlatformRule]) in rules },
    findings: [
      .appWithoutScenes, .bgtaskLeaked, .crashAgain, .defaultsOverwritten, .dispatchDeadlock,
      .dispatchHostSource, .energyLocationEndless, .energyScanEndless, .energyScanUnfiltered,
      .energySmallTransfers, .energyWakeLockIdle, .eventNotCompleted, .fileGroupNotEntitled,
      .fileLockedAtSuspension,
      .fileOldContainer, .fileProtected, .foundationHostRegion, .mainThreadBlocked,
      .plistMissingKey, .plistModeNotSimulated, .plistUnknownMode, .portLeftOut, .portSkipped,
      .processDeadObject, .relaunchAfterForceQuit, .swiftUnknownLibraries, .timerNoRunLoop,
      .wakeLateBlocks, .wakeNothingOutstanding,
    ],
    facts: [
      .iOS: {
        PlatformRow.section("Life cycle", at: "lifecycle", LifecyclePolicy.init)
          + PlatformRow.section(
            "Background tasks", at: "backgroundTasks", BackgroundTaskPolicy.init)
          + PlatformRow.section("Data Protection", at: "protection", DataProtectionPolicy.init)
          + PlatformRow.section("Disk", at: "disk", DiskPolicy.init)
          + PlatformRow.section("Energy", at: "energy", EnergyPolicy.init)
          + PlatformRow.section("Device", at: "") { DeviceProfile(.iOS, .phone(.iPhone12), 17) }
      },
      .watchOS: { PlatformRow.section("Battery", at: "battery", BatteryPolicy.init) },
    ])
}
