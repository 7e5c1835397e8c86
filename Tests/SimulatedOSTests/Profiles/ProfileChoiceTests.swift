import Testing
import YobanVirtualTime

@testable import YobanPlatformProfiles
@testable import YobanSimulatedDevices
@testable import YobanSimulatedRadio
import YobanSimulatedOS

@Suite struct ProfileChoiceTests {
  @Test(
    arguments: [
      ("6", nil, .iPhone4S), ("7.1", nil, .iPhone5S), ("10", nil, .iPhone7),
      ("16.4", nil, .iPhone12), ("26", nil, .iPhone12), ("27", nil, .iPhone16),
      ("7.1", "iPhone 4S", .iPhone4S), ("15.1", "iphone 12", .iPhone12),
      ("26.1", "IPHONE 16", .iPhone16),
    ] as [(String, String?, PhoneModel)])
  func `a profile is found by version and phone, in any case`(
    version: String, phone: String?, model: PhoneModel
  ) throws {
    let profile = try DeviceProfile.named(iOS: version, phone: phone)
    #expect(profile.version.short == version)
    #expect(profile.phone == model)
    #expect(profile == .iPhone(iOS: profile.version, model))
  }

  @Test(arguments: ["", "5.1", "19", "25.9", "seventeen", "17.0.1", "-7", "17.", " 17"])
  func `the error for an unknown version lists the known ones`(version: String) {
    #expect {
      try DeviceProfile.named(iOS: version)
    } throws: { error in
      "\(error)".contains("no profile of iOS \(version)")
        && "\(error)".contains("6, 7, 7.1, 10, 13, 15, 16.4, 17, 18, 26")
    }
  }

  @Test func `the error for an unknown phone lists the known ones`() {
    #expect {
      try DeviceProfile.named(iOS: "17", phone: "iPhone 13")
    } throws: { error in
      PhoneModel.allCases.allSatisfy { "\(error)".contains("\($0.rawValue) (iOS ") }
    }
  }

  @Test func `the error for a phone that does not run the version lists those that do`() {
    #expect {
      try DeviceProfile.named(iOS: "7", phone: "iPhone 12")
    } throws: { error in
      "\(error)"
        == "The iPhone 12 runs iOS 14.1 to 26, not 7. Phones with iOS 7: iPhone 4S, iPhone 5S."
    }
  }

  @Test func `every version has a phone, and every phone has its range of versions`() {
    for version in SystemVersion.profiled + [8, 9.3, 11, 12.5, 14, 14.1, 26.1, 27] {
      #expect(DeviceProfile.iPhone(iOS: version).phone?.versions.contains(version) == true)
    }
    #expect(
      PhoneModel.allCases.map(\.versionsInWords) == [
        "6 to 9.3", "7 to 12.5", "10 to 15.8", "14.1 to 26", "18 and later",
      ])
  }

  @Test func `only a watch has the constants of a watch, and nil restores them`() {
    var watch = DeviceProfile.watch(watchOS: 10)
    watch.watch?.frontmost = .seconds(1)
    #expect(watch.watch?.frontmost == .seconds(1))
    watch.watch = nil
    #expect(watch == .watch(watchOS: 10))
    var phone = DeviceProfile.iPhone(iOS: 17)
    phone.watch = watch.watch
    phone.android = DeviceProfile.android(api: 34).android
    phone.watchLink = watch.watchLink
    #expect(phone == .iPhone(iOS: 17) && phone.watch == nil && phone.android == nil)
  }

  @Test
  func `an update changes to the new version's facts and keeps the phone and its network (BC11)`()
    throws
  {
    var old = DeviceProfile.iPhone(iOS: 12, .iPhone7)
    old.backgroundTasks.budget = .seconds(1)
    old.transfer.redirectLimit = 1
    old.network.latency = .seconds(2)
    old.battery.workoutDrain = 0.3
    old.disk.free = 5
    old.bootDuration = .seconds(7)
    old.updateDuration = .seconds(8)
    old.batteryDrainPerHour = 0.5
    old.chargeDuration = .seconds(9)
    let new = old.updated(toIOS: 15)
    #expect(new.phone == .iPhone7)
    #expect(new.version == 15)
    #expect(new.backgroundTasks == BackgroundTaskPolicy(iOS: 15))
    #expect(new.transfer == TransferPolicy(iOS: 15))
    #expect(new.network == old.network)
    #expect(new.battery == old.battery && new.battery.workoutDrain == 0.3)
    #expect(new.disk == old.disk && new.disk.free == 5)
    #expect(new.bootDuration == .seconds(7))
    #expect(new.updateDuration == .seconds(8))
    #expect(new.batteryDrainPerHour == 0.5)
    #expect(new.chargeDuration == .seconds(9))
  }

  @Test func `charging time and sensor rate are those of the profile`()
    async throws
  {
    let world = try World(seed: 1)
    try await world.run {
      var profile = DeviceProfile.iPhone(iOS: 17)
      profile.batteryDrainPerHour = 0.1
      profile.chargeDuration = .seconds(3600)
      profile.motion.samplesPerSecond = 50
      let phone = try world.addPhone("phone", profile)
      let full = phone.power.level
      try await Task.sleep(for: .seconds(5 * 3600))
      #expect(abs(full - phone.power.level - 0.5) < 1e-9)
      phone.power.isCharging = true
      let low = phone.power.level
      try await Task.sleep(for: .seconds(900))
      #expect(abs(phone.power.level - low - 0.25) < 1e-9)
      let sensed = phone.motion.sensed(
        .accelerometer, interval: 0.02, after: .start, before: .start + .seconds(10))
      #expect(sensed == 499)  // The samples at 0 s and at 10 s are excluded.
    }
  }
}
