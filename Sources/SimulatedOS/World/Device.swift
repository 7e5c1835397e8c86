import Foundation
import VirtualTime

/// A simulated device: the services of its system, its apps, and what a user does with it.
///
/// Not Sendable by itself; `World` proves that all of it is touched by one thread at a time.
public final class Device: @unchecked Sendable {
  public let name: String
  /// Changes with an update of the system.
  public private(set) var profile: DeviceProfile
  public unowned let world: World
  public private(set) var apps: [InstalledApp] = []
  public private(set) lazy var location = LocationService(self)
  public private(set) lazy var motion = {
    let motion = MotionService(self)
    if profile.platform == .watchOS {
      motion.hasActiveWorkout = { [unowned self] in health.hasActiveWorkout($0.app) }
    }
    return motion
  }()
  public private(set) lazy var transfer = TransferService(self)
  public private(set) lazy var network = NetworkService(self)
  public private(set) lazy var power = PowerService(self)
  public private(set) lazy var bluetooth = BluetoothService(self)
  public private(set) lazy var scheduler = SchedulerService(self)
  public private(set) lazy var watchLink = {
    let link = WatchLinkService(self)
    if profile.platform == .watchOS {
      link.wakeWatchApp = { [unowned self] in watch.wake($0, for: .watchConnectivity) }
    }
    return link
  }()
  /// What a user lets apps do with health data, and a watch's workout session.
  public private(set) lazy var health = HealthService(self)
  /// What only a watch does; its calls trap on other devices.
  public private(set) lazy var watch = WatchService(self)
  public private(set) lazy var android = AndroidService(self)
  /// The audio sessions of apps, and what interrupts them.
  public private(set) lazy var audio = AudioService(self)
  /// What hears of launches and ends of apps and of the device, in this order.
  private(set) lazy var services: [any SystemService] = {
    var services: [any SystemService] = [
      location, motion, transfer, bluetooth, scheduler, watchLink, health, audio,
    ]
    switch profile.platform {
    case .watchOS:
      services.append(watch)
    case .android: services += [android, android.sensors, android.radio]
    case .iOS: break
    }
    return services
  }()
  /// The iPhone that a watch is paired with, and the other way round; see `World.pair`.
  public internal(set) weak var counterpart: Device?
  /// Where it is, for radios. Default: at the origin, where accessories are, too.
  public var place = Place.origin {
    didSet {
      guard place != oldValue else { return }
      if !isBeingCarried { post(.user("carries it to \(place)")) }
      for service in services { service.placeChanged() }
      for accessory in world.accessories where accessory.carrier === self { accessory.changed() }
    }
  }
  /// Whether `carry(to:at:)` moves it step by step.
  var isBeingCarried = false
  /// Whether the user must unlock the device after a reboot before Bluetooth relaunches apps
  /// (L17, BT27).
  public var hasPasscode = false
  /// Whether the user has unlocked the device since it booted; a device without a passcode is.
  public private(set) var isUnlocked = true
  /// Whether the screen is lit.
  public private(set) var isScreenOn = true {
    didSet { if isScreenOn != oldValue { post(.screen(isOn: isScreenOn)) } }
  }
  /// After how long without a touch the device locks itself, as in Settings; nil: never, the default.
  ///
  /// An app in front that sets `isIdleTimerDisabled` keeps the screen lit.
  public var autoLock: Duration? { didSet { touched() } }
  var autoLockAlarm: EventToken?
  /// Whether the system is up: false while it reboots.
  public private(set) var isUp = true
  /// Background App Refresh for the whole device, in Settings (L18).
  var allowsBackgroundRefresh = true
  /// Whether the device moves (is carried), which decides over automatic pauses (LOC3).
  public var isMoving = false {
    didSet {
      guard isMoving != oldValue else { return }
      for service in services { service.movementChanged() }
    }
  }

  /// So that the processes of an app that is installed again have names of their own.
  private var launchCountsOfDeleted: [String: Int] = [:]
  private var bootedAt: VirtualInstant

  init(_ name: String, _ profile: DeviceProfile, in world: World) {
    self.name = name
    self.profile = profile
    self.world = world
    bootedAt = .start - profile.uptimeAtStart
  }

  // MARK: Apps

  /// Installs an app, with an empty container.
  ///
  /// - Throws: `InstallError.alreadyInstalled`, or what Foundation throws if the container cannot be made.
  public func install(_ definition: AppDefinition) throws -> InstalledApp {
    guard !apps.contains(where: { $0.definition.bundleIdentifier == definition.bundleIdentifier })
    else { throw InstallError.alreadyInstalled(definition.bundleIdentifier, on: name) }
    let app = try InstalledApp(
      definition, on: self, root: world.folder.appending(path: name),
      launchCount: launchCountsOfDeleted[definition.bundleIdentifier] ?? 0)
    apps.append(app)
    for service in services { service.appInstalled(app) }
    return app
  }

  /// Deletes an app: its process ends, its container is gone.
  public func delete(_ app: InstalledApp) {
    post(.user("deletes \(app.definition.name)"))
    app.process?.kill(.uninstalled)
    for service in services { service.appDeleted(app) }
    app.container.remove()
    apps.removeAll { $0 === app }
    launchCountsOfDeleted[app.definition.bundleIdentifier] = app.launchCount
  }

  // MARK: A user

  /// Taps the app's icon: launches it, or brings it to the front. Returns when it is active (or
  /// was killed on the way).
  ///
  /// The user unlocks the device for it, which counts for the first time after a reboot (L17).
  /// Nothing happens while the device is down.
  public func open(_ app: InstalledApp) async {
    guard isUp else { return }
    liftWrist()
    post(.user("opens \(app.definition.name)"))
    app.isForceQuit = false
    app.lastOpened = world.now
    lightScreen()
    touched()
    unlocked()
    for other in apps where other !== app && other.isFrontmost { other.process?.leave() }
    if let process = app.process, !process.isPrewarmed {
      process.open()
    } else {
      launch(app, .user)
    }
    await app.process?.settled()
  }

  /// The home gesture. Returns when the app in front has been told.
  public func goHome() async {
    liftWrist()
    post(.user("goes home"))
    await leaveForeground()
  }

  /// Looks at the home screen, where every app's badge is shown. The badges that are there are in the
  /// trace as what the user sees.
  ///
  /// - Returns: the numbers by app name, without apps that have none; empty while the screen is dark or
  ///   an app is in front.
  @discardableResult
  public func lookAtHomeScreen() -> [String: Int] {
    guard isUp, isScreenOn, !apps.contains(where: \.isFrontmost) else { return [:] }
    let shown = apps.filter { $0.badge > 0 }
    for app in shown {
      post(.user("sees the badge \(app.badge) of \(app.definition.name) on the home screen"))
    }
    return Dictionary(shown.map { ($0.definition.name, $0.badge) }) { first, _ in first }
  }

  /// Presses the side button: the screen is dark, the app in front leaves the foreground.
  public func lock() async {
    post(.user("locks the device"))
    await leaveForeground()
    darkenScreen()
  }

  func darkenScreen() {
    isScreenOn = false
    conditionsChanged()
  }

  /// Presses the side button of a device with a dark screen: the lock screen is lit (BC6).
  public func wakeScreen() {
    post(.user("wakes the screen"))
    lightScreen()
  }

  func lightScreen() {
    guard !isScreenOn else { return }
    isScreenOn = true
    touched()
    location.screenCameOn()
    conditionsChanged()
  }

  /// Swipes the app away in the app switcher (L4). Returns when its process is gone. On Android as
  /// `swipeFromRecents`.
  public func swipeAway(_ app: InstalledApp) async {
    if profile.platform == .android { return await swipeFromRecents(app) }
    liftWrist()
    post(.user("swipes \(app.definition.name) away"))
    app.isForceQuit = true
    let process = app.process
    process?.swipeAway()
    await process?.settled()
    transfer.forceQuit(app)
  }

  /// Touches a control of the app: runs the body in the app's process, on its main queue. Returns
  /// when it has run or the process has ended; does nothing if the app is not running, or was
  /// started ahead and waits (L15).
  public func touch(
    _ app: InstalledApp, _ control: String, _ body: @escaping @MainActor @Sendable () -> Void
  ) async {
    liftWrist()
    touched()
    post(.user("touches \(control)"))
    guard let process = app.process, process.isRunning, !process.isPrewarmed else { return }
    await process.touch(body)
  }

  func leaveForeground() async {
    for app in apps where app.isFrontmost {
      let process = app.process
      process?.leave()
      await process?.settled()
    }
  }

  // MARK: The system

  /// Starts an app: a new process, or the one that was started ahead (L15).
  func launch(_ app: InstalledApp, _ cause: LaunchCause) {
    precondition(app.needsLaunch)
    let process = app.process ?? AppProcess(app)
    app.process = process
    process.start(cause)
    for service in services { service.launched(process) }
  }

  /// Restarts the device: every process ends without notice; what the system keeps comes back
  /// after `profile.bootDuration`. Returns then.
  public func reboot() async throws { try await restart() }

  /// Installs another version of the system: afterwards its rules hold (BC11). Takes
  /// `profile.updateDuration` and a reboot, and returns then. What a scenario changed in the
  /// profile's policies is as new again.
  ///
  /// - Throws: `UnknownProfile`, before anything happens, if the version is not a later one, or the
  ///   phone does not run it.
  public func update(toIOS version: SystemVersion) async throws {
    try profile.checkUpdate(toIOS: version)
    post(.power("installing iOS \(version.short)"))
    try await Task.sleep(for: profile.updateDuration)
    try await restart { self.profile = self.profile.updated(toIOS: version) }
  }

  private func restart(whileDown change: () -> Void = {}) async throws {
    guard !power.isEmpty else { return }
    post(.power("rebooting"))
    goDown(.reboot)
    change()
    bootedAt = world.now
    try await Task.sleep(for: profile.bootDuration)
    if !power.isEmpty { comeUp() }
  }

  /// The system stops: every process ends without notice.
  func goDown(_ reason: TerminationReason) {
    isUp = false
    for app in apps { app.process?.kill(reason) }
    isUnlocked = false
    isScreenOn = false
    for service in services { service.deviceWentDown() }
  }

  /// The system has booted: what it keeps comes back.
  ///
  /// - Parameter start: when it began to boot, if not when it went down.
  func comeUp(bootedSince start: VirtualInstant? = nil) {
    if let start { bootedAt = start }
    isUp = true
    post(.power("booted"))
    // A restart ends what a force-quit forbids (L16).
    for app in apps { app.isForceQuit = false }
    for service in services { service.deviceCameUp() }
    if !hasPasscode { unlocked() }
  }

  /// Unlocks the device with its passcode, which counts for the first time after a reboot (L17).
  /// Nothing happens while the device is down.
  public func unlock() {
    guard isUp else { return }
    post(.user("unlocks the device"))
    lightScreen()
    unlocked()
  }

  private func unlocked() {
    guard !isUnlocked else { return }
    isUnlocked = true
    for service in services { service.deviceWasUnlocked() }
    conditionsChanged()
  }

  /// Screen, charger, network, or a setting changed: what waits for a good moment looks again.
  func conditionsChanged() {
    for service in services { service.conditionsChanged() }
  }

  /// Tells the system frameworks of every app that runs, on its main queue.
  func tellApps(_ body: @escaping (any ApplicationEventReceiver) -> Void) {
    for app in apps { app.process?.tell(body) }
  }

  /// Time since the device booted, as an app reads it.
  public var uptime: Duration { world.now - bootedAt }

  func prepareClock(of process: SimulatedProcess) {
    process.setUptime(atStart: VirtualInstant.start - bootedAt)
  }

  func post(_ kind: TraceEvent.Kind, process: String? = nil) {
    let kind: TraceEvent.Kind =
      switch kind {
      case .output(let line): .output(world.portable(line))
      case .terminated(.crash(let reason)): .terminated(.crash(world.portable(reason)))
      default: kind
      }
    world.trace.post(TraceEvent(instant: world.now, device: name, process: process, kind: kind))
  }
}
