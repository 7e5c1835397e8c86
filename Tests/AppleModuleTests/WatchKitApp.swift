import Foundation
import HealthKit
import WatchKit
import YobanTesting

/// The configuration of a test's watch app. Each closure runs in the app's process, on its main
/// queue.
struct WatchAppFixture: Sendable {
  var modes = ["workout-processing"]
  var plist: [String: String] = [
    "NSHealthUpdateUsageDescription": "To test.", "NSHealthShareUsageDescription": "To test.",
    "WKCompanionAppBundleIdentifier": "example.vendor.phone",
  ]
  var entitlements: Entitlements = ["com.apple.developer.healthkit"]
  var bundleIdentifier = "example.vendor.phone.watchkitapp"
  var name = "Watch"
  var launched: @MainActor @Sendable () -> Void = {}
  var recovers: @MainActor @Sendable () -> Void = {}
  var workout: @MainActor @Sendable (HKWorkoutConfiguration) -> Void = { _ in }
  var extended: @MainActor @Sendable (WKExtendedRuntimeSession) -> Void = { _ in }
  var tasks: @MainActor @Sendable (WKRefreshBackgroundTask) -> Void = {
    $0.setTaskCompletedWithSnapshot(false)
  }

  init(_ launched: @escaping @MainActor @Sendable () -> Void = {}) { self.launched = launched }
}

extension Watch {
  /// Installs a test's watch app.
  func install(_ appFixture: WatchAppFixture) throws -> InstalledApp {
    var values: [String: Any] = appFixture.plist
    values["WKBackgroundModes"] = appFixture.modes
    values["CFBundleName"] = appFixture.name
    return try install(
      infoPlist: InfoPlist(values), bundleIdentifier: appFixture.bundleIdentifier,
      entitlements: appFixture.entitlements
    ) { ScriptedWatchDelegate(appFixture) }
  }
}

/// The delegate. It calls the closures of its fixture, and prints its callbacks.
final class ScriptedWatchDelegate: NSObject, WKApplicationDelegate {
  private let appFixture: WatchAppFixture

  init(_ appFixture: WatchAppFixture) { self.appFixture = appFixture }

  private func say(_ what: String) {
    print(what, WKApplication.shared().applicationState)
  }

  func applicationDidFinishLaunching() {
    say("launched")
    appFixture.launched()
  }
  func applicationDidBecomeActive() { say("didBecomeActive") }
  func applicationWillResignActive() { say("willResignActive") }
  func applicationWillEnterForeground() { say("willEnterForeground") }
  func applicationDidEnterBackground() { say("didEnterBackground") }
  func handle(_ workoutConfiguration: HKWorkoutConfiguration) {
    say("workout")
    appFixture.workout(workoutConfiguration)
  }
  func handleActiveWorkoutRecovery() {
    say("recovery")
    appFixture.recovers()
  }
  func handle(_ extendedRuntimeSession: WKExtendedRuntimeSession) {
    say("extended")
    appFixture.extended(extendedRuntimeSession)
  }
  func handle(_ backgroundTasks: Set<WKRefreshBackgroundTask>) {
    for task in backgroundTasks {
      say("\(type(of: task))")
      appFixture.tasks(task)
    }
  }
}

/// A watch with one app.
struct WatchFixture: @unchecked SimulationConfined {
  let world: World
  let watch: Watch
  let app: InstalledApp

  var watchEvents: [TraceEvent.WatchEvent] {
    world.trace.events.compactMap { if let event = $0.kind.watch { event } else { nil } }
  }

  func touch(_ body: @escaping @MainActor @Sendable () -> Void) async {
    await watch.touch(app, "test", body)
  }
}

/// Adds a watch to the test's world, installs the scripted app and, by default, opens it.
func startWatchApp(
  _ appFixture: WatchAppFixture, watchOS version: SystemVersion = 10, opened: Bool = true,
  change: (inout DeviceProfile) -> Void = { _ in }
) async throws -> WatchFixture {
  let world = try World.current
  let watch = try world.addWatch(pairedWith: nil, watchOS: version, change: change)
  let app = try watch.install(appFixture)
  if opened { await watch.open(app) }
  return WatchFixture(world: world, watch: watch, app: app)
}

/// A delegate that prints the callbacks of a workout session.
final class WorkoutListener: NSObject, HKWorkoutSessionDelegate {
  func workoutSession(
    _ workoutSession: HKWorkoutSession, didChangeTo toState: HKWorkoutSessionState,
    from fromState: HKWorkoutSessionState, date: Date
  ) {
    let late = Int(Date().timeIntervalSince(date).rounded())
    print("\(fromState) to \(toState)", "late \(late)", Thread.isMainThread)
  }
  func workoutSession(_ workoutSession: HKWorkoutSession, didFailWithError error: any Error) {
    print("failed", (error as? HKError)?.code.rawValue ?? -1)
  }
  func workoutSession(_ workoutSession: HKWorkoutSession, didGenerate event: HKWorkoutEvent) {
    print("event \(event.type)")
  }
}

/// Starts a workout as tutorials do: requests permission, then creates and starts a session.
@MainActor func startWorkout(pausing: Bool = false) {
  let store = HKHealthStore()
  let listener = WorkoutListener()
  Kept.of("listener", listener)
  store.requestAuthorization(toShare: [HKObjectType.workoutType()], read: []) { success, error in
    DispatchQueue.main.async {
      guard success else { return print("refused", (error as? HKError)?.code.rawValue ?? -1) }
      makeWorkout(store, pausing: pausing)
    }
  }
}

@MainActor func makeWorkout(_ store: HKHealthStore = HKHealthStore(), pausing: Bool = false) {
  let configuration = HKWorkoutConfiguration()
  configuration.activityType = .mindAndBody
  configuration.locationType = .indoor
  do {
    let session = try HKWorkoutSession(healthStore: store, configuration: configuration)
    session.delegate = Kept.get("listener", as: WorkoutListener.self)
    Kept.of("session", session)
    session.startActivity(with: Date())
    if pausing { session.pause() }
  } catch {
    print("thrown", (error as? HKError)?.code.rawValue ?? -1)
  }
}

@MainActor var workout: HKWorkoutSession { Kept.get("session")! }
