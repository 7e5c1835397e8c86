import Foundation
import SimulatedOS
import Testing
import UIKit
import VirtualTime
import WatchKit

@testable import Yoban

/// The configuration of the two apps of a test.
struct RelayAppFixture: Sendable {
  var mode = WatchLinkPolicy.Mode.observed
  var rateHz = 10
  var chunkSeconds = 30
  var byteCountMax: Int64 = 512 << 20
  var bytesPerSecond: Int?
  var relay = RelayConfiguration()
  var workout = WorkoutHold.Configuration()
  let phoneDisk = Disk()
  var lingersAfterStop = Duration.seconds(600)

  /// The disk space that the phone's app keeps free, in launches that begin from now on.
  ///
  /// Sendable: accessed only by the code that currently runs in the simulation.
  final class Disk: @unchecked Sendable {
    var reservedByteCount: Int64 = 0
  }

  fileprivate var watchDefinition: AppDefinition {
    let plist = InfoPlist([
      "WKBackgroundModes": ["workout-processing"],
      "WKCompanionAppBundleIdentifier": "example.night",
      "NSHealthUpdateUsageDescription": "test", "NSHealthShareUsageDescription": "test",
      "NSMotionUsageDescription": "test",
    ])
    return AppDefinition(
      bundleIdentifier: "example.night.watchkitapp", name: "Watch", infoPlist: plist,
      entitlements: ["com.apple.developer.healthkit"]
    ) {
      _ = AppProcess.current!.process.resident(Holder.self) { Holder(self) }
      _ = WKApplicationMain(
        CommandLine.argc, CommandLine.unsafeArgv, NSStringFromClass(RelayWatchDelegate.self))
    }
  }

  fileprivate var phoneDefinition: AppDefinition {
    AppDefinition(bundleIdentifier: "example.night", name: "Phone", infoPlist: InfoPlist([:])) {
      _ = AppProcess.current!.process.resident(Holder.self) { Holder(self) }
      _ = UIApplicationMain(
        CommandLine.argc, CommandLine.unsafeArgv, nil, NSStringFromClass(RelayPhoneDelegate.self))
    }
  }

  fileprivate final class Holder {
    let appFixture: RelayAppFixture
    var recording: WatchRecording?
    var receiver: RelayReceiver?
    init(_ appFixture: RelayAppFixture) { self.appFixture = appFixture }

    static var current: Holder { AppProcess.current!.process.existingResident(Holder.self)! }
  }
}

/// The delegate of a watch app with one recording, whose events it prints.
final class RelayWatchDelegate: NSObject, WKApplicationDelegate {
  private let holder = RelayAppFixture.Holder.current

  func applicationDidFinishLaunching() {
    let appFixture = holder.appFixture
    var configuration = WatchRecording.Configuration(device: "watch")
    configuration.sensors = [
      .accelerometer(rateHz: appFixture.rateHz), .rotationRate(rateHz: appFixture.rateHz),
    ]
    configuration.chunkDuration = .seconds(appFixture.chunkSeconds)
    configuration.byteCountMax = appFixture.byteCountMax
    configuration.relay = appFixture.relay
    configuration.workout = appFixture.workout
    configuration.lingersAfterStop = appFixture.lingersAfterStop
    do {
      let recording = try WatchRecording(configuration)
      holder.recording = recording
      let events = recording.events()
      Task {
        for await event in events {
          switch event {
          case .relay(.atServer(let chunk)): print("at server \(chunk)")
          case .relay(.failed(let chunk, let failure)): print("failed \(chunk) \(failure)")
          case .workout(let problem): print("workout \(problem)")
          case .recording(.stopped): print("stopped")
          case .recording(.storageFailed(let stream, let error)):
            print("storage failed \(stream) \(error.code)")
          case .recording, .relay: break
          }
        }
      }
      recording.applicationDidFinishLaunching()
    } catch {
      print("cannot record: \(error)")
    }
  }

  func handleActiveWorkoutRecovery() { holder.recording?.handleActiveWorkoutRecovery() }

  func handle(_ backgroundTasks: Set<WKRefreshBackgroundTask>) {
    for task in holder.recording?.handle(backgroundTasks) ?? backgroundTasks {
      task.setTaskCompletedWithSnapshot(false)
    }
  }
}

/// The delegate of a phone app that only has a relay.
final class RelayPhoneDelegate: UIResponder, UIApplicationDelegate {
  private let holder = RelayAppFixture.Holder.current

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    var configuration = RelayReceiver.Configuration(
      device: "watch", collector: URL(string: "http://collector.test")!,
      token: RelayCollector.token)
    configuration.reservedByteCount = holder.appFixture.phoneDisk.reservedByteCount
    configuration.shortcuts = holder.appFixture.relay.shortcuts
    do {
      let receiver = try RelayReceiver(configuration)
      holder.receiver = receiver
      let events = receiver.events()
      Task {
        for await event in events {
          switch event {
          case .received(let chunk): print("received \(chunk)")
          case .repeated(let chunk): print("repeated \(chunk)")
          case .conflict(let chunk): print("conflict \(chunk)")
          case .refused(let chunk, let problem): print("refused \(chunk): \(problem.title)")
          case .storageFailed(let chunk, let error): print("storage failed \(chunk) \(error.code)")
          case .answered, .woken, .upload: break
          }
        }
      }
      receiver.applicationDidFinishLaunching()
    } catch {
      print("cannot relay: \(error)")
    }
    return true
  }

  func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) {
    holder.receiver?.handleEventsForBackgroundURLSession(
      identifier: identifier, completionHandler: completionHandler)
  }
}

/// A watch and its phone, with both apps installed and opened, and a collector.
///
/// Sendable: used by one simulation only.
final class RelayFixture: @unchecked Sendable {
  let world: World
  let phone: Device
  let watch: Device
  private(set) var phoneApp: InstalledApp
  let watchApp: InstalledApp
  let collector: RelayCollector
  /// The configuration of the phone's app from its next installation on.
  var appFixture: RelayAppFixture

  init(_ appFixture: RelayAppFixture, _ world: World, _ collector: RelayCollector) throws {
    self.appFixture = appFixture
    self.world = world
    self.collector = collector
    phone = try world.addDevice("phone", .iPhone(iOS: 17))
    var profile = DeviceProfile.watch(watchOS: 10)
    profile.watchLink?.mode = appFixture.mode
    if let rate = appFixture.bytesPerSecond { profile.watchLink?.bluetoothBytesPerSecond = rate }
    watch = try world.addDevice("watch", profile)
    try world.pair(watch, with: phone)
    phoneApp = try phone.install(appFixture.phoneDefinition)
    watchApp = try watch.install(appFixture.watchDefinition)
  }

  /// Returns the lines that the app of a device printed.
  func lines(_ device: Device) -> [String] {
    world.trace.events.compactMap {
      if case .output(let line) = $0.kind, $0.device == device.name { line } else { nil }
    }
  }

  var findings: [String] { world.trace.findings.map { "\($0.name) \($0.rule)" } }

  func wait(minutes: Double) async throws { try await Task.sleep(for: .seconds(minutes * 60)) }

  /// Opens the phone's app once and leaves it; it is suspended soon after.
  func openPhoneOnce() async throws {
    await phone.open(phoneApp)
    try await Task.sleep(for: .seconds(5))
    await phone.goHome()
    await phone.lock()
  }

  /// Starts a recording and lowers the wrist.
  func startNight(minutes: Int) async throws {
    await watch.open(watchApp)
    await watch.touch(watchApp, "start") {
      do {
        try RelayAppFixture.Holder.current.recording?.start(for: .seconds(minutes * 60))
      } catch {
        print("cannot start: \(error)")
      }
    }
    try await Task.sleep(for: .seconds(5))
    await watch.lowerWrist()
  }

  /// Runs the closure in the watch's app; does nothing if the app is not running.
  func useWatch(_ body: @escaping @MainActor @Sendable (WatchRecording) -> Void) async {
    await watch.touch(watchApp, "test") { body(RelayAppFixture.Holder.current.recording!) }
  }

  func usePhone(_ body: @escaping @MainActor @Sendable (RelayReceiver) -> Void) async {
    await phone.touch(phoneApp, "test") { body(RelayAppFixture.Holder.current.receiver!) }
  }

  /// Deletes the phone's app and installs it again.
  func reinstallPhone() throws {
    phone.delete(phoneApp)
    phoneApp = try phone.install(appFixture.phoneDefinition)
  }

  /// Returns the names of the chunks that are stored on a device.
  func chunks(_ app: InstalledApp, in folder: String = "streams") -> [String] {
    let root = app.container.applicationSupport.path
    return (FileManager.default.subpaths(atPath: root) ?? []).filter {
      $0.hasSuffix(".chunk") && $0.contains("/\(folder)/")
    }.sorted()
  }
}

/// Plays a scenario in which the phone's app was opened once and the watch starts a recording.
@discardableResult
func play(
  _ appFixture: RelayAppFixture = RelayAppFixture(), minutes: Int = 10, seed: UInt64 = 1,
  before prepare: @escaping @Sendable (RelayFixture) async throws -> Void = { _ in },
  _ scenario: @escaping @Sendable (RelayFixture) async throws -> Void
) async throws -> RelayFixture {
  let world = try World(seed: seed)
  let collector = RelayCollector()
  world.gateway = collector
  return try await world.run {
    let fixture = try RelayFixture(appFixture, world, collector)
    try await prepare(fixture)
    try await fixture.openPhoneOnce()
    try await fixture.startNight(minutes: minutes)
    try await scenario(fixture)
    return fixture
  }
}
