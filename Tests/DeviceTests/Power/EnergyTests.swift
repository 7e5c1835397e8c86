import CoreLocation
import HealthKit
import Testing
import UIKit
import WatchKit
import YobanScriptedApp
import YobanTesting
import YobanVirtualTime

/// The estimate of energy on devices. `EnergyLedgerTests` has its computation.
@Suite(.world()) struct EnergyTests {
  private static func isNear(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 1e-6 }

  @Test func `an app that location keeps running costs the processor and GPS (EN1, EN3)`()
    async throws
  {
    let world = try World.current
    let phone = try world.addPhone(iOS: 17)
    let app = try phone.installWithLocation(.keptByLocation())
    await phone.open(app)
    await phone.lock()
    try await world.pass(.minutes(5))
    let start = world.now
    try await world.pass(.hours(2))
    let policy = phone.profile.energy
    let energy = phone.energy(of: app, from: start)
    #expect(energy.causes.map(\.name) == ["processor awake: location", "GPS: best accuracy"])
    #expect(Self.isNear(energy.milliwattHours(of: "processor awake"), 2 * policy.awake))
    #expect(Self.isNear(energy.milliwattHours(of: "GPS"), 2 * policy.satellites))
    #expect(
      Self.isNear(
        energy.percentOfBattery, 200 * (policy.awake + policy.satellites) / policy.iPhone12))
    #expect(energy.advice.map(\.kind) == [.energyLocationEndless])
    #expect(energy.description.contains("GPS: best accuracy (Kept)"))
    #expect(world.findings == [] && world.trace.advice == [], "advice is not in the trace")
  }

  @Test(arguments: [
    (kCLLocationAccuracyNearestTenMeters, true), (kCLLocationAccuracyHundredMeters, false),
    (kCLLocationAccuracyThreeKilometers, false),
  ])
  func `GPS rests if an accuracy of 100 m or coarser is enough (EN3)`(
    accuracy: Double, isOn: Bool
  ) async throws {
    let world = try World.current
    let phone = try world.addPhone(iOS: 17)
    let app = try phone.installWithLocation(.keptByLocation { $0.desiredAccuracy = accuracy })
    await phone.open(app)
    await phone.lock()
    try await world.pass(.hours(1))
    #expect((phone.energy(of: app).milliwattHours(of: "GPS") > 0) == isOn)
  }

  @Test func `a suspended app costs nothing, and its device only its sleep (EN1)`() async throws {
    let world = try World.current
    let phone = try world.addPhone(iOS: 17)
    let app = try phone.install(AppFixture())
    await phone.open(app)
    await phone.lock()
    try await world.pass(.minutes(5))
    #expect(app.state == .suspended)
    let start = world.now
    try await world.pass(.hours(8))
    #expect(phone.energy(of: app, from: start).causes.isEmpty)
    let device = phone.energy(from: start)
    #expect(device.causes.map(\.name) == ["the device itself, asleep"])
    #expect(Self.isNear(device.milliwattHours, 8 * phone.profile.energy.phoneAsleep))
  }

  @Test func `the screen counts for the app in front (EN5)`() async throws {
    let world = try World.current
    let phone = try world.addPhone(iOS: 17)
    let app = try phone.install(AppFixture())
    await phone.open(app)
    let start = world.now
    try await world.pass(.hours(1))
    let policy = phone.profile.energy
    let energy = phone.energy(of: app, from: start)
    #expect(energy.causes.map(\.name) == ["screen", "processor awake: app in front"])
    #expect(Self.isNear(energy.milliwattHours, policy.phoneScreen + policy.awake))
    await phone.goHome()
    try await world.pass(.minutes(5))
    let home = world.now
    try await world.pass(.hours(1))
    #expect(phone.energy(of: app, from: home).causes.isEmpty)
    #expect(
      Self.isNear(
        phone.energy(from: home).milliwattHours,
        policy.phoneScreen + policy.awake + policy.phoneAsleep))
  }

  @Test func `the energies of apps and of the device add up, and so do those of parts of the time`()
    async throws
  {
    let world = try World.current
    let phone = try world.addPhone(iOS: 17)
    let apps = [
      try phone.installWithLocation(.keptByLocation(named: "One")),
      try phone.installWithLocation(.keptByLocation(named: "Two")),
    ]
    for app in apps {
      await phone.open(app)
      try await world.pass(.minutes(3))
    }
    await phone.lock()
    try await world.pass(.hours(1))
    let all = phone.energy()
    let own = all.causes.filter { $0.app == nil }.reduce(0) { $0 + $1.milliwattHours }
    let ofApps = apps.map { phone.energy(of: $0).milliwattHours }
    #expect(ofApps.allSatisfy { $0 > 0 })
    #expect(Self.isNear(all.milliwattHours, ofApps.reduce(own, +)))
    #expect(Self.isNear(all.causes.reduce(0) { $0 + all.share(of: $1) }, 1))
    let middle = VirtualInstant.start + .seconds(1800)
    #expect(
      Self.isNear(
        all.milliwattHours,
        phone.energy(to: middle).milliwattHours + phone.energy(from: middle).milliwattHours))
  }

  @Test(arguments: [false, true])
  func `a paused workout costs the processor, a running one the heart rate, too (EN6)`(
    isPaused: Bool
  ) async throws {
    let app = WatchAppFixture {
      if AppProcess.current!.cause == .user { startWorkout(pausing: isPaused) }
    }
    let fixture = try await startWatchApp(app)
    try await fixture.world.pass(.seconds(1))
    await fixture.watch.pressCrown()
    try await fixture.world.pass(.minutes(5))
    let start = fixture.world.now
    try await fixture.world.pass(.hours(1))
    let policy = fixture.watch.profile.energy
    let energy = fixture.watch.energy(of: fixture.app, from: start)
    let expected = policy.watchAwake + (isPaused ? 0 : policy.watchHeartRate)
    #expect(Self.isNear(energy.milliwattHours, expected), "\(energy)")
  }

  static let batteries: [(profile: DeviceProfile, milliwattHours: Double)] = [
    (.iPhone(iOS: 8, .iPhone4S), 5_300), (.iPhone(iOS: 9, .iPhone5S), 5_920),
    (.iPhone(iOS: 15, .iPhone7), 7_450), (.iPhone(iOS: 17, .iPhone12), 10_780),
    (.iPhone(iOS: 18, .iPhone16), 13_800), (.watch(watchOS: 8, .series3), 1_070),
    (.watch(watchOS: 10, .series4), 1_113), (.watch(watchOS: 10, .series6), 1_170),
    (.watch(watchOS: 10, .series9), 1_090), (.watch(watchOS: 10, .ultra), 2_090),
    (.android(api: 34), 16_770),
  ]

  @Test(arguments: batteries.indices)
  func `the percent are those of the model's battery (EN7)`(_ row: Int) async throws {
    let (profile, expected) = Self.batteries[row]
    let world = try World.current
    let device = try world.addDevice("device", profile)
    try await world.pass(.hours(1))
    let energy = device.energy()
    #expect(energy.battery == expected)
    #expect(Self.isNear(energy.percentOfBattery, energy.milliwattHours / expected * 100))
    #expect(energy.milliwattHours > 0)
  }

  @Test func `a figure that a scenario sets counts, and a device that is down costs nothing`()
    async throws
  {
    let world = try World.current
    let phone = try world.addPhone(iOS: 17) {
      $0.energy.phoneAsleep = 100
      $0.bootDuration = .seconds(3600)
    }
    await phone.lock()
    try await world.pass(.hours(1))
    #expect(Self.isNear(phone.energy().milliwattHours(of: "asleep"), 100))
    let start = world.now
    try await phone.reboot()
    #expect(world.now - start == .seconds(3600))
    #expect(phone.energy(from: start, to: start + .seconds(3600)).causes.isEmpty)
  }
}
