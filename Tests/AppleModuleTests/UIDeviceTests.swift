import Foundation
import Testing
import UIKit
import YobanTesting

@Suite struct UIDeviceTests {
  @Test(.world()) func `an app reads the model and the version of the simulated device`()
    async throws
  {
    let appFixture = AppFixture { _ in
      var name = utsname()
      uname(&name)
      let machine = withUnsafeBytes(of: &name.machine) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      let version = ProcessInfo.processInfo.operatingSystemVersion
      print(machine, version.majorVersion, version.minorVersion, version.patchVersion)
      print(
        ProcessInfo.processInfo.isOperatingSystemAtLeast(
          OperatingSystemVersion(majorVersion: 17, minorVersion: 5, patchVersion: 0)))
    }
    for (version, lines) in [
      (17.4, ["iPhone13,2 17 4 0", "false"]), (18, ["iPhone13,2 18 0 0", "true"]),
    ] as [(SystemVersion, [String])] {
      let phone = try World.current.addPhone("phone \(version)", iOS: version)
      let app = try phone.install(appFixture)
      await phone.open(app)
      #expect(app.log.texts == lines)
    }
  }

  @Test(.world(seed: 9))
  func
    `identifierForVendor is the same for a vendor and device until the vendor's last app is deleted`()
    async throws
  {
    let world = try World.current
    let identify = AppFixture { _ in print(UIDevice.current.identifierForVendor!.uuidString) }
    func appFixture(_ bundleIdentifier: String) -> AppFixture {
      var appFixture = identify
      appFixture.bundleIdentifier = bundleIdentifier
      return appFixture
    }
    let appFixtures = ["com.one.a", "com.one.b", "com.two.a"].map(appFixture)
    let phones = try ["first", "second"].map { try world.addPhone($0) }
    let apps = try appFixtures.map { try phones[0].install($0) }
    for app in apps { await phones[0].open(app) }  // 0, 1, 2
    phones[0].jetsam(apps[0])
    await phones[0].open(apps[0])  // 3
    await phones[1].open(try phones[1].install(appFixtures[0]))  // 4
    phones[0].delete(apps[0])
    await phones[0].open(try phones[0].install(appFixtures[0]))  // 5
    for app in phones[0].apps { phones[0].delete(app) }
    try await Task.sleep(for: .seconds(1))
    await phones[0].open(try phones[0].install(appFixtures[0]))  // 6
    let all = world.log.texts
    try #require(all.count == 7)
    #expect(all.allSatisfy { UUID(uuidString: $0) != nil })
    #expect(
      [all[1], all[3], all[5]].allSatisfy { $0 == all[0] },
      "same vendor and device, another launch, reinstalled")
    #expect(
      Set([all[0], all[2], all[4], all[6]]).count == 4,
      "another vendor, another device, all deleted before")
  }

  static let names: [(version: SystemVersion, name: String)] = [
    (15, "Anna's"), (16, "iPhone"), (17, "iPhone"),
  ]

  @Test(.world(), arguments: names.indices)
  func `from iOS 16 on UIDevice.name returns the model instead of the device's name`(_ row: Int)
    async throws
  {
    let (version, name) = Self.names[row]
    let world = try World.current
    let phone = try world.addPhone("Anna's", iOS: version)
    let appFixture = AppFixture { _ in
      print(UIDevice.current.name, UIDevice.current.userInterfaceIdiom == .phone)
    }
    await phone.open(try phone.install(appFixture))
    #expect(world.trace.events.contains { $0.kind == .output("\(name) true") })
  }

  @Test(.world())
  func `battery notifications follow the battery level, and a charger within a minute`()
    async throws
  {
    let fixture = try await startApp(
      AppFixture { _ in
        let device = UIDevice.current
        print(device.batteryLevel, device.batteryState == .unknown)
        device.isBatteryMonitoringEnabled = true
        print(device.batteryLevel, device.batteryState == .unplugged)
        let center = NotificationCenter.default
        _ = center.addObserver(
          forName: UIDevice.batteryLevelDidChangeNotification, object: nil, queue: nil
        ) { _ in
          MainActor.assumeIsolated { print("level", UIDevice.current.batteryLevel) }
        }
        _ = center.addObserver(
          forName: UIDevice.batteryStateDidChangeNotification, object: nil, queue: nil
        ) { _ in
          MainActor.assumeIsolated { print("charging", UIDevice.current.batteryState == .charging) }
        }
      })
    // 3 % an hour from 95 %: the level is 94.49 % after 10.2 min, and 93.49 % after 30.2 min.
    try await fixture.world.pass(.seconds(32 * 60))
    fixture.phone.power.isCharging = true
    try await fixture.world.pass(.seconds(61))
    await fixture.touch { UIDevice.current.isBatteryMonitoringEnabled = false }
    try await fixture.world.pass(.seconds(3600))
    await fixture.touch { print(UIDevice.current.batteryLevel) }
    let lines = fixture.world.log.timedTexts
    #expect(lines.prefix(2) == ["0.0 -1.0 true", "0.0 0.95 true"])
    let changes = lines.dropFirst(2).filter { $0.contains("level 0.9") }
    #expect(changes.prefix(2).map { $0.prefix { $0 != " " } } == ["660.0", "1860.0"])
    #expect(lines.contains { $0.hasSuffix("charging true") })
    #expect(lines.last?.hasSuffix(" -1.0") == true)
    #expect(lines.count <= 7)
  }
}
