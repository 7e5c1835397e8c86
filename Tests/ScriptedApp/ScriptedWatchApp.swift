import Foundation
import HealthKit
import WatchKit
import YobanTesting

/// The configuration of a test's watch app. Each closure runs in the app's process, on its main
/// queue.
package struct WatchAppFixture: Sendable {
  package var modes = ["workout-processing"]
  package var plist: [String: String] = [
    "NSHealthUpdateUsageDescription": "To test.", "NSHealthShareUsageDescription": "To test.",
    "WKCompanionAppBundleIdentifier": "example.vendor.phone",
  ]
  package var entitlements: Entitlements = ["com.apple.developer.healthkit"]
  package var bundleIdentifier = "example.vendor.phone.watchkitapp"
  package var name = "Watch"
  package var launched: @MainActor @Sendable () -> Void = {}
  package var recovers: @MainActor @Sendable () -> Void = {}
  package var workout: @MainActor @Sendable (HKWorkoutConfiguration) -> Void = { _ in }
  package var extended: @MainActor @Sendable (WKExtendedRuntimeSession) -> Void = { _ in }
  package var tasks: @MainActor @Sendable (WKRefreshBackgroundTask) -> Void = {
    $0.setTaskCompletedWithSnapshot(false)
  }

  package init(_ launched: @escaping @MainActor @Sendable () -> Void = {}) {
    self.launched = launched
  }
}

extension Watch {
  /// Installs a test's watch app.
  package func install(_ appFixture: WatchAppFixture) throws -> InstalledApp {
    var values: [String: Any] = appFixture.plist
    values["WKBackgroundModes"] = appFixture.modes
    values["CFBundleName"] = appFixture.name
    return try install(
      .making { ScriptedWatchDelegate(appFixture) }, infoPlist: InfoPlist(values),
      bundleIdentifier: appFixture.bundleIdentifier, entitlements: appFixture.entitlements)
  }
}

/// The delegate. It calls the closures of its fixture, and prints its callbacks.
package final class ScriptedWatchDelegate: NSObject, WKApplicationDelegate {
  private let appFixture: WatchAppFixture

  package init(_ appFixture: WatchAppFixture) { self.appFixture = appFixture }

  private func say(_ what: String) {
    print(what, WKApplication.shared().applicationState)
  }

  package func applicationDidFinishLaunching() {
    say("launched")
    appFixture.launched()
  }
  package func applicationDidBecomeActive() { say("didBecomeActive") }
  package func applicationWillResignActive() { say("willResignActive") }
  package func applicationWillEnterForeground() { say("willEnterForeground") }
  package func applicationDidEnterBackground() { say("didEnterBackground") }
  package func handle(_ workoutConfiguration: HKWorkoutConfiguration) {
    say("workout")
    appFixture.workout(workoutConfiguration)
  }
  package func handleActiveWorkoutRecovery() {
    say("recovery")
    appFixture.recovers()
  }
  package func handle(_ extendedRuntimeSession: WKExtendedRuntimeSession) {
    say("extended")
    appFixture.extended(extendedRuntimeSession)
  }
  package func handle(_ backgroundTasks: Set<WKRefreshBackgroundTask>) {
    for task in backgroundTasks {
      say("\(type(of: task))")
      appFixture.tasks(task)
    }
  }
}

/// A watch with one app.
package struct WatchFixture: @unchecked SimulationConfined {
  package let world: World
  package let watch: Watch
  package let app: InstalledApp

  package var watchEvents: [TraceEvent.WatchEvent] {
    world.trace.events.compactMap { if let event = $0.kind.watch { event } else { nil } }
  }

  package func touch(_ body: @escaping @MainActor @Sendable () -> Void) async {
    await watch.touch(app, "test", body)
  }
}

/// Adds a watch to the test's world, installs the scripted app and, by default, opens it.
package func startWatchApp(
  _ appFixture: WatchAppFixture, watchOS version: SystemVersion = 10, opened: Bool = true,
  change: (inout DeviceProfile) -> Void = { _ in }
) async throws -> WatchFixture {
  let world = try World.current
  let watch = try world.addWatch(pairedWith: nil, watchOS: version, change: change)
  let app = try watch.install(appFixture)
  if opened { await watch.open(app) }
  return WatchFixture(world: world, watch: watch, app: app)
}
