import Foundation
import Testing
import UIKit
import YobanTesting

/// The configuration of a test's app, and its actions at each launch.
struct RuntimeAppFixture: Sendable {
  var modes: [String] = []
  /// Additional entries of Info.plist.
  var taskIdentifiers: [String] = []
  var version: SystemVersion = 17
  /// Called in didFinishLaunching of every launch.
  var launched: @MainActor @Sendable (RuntimeDelegate) -> Void = { _ in }

  var infoPlist: InfoPlist {
    var entries: [String: Any] = [
      "CFBundleName": "App", "CFBundleIdentifier": "example.vendor.app",
      "UIBackgroundModes": modes, "NSLocationWhenInUseUsageDescription": "test",
      "NSLocationAlwaysAndWhenInUseUsageDescription": "test",
      "NSLocationAlwaysUsageDescription": "test",
    ]
    if !taskIdentifiers.isEmpty {
      entries["BGTaskSchedulerPermittedIdentifiers"] = taskIdentifiers
    }
    return InfoPlist(entries)
  }
}

/// The app delegate. It calls the fixture's closure, and keeps what the closure gives it during one
/// launch, as the properties of a delegate would.
final class RuntimeDelegate: UIResponder, UIApplicationDelegate {
  private let appFixture: RuntimeAppFixture
  private var things: [Any] = []

  init(_ appFixture: RuntimeAppFixture) { self.appFixture = appFixture }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    print("launched")
    appFixture.launched(self)
    return true
  }

  func keep<Thing>(_ thing: Thing) { things.append(thing) }

  func all<Thing>(_ type: Thing.Type = Thing.self) -> [Thing] {
    things.compactMap { $0 as? Thing }
  }

  /// Returns the last object of a type that was kept.
  func last<Thing>(_ type: Thing.Type = Thing.self) -> Thing {
    things.last { $0 is Thing } as! Thing
  }
}

/// A phone with the app.
struct RuntimeFixture: @unchecked SimulationConfined {
  let world: World
  let phone: Phone
  let app: InstalledApp

  /// The lines that the app printed, and the suspensions and ends of its process, in order.
  var history: [String] {
    world.trace.events.compactMap {
      switch $0.kind.payload {
      case let output as TraceEvent.Output: output.text
      case TraceEvent.AppEvent.state(.suspended): "(suspended)"
      case TraceEvent.AppEvent.terminated(let reason): "(terminated: \(reason))"
      default: nil
      }
    }
  }

  /// Returns how many seconds after the first line the second was printed; nil if one is missing.
  func seconds(from first: String, to second: String) -> Double? {
    app.log.time(from: first, to: second)?.seconds
  }

  /// The numbers of the background task assertions that were begun, and of those that were ended.
  var assertions: (begun: [Int], ended: [Int]) {
    var begun: [Int] = []
    var ended: [Int] = []
    for event in world.trace.events {
      if case .began(let number, _) = event.kind.backgroundTask { begun.append(number) }
      if case .ended(let number) = event.kind.backgroundTask { ended.append(number) }
    }
    return (begun, ended)
  }

  /// Runs the closure in the app's process; does nothing if the app is not running.
  func use(_ body: @escaping @MainActor @Sendable (RuntimeDelegate) -> Void) async {
    await phone.touch(app, "test", body)
  }
}

/// Adds a phone to the test's world, and installs and opens the app.
func startApp(
  _ appFixture: RuntimeAppFixture = RuntimeAppFixture(),
  before prepare: (RuntimeFixture) async throws -> Void = { _ in }
) async throws -> RuntimeFixture {
  let world = try World.current
  let phone = try world.addPhone(iOS: appFixture.version)
  let app = try phone.install(
    .making { RuntimeDelegate(appFixture) }, infoPlist: appFixture.infoPlist)
  let fixture = RuntimeFixture(world: world, phone: phone, app: app)
  try await prepare(fixture)
  await phone.open(app)
  return fixture
}
