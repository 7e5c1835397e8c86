import Foundation
import YobanPlatformProfiles
import YobanSimulatedRadio
import YobanVirtualTime

/// A simulated device: its services, its apps, and the actions of its user.
///
/// Its subclasses are `Phone` and `Watch`, and `AndroidPhone`; `World.addPhone`, `addWatch` and
/// `addAndroidPhone` create them. It is open because they are in modules of their own, but its
/// initializer is not public, so that there are no others.
open class Device: RadioCarrier, @unchecked SimulationConfined {
  public final let name: String
  /// The device's profile. A system update changes it.
  public package(set) final var profile: DeviceProfile {
    didSet {
      policies = [:]
      notifyServices { $0.profileChanged() }
    }
  }
  /// The policies that services have read from the profile, by type: to make one takes as long as many events.
  private final var policies: [ObjectIdentifier: any Policy] = [:]
  public final unowned let world: World
  /// The installed apps, in the order of their installation.
  public internal(set) var apps: [InstalledApp] = []
  public private(set) lazy var power = PowerService(self)
  /// Collects what draws power, for `energy(of:from:to:)`.
  package private(set) lazy var energyMeter = EnergyMeter(self)
  final var table: ServiceTable
  /// The services that are notified of events of apps and of the device, in the order of the platform's list.
  package final var services: [any SystemService] = []
  /// The device as a peer on the radio.
  package private(set) lazy var ownPeer: any RadioPeer = CentralOnlyPeer(self)
  /// The device's place in the world. Default: the origin, as for accessories.
  public var place = Place.origin {
    didSet {
      guard place != oldValue else { return }
      if !isBeingCarried { post(.user("carries it to \(place)")) }
      notifyServices { $0.placeChanged() }
      for accessory in world.accessories where accessory.carrier === self { accessory.changed() }
    }
  }
  /// The device's altitude in meters above sea level. Core Location and the altimeter measure it.
  /// Default: 20.
  public var altitude = 20.0 {
    didSet {
      guard altitude != oldValue, !isClimbing else { return }
      post(.user("carries it to \(altitude) m above sea level"))
    }
  }
  /// Whether the log shows `<private>` instead of the private values of a message, as on a device
  /// without a debugger. Default: false, as in Apple's simulator and under Xcode's debugger.
  public var redactsPrivateLogValues = false
  /// Whether `climb(to:at:)` is changing the altitude.
  var isClimbing = false
  /// Whether `carry(to:at:)` is moving the device.
  var isBeingCarried = false
  package private(set) lazy var protection = DataProtection(self)
  private(set) lazy var clock = DeviceClock(self)
  /// The device's disk: its free space, and what was lost.
  public private(set) lazy var storage = DeviceStorage(self)
  /// The lists of `UserDefaults` that processes have read, by path.
  var storedDefaults: [String: StoredDefaults] = [:]
  /// The folder of the host that holds the device's disk.
  var folder: URL { world.folder.appending(path: name, directoryHint: .isDirectory) }
  /// The path of the folder, as it is and without symbolic links, with a slash at the end.
  private(set) lazy var diskRoots = [
    folder.path + "/", folder.resolvingSymlinksInPath().path + "/",
  ]
  /// Whether a passcode is set. Only then the device can be locked, protected files are not accessible
  /// at all times (DP1), and the user must unlock the device after a reboot before Bluetooth relaunches
  /// apps (L17, BT27).
  public var hasPasscode = false {
    didSet {
      guard hasPasscode != oldValue else { return }
      protection.setPasscode(hasPasscode)
    }
  }
  /// Whether the user has unlocked the device since it booted; without a passcode it is unlocked at
  /// boot. For whether it is locked now see `isLocked`.
  public private(set) var isUnlocked = true
  /// Whether the device is locked: it has a passcode, and the user has locked it or has not unlocked it
  /// since it booted.
  public var isLocked: Bool { protection.lock.isLocked }
  /// Whether the screen is on.
  public internal(set) var isScreenOn = true {
    didSet {
      guard isScreenOn != oldValue else { return }
      post(.screen(isOn: isScreenOn))
      energyMeter.stateChanged()
    }
  }
  /// The time without a touch after which the device locks itself, as in Settings; nil (the
  /// default) for never.
  ///
  /// An app in front that sets `isIdleTimerDisabled` keeps the screen on.
  public var autoLock: Duration? { didSet { touched() } }
  var autoLockAlarm: EventToken?
  /// Whether the system is up; false while it reboots or the battery is empty.
  public private(set) var isUp = true
  /// Whether the device moves (is carried); a still device can pause location updates (LOC3).
  public var isMoving = false {
    didSet {
      guard isMoving != oldValue else { return }
      notifyServices { $0.movementChanged() }
    }
  }

  /// The launch counts of deleted apps, so that the process names of an app that is installed again
  /// stay unique.
  var launchCountsOfDeleted: [String: Int] = [:]
  /// The rate of the clocks of the device (TM5).
  package private(set) final var clockRate = ClockRate()
  /// The count of the clocks when the device was booted, in nanoseconds.
  private var countAtBoot: Int64

  /// - Parameter services: the list of the platform's services.
  package init(
    _ name: String, _ profile: DeviceProfile, in world: World, services: [ServiceDeclaration]
  ) {
    self.name = name
    table = ServiceTable(services)
    self.profile = profile
    self.world = world
    countAtBoot = (Duration.zero - profile.uptimeAtStart).nanoseconds
    makeServices()
    if let bluetooth = bluetoothSwitch { ownPeer = bluetooth.ownPeer }
    for case let listener as any RadioListener in self.services { world.radio.add(listener) }
    energyMeter.stateChanged()
  }

  /// Whether Bluetooth is switched on.
  package final var isBluetoothOn: Bool { bluetoothSwitch?.isOn ?? false }

  // MARK: Services

  /// Calls a method of every service, in the order of the platform's list.
  package final func notifyServices(_ notify: (any SystemService) -> Void) {
    for service in services { notify(service) }
  }

  /// The policy of a type in the device's profile.
  package final func policy<P: Policy>(_ type: P.Type) -> P {
    if let policy = policies[ObjectIdentifier(type)] as? P { return policy }
    let policy = profile[type]
    policies[ObjectIdentifier(type)] = policy
    return policy
  }

  /// Whether the user's settings let the system launch or resume the app in the background (L18).
  package func mayLaunchInBackground(_ app: InstalledApp) -> Bool {
    services.allSatisfy { $0.mayLaunchInBackground(app) }
  }

  /// Whether a session of the app, such as a workout, keeps it running in the background.
  package func keepsRunning(_ app: InstalledApp) -> Bool {
    services.contains { $0.keepsRunning(app) }
  }

  /// Whether power management lets the process use the network.
  package func mayUseNetwork(_ process: AppProcess) -> Bool {
    services.allSatisfy { $0.mayUseNetwork(process) }
  }

  /// The requests of an app for which the system may launch, resume or call it while the user does
  /// nothing. An app of which the system owes nothing does not run again before its user opens it.
  package func obligations(to app: InstalledApp) -> [String] {
    services.flatMap { $0.obligations(to: app) }
  }

  /// The user is about to look at the device or to touch it.
  package func userComes() { notifyServices { $0.userComes() } }

  // MARK: System actions

  /// Launches an app, in a new process or in its prewarmed process (L15).
  ///
  /// - Parameters:
  ///   - isAhead: whether a process that is prewarmed runs through didFinishLaunching, too (L15).
  ///   - connectsScene: whether a launch in background connects the app's scene, whatever the policy says (L13).
  package func launch(
    _ app: InstalledApp, _ cause: LaunchCause, runsAhead isAhead: Bool = false,
    connectsScene: Bool = false
  ) {
    precondition(app.needsLaunch)
    let process = app.process ?? AppProcess(app)
    app.process = process
    process.start(cause, runsAhead: isAhead, connectsScene: connectsScene)
    notifyServices { $0.launched(process) }
  }

  /// Restarts the device. Every process ends without notice. The system restores its stored state
  /// after `profile.bootDuration`, and then the call returns.
  public func reboot() async throws { try await restart() }

  package func restart(whileDown change: () -> Void = {}) async throws {
    guard !power.isEmpty else { return }
    post(.power("rebooting"))
    goDown(.reboot)
    storage.makeDurable()
    change()
    countAtBoot = clockRate.counted(at: world.now.nanoseconds)
    try await Task.sleep(for: profile.bootDuration)
    if !power.isEmpty { comeUp() }
  }

  /// Stops the system: every process ends without notice.
  func goDown(_ reason: TerminationReason) {
    isUp = false
    for app in appsAndExtensions { app.process?.kill(reason) }
    isUnlocked = false
    isScreenOn = false
    energyMeter.stateChanged()
    notifyServices { $0.deviceWentDown() }
  }

  /// Completes the boot: the services restore their stored state.
  ///
  /// - Parameter start: the time when the boot began; nil if it began when the device went down.
  func comeUp(bootedSince start: VirtualInstant? = nil) {
    if let start { countAtBoot = clockRate.counted(at: start.nanoseconds) }
    isUp = true
    energyMeter.stateChanged()
    post(.power("booted"))
    // A restart ends the effects of a force-quit (L16).
    for app in apps { app.isForceQuit = false }
    notifyServices { $0.deviceCameUp() }
    protection.booted()
    if hasPasscode { prewarmAfterBoot() } else { unlocked() }
  }

  func unlocked() {
    protection.unlockDevice()
    guard !isUnlocked else { return }
    isUnlocked = true
    notifyServices { $0.deviceWasUnlocked() }
    conditionsChanged()
  }

  /// Notifies the services that the screen, the charger, the network or a setting has changed.
  package func conditionsChanged() {
    notifyServices { $0.conditionsChanged() }
  }

  /// Calls the event receiver of every app, on its main queue, when the app runs.
  func notifyApps(_ body: @escaping (any ApplicationEventReceiver) -> Void) {
    for app in appsAndExtensions { app.process?.notify(body) }
  }

  /// The time since the device booted, as an app reads it.
  public var uptime: Duration { .nanoseconds(uptime(at: world.now.nanoseconds)) }

  /// The time since the boot at a time of the simulation, in nanoseconds.
  package func uptime(at time: Int64) -> Int64 { clockRate.counted(at: time) - countAtBoot }

  /// The time of the simulation at which the device was booted.
  package var bootTime: Int64 { clockRate.time(ofCount: countAtBoot) }

  func prepareClock(of process: SimulatedProcess) {
    process.setUptime(atStart: .nanoseconds(-countAtBoot))
    clock.prepare(process)
  }

  /// Changes how fast the clocks run from now on.
  func changeClockRate(to drift: Double) {
    clockRate.change(to: drift, at: world.now)
    clock.rateChanged()
  }

  package func post(_ kind: TraceEvent.Kind, process: String? = nil) {
    let kind = kind.replacingTexts(world.portable)
    world.trace.post(TraceEvent(instant: world.now, device: name, process: process, kind: kind))
  }
}
