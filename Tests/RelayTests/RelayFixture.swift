import CoreMotion
import Foundation
import YobanNight
import UIKit
import WatchKit
import YobanTesting

@testable import Yoban

/// The configuration of the two apps of a test.
struct RelayAppFixture: Sendable {
  var mode = WatchLinkPolicy.Mode.observed
  var rateHz = 10
  var chunkSeconds = 30
  var byteCountMax: Int64 = 512 << 20
  var bytesPerSecond: Int?
  var relay = RelayConfiguration()
  var relayFaults: Set<RelayFault> = []
  var workout = WorkoutHold.Configuration()
  let phoneDisk = Disk()
  var lingersAfterStop = Duration.seconds(600)

  /// The disk space that the phone's app keeps free, in launches that begin from now on.
  final class Disk: @unchecked SimulationConfined {
    var reservedByteCount: Int64 = 0
  }

  fileprivate static let watchInfoPlist = InfoPlist([
    "CFBundleName": "Watch", "CFBundleIdentifier": "example.night.watchkitapp",
    "WKBackgroundModes": ["workout-processing"], "WKCompanionAppBundleIdentifier": "example.night",
    "NSHealthUpdateUsageDescription": "test", "NSHealthShareUsageDescription": "test",
    "NSMotionUsageDescription": "test",
  ])
  fileprivate static let phoneInfoPlist = InfoPlist([
    "CFBundleName": "Phone", "CFBundleIdentifier": "example.night",
  ])

  /// Called in the app's process.
  fileprivate func makeWatchDelegate() -> RelayWatchDelegate {
    RelayFault.inject(relayFaults, atEndOf: WKApplication.didFinishLaunchingNotification)
    return RelayWatchDelegate(self)
  }

  /// Called in the app's process.
  fileprivate func makePhoneDelegate() -> RelayPhoneDelegate {
    RelayFault.inject(relayFaults, atEndOf: UIApplication.didFinishLaunchingNotification)
    return RelayPhoneDelegate(self)
  }
}

/// The delegate of a watch app with one recording, whose events it prints.
final class RelayWatchDelegate: NSObject, WKApplicationDelegate {
  private let appFixture: RelayAppFixture
  fileprivate var recording: WatchRecording?

  init(_ appFixture: RelayAppFixture) { self.appFixture = appFixture }

  func applicationDidFinishLaunching() {
    let motion = CMMotionManager()
    var configuration = WatchRecording.Configuration(
      device: "watch",
      sources: [
        MotionSource(.accelerometer, manager: motion, rateHz: appFixture.rateHz),
        MotionSource(.rotationRate, manager: motion, rateHz: appFixture.rateHz),
      ])
    configuration.chunkDuration = .seconds(appFixture.chunkSeconds)
    configuration.byteCountMax = appFixture.byteCountMax
    configuration.relay = appFixture.relay
    configuration.workout = appFixture.workout
    configuration.lingersAfterStop = appFixture.lingersAfterStop
    do {
      let recording = try WatchRecording(configuration)
      self.recording = recording
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

  func handleActiveWorkoutRecovery() { recording?.handleActiveWorkoutRecovery() }

  func handle(_ backgroundTasks: Set<WKRefreshBackgroundTask>) {
    for task in recording?.handle(backgroundTasks) ?? backgroundTasks {
      task.setTaskCompletedWithSnapshot(false)
    }
  }
}

/// The delegate of a phone app that only has a relay.
final class RelayPhoneDelegate: UIResponder, UIApplicationDelegate {
  private let appFixture: RelayAppFixture
  fileprivate var receiver: RelayReceiver?

  init(_ appFixture: RelayAppFixture) { self.appFixture = appFixture }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    var configuration = RelayReceiver.Configuration(
      device: "watch", collector: URL(string: "http://collector.test")!,
      token: RelayCollector.token)
    configuration.reservedByteCount = appFixture.phoneDisk.reservedByteCount
    do {
      let receiver = try RelayReceiver(configuration)
      self.receiver = receiver
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
    receiver?.handleEventsForBackgroundURLSession(
      identifier: identifier, completionHandler: completionHandler)
  }
}

/// A watch and its phone, with both apps installed and opened, and a collector.
final class RelayFixture: @unchecked SimulationConfined {
  let world: World
  let phone: Phone
  let watch: Watch
  private(set) var phoneApp: InstalledApp
  let watchApp: InstalledApp
  let collector: RelayCollector
  /// The configuration of the phone's app from its next installation on.
  var appFixture: RelayAppFixture

  /// Adds the devices and the collector to the test's world, and installs both apps.
  init(_ appFixture: RelayAppFixture) throws {
    self.appFixture = appFixture
    world = try World.current
    collector = RelayCollector()
    world.gateway = collector
    phone = try world.addPhone()
    watch = try world.addWatch(pairedWith: phone) { profile in
      profile.watchLink?.mode = appFixture.mode
      if let rate = appFixture.bytesPerSecond { profile.watchLink?.bluetoothBytesPerSecond = rate }
    }
    phoneApp = try phone.install(
      .making {
        appFixture.makePhoneDelegate()
      }, infoPlist: RelayAppFixture.phoneInfoPlist)
    watchApp = try watch.install(
      .making { appFixture.makeWatchDelegate() }, infoPlist: RelayAppFixture.watchInfoPlist,
      entitlements: ["com.apple.developer.healthkit"])
  }

  /// Opens the phone's app once and leaves it; it is suspended soon after.
  func openPhoneOnce() async throws {
    await phone.open(phoneApp)
    try await world.pass(.seconds(5))
    await phone.goHome()
    await phone.lock()
  }

  /// Starts a recording and lowers the wrist.
  func startNight(minutes: Int) async throws {
    await watch.open(watchApp)
    await watch.touch(watchApp, "start") { (delegate: RelayWatchDelegate) in
      do {
        try delegate.recording?.start(for: .seconds(minutes * 60))
      } catch {
        print("cannot start: \(error)")
      }
    }
    try await world.pass(.seconds(5))
    await watch.lowerWrist()
  }

  /// Runs the closure in the watch's app; does nothing if the app is not running.
  func useWatch(_ body: @escaping @MainActor @Sendable (WatchRecording) -> Void) async {
    await watch.touch(watchApp, "test") { (delegate: RelayWatchDelegate) in
      body(delegate.recording!)
    }
  }

  func usePhone(_ body: @escaping @MainActor @Sendable (RelayReceiver) -> Void) async {
    await phone.touch(phoneApp, "test") { (delegate: RelayPhoneDelegate) in
      body(delegate.receiver!)
    }
  }

  /// Deletes the phone's app and installs it again.
  func reinstallPhone() throws {
    phone.delete(phoneApp)
    let appFixture = appFixture
    phoneApp = try phone.install(
      .making {
        appFixture.makePhoneDelegate()
      }, infoPlist: RelayAppFixture.phoneInfoPlist)
  }

  /// Returns the names of the chunks that are stored on a device.
  func chunks(_ app: InstalledApp, in folder: String = "streams") -> [String] {
    let root = app.container.applicationSupport.path
    return (FileManager.default.subpaths(atPath: root) ?? []).filter {
      $0.hasSuffix(".chunk") && $0.contains("/\(folder)/")
    }.sorted()
  }
}

/// Opens the phone's app once and starts a recording on the watch.
func startRelay(
  _ appFixture: RelayAppFixture = RelayAppFixture(), minutes: Int = 10,
  before prepare: (RelayFixture) async throws -> Void = { _ in }
) async throws -> RelayFixture {
  let fixture = try RelayFixture(appFixture)
  try await prepare(fixture)
  try await fixture.openPhoneOnce()
  try await fixture.startNight(minutes: minutes)
  return fixture
}
