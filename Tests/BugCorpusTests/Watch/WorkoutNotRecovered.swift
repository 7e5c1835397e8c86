import HealthKit
import Testing
import UIKit
import WatchKit
import YobanTesting

/// An app for riders that records on the watch during a workout.
///
/// The system launches an app again whose process ended during a workout. The faulty app does not take
/// its session back then, and shows no recording. The mended app does.
private final class RideApp: NSObject, WKApplicationDelegate, HKWorkoutSessionDelegate {
  private let variant: Variant
  private let store = HKHealthStore()
  private var session: HKWorkoutSession?

  init(_ variant: Variant) { self.variant = variant }

  /// The user starts to ride.
  func start() {
    print("the ride starts")
    store.requestAuthorization(toShare: [.workoutType()], read: []) { _, _ in
      DispatchQueue.main.async { self.begin() }
    }
  }

  private func begin() {
    let configuration = HKWorkoutConfiguration()
    configuration.activityType = .equestrianSports
    guard let session = try? HKWorkoutSession(healthStore: store, configuration: configuration)
    else { return print("no workout") }
    record(session)
    session.startActivity(with: Date())
  }

  private func record(_ session: HKWorkoutSession) {
    self.session = session
    session.delegate = self
    print("records")
  }

  func handleActiveWorkoutRecovery() {
    switch variant {
    case .faulty: break  // Wrong: the session goes on without its app.
    case .mended:
      store.recoverActiveWorkoutSession { session, _ in
        DispatchQueue.main.async { if let session { self.record(session) } }
      }
    }
  }

  nonisolated func workoutSession(
    _ workoutSession: HKWorkoutSession, didChangeTo toState: HKWorkoutSessionState,
    from fromState: HKWorkoutSessionState, date: Date
  ) {}
  nonisolated func workoutSession(
    _ workoutSession: HKWorkoutSession, didFailWithError error: any Error
  ) {}
}

/// The phone of that app does nothing here.
private final class RidePhoneApp: UIResponder, UIApplicationDelegate {}

extension KnownBug {
  static let workoutNotRecovered = KnownBug(
    name: "WorkoutNotRecovered",
    thread: "https://github.com/darrylcauldwell/TetraTrack/issues/143",
    clue: "healthkit.not-recovered",
    property: .eventually(within: .minutes(2), "the workout that goes on is recorded") { stage in
      let (watch, app) = (stage.watch!, stage.watchApp!)
      guard watch.isUp, watch.health.hasActiveWorkout(app), app.state != .notRunning else {
        return true
      }
      return app.log.contains { $0.launch == app.launches.count && $0.text == "records" }
    },
    build: { world, variant in
      let phone = try world.addPhone()
      let watch = try world.addWatch(pairedWith: phone)
      let app = try phone.install(
        .making { RidePhoneApp() },
        infoPlist: InfoPlist(["CFBundleName": "WorkoutNotRecovered"]),
        bundleIdentifier: "com.example.rides")
      let watchApp = try watch.install(
        .making { RideApp(variant) },
        infoPlist: InfoPlist([
          "CFBundleName": "WorkoutNotRecoveredWatch", "WKBackgroundModes": ["workout-processing"],
          "WKCompanionAppBundleIdentifier": "com.example.rides",
          "NSHealthShareUsageDescription": "The app records your ride.",
          "NSHealthUpdateUsageDescription": "The app records your ride.",
        ]), bundleIdentifier: "com.example.rides.watch",
        entitlements: ["com.apple.developer.healthkit"])
      return Stage(world: world, phone: phone, app: app, watch: watch, watchApp: watchApp)
    },
    scenario: { stage in
      let (watch, app) = (stage.watch!, stage.watchApp!)
      await watch.open(app)
      await watch.touch(app, "start") { (app: RideApp) in app.start() }
      try await stage.world.pass(.minutes(1))
      await watch.lowerWrist()
      try await stage.world.pass(.minutes(10))
    })
}

@Suite struct WorkoutNotRecoveredTests {
  @Test func `a ride goes on without its recording after a crash of the faulty app`() async throws {
    try await expectShown(.workoutNotRecovered, findings: [.healthkitNotRecovered.by(.wk2)]) {
      stage in
      try await KnownBug.workoutNotRecovered.scenario(stage)
      stage.watch!.jetsam(stage.watchApp!)
      try await stage.world.pass(.minutes(5))
    }
  }
}
