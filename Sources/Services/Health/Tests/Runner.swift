import Foundation
import HealthKit
import YobanTesting

/// The parts of an app that records a run with a session and its builder.
enum Run {
  static let rate = "HKQuantityTypeIdentifierHeartRate"
  static let energy = "HKQuantityTypeIdentifierActiveEnergyBurned"
  static let steps = "HKQuantityTypeIdentifierStepCount"
  /// Heart rates in beats per second and an energy of one kilocalorie, in the units of `HealthService.add`.
  static let (beats, kilocalorie) = (2.0, 4_184_000.0)

  static let readTypes: Set<HKObjectType> = [
    HKQuantityType(.heartRate), HKQuantityType(.activeEnergyBurned), HKQuantityType(.stepCount),
    .workoutType(),
  ]

  /// Asks for the permissions, and begins to record.
  @MainActor static func start(
    reads: Set<HKObjectType> = readTypes, mirrors: Bool = false
  ) {
    let store = HKHealthStore()
    Kept.of("store", store)
    store.requestAuthorization(toShare: [.workoutType()], read: reads) { _, _ in
      DispatchQueue.main.async {
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = .running
        guard
          let session = try? HKWorkoutSession(healthStore: store, configuration: configuration)
        else { return print("no session") }
        keep(session)
        if mirrors {
          session.prepare()
          mirror()
        }
        session.startActivity(with: Date())
        builder.beginCollection(withStart: Date()) { _, _ in }
      }
    }
  }

  /// Sets what a new session and one that was recovered need.
  @MainActor static func keep(_ session: HKWorkoutSession, withSource hasSource: Bool = true) {
    let runner = Runner()
    Kept.of("runner", runner)
    Kept.of("session", session)
    session.delegate = runner
    builder.delegate = runner
    guard hasSource else { return }
    builder.dataSource = HKLiveWorkoutDataSource(
      healthStore: HKHealthStore(), workoutConfiguration: session.workoutConfiguration)
  }

  /// Recovers the session of an earlier launch.
  @MainActor static func recover(withSource hasSource: Bool = true) {
    HKHealthStore().recoverActiveWorkoutSession { session, _ in
      DispatchQueue.main.async {
        guard let session else { return print("nothing to recover") }
        keep(session, withSource: hasSource)
        let count = builder.statistics(for: HKQuantityType(.heartRate)) != nil
        print("recovered \(session.state) \(builder.startDate != nil) \(count)")
      }
    }
  }

  @MainActor static var session: HKWorkoutSession { Kept.get("session")! }
  @MainActor static var builder: HKLiveWorkoutBuilder { session.associatedWorkoutBuilder() }

  @MainActor static func mirror() {
    session.startMirroringToCompanionDevice { isMirrored, error in
      print("mirrored \(isMirrored) \((error as? HKError)?.code.rawValue ?? 0)")
    }
  }

  @MainActor static func stopMirroring() {
    session.stopMirroringToCompanionDevice { isStopped, error in
      print("stopped \(isStopped) \((error as? HKError)?.code.rawValue ?? 0)")
    }
  }

  @MainActor static func send(_ bytes: Int, _ name: String = "sent") {
    session.sendToRemoteWorkoutSession(data: Data(count: bytes)) { _, error in
      print("\(name) \((error as? HKError)?.code.rawValue ?? 0)")
    }
  }

  /// Ends the run, saves it and prints what belongs to it.
  @MainActor static func finish() {
    let store: HKHealthStore = Kept.get("store")!
    let builder = builder
    session.end()
    Task { @MainActor in
      try await builder.endCollection(at: Date())
      guard let made = try await builder.finishWorkout() else { return }
      let rates = HKSampleQueryDescriptor(
        predicates: [
          .quantitySample(
            type: HKQuantityType(.heartRate), predicate: HKQuery.predicateForObjects(from: made))
        ], sortDescriptors: [])
      print("rates", try await rates.result(for: store).count)
      print("types", made.allStatistics.count)
      print("energy", made.totalEnergyBurned?.doubleValue(for: .kilocalorie()) ?? -1)
      let steps = made.statistics(for: HKQuantityType(.stepCount))
      print("steps", steps?.sumQuantity()?.doubleValue(for: .count()) ?? -1)
    }
  }
}

/// The delegate of a session and of its builder, which prints what it receives.
final class Runner: NSObject, HKWorkoutSessionDelegate, HKLiveWorkoutBuilderDelegate {
  func workoutSession(
    _ workoutSession: HKWorkoutSession, didChangeTo toState: HKWorkoutSessionState,
    from fromState: HKWorkoutSessionState, date: Date
  ) {
    print("\(fromState) to \(toState)")
  }
  func workoutSession(_ workoutSession: HKWorkoutSession, didFailWithError error: any Error) {
    print("failed", (error as? HKError)?.code.rawValue ?? -1)
  }
  func workoutSession(
    _ workoutSession: HKWorkoutSession, didReceiveDataFromRemoteWorkoutSession data: [Data]
  ) {
    print("received \(data.map(\.count))")
  }
  func workoutSession(
    _ workoutSession: HKWorkoutSession,
    didDisconnectFromRemoteDeviceWithError error: (any Error)?
  ) {
    print("disconnected \(error != nil)")
  }
  func workoutBuilder(
    _ workoutBuilder: HKLiveWorkoutBuilder, didCollectDataOf collectedTypes: Set<HKSampleType>
  ) {
    for type in collectedTypes.map(\.identifier).sorted() {
      print("collected \(type.dropFirst("HKQuantityTypeIdentifier".count))")
    }
  }
  func workoutBuilderDidCollectEvent(_ workoutBuilder: HKLiveWorkoutBuilder) {
    print("event \(workoutBuilder.workoutEvents.count)")
  }
}

extension InstalledApp {
  /// The number of times that the app printed a line.
  func count(_ line: String) -> Int { log.texts.count { $0 == line } }
}
