import Foundation
import HealthKit
import Testing
import WatchKit
import YobanTesting

@testable import YobanHealth

/// Samples of a workout: their way to the builder and to the finished workout (WK12), and through a crash (WK14).
@Suite(.world()) struct WorkoutSamplesTests {
  /// A running watch app whose heart beats twice in a second.
  private static func running(
    _ app: WatchAppFixture = WatchAppFixture { Run.start() }
  ) async throws -> WatchFixture {
    let fixture = try await startWatchApp(app)
    try await fixture.world.pass(.seconds(1))
    fixture.watch.health.measure(Run.rate) { _ in Run.beats }
    return fixture
  }

  @Test func `a live builder collects while its session runs, and not while it is paused (WK12)`()
    async throws
  {
    let fixture = try await Self.running()
    let (world, watch, app) = (fixture.world, fixture.watch, fixture.app)
    watch.health.measure(Run.energy, every: .seconds(30)) { _ in Run.kilocalorie }
    try await world.pass(.seconds(62))
    #expect(app.count("collected HeartRate") == 12, "one in 5 s")
    #expect(app.count("collected ActiveEnergyBurned") == 2)
    await fixture.touch { Run.session.pause() }
    try await world.pass(.seconds(1))
    watch.health.add(Run.rate, 1)
    try await world.pass(.seconds(60))
    #expect(app.count("collected HeartRate") == 12)
    await fixture.touch { Run.session.resume() }
    try await world.pass(.seconds(12))
    #expect(app.count("collected HeartRate") == 14)
    await fixture.touch {
      let rate = Run.builder.statistics(for: HKQuantityType(.heartRate))
      let minute = HKUnit.count().unitDivided(by: .minute())
      print("average", rate?.averageQuantity()?.doubleValue(for: minute).rounded() ?? 0)
      print("elapsed", Int(Run.builder.elapsedTime / 10), Run.builder.allStatistics.count)
      Run.finish()
    }
    try await world.pass(.seconds(1))
    #expect(watch.health.samples(of: Run.rate).count == 15, "each is stored")
    for line in ["average 120.0", "elapsed 7 2", "rates 14", "types 2", "energy 2.0"] {
      #expect(app.count(line) == 1, "\(line)")
    }
    #expect(app.count("event 1") == 1 && app.count("event 2") == 1)
    #expect(world.findings == [])
  }

  @Test func `a data source collects the types and samples of its predicates (WK12)`() async throws
  {
    let fixture = try await Self.running()
    let (world, watch, app) = (fixture.world, fixture.watch, fixture.app)
    func add() async throws {
      watch.health.add(Run.steps, 50)
      try await world.pass(.seconds(1))
    }
    try await add()
    #expect(app.count("collected StepCount") == 0, "no default type")
    await fixture.touch {
      Run.builder.dataSource!.enableCollection(
        for: HKQuantityType(.stepCount), predicate: NSPredicate(value: false))
    }
    try await add()
    #expect(app.count("collected StepCount") == 0, "no sample matches")
    await fixture.touch {
      Run.builder.dataSource!.enableCollection(for: HKQuantityType(.stepCount), predicate: nil)
      Run.builder.dataSource!.disableCollection(for: HKQuantityType(.heartRate))
      print(Run.builder.dataSource!.typesToCollect.count)
    }
    let rates = app.count("collected HeartRate")
    try await add()
    try await add()
    try await world.pass(.seconds(30))
    #expect(app.count("collected StepCount") == 2)
    #expect(app.count("collected HeartRate") == rates)
    #expect(app.count("4") == 1, "two energies, the distance and the steps")
    await fixture.touch { Run.finish() }
    try await world.pass(.seconds(1))
    #expect(app.count("steps 100.0") == 1)
  }

  @Test func `an app that may not read a type is not told of it, and its workout has it (WK12)`()
    async throws
  {
    let fixture = try await Self.running(
      WatchAppFixture { Run.start(reads: [HKQuantityType(.activeEnergyBurned)]) })
    let (world, watch, app) = (fixture.world, fixture.watch, fixture.app)
    try await world.pass(.seconds(12))
    watch.health.add(Run.energy, Run.kilocalorie)
    try await world.pass(.seconds(1))
    #expect(app.count("collected HeartRate") == 0 && app.count("collected ActiveEnergyBurned") == 1)
    await fixture.touch {
      print("unread", Run.builder.statistics(for: HKQuantityType(.heartRate)) == nil)
      Run.session.end()
      Run.builder.endCollection(withEnd: Date()) { _, _ in
        DispatchQueue.main.async {
          Run.builder.finishWorkout { made, _ in print("made", made != nil) }
        }
      }
    }
    try await world.pass(.seconds(1))
    #expect(app.count("unread true") == 1 && app.count("made true") == 1)
    #expect(watch.health.samples(of: Run.rate).allSatisfy { !$0.workouts.isEmpty })
    #expect(watch.health.samples(of: Run.rate).count == 2)
  }

  @Test func `a type that the user allows to read later has all its samples (WK12)`() async throws {
    let fixture = try await Self.running(
      WatchAppFixture { Run.start(reads: [HKQuantityType(.activeEnergyBurned)]) })
    let (world, app) = (fixture.world, fixture.app)
    try await world.pass(.seconds(12))
    await fixture.touch {
      let (type, builder) = (HKQuantityType(.heartRate), Run.builder)
      print("before", builder.statistics(for: type) != nil, builder.allStatistics.count)
      HKHealthStore().requestAuthorization(toShare: [], read: [type]) { _, _ in
        DispatchQueue.main.async {
          print("after", builder.statistics(for: type) != nil, builder.allStatistics.count)
        }
      }
    }
    try await world.pass(.seconds(1))
    #expect(app.count("before false 0") == 1 && app.count("after true 1") == 1)
  }

  @Test func `a second measurement of a type replaces the first one (WK12)`() async throws {
    let fixture = try await Self.running()
    fixture.watch.health.measure(Run.rate, every: .seconds(1)) { _ in 3 }
    try await fixture.world.pass(.seconds(10.5))
    #expect(
      fixture.watch.health.samples(of: Run.rate).map(\.value) == Array(repeating: 3, count: 10))
  }

  @Test func `samples that an app adds are saved, and must not begin before the workout (WK12)`()
    async throws
  {
    let fixture = try await startApp(Health.fixture { Health.ask() })
    let (world, phone, app) = (fixture.world, fixture.phone, fixture.app)
    try await world.pass(.seconds(1))
    await fixture.touch {
      Task { @MainActor in
        let (store, type) = (Health.store, HKQuantityType(.bodyMass))
        try await store.requestAuthorization(toShare: [.workoutType()], read: [])
        let builder = HKWorkoutBuilder(
          healthStore: store, configuration: HKWorkoutConfiguration(), device: nil)
        let start = Date()
        func sample(_ seconds: Double) -> HKQuantitySample {
          let date = start.addingTimeInterval(seconds)
          return HKQuantitySample(
            type: type, quantity: HKQuantity(unit: .gram(), doubleValue: 10), start: date, end: date
          )
        }
        func add(_ seconds: Double) async {
          do {
            try await builder.addSamples([sample(seconds)])
            print("added")
          } catch {
            print("not added", (error as? HKError)?.code.rawValue ?? 0)
          }
        }
        await add(1)
        try await builder.beginCollection(at: start)
        await add(-1)
        await add(1)
        try await builder.endCollection(at: start.addingTimeInterval(60))
        await add(2)
        await add(90)
        let made = try await builder.finishWorkout()!
        await add(3)
        print(made.statistics(for: type)?.averageQuantity()?.doubleValue(for: .gram()) ?? 0)
      }
    }
    try await world.pass(.seconds(1))
    #expect(
      app.log.texts == [
        "asked true", "not added 3", "not added 3", "added", "added", "added", "not added 3",
        "10.0",
      ])
    #expect(phone.health.samples(of: Health.mass).map(\.workouts.count) == [1, 1, 0])
  }

  @Test(arguments: [true, false])
  func `a recovered builder has what it had collected, and needs a data source (WK14)`(
    _ hasSource: Bool
  ) async throws {
    var appFixture = WatchAppFixture { if AppProcess.current!.cause == .user { Run.start() } }
    appFixture.recovers = { Run.recover(withSource: hasSource) }
    let fixture = try await Self.running(appFixture)
    let (world, watch, app) = (fixture.world, fixture.watch, fixture.app)
    try await world.pass(.seconds(32))
    #expect(app.count("collected HeartRate") == 6)
    watch.jetsam(app)
    try await world.pass(.seconds(62))
    #expect(app.launches == [.user, .workoutRecovery])
    #expect(app.count("recovered running true true") == 1)
    let later = app.count("collected HeartRate") - 6
    #expect(later == (hasSource ? 12 : 0), "all but what came before the recovery")
    #expect(
      world.findings.are(hasSource ? [] : [.healthkitNoDataSource.by(.wk14)]))
  }
}

/// The collection of a builder, without a simulation.
@Suite struct WorkoutCollectionTests {
  @Test func `a collection takes each sample once, from its start to its end (WK12)`() {
    let collection = WorkoutCollection()
    func sample(_ number: UInt8, _ seconds: Double, _ type: String = "rate") -> HealthSample {
      let date = Date(timeIntervalSince1970: seconds)
      return HealthSample(
        uuid: UUID(uuid: (number, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)), type: type,
        value: Double(number), start: date, end: date, source: "a", sourceName: "A")
    }
    #expect(collection.add([sample(1, 10)]).isEmpty, "not begun")
    (collection.phase, collection.start) = (.collecting, Date(timeIntervalSince1970: 5))
    #expect(collection.add([sample(1, 4)]).isEmpty)
    #expect(
      collection.add([sample(2, 5), sample(3, 6, "steps"), sample(2, 5)]) == ["rate", "steps"])
    #expect(collection.add([sample(2, 5)]).isEmpty)
    #expect(collection.finished.isEmpty && collection.total("st") == nil)
    (collection.phase, collection.end) = (.collected, Date(timeIntervalSince1970: 6))
    #expect(collection.add([sample(4, 7)]) == ["rate"])
    #expect(collection.finished.map(\.value) == [2, 3] && collection.total("st") == 3)
    collection.phase = .over
    #expect(collection.add([sample(5, 6)]).isEmpty)
  }
}
