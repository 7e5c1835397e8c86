import Foundation
import HealthKit
import HealthKitUI
import Testing
import UIKit
import YobanTesting

@testable import YobanHealth

/// Workout sessions of an iPhone (HK6), and deliveries on a watch (HK5).
@Suite(.world()) struct PhoneWorkoutTests {
  /// An app with a scene, which records a run and recovers it.
  private final class RunApp: UIResponder, UIApplicationDelegate {
    let recovers: Bool

    init(recovers: Bool) { self.recovers = recovers }

    func application(
      _ application: UIApplication, configurationForConnecting session: UISceneSession,
      options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
      print("scene", options.shouldHandleActiveWorkoutRecovery)
      if options.shouldHandleActiveWorkoutRecovery, recovers { Run.recover() }
      return UISceneConfiguration(name: nil, sessionRole: session.role)
    }
  }

  private static func start(
    recovers: Bool = true, iOS version: SystemVersion = 26,
    change: (inout DeviceProfile) -> Void = { _ in }
  ) async throws -> WorldFixture {
    let world = try World.current
    let phone = try world.addPhone(iOS: version, change: change)
    var appFixture = Health.fixture()
    appFixture.scene = SceneFixture()
    let app = try phone.install(.making { RunApp(recovers: recovers) }, of: appFixture)
    await phone.open(app)
    let fixture = WorldFixture(world: world, phone: phone, app: app)
    await fixture.touch { Run.start() }
    try await world.pass(.seconds(1))
    return fixture
  }

  static let versions: [(SystemVersion, Bool)] = [(17, false), (26, true)]

  @Test(arguments: versions.indices)
  func `an iPhone has workout sessions from iOS 26 on (HK6)`(_ row: Int) async throws {
    let (version, hasSessions) = Self.versions[row]
    let fixture = try await Self.start(iOS: version)
    let (world, phone, app) = (fixture.world, fixture.phone, fixture.app)
    phone.health.measure(Run.rate) { _ in Run.beats }
    try await world.pass(.seconds(12))
    #expect(phone.health.hasActiveWorkout(app) == hasSessions)
    #expect(app.count("no session") == (hasSessions ? 0 : 1))
    #expect(app.count("collected HeartRate") == (hasSessions ? 2 : 0))
  }

  static let runs: [Bool] = [false, true]

  @Test(arguments: runs)
  func `a session of an iPhone gives no run time, unless the profile says so (HK6)`(_ runs: Bool)
    async throws
  {
    let fixture = try await Self.start(change: { $0.health.phoneWorkoutsRun = runs })
    await fixture.phone.goHome()
    try await fixture.world.pass(.minutes(10))
    #expect(fixture.app.state == (runs ? .background : .suspended))
    #expect(fixture.phone.health.hasActiveWorkout(fixture.app), "the session goes on")
  }

  @Test func `a workout that is finished on a locked iPhone is saved, but not given (WK12)`()
    async throws
  {
    let fixture = try await Self.start(change: { $0.health.phoneWorkoutsRun = true })
    let (world, phone, app) = (fixture.world, fixture.phone, fixture.app)
    phone.hasPasscode = true
    await fixture.touch {
      DispatchQueue.main.asyncAfter(deadline: .now() + 30) {
        let builder = Run.builder
        builder.endCollection(withEnd: Date()) { _, _ in
          builder.finishWorkout { workout, error in print("given \(workout != nil) \(error == nil)")
          }
        }
      }
    }
    await phone.lock()
    try await world.pass(.minutes(1))
    #expect(app.count("given false true") == 1)
    await phone.open(app)
    try await world.pass(.minutes(1))
    #expect(phone.health.samples(of: HKObjectType.workoutType().identifier).count == 1)
  }

  @Test(arguments: [true, false])
  func `during a workout health data can be read on a locked iPhone (HK6)`(_ isAllowed: Bool)
    async throws
  {
    let fixture = try await Self.start(change: { $0.health.phoneWorkoutsRun = true })
    let (world, phone, app) = (fixture.world, fixture.phone, fixture.app)
    phone.hasPasscode = true
    phone.health.allowsWorkoutDataWhileLocked = isAllowed
    phone.health.add(Run.rate, Run.beats)
    await fixture.touch {
      DispatchQueue.main.asyncAfter(deadline: .now() + 1200) {
        let query = HKSampleQuery(
          sampleType: HKQuantityType(.heartRate), predicate: nil, limit: 0, sortDescriptors: nil
        ) { _, samples, error in
          print("found", samples?.count ?? -1, (error as? HKError)?.code.rawValue ?? 0)
        }
        HKHealthStore().execute(query)
      }
    }
    await phone.lock()
    try await world.pass(.minutes(21))
    #expect(app.log.texts.last == (isAllowed ? "found 1 0" : "found -1 6"))
  }

  @Test(arguments: [true, false])
  func `after a crash the app is launched, and its scene says that it must recover (HK6, WK14)`(
    _ recovers: Bool
  ) async throws {
    let fixture = try await Self.start(recovers: recovers)
    let (world, phone, app) = (fixture.world, fixture.phone, fixture.app)
    phone.health.measure(Run.rate) { _ in Run.beats }
    try await world.pass(.seconds(12))
    await fixture.touch { exit(1) }
    try await world.pass(.minutes(1))
    #expect(app.launches == [.user, .workoutRecovery])
    #expect(app.log.texts.filter { $0.hasPrefix("scene") } == ["scene false", "scene true"])
    #expect(app.count("recovered running true true") == (recovers ? 1 : 0))
    #expect(world.findings.are(recovers ? [] : [.healthkitNotRecovered.by(.hk6)]))
    #expect(phone.health.shouldRecover(app.process!) == !recovers, "until it has recovered")
    await phone.swipeAway(app)
    try await world.pass(.minutes(1))
    await phone.open(app)
    #expect(app.log.texts.last == "scene false")
  }

  // MARK: Deliveries on a watch

  /// A watch app that observes two types in background.
  private static let observer: WatchAppFixture = {
    var app = WatchAppFixture {
      let store = HKHealthStore()
      Kept.of("store", store)
      let types = [HKQuantityType(.heartRate), HKQuantityType(.vo2Max)]
      store.requestAuthorization(toShare: [], read: Set(types)) { _, _ in
        for type in types {
          store.execute(
            HKObserverQuery(sampleType: type, predicate: nil) { _, completion, _ in
              print("update \(type.identifier.dropFirst(24))")
              completion()
            })
          store.enableBackgroundDelivery(for: type, frequency: .immediate) { _, _ in }
        }
      }
    }
    app.entitlements = [
      "com.apple.developer.healthkit", "com.apple.developer.healthkit.background-delivery",
    ]
    return app
  }()

  static let budgets: [(hasComplication: Bool, updates: Int)] = [(true, 7), (false, 2)]

  @Test(arguments: budgets.indices)
  func `a watch delivers four times in an hour with a complication on the face (HK5)`(_ row: Int)
    async throws
  {
    let (hasComplication, updates) = Self.budgets[row]
    let fixture = try await startWatchApp(Self.observer)
    let (world, watch, app) = (fixture.world, fixture.watch, fixture.app)
    watch.activeComplications = hasComplication ? [app] : []
    await watch.pressCrown()
    try await world.pass(.minutes(1))
    #expect(app.state == .suspended)
    let before = app.count("update VO2Max")
    for _ in 0..<14 {
      watch.health.add("HKQuantityTypeIdentifierVO2Max", 1)
      try await world.pass(.minutes(7))
    }
    #expect(app.count("update VO2Max") - before == updates)
  }

  @Test func `most types are delivered once in an hour on a watch (HK5)`() async throws {
    let fixture = try await startWatchApp(Self.observer)
    let (world, watch, app) = (fixture.world, fixture.watch, fixture.app)
    watch.activeComplications = [app]
    await watch.pressCrown()
    try await world.pass(.minutes(1))
    let before = app.count("update HeartRate")
    for _ in 0..<14 {
      watch.health.add(Run.rate, Run.beats)
      try await world.pass(.minutes(7))
    }
    #expect(app.count("update HeartRate") - before == 2)
  }

  @Test(arguments: [false, true])
  func `after a force-quit nothing is delivered, unless the profile says so (HK5)`(
    _ launches: Bool
  ) async throws {
    let fixture = try await startWatchApp(
      Self.observer, change: { $0.health.deliveryLaunchesForceQuitApps = launches })
    let (world, watch, app) = (fixture.world, fixture.watch, fixture.app)
    try await world.pass(.seconds(5))
    await watch.swipeAway(app)
    watch.health.add("HKQuantityTypeIdentifierVO2Max", 1)
    try await world.pass(.minutes(90))
    #expect(app.launches == (launches ? [.user, .healthUpdate] : [.user]))
  }
}
