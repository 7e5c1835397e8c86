import Foundation
import YobanVirtualTime

extension Device {
  /// Deletes an app and installs the same version again, as the user does: its process ends, and its
  /// files, settings and permissions are gone. Items in the keychain stay (DP9). The app is the same
  /// object as before.
  ///
  /// - Throws: `InstallError.notInstalled`, or what Foundation throws if the container cannot be made.
  public func reinstall(_ app: InstalledApp) throws {
    guard apps.contains(where: { $0 === app }) else {
      throw InstallError.notInstalled(app.definition.bundleIdentifier, on: name)
    }
    post(.user("deletes \(app.definition.name) and installs it again"))
    app.process?.kill(.uninstalled)
    notifyServices { $0.appDeleted(app) }
    app.container.remove()
    forgetDefaults(in: app.container.home)
    removeGroupContainers(of: app)
    app.container = try Container(root: folder, app: app.definition)
    try makeGroupContainers(for: app)
    app.becomeNew()
    notifyServices { $0.appInstalled(app) }
  }

  /// Installs an update of the system that changes none of its rules, as the device does at night. The
  /// call returns after `profile.updateDuration` and a reboot: with a passcode, the user has not unlocked
  /// the device since then (DP1). Apps and their containers stay.
  public func updateSystem() async throws {
    post(.power("installs a system update"))
    try await Task.sleep(for: profile.updateDuration)
    try await restart()
  }
}

extension InstalledApp {
  /// Removes what the device knows about the app from an earlier installation.
  fileprivate func becomeNew() {
    isForceQuit = false
    lastOpened = nil
    lastCrash = nil
    badge = 0
    allowsBackgroundRefresh = true
    answers = [:]
    pendingURLs = []
  }
}
