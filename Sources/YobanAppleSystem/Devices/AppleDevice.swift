import YobanPlatformProfiles
import YobanSimulatedDevices
import YobanSimulatedRadio
import YobanVirtualTime

/// An iPhone or an Apple Watch.
public class AppleDevice: Device, @unchecked SimulationConfined {
  /// The iPhone that a watch is paired with, or the watch of an iPhone; see `World.pair`.
  public package(set) weak var counterpart: AppleDevice?
  /// Whether Background App Refresh is on for the whole device, in Settings (L18).
  var allowsBackgroundRefresh = true

  /// Swipes the app away in the app switcher (L4). Returns when its process has ended.
  public func swipeAway(_ app: InstalledApp) async {
    guard !isExtension(app, "swipe away"), !leavesOut("swipes \(app.definition.name) away")
    else { return }
    userComes()
    post(.user("swipes \(app.definition.name) away"))
    app.isForceQuit = true
    let process = app.process
    process?.swipeAway()
    await process?.waitForTransition()
    notifyServices { $0.appForceQuit(app) }
  }
}

extension AppleDevice {
  /// Returns the app on the other device that belongs to an app of this device: that which a watch app names with
  /// `WKCompanionAppBundleIdentifier`.
  package func counterpart(of app: InstalledApp) -> InstalledApp? {
    guard let counterpart else { return nil }
    switch profile.platform {
    case .watchOS:
      guard let companion = app.definition.infoPlist.companionApp else { return nil }
      return counterpart.apps.first { $0.definition.bundleIdentifier == companion }
    case .iOS:
      return counterpart.apps.first {
        $0.definition.infoPlist.companionApp == app.definition.bundleIdentifier
      }
    case .android: return nil
    }
  }
}

/// An iPhone.
public final class Phone: AppleDevice, @unchecked SimulationConfined {
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
public final class Watch: AppleDevice, @unchecked SimulationConfined {
  /// The apps with a complication on the active face. Only they, and the apps in the dock, are
  /// refreshed in the background (WK9). Default: none.
  public var activeComplications: [InstalledApp] = [] {
    didSet {
      let names = activeComplications.map(\.definition.name)
      guard names != oldValue.map(\.definition.name) else { return }
      post(
        .user(
          "has on the face: \(names.isEmpty ? "no complication" : names.joined(separator: ", "))"))
      conditionsChanged()
    }
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

  /// Reads a value for a test. On Android, reports a mistake of the test and returns `other`.
  package func onApple<Value>(
    _ what: String, otherwise other: Value, _ read: (AppleDevice) -> Value
  ) -> Value {
    if let device = device as? AppleDevice { return read(device) }
    Misuse.report("\(definition.name) runs on Android: only an app on an Apple device has \(what).")
    return other
  }
}
