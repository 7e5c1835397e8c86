import Foundation
import YobanVirtualTime

extension Device {
  /// The installed apps, each followed by its extensions.
  package var appsAndExtensions: [InstalledApp] { apps.flatMap(\.withExtensions) }

  /// Installs an app, with an empty container.
  ///
  /// - Throws: `InstallError`, or what Foundation throws if the container cannot be made.
  public func install(_ definition: AppDefinition) throws -> InstalledApp {
    let app = try makeApp(definition)
    apps.append(app)
    notifyServices { $0.appInstalled(app) }
    return app
  }

  /// Installs an extension of an app, such as its widgets, with an empty container of its own (L23). Updates and
  /// the deletion of the app include it.
  ///
  /// - Parameter definition: its Info.plist has `NSExtension`, and its bundle identifier begins with that of the app
  ///   and a period.
  /// - Throws: `InstallError`, or what Foundation throws if the container cannot be made.
  package func install(_ definition: AppDefinition, in app: InstalledApp) throws -> InstalledApp {
    let host = app.definition.bundleIdentifier
    guard apps.contains(where: { $0 === app }) else {
      throw InstallError.notInstalled(host, on: name)
    }
    guard definition.bundleIdentifier.hasPrefix(host + ".") else {
      throw InstallError.notWithinApp(definition.bundleIdentifier, app: host)
    }
    let made = try makeApp(definition)
    made.host = app
    app.extensions.append(made)
    return made
  }

  private func makeApp(_ definition: AppDefinition) throws -> InstalledApp {
    let identifier = definition.bundleIdentifier
    guard !appsAndExtensions.contains(where: { $0.definition.bundleIdentifier == identifier })
    else { throw InstallError.alreadyInstalled(identifier, on: name) }
    try checkModules(of: definition)
    let app = try InstalledApp(
      definition, on: self, root: folder, launchCount: launchCountsOfDeleted[identifier] ?? 0)
    try makeGroupContainers(for: app)
    return app
  }

  private func checkModules(of definition: AppDefinition) throws {
    let unknown = definition.statics.unknownModules
    guard unknown.isEmpty else {
      throw InstallError.unknownModules(unknown, known: StaticVariables.linkedModules)
    }
  }

  /// Installs another version of an app, as the App Store does: ends its processes, keeps its files, and
  /// moves its container, so that the paths that the app has stored are no longer valid (DP10). On
  /// Android the folder stays. The next launch runs the new version.
  ///
  /// - Parameters:
  ///   - app: an app, or one of its extensions, which is updated with its app.
  ///   - definition: must have the app's bundle identifier. Default: the same version again.
  /// - Throws: `InstallError`, and the app is as before; or what Foundation throws if a container cannot be moved.
  public func update(_ app: InstalledApp, to definition: AppDefinition? = nil) throws {
    let definition = definition ?? app.definition
    guard appsAndExtensions.contains(where: { $0 === app }) else {
      throw InstallError.notInstalled(app.definition.bundleIdentifier, on: name)
    }
    guard definition.bundleIdentifier == app.definition.bundleIdentifier else {
      throw InstallError.notTheSameApp(
        installed: app.definition.bundleIdentifier, given: definition.bundleIdentifier)
    }
    try checkModules(of: definition)
    let whole = app.host ?? app
    post(.user("updates \(whole.definition.name)"))
    for part in whole.withExtensions { part.process?.kill(.updated) }
    storage.makeDurable()
    app.definition = definition
    // Android keeps the folder of an app.
    guard profile.platform != .android else { return }
    for part in whole.withExtensions {
      let old = part.container
      part.container = try Container(root: folder, app: part.definition, movedFrom: old)
      forgetDefaults(in: old.home)
      try makeGroupContainers(for: part)
      notifyServices { $0.containerMoved(of: part, from: old.home, to: part.container.home) }
    }
  }

  /// Deletes an app: ends its processes and removes its containers.
  public func delete(_ app: InstalledApp) {
    guard !isExtension(app, "delete") else { return }
    post(.user("deletes \(app.definition.name)"))
    let parts = app.withExtensions
    for part in parts { part.process?.kill(.uninstalled) }
    storage.makeDurable()
    for part in parts { notifyServices { $0.appDeleted(part) } }
    apps.removeAll { $0 === app }
    for part in parts {
      part.container.remove()
      forgetDefaults(in: part.container.home)
      removeGroupContainers(of: part)
      launchCountsOfDeleted[part.definition.bundleIdentifier] = part.launchCount
    }
  }

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
    let parts = app.withExtensions
    for part in parts { part.process?.kill(.uninstalled) }
    for part in parts { notifyServices { $0.appDeleted(part) } }
    for part in parts {
      part.container.remove()
      forgetDefaults(in: part.container.home)
      removeGroupContainers(of: part)
    }
    for part in parts {
      part.container = try Container(root: folder, app: part.definition)
      try makeGroupContainers(for: part)
      part.becomeNew()
    }
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
