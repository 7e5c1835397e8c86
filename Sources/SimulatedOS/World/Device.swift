import Foundation
import VirtualTime

/// A simulated device: the services of its system, its apps, and what a person does with it.
///
/// Not Sendable by itself; `World` proves that all of it is touched by one thread at a time.
public final class Device: @unchecked Sendable {
  public let name: String
  public let profile: DeviceProfile
  public unowned let world: World
  public private(set) var apps: [InstalledApp] = []
  public private(set) lazy var location = LocationService(self)
  public private(set) lazy var motion = MotionService(self)
  public private(set) lazy var transfer = TransferService(self)
  public private(set) lazy var network = NetworkService(self)
  public private(set) lazy var power = PowerService(self)
  public private(set) lazy var bluetooth = BluetoothService(self)
  /// Where it is, for radios. Default: at the origin, where accessories are, too.
  public var place = Place.origin {
    didSet {
      guard place != oldValue else { return }
      post(.person("carries it to \(place)"))
      bluetooth.placeChanged()
    }
  }
  /// Whether the person must unlock the device after a reboot before Bluetooth relaunches apps
  /// (L17, BT27).
  public var hasPasscode = false
  /// Whether the person has unlocked the device since it booted; a device without a passcode is.
  public private(set) var isUnlocked = true
  /// Whether the device moves (is carried), which decides over automatic pauses (LOC3).
  public var isMoving = false { didSet { if isMoving != oldValue { location.movementChanged() } } }

  /// So that the processes of an app that is installed again have names of their own.
  private var livesOfDeleted: [String: Int] = [:]
  private var bootedAt: VirtualInstant
  /// What `systemUptime` read when the simulation began.
  private let uptimeAtStart: Duration = .seconds(26 * 3600)

  init(_ name: String, _ profile: DeviceProfile, in world: World) {
    self.name = name
    self.profile = profile
    self.world = world
    bootedAt = .start - uptimeAtStart
  }

  // MARK: Apps

  /// Installs an app, with an empty container.
  public func install(_ definition: AppDefinition) throws -> InstalledApp {
    precondition(!apps.contains { $0.definition.bundleIdentifier == definition.bundleIdentifier })
    let app = try InstalledApp(
      definition, on: self, root: world.folder.appending(path: name),
      lives: livesOfDeleted[definition.bundleIdentifier] ?? 0)
    apps.append(app)
    return app
  }

  /// Deletes an app: its process ends, its container is gone.
  public func delete(_ app: InstalledApp) {
    post(.person("deletes \(app.definition.name)"))
    app.process?.kill(.uninstalled)
    transfer.appDeleted(app)
    bluetooth.appDeleted(app)
    app.container.remove()
    apps.removeAll { $0 === app }
    livesOfDeleted[app.definition.bundleIdentifier] = app.lives
  }

  // MARK: A person

  /// Taps the app's icon: launches it, or brings it to the front. Returns when it is active (or
  /// was killed on the way).
  public func open(_ app: InstalledApp) async {
    post(.person("opens \(app.definition.name)"))
    for other in apps where other !== app && other.isInFront { other.process?.leave() }
    if let process = app.process { process.open() } else { launch(app, .user) }
    await app.process?.settled()
  }

  /// The home gesture. Returns when the app in front has been told.
  public func goHome() async {
    post(.person("goes home"))
    await leaveForeground()
  }

  /// Presses the side button.
  public func lock() async {
    post(.person("locks the device"))
    await leaveForeground()
  }

  /// Swipes the app away in the app switcher (L4). Returns when its process is gone.
  public func swipeAway(_ app: InstalledApp) async {
    post(.person("swipes \(app.definition.name) away"))
    let process = app.process
    process?.swipeAway()
    await process?.settled()
    transfer.forceQuit(app)
  }

  /// Touches a control of the app: runs the body in the app's process, on its main queue. Returns
  /// when it has run or the process has ended; does nothing if the app is not running.
  public func touch(
    _ app: InstalledApp, _ control: String, _ body: @escaping @MainActor @Sendable () -> Void
  ) async {
    post(.person("touches \(control)"))
    guard let process = app.process, process.isRunning else { return }
    await process.touch(body)
  }

  private func leaveForeground() async {
    for app in apps where app.isInFront {
      let process = app.process
      process?.leave()
      await process?.settled()
    }
  }

  // MARK: The system

  /// Starts a process of an app that has none.
  func launch(_ app: InstalledApp, _ cause: LaunchCause) {
    precondition(app.process == nil)
    let process = AppProcess(app, cause: cause)
    app.process = process
    process.start()
  }

  /// Removes an app from memory without notice, as under memory pressure (L8).
  public func jetsam(_ app: InstalledApp) { app.process?.kill(.jetsam) }

  /// Restarts the device: every process ends without notice; what the system keeps comes back
  /// after `profile.bootDuration`. Returns then.
  public func reboot() async throws {
    post(.power("rebooting"))
    for app in apps { app.process?.kill(.reboot) }
    isUnlocked = false
    transfer.deviceWentDown()
    bluetooth.deviceWentDown()
    bootedAt = world.now
    try await Task.sleep(for: profile.bootDuration)
    post(.power("booted"))
    transfer.deviceCameUp()
    if !hasPasscode { unlocked() }
  }

  /// Unlocks the device with its passcode, which counts for the first time after a reboot (L17).
  public func unlock() {
    post(.person("unlocks the device"))
    unlocked()
  }

  private func unlocked() {
    guard !isUnlocked else { return }
    isUnlocked = true
    bluetooth.deviceCameUp()
  }

  /// Time since the device booted, as an app reads it.
  public var uptime: Duration { world.now - bootedAt }

  func prepareClock(of process: SimulatedProcess) {
    process.setUptime(atStart: VirtualInstant.start - bootedAt)
  }

  func post(_ kind: TraceEvent.Kind, process: String? = nil) {
    world.trace.post(TraceEvent(instant: world.now, device: name, process: process, kind: kind))
  }
}
