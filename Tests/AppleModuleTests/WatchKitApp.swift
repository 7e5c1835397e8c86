import Foundation
import HealthKit
import SimulatedOS
import VirtualTime
import WatchKit

/// The configuration of a test's watch app. Each closure runs in the app's process, on its main
/// queue.
struct WatchAppFixture: Sendable {
  var modes = ["workout-processing"]
  var plist: [String: String] = [
    "NSHealthUpdateUsageDescription": "To test.", "NSHealthShareUsageDescription": "To test.",
    "WKCompanionAppBundleIdentifier": "example.vendor.phone",
  ]
  var entitlements = ["com.apple.developer.healthkit"]
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

  var definition: AppDefinition {
    var values: [String: Any] = plist
    values["WKBackgroundModes"] = modes
    return AppDefinition(
      bundleIdentifier: bundleIdentifier, name: name, infoPlist: InfoPlist(values),
      entitlements: entitlements
    ) {
      _ = AppProcess.current!.process.resident(Holder.self) { Holder(self) }
      _ = WKApplicationMain(
        CommandLine.argc, CommandLine.unsafeArgv, NSStringFromClass(ScriptedWatchDelegate.self))
    }
  }

  fileprivate final class Holder {
    let appFixture: WatchAppFixture
    init(_ appFixture: WatchAppFixture) { self.appFixture = appFixture }
  }
}

/// The delegate. It calls the closures of the fixture of its process, and prints its callbacks.
final class ScriptedWatchDelegate: NSObject, WKApplicationDelegate {
  private let appFixture = AppProcess.current!.process.existingResident(
    WatchAppFixture.Holder.self)!.appFixture

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

/// A watch with one app in its own world.
///
/// Sendable: used by one simulation only.
struct WatchFixture: @unchecked Sendable {
  let world: World
  let watch: Device
  let app: InstalledApp

  var lines: [String] { world.lines(of: "watch") }
  /// The lines that the app printed, each with its virtual second, rounded to tenths.
  var timedLines: [String] {
    world.trace.events.compactMap { event in
      guard case .output(let line) = event.kind else { return nil }
      let tenths = (event.instant.nanoseconds + 50_000_000) / 100_000_000
      return "\(tenths / 10).\(tenths % 10) \(line)"
    }
  }
  var terminations: [TerminationReason] {
    world.trace.events.compactMap {
      if case .terminated(let reason) = $0.kind { reason } else { nil }
    }
  }
  var findings: [String] { world.trace.findings.map { "\($0.name) \($0.rule)" } }
  var watchEvents: [TraceEvent.WatchEvent] {
    world.trace.events.compactMap { if case .watch(let event) = $0.kind { event } else { nil } }
  }

  func touch(_ body: @escaping @MainActor @Sendable () -> Void) async {
    await watch.touch(app, "test", body)
  }
  func wait(_ duration: Duration) async throws { try await Task.sleep(for: duration) }
}

/// Plays a scenario with the scripted watch app installed and, by default, opened.
@discardableResult
func playWatch(
  _ appFixture: WatchAppFixture, watchOS version: SystemVersion = 10, seed: UInt64 = 1,
  opened: Bool = true, change: @escaping @Sendable (inout DeviceProfile) -> Void = { _ in },
  _ scenario: @escaping @Sendable (WatchFixture) async throws -> Void
) async throws -> WatchFixture {
  let world = try World(seed: seed)
  return try await world.run {
    var profile = DeviceProfile.watch(watchOS: version)
    change(&profile)
    let watch = try world.addDevice("watch", profile)
    let fixture = WatchFixture(
      world: world, watch: watch, app: try watch.install(appFixture.definition))
    if opened { await watch.open(fixture.app) }
    try await scenario(fixture)
    return fixture
  }
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
