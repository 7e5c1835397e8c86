import CoreLocation
import Foundation
import HealthKit
import Testing
import YobanTesting

/// Wakes of an app for new samples, and the data of a locked device.
@Suite struct HealthDeliveryTests {
  /// Observes masses, and prints how many were added since the last update.
  @MainActor private static func observe(completing: Bool = true) {
    let (type, store) = (HKQuantityType(.bodyMass), Health.store)
    Kept.of("anchor", HKQueryAnchor(fromValue: 0))
    store.execute(
      HKObserverQuery(sampleType: type, predicate: nil) { _, completion, error in
        nonisolated(unsafe) let completion = completion
        DispatchQueue.main.async {
          let anchor: HKQueryAnchor? = Kept.get("anchor")
          store.execute(
            HKAnchoredObjectQuery(
              type: type, predicate: nil, anchor: anchor, limit: HKObjectQueryNoLimit
            ) { _, added, _, anchor, error in
              DispatchQueue.main.async {
                Kept.of("anchor", anchor as Any)
                print("added \(added?.count ?? -1)")
                if completing { completion() }
              }
            })
        }
      })
    store.enableBackgroundDelivery(for: type, frequency: .immediate) { success, error in
      if !success { print("refused \((error as? HKError)?.code.rawValue ?? 0)") }
    }
  }

  /// Starts an app, which asks for its permissions and then calls a function, and suspends it.
  private static func suspendedApp(
    _ observe: @escaping @MainActor @Sendable () -> Void
  ) async throws -> WorldFixture {
    let fixture = try await startApp(
      Health.fixture {
        Health.ask()
        whenAsked(observe)
      })
    try await fixture.world.pass(.seconds(2))
    await fixture.phone.goHome()
    try await fixture.world.pass(.seconds(60))
    #expect(fixture.app.state == .suspended)
    return fixture
  }

  /// The user answers at once; an observer must be executed after the answer.
  @MainActor private static func whenAsked(_ body: @escaping @MainActor @Sendable () -> Void) {
    DispatchQueue.main.asyncAfter(deadline: .now() + 0.1) { body() }
  }

  @Test(.world())
  func `a new sample launches an app that the system ended, and its observer is called (HK2)`()
    async throws
  {
    let fixture = try await Self.suspendedApp { Self.observe() }
    let (world, phone, app) = (fixture.world, fixture.phone, fixture.app)
    phone.health.add(Health.mass, 70_000)
    try await world.pass(.seconds(5))
    #expect(app.log.texts.last == "added 1")
    try await world.pass(.seconds(60))
    #expect(app.state == .suspended)
    phone.jetsam(app)
    phone.health.add(Health.mass, 71_000)
    try await world.pass(.seconds(60))
    #expect(app.launches == [.user, .healthUpdate])
    #expect(app.log.texts.last == "added 2")
    #expect(app.state == .suspended)
    await phone.swipeAway(app)
    phone.health.add(Health.mass, 72_000)
    try await world.pass(.seconds(3600))
    #expect(app.launches.count == 2)
    #expect(world.findings == [])
  }

  @Test(.world())
  func `an app that completes no update is woken three times, and then not any more (HK2)`()
    async throws
  {
    let fixture = try await Self.suspendedApp { Self.observe(completing: false) }
    let (world, phone, app) = (fixture.world, fixture.phone, fixture.app)
    let before = app.log.count
    phone.health.add(Health.mass, 70_000)
    try await world.pass(.minutes(60))
    #expect(app.log.count == before + 3)
    #expect(
      world.findings.are(Array(repeating: .healthkitUpdateNotCompleted.by(.hk2), count: 3)))
    phone.health.add(Health.mass, 71_000)
    try await world.pass(.minutes(60))
    #expect(app.log.count == before + 3)
  }

  @Test(.world()) func `without its entitlement background delivery is refused with 4 (HK2)`()
    async throws
  {
    let fixture = try await startApp(
      Health.fixture(entitlements: ["com.apple.developer.healthkit"]) {
        Health.ask()
        Self.whenAsked { Self.observe() }
      })
    try await fixture.world.pass(.seconds(2))
    #expect(fixture.app.log.texts.contains("refused 4"))
    #expect(fixture.world.findings.are([.healthkitNotEntitled.by(.hk2)]))
  }

  @Test(.world())
  func `steps are delivered once in an hour, though the app wants them at once (HK2)`() async throws
  {
    let fixture = try await Self.suspendedApp {
      let type = HKQuantityType(.stepCount)
      Health.store.execute(
        HKObserverQuery(sampleType: type, predicate: nil) { _, completion, _ in
          print("steps")
          completion()
        })
      Health.store.enableBackgroundDelivery(for: type, frequency: .immediate) { _, _ in }
    }
    let (world, phone, app) = (fixture.world, fixture.phone, fixture.app)
    let before = app.log.count
    for _ in 0..<12 {
      phone.health.add(Health.steps, 50)
      try await world.pass(.minutes(7))
    }
    #expect(app.log.count == before + 2)
  }

  // MARK: The lock

  @Test(.world())
  func
    `ten minutes after the lock queries fail with 6, and what is saved is kept until the device is unlocked (HK3)`()
    async throws
  {
    let fixture = try await startApp(
      Health.fixture {
        Health.ask()
        Self.whenAsked { Self.observe() }
      })
    let (world, phone, app) = (fixture.world, fixture.phone, fixture.app)
    phone.hasPasscode = true
    try await world.pass(.seconds(2))
    await phone.lock()
    try await world.pass(.minutes(11))
    let before = app.log.count
    phone.health.add(Health.mass, 70_000)
    try await world.pass(.minutes(5))
    #expect(app.log.count == before)
    phone.unlock()
    try await world.pass(.seconds(10))
    #expect(app.log.texts.last == "added 1")
  }

  @Test(.world())
  func `in the locked minutes an app can save, but not read (HK3)`() async throws {
    var appFixture = Health.fixture {
      Health.ask()
      CLLocationManager.keepRunning()
      for minutes in [5.0, 12] {
        DispatchQueue.main.asyncAfter(deadline: .now() + minutes * 60) {
          Health.printSteps()
          Health.store.save(
            HKQuantitySample(
              type: HKQuantityType(.bodyMass),
              quantity: HKQuantity(unit: .gram(), doubleValue: 70_000), start: Date(), end: Date())
          ) { success, _ in print("saved \(success)") }
        }
      }
    }
    appFixture.plist = InfoPlist(
      appFixture.plist.values.merging([
        "UIBackgroundModes": ["location"], "NSLocationWhenInUseUsageDescription": "Finds you.",
      ]) { $1 })
    let fixture = try await startApp(appFixture, opened: false)
    let (world, phone, app) = (fixture.world, fixture.phone, fixture.app)
    phone.hasPasscode = true
    phone.location.setAuthorization(.whenInUse, for: app)
    await phone.open(app)
    try await world.pass(.seconds(1))
    await phone.lock()
    try await world.pass(.minutes(14))
    #expect(
      app.log.texts == [
        "asked true", "[] 0 false", "saved true", "[] 6 false", "saved true",
      ])
    #expect(phone.health.samples(of: Health.mass).count == 1)
    phone.unlock()
    #expect(phone.health.samples(of: Health.mass).count == 2)
  }
}
