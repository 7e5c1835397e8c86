import Foundation
import SimulatedOS
import Testing
import UIKit
import VirtualTime

/// The configuration of a test's app, and its actions at each launch.
struct RuntimeAppFixture: Sendable {
  var modes: [String] = []
  /// Additional entries of Info.plist.
  var taskIdentifiers: [String] = []
  var version: SystemVersion = 17
  /// Called in didFinishLaunching of every launch.
  var launched: @MainActor @Sendable (Kept) -> Void = { _ in }

  var definition: AppDefinition {
    var entries: [String: Any] = [
      "UIBackgroundModes": modes, "NSLocationWhenInUseUsageDescription": "test",
      "NSLocationAlwaysAndWhenInUseUsageDescription": "test",
      "NSLocationAlwaysUsageDescription": "test",
    ]
    if !taskIdentifiers.isEmpty {
      entries["BGTaskSchedulerPermittedIdentifiers"] = taskIdentifiers
    }
    let plist = InfoPlist(entries)
    return AppDefinition(bundleIdentifier: "example.vendor.app", name: "App", infoPlist: plist) {
      _ = AppProcess.current!.process.resident(Kept.self) { Kept(self) }
      _ = UIApplicationMain(
        CommandLine.argc, CommandLine.unsafeArgv, nil, NSStringFromClass(RuntimeDelegate.self))
    }
  }
}

/// The objects that an app retains during one launch, as the properties of a delegate would.
final class Kept {
  fileprivate let appFixture: RuntimeAppFixture
  private var things: [Any] = []

  fileprivate init(_ appFixture: RuntimeAppFixture) { self.appFixture = appFixture }

  /// The objects of the process that currently runs.
  @MainActor static var current: Kept {
    AppProcess.current!.process.existingResident(Kept.self)!
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

/// The app delegate. It calls the fixture's closure and prints the life cycle of the app.
final class RuntimeDelegate: UIResponder, UIApplicationDelegate {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    print("launched")
    Kept.current.appFixture.launched(Kept.current)
    return true
  }
}

/// A phone with the app, in its own world.
///
/// Sendable: used by one simulation only.
struct RuntimeFixture: @unchecked Sendable {
  let world: World
  let phone: Device
  let app: InstalledApp

  /// The lines that the app printed.
  var lines: [String] {
    world.trace.events.compactMap { if case .output(let line) = $0.kind { line } else { nil } }
  }

  /// The lines that the app printed, and the suspensions and ends of its process, in order.
  var story: [String] {
    world.trace.events.compactMap {
      switch $0.kind {
      case .output(let line): line
      case .appState(.suspended): "(suspended)"
      case .terminated(let reason): "(terminated: \(reason))"
      default: nil
      }
    }
  }

  /// Returns how many seconds after the first line the second was printed; nil if one is missing.
  func seconds(from first: String, to second: String) -> Double? {
    func instant(_ line: String) -> VirtualInstant? {
      world.trace.events.first { if case .output(line) = $0.kind { true } else { false } }?.instant
    }
    guard let first = instant(first), let second = instant(second) else { return nil }
    return (second - first).seconds
  }

  /// The numbers of the background task assertions that were begun, and of those that were ended.
  var assertions: (begun: [Int], ended: [Int]) {
    var begun: [Int] = []
    var ended: [Int] = []
    for event in world.trace.events {
      if case .backgroundTaskBegan(let number, _) = event.kind { begun.append(number) }
      if case .backgroundTaskEnded(let number) = event.kind { ended.append(number) }
    }
    return (begun, ended)
  }

  func wait(_ seconds: Double) async throws { try await Task.sleep(for: .seconds(seconds)) }

  /// Runs the closure in the app's process; does nothing if the app is not running.
  func use(_ body: @escaping @MainActor @Sendable (Kept) -> Void) async {
    await phone.touch(app, "test") { body(Kept.current) }
  }
}

/// Plays a scenario with the app installed and opened.
///
/// The scenario must cause only the given findings.
@discardableResult
func play(
  _ appFixture: RuntimeAppFixture = RuntimeAppFixture(), seed: UInt64 = 1, findings: [String] = [],
  sourceLocation: SourceLocation = #_sourceLocation,
  before prepare: @escaping @Sendable (RuntimeFixture) async throws -> Void = { _ in },
  _ scenario: @escaping @Sendable (RuntimeFixture) async throws -> Void
) async throws -> RuntimeFixture {
  let world = try World(seed: seed)
  return try await world.run {
    let phone = try world.addDevice("phone", .iPhone(iOS: appFixture.version))
    let app = try phone.install(appFixture.definition)
    let fixture = RuntimeFixture(world: world, phone: phone, app: app)
    try await prepare(fixture)
    await phone.open(app)
    try await scenario(fixture)
    #expect(
      world.trace.findings.map { "\($0.name) \($0.rule)" } == findings,
      sourceLocation: sourceLocation)
    return fixture
  }
}
