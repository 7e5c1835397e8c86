import Testing
import YobanVirtualTime

@testable import YobanSimulatedDevices
@testable import YobanSimulatedRadio
import YobanSimulatedOS

/// The numbers of the default profile, copied by hand from the platform rules.
@Suite struct DefaultNumbersTests {
  private static let profiled: [SystemVersion] = [6, 7, 7.1, 10, 13, 15, 16.4, 17, 18, 26, 27]

  @Test func `these versions have their own column`() {
    #expect(SystemVersion.profiled == Self.profiled)
  }

  /// The budget in seconds on iOS 4, 6, 6.1, 7, 7.1, 10, 12.5, 13, 15, 16.4, 17, 18, 26.
  @Test(
    arguments: zip(
      [4, 6, 6.1, 7, 7.1, 10, 12.5, 13, 15, 16.4, 17, 18, 26] as [SystemVersion],
      [600, 600, 600, 180, 180, 180, 180, 30, 30, 30, 30, 30, 30]))
  func `background tasks share 600 s to iOS 6, 180 s to 12, then 30 s (BG1)`(
    version: SystemVersion, seconds: Int
  ) {
    #expect(BackgroundTaskPolicy(iOS: version).budget == .seconds(seconds))
  }

  @Test(
    arguments: zip(
      [6, 7, 7.1, 9.3, 10, 13, 15, 16.4, 17, 18, 26] as [SystemVersion],
      [158, 158, 158, 158, 185, 185, 185, 185, 185, 185, 185]))
  func `the MTU is 158 before iOS 10, then 185 (BT20)`(version: SystemVersion, bytes: Int) {
    #expect(BluetoothPolicy(iOS: version).maximumTransmissionUnit == bytes)
  }

  @Test(arguments: profiled)
  func `numbers that no version changes (L6, L7, L9, L11, L12, BG3, BT9, LOC8)`(
    version: SystemVersion
  ) {
    let profile = DeviceProfile.iPhone(iOS: version)
    #expect(profile.lifecycle.enterBackgroundLimit == .seconds(5))
    // It was measured as less than a second.
    #expect(profile.lifecycle.graceAfterBackground.lowerBound > .zero)
    #expect(profile.lifecycle.graceAfterBackground.upperBound < .seconds(1))
    #expect(profile.lifecycle.launchWatchdog == .seconds(20))
    #expect(profile.lifecycle.processorShare == 80)
    #expect(profile.lifecycle.processorWindow == .seconds(60))
    #expect(profile.lifecycle.backgroundWake == .seconds(30))
    #expect(profile.backgroundTasks.expirationLead == .seconds(5))
    // The wake for one event was measured as 8 to 9 s.
    #expect(profile.bluetooth.wake == .seconds(8)...(.seconds(9)))
    let keepAlive = profile.location.keepAliveWithoutRenewal
    #expect(keepAlive.contains(.seconds(30 * 60)))
    #expect(keepAlive.upperBound - keepAlive.lowerBound <= .seconds(5 * 60))
  }

  @Test(arguments: profiled)
  func `numbers of beacons and regions (BC4, BC8, BC11, L12)`(version: SystemVersion) {
    let location = DeviceProfile.iPhone(iOS: version).location
    #expect(location.exitDelay == .seconds(30)...(.seconds(45)))
    #expect(location.rearming == .seconds(180))
    #expect(location.rangingPeriod == .seconds(1))
    #expect(location.eventWake == .seconds(10))
  }
}
