import Foundation
import HealthKit
import Testing
import YobanTesting

/// Samples of HealthKit on an iPhone: queries, and what the system wakes an app for.
@Suite struct HealthSamplesTests {
  @Test(.world())
  func `a query finds samples in the order that the app asks for, off the main thread (HK4)`()
    async throws
  {
    let fixture = try await startApp(Health.fixture { Health.ask() })
    let (world, phone) = (fixture.world, fixture.phone)
    try await world.pass(.seconds(1))
    let start = Date(timeIntervalSince1970: 1_700_000_000)
    for (number, count) in [100.0, 300, 200].enumerated() {
      let time = start.addingTimeInterval(Double(number) * 3600)
      phone.health.add(Health.steps, count, from: time, to: time.addingTimeInterval(60))
    }
    await fixture.touch {
      Health.printSteps()
      Health.printSteps(limit: 1)
      Health.printSteps(
        HKQuery.predicateForSamples(
          withStart: start.addingTimeInterval(30), end: start.addingTimeInterval(3600)))
      Health.printSteps(
        HKQuery.predicateForSamples(
          withStart: start.addingTimeInterval(30), end: start.addingTimeInterval(7200),
          options: .strictStartDate))
    }
    try await world.pass(.seconds(1))
    #expect(
      fixture.app.log.texts == [
        "asked true", "[200.0, 300.0, 100.0] 0 false", "[200.0] 0 false", "[100.0] 0 false",
        "[300.0] 0 false",
      ])
  }

  @Test(.world()) func `a sample that would end before its start is an issue of the test (HK4)`()
    throws
  {
    let phone = try World.current.addPhone()
    let start = Date(timeIntervalSince1970: 1_700_000_000)
    withKnownIssue {
      let sample = phone.health.add(Health.steps, 1, from: start, to: start.addingTimeInterval(-1))
      #expect(sample.end == start)
    } matching: {
      $0.comments.contains { $0.rawValue.contains("cannot end before its start") }
    }
  }

  @Test(.world())
  func
    `without a request a query fails with 5, and without the permission it finds what the app saved (HK4)`()
    async throws
  {
    let fixture = try await startApp(Health.fixture { Kept.of("store", HKHealthStore()) })
    let (world, phone) = (fixture.world, fixture.phone)
    phone.health.add(Health.steps, 100)
    phone.health.answer(.deniesAll, for: fixture.app)
    await fixture.touch { Health.printSteps() }
    try await world.pass(.seconds(1))
    await fixture.touch { Health.ask() }
    try await world.pass(.seconds(1))
    await fixture.touch {
      Health.printSteps()
      let sample = HKQuantitySample(
        type: HKQuantityType(.bodyMass),
        quantity: HKQuantity(unit: .gramUnit(with: .kilo), doubleValue: 70), start: Date(),
        end: Date())
      Health.store.save(sample) { success, error in
        print("saved \(success) \((error as? HKError)?.code.rawValue ?? 0)")
      }
    }
    try await world.pass(.seconds(1))
    #expect(
      Set(fixture.app.log.texts) == ["[] 5 false", "asked true", "[] 0 false", "saved false 4"])
    #expect(fixture.app.log.texts.first == "[] 5 false")
  }

  @Test(.world())
  func
    `saved samples come back with their unit, their metadata and their source, and can be deleted (HK4)`()
    async throws
  {
    let fixture = try await startApp(Health.fixture { Health.ask() })
    let world = fixture.world
    try await world.pass(.seconds(1))
    await fixture.touch {
      Task { @MainActor in
        let store = Health.store
        let kilogram = HKUnit.gramUnit(with: .kilo)
        let type = HKQuantityType(.bodyMass)
        try await store.save(
          HKQuantitySample(
            type: type, quantity: HKQuantity(unit: kilogram, doubleValue: 70.5), start: Date(),
            end: Date(), metadata: [HKMetadataKeyWasUserEntered: true, "scale": "B"]))
        let query = HKSampleQueryDescriptor(
          predicates: [.quantitySample(type: type)], sortDescriptors: [SortDescriptor(\.startDate)])
        let sample = try await query.result(for: store)[0]
        for date in [Date.distantPast, Date.distantFuture] {
          let since = NSPredicate(format: "%K >= %@", HKPredicateKeyPathStartDate, date as NSDate)
          let query = HKSampleQueryDescriptor(
            predicates: [.quantitySample(type: type, predicate: since)], sortDescriptors: [])
          print("since \(date == .distantPast): \(try await query.result(for: store).count)")
        }
        print(sample.quantity.doubleValue(for: .pound()).rounded())
        print(sample.metadata?["scale"] as? String ?? "none")
        print((sample.metadata?[HKMetadataKeyWasUserEntered] as? NSNumber)?.boolValue ?? false)
        print(sample.sourceRevision.source == .default())
        print(sample is HKDiscreteQuantitySample)
        try await store.delete(sample)
        print(try await query.result(for: store).count)
      }
    }
    try await world.pass(.seconds(1))
    #expect(
      fixture.app.log.texts == [
        "asked true", "since true: 1", "since false: 0", "155.0", "B", "true", "true", "true", "0",
      ])
    #expect(fixture.phone.health.samples(of: Health.mass).isEmpty)
  }

  @Test(.world()) func `an app cannot delete what others have saved (HK4)`() async throws {
    let fixture = try await startApp(Health.fixture { Health.ask() })
    try await fixture.world.pass(.seconds(1))
    fixture.phone.health.add(Health.mass, 70_000)
    await fixture.touch {
      Task { @MainActor in
        let query = HKSampleQueryDescriptor(
          predicates: [.quantitySample(type: HKQuantityType(.bodyMass))], sortDescriptors: [])
        do {
          try await Health.store.delete(try await query.result(for: Health.store))
        } catch {
          print((error as? HKError)?.code == .errorAuthorizationDenied)
        }
        print(
          try await Health.store.deleteObjects(
            of: HKQuantityType(.bodyMass), predicate: NSPredicate(value: true)))
      }
    }
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.app.log.texts == ["asked true", "true", "0"])
    #expect(fixture.phone.health.samples(of: Health.mass).count == 1)
  }

  @Test(.world())
  func `an anchored query goes on with what changes, and statistics count by the hour (HK4)`()
    async throws
  {
    let fixture = try await startApp(Health.fixture { Health.ask() })
    let (world, phone) = (fixture.world, fixture.phone)
    try await world.pass(.seconds(1))
    let start = Date(timeIntervalSince1970: 1_700_000_000)
    phone.health.add(Health.steps, 100, from: start)
    phone.health.add(Health.steps, 20, from: start.addingTimeInterval(1800))
    await fixture.touch {
      let type = HKQuantityType(.stepCount)
      Task { @MainActor in
        let query = HKAnchoredObjectQueryDescriptor(
          predicates: [.quantitySample(type: type)], anchor: nil)
        for try await result in query.results(for: Health.store) {
          print("added \(result.addedSamples.count) deleted \(result.deletedObjects.count)")
        }
      }
      Task { @MainActor in
        let collection = HKStatisticsCollectionQueryDescriptor(
          predicate: .quantitySample(type: type), options: .cumulativeSum, anchorDate: start,
          intervalComponents: DateComponents(hour: 1))
        for try await result in collection.results(for: Health.store) {
          var sums: [Double] = []
          result.statisticsCollection.enumerateStatistics(
            from: start, to: start.addingTimeInterval(3 * 3600 - 1)
          ) { statistics, _ in
            sums.append(statistics.sumQuantity()?.doubleValue(for: .count()) ?? 0)
          }
          print("hours \(sums) \(result.updatedStatistics?.count ?? -1)")
        }
      }
      Health.store.execute(
        HKStatisticsQuery(
          quantityType: type, quantitySamplePredicate: NSPredicate(value: false),
          options: .cumulativeSum
        ) { _, statistics, error in
          print("\(statistics == nil) \((error as? HKError)?.code.rawValue ?? 0)")
        })
    }
    try await world.pass(.seconds(1))
    #expect(
      Set(fixture.app.log.texts) == [
        "asked true", "added 2 deleted 0", "hours [120.0, 0.0, 0.0] -1", "true 11",
      ])
    phone.health.add(Health.steps, 7, from: start.addingTimeInterval(7200))
    try await world.pass(.seconds(1))
    #expect(
      Set(fixture.app.log.texts.suffix(2)) == ["added 1 deleted 0", "hours [120.0, 0.0, 7.0] 1"])
    #expect(world.findings == [])
  }

  @Test(.world()) func `parts of an anchored query contain each change once (HK4)`() async throws {
    let fixture = try await startApp(Health.fixture { Health.ask() })
    let (world, phone) = (fixture.world, fixture.phone)
    try await world.pass(.seconds(1))
    await fixture.touch {
      Task { @MainActor in
        let (store, type) = (Health.store, HKQuantityType(.bodyMass))
        let samples = (1...3).map { number in
          HKQuantitySample(
            type: type, quantity: HKQuantity(unit: .gram(), doubleValue: Double(number)),
            start: Date(), end: Date())
        }
        try await store.save(samples)
        try await store.delete(samples[0])
        var query = HKAnchoredObjectQueryDescriptor(
          predicates: [.quantitySample(type: type)], anchor: nil, limit: 1)
        for _ in 0..<3 {
          let part = try await query.result(for: store)
          query.anchor = part.newAnchor
          print(part.addedSamples.count, part.deletedObjects.map(\.uuid) == [samples[0].uuid])
        }
      }
    }
    try await world.pass(.seconds(1))
    #expect(fixture.app.log.texts == ["asked true", "1 false", "1 true", "0 false"])
    #expect(phone.health.samples(of: Health.mass).count == 2)
  }

  @Test(.world(), arguments: [Double.nan, -.infinity, 1e300])
  func `a value that no category has is 0`(_ value: Double) async throws {
    let fixture = try await startApp(Health.fixture { Health.ask() })
    fixture.phone.health.add("HKCategoryTypeIdentifierSleepAnalysis", value)
    await fixture.touch {
      Task { @MainActor in
        let type = HKCategoryType(.sleepAnalysis)
        try await Health.store.requestAuthorization(toShare: [], read: [type])
        let query = HKSampleQueryDescriptor(
          predicates: [.categorySample(type: type)], sortDescriptors: [])
        print(try await query.result(for: Health.store).map(\.value))
      }
    }
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.app.log.texts.contains("[0]"))
  }

  @Test(.world()) func `a query that is executed twice ends the app (HK4)`() async throws {
    let fixture = try await startApp(Health.fixture { Health.ask() })
    try await fixture.world.pass(.seconds(1))
    await fixture.touch {
      let query = HKSampleQuery(
        sampleType: HKQuantityType(.stepCount), predicate: nil, limit: 1, sortDescriptors: nil
      ) { _, _, _ in print("answered") }
      Health.store.execute(query)
      Health.store.execute(query)
    }
    try await fixture.world.pass(.seconds(1))
    guard case .crash(let why)? = fixture.app.terminations.first else {
      Issue.record("\(fixture.app.terminations)")
      return
    }
    #expect(why.hasPrefix("NSInvalidArgumentException: You cannot start a query"))
  }

  @Test(.world())
  func `a workout is found with its energy, and with the statistics of its samples (HK4, WK12)`()
    async throws
  {
    let fixture = try await startApp(Health.fixture { Health.ask() })
    let (world, phone) = (fixture.world, fixture.phone)
    try await world.pass(.seconds(1))
    let start = Date(timeIntervalSince1970: 1_700_000_000)
    for (count, minutes) in [(100.0, -1.0), (200, 5), (300, 50), (400, 61)] {
      phone.health.add(Health.steps, count, from: start.addingTimeInterval(minutes * 60))
    }
    await fixture.touch {
      Task { @MainActor in
        let store = Health.store
        let type = HKObjectType.workoutType()
        try await store.requestAuthorization(toShare: [type], read: [type])
        try await store.save(
          HKWorkout(
            activityType: .hiking, start: start, end: start.addingTimeInterval(3600), duration: 0,
            totalEnergyBurned: HKQuantity(unit: .kilocalorie(), doubleValue: 250),
            totalDistance: nil, metadata: nil))
        let query = HKSampleQueryDescriptor(
          predicates: [.workout(HKQuery.predicateForWorkouts(with: .hiking))], sortDescriptors: [])
        let workout = try await query.result(for: store)[0]
        print(workout.duration, workout.totalEnergyBurned?.doubleValue(for: .kilocalorie()) ?? 0)
        let steps = HKQuantityType(.stepCount)
        print(workout.statistics(for: steps) == nil, workout.totalDistance == nil)
        let during = HKSampleQueryDescriptor(
          predicates: [
            .quantitySample(
              type: steps,
              predicate: HKQuery.predicateForSamples(withStart: start, end: workout.endDate))
          ], sortDescriptors: [])
        try await store.addSamples(try await during.result(for: store), to: workout)
        print(
          workout.statistics(for: steps)?.sumQuantity()?.doubleValue(for: .count()) ?? 0,
          workout.allStatistics.count)
      }
    }
    try await world.pass(.seconds(1))
    #expect(fixture.app.log.texts == ["asked true", "3600.0 250.0", "true true", "500.0 1"])
  }
}
