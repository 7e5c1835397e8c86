import CoreLocation
import Testing
import UIKit
import YobanTesting

/// The function `flock`, which has the name of a structure.
private let setLock: @Sendable (Int32, Int32) -> Int32 = flock

/// An app that shares a database with its extensions.
///
/// The app holds the lock of the database while it reads. It protects such a read against a
/// suspension after it has entered the background; the faulty app does so only then. A process that
/// the system launches in the background never enters it: a read that is still going on when the
/// process is suspended gets the app killed with 0xdead10cc.
private final class HomeApp: UIResponder, UIApplicationDelegate,
  @preconcurrency CLLocationManagerDelegate
{
  private let variant: Variant
  private let location = CLLocationManager()
  private var isInBackground = false
  private var isReading = false
  private var reading: DispatchWorkItem?
  private var file: Int32 = -1
  private var protection = UIBackgroundTaskIdentifier.invalid

  init(_ variant: Variant) { self.variant = variant }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    switch variant {
    case .faulty: break  // Wrong: the system can launch a process in the background.
    case .mended: isInBackground = application.applicationState == .background
    }
    location.delegate = self
    location.startMonitoringSignificantLocationChanges()
    return true
  }

  func applicationDidEnterBackground(_ application: UIApplication) {
    isInBackground = true
    if isReading { protect() }
  }

  func applicationWillEnterForeground(_ application: UIApplication) { isInBackground = false }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    readDatabase()
  }

  /// A long read, which ends after 15 seconds.
  private func readDatabase() {
    guard !isReading,
      let folder = FileManager.default.containerURL(
        forSecurityApplicationGroupIdentifier: "group.home")
    else { return }
    isReading = true
    file = open(folder.appending(path: "database").path, O_RDWR | O_CREAT, 0o600)
    _ = setLock(file, LOCK_EX)
    if isInBackground { protect() }
    let end = DispatchWorkItem {
      self.endReading()
      print("read")
    }
    reading = end
    DispatchQueue.main.asyncAfter(deadline: .now() + 15, execute: end)
  }

  /// Asks for time in the background. If it is over before the read, the read ends.
  private func protect() {
    guard protection == .invalid else { return }
    protection = UIApplication.shared.beginBackgroundTask { self.endReading() }
  }

  private func endReading() {
    reading?.cancel()
    _ = setLock(file, LOCK_UN)
    close(file)
    isReading = false
    UIApplication.shared.endBackgroundTask(protection)
    protection = .invalid
  }
}

extension KnownBug {
  static let lockAtSuspension = KnownBug(
    name: "LockAtSuspension", thread: "https://github.com/home-assistant/iOS/pull/5530",
    clue: "a lock on group.home/database",
    property: .always("the system does not kill the app for a lock") { stage in
      !stage.app.terminations.contains {
        if case .killed(.fileLock, _) = $0 { true } else { false }
      }
    },
    build: { world, variant in
      let phone = try world.addPhone()
      let app = try phone.install(
        .making { HomeApp(variant) }, infoPlist: .location("LockAtSuspension"),
        entitlements: ["com.apple.security.application-groups": ["group.home"]])
      phone.location.setAuthorization(.always, for: app)
      return Stage(world: world, phone: phone, app: app)
    },
    scenario: { stage in
      await stage.phone.open(stage.app)
      // The first position comes in the foreground.
      try await stage.world.pass(.minutes(1))
      await stage.phone.goHome()
      try await stage.phone.carry(to: Place(x: 5000), at: 15)
      try await stage.world.pass(.minutes(5))
    })
}

@Suite struct LockAtSuspensionTests {
  @Test func `a process that is launched in the background is suspended with its lock`()
    async throws
  {
    try await expectShown(.lockAtSuspension, findings: [.fileLockedAtSuspension.by(.l10)]) {
      stage in
      await stage.phone.open(stage.app)
      try await stage.world.pass(.minutes(1))
      await stage.phone.goHome()
      try await stage.world.pass(.minutes(1))
      stage.phone.jetsam(stage.app)
      try await stage.phone.carry(to: Place(x: 5000), at: 15)
      try await stage.world.pass(.minutes(5))
    }
  }

  @Test func `both forms read their database when nothing goes wrong`() async throws {
    try await expectQuiet(.lockAtSuspension, prints: "read")
  }
}
