import YobanPlatformProfiles
import YobanSimulatedDevices
import YobanSimulatedRadio

/// An iPhone or an Apple Watch: the services that both have.
///
/// Sendable like `Device`.
public class AppleDevice: Device, @unchecked Sendable {
  /// The iPhone that a watch is paired with, or the watch of an iPhone; see `World.pair`.
  public internal(set) weak var counterpart: AppleDevice?
  /// Whether Background App Refresh is on for the whole device, in Settings (L18).
  var allowsBackgroundRefresh = true

  package override init(
    _ name: String, _ profile: DeviceProfile, in world: World, services: [ServiceEntry]
  ) {
    super.init(name, profile, in: world, services: services)
    ownPeer = bluetooth.role
    world.radio.add(bluetooth)
    world.radio.add(location)
  }

  /// Swipes the app away in the app switcher (L4). Returns when its process has ended.
  public func swipeAway(_ app: InstalledApp) async {
    guard !leavesOut("swipes \(app.definition.name) away") else { return }
    userComes()
    post(.user("swipes \(app.definition.name) away"))
    app.isForceQuit = true
    let process = app.process
    process?.swipeAway()
    await process?.settled()
    transfer.forceQuit(app)
  }

  public override func endAsUser(_ app: InstalledApp) async { await swipeAway(app) }

  public override func endAsUserAtOnce(_ app: InstalledApp) {
    userComes()
    post(.user("swipes \(app.definition.name) away"))
    app.isForceQuit = true
    app.process?.kill(.forceQuit)
    transfer.forceQuit(app)
  }

  // MARK: Permissions

  private func keeper(of permission: PrivacyPermission) -> (any PermissionKeeper)? {
    services.lazy.compactMap { $0 as? any PermissionKeeper }.first { $0.permission == permission }
  }

  public override func isGranted(_ permission: PrivacyPermission, to app: InstalledApp) -> Bool {
    keeper(of: permission)?.isPermitted(app) ?? false
  }

  @discardableResult
  public override func withdraw(
    _ permission: PrivacyPermission, from app: InstalledApp
  ) -> Bool {
    guard isGranted(permission, to: app) else { return false }
    post(.user("withdraws the permission for \(permission) from \(app.definition.name)"))
    set(permission, isGranted: false, of: app)
    return true
  }

  public override func giveBack(_ permission: PrivacyPermission, to app: InstalledApp) {
    guard !isGranted(permission, to: app) else { return }
    post(.user("gives \(app.definition.name) the permission for \(permission)"))
    set(permission, isGranted: true, of: app)
  }

  private func set(_ permission: PrivacyPermission, isGranted: Bool, of app: InstalledApp) {
    // Before the permission changes, because a process that ends is not notified of it.
    if permission.endsApp { app.process?.kill(.system(.permissionChange("\(permission)"))) }
    keeper(of: permission)?.setPermitted(isGranted, app)
  }
}

extension AppleDevice {
  /// Cancels the background transfers of an app, because the system is short of resources (FT7,
  /// reason 2 of NSURLErrorBackgroundTaskCancelledReasonKey).
  public func cancelTransfers(of app: InstalledApp) {
    post(.power("short of resources for transfers of \(app.definition.name)"))
    transfer.resourcesRanOut(app)
  }
}

/// An iPhone.
///
/// Sendable like `Device`.
public final class Phone: AppleDevice, @unchecked Sendable {
  /// Installs another version of the system, whose rules then apply (BC11). The call returns after
  /// `profile.updateDuration` and a reboot. The profile's policies get the defaults of the new
  /// version; a scenario's changes to them are lost.
  ///
  /// - Throws: `UnknownProfile`, without any effect, if the version is not a later one, or the
  ///   phone does not support it.
  public func update(toIOS version: SystemVersion) async throws {
    try profile.checkUpdate(toIOS: version)
    post(.power("installing iOS \(version.short)"))
    try await Task.sleep(for: profile.updateDuration)
    try await restart { self.profile = self.profile.updated(toIOS: version) }
  }
}

/// An Apple Watch.
///
/// Sendable like `Device`.
public final class Watch: AppleDevice, @unchecked Sendable {
  package override init(
    _ name: String, _ profile: DeviceProfile, in world: World, services: [ServiceEntry]
  ) {
    super.init(name, profile, in: world, services: services)
    motion.hasActiveWorkout = { [unowned self] in health.hasActiveWorkout($0.app) }
    watchLink.wakeWatchApp = { [unowned self] in watch.wake($0, for: .watchConnectivity) }
  }
}

extension InstalledApp {
  /// The device of this app, which uses Apple's frameworks.
  package var appleDevice: AppleDevice {
    guard let device = device as? AppleDevice else {
      preconditionFailure("\(definition.name) uses Apple's frameworks, but runs on Android")
    }
    return device
  }

  /// The functions of the watch on which this watch app is installed.
  package var watchService: WatchService {
    guard let watch = device as? Watch else {
      preconditionFailure("\(definition.name) uses WatchKit, but is not installed on a watch")
    }
    return watch.watch
  }
}
