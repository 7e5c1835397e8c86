import Foundation

/// The folders of one installed app on one device. They survive kills and reboots, and are removed
/// when the app is deleted.
public struct Container: Sendable {
  /// The folder that `NSHomeDirectory()` returns to the app.
  public let home: URL
  package var documents: URL { home.appending(path: "Documents", directoryHint: .isDirectory) }
  package var library: URL { home.appending(path: "Library", directoryHint: .isDirectory) }
  package var caches: URL { library.appending(path: "Caches", directoryHint: .isDirectory) }
  public var applicationSupport: URL {
    library.appending(path: "Application Support", directoryHint: .isDirectory)
  }
  package var preferences: URL {
    library.appending(path: "Preferences", directoryHint: .isDirectory)
  }
  package var temporary: URL { home.appending(path: "tmp", directoryHint: .isDirectory) }
  /// The app's bundle, which is read-only on a device.
  let bundle: URL
  let bundlePath: String

  /// The number of updates of the app. The paths of the folders contain it.
  private let updates: Int

  /// Makes the folders of an app, or moves those that it had before an update.
  init(root: URL, app: AppDefinition, movedFrom old: Container? = nil) throws {
    let folder = root.appending(path: app.bundleIdentifier, directoryHint: .isDirectory)
    updates = old.map { $0.updates + 1 } ?? 0
    let suffix = Self.suffix(updates)
    home = folder.appending(path: "Data\(suffix)", directoryHint: .isDirectory)
    bundle = folder.appending(path: "\(app.name)\(suffix).app", directoryHint: .isDirectory)
    bundlePath = bundle.path
    if let old {
      try FileManager.default.moveItem(at: old.home, to: home)
      try FileManager.default.removeItem(at: old.bundle)
    }
    // Application Support is not created: it is missing on a new device too, and apps create it.
    for folder in [home, documents, library, caches, preferences, temporary, bundle] {
      try WorldFolders.make(folder)
    }
    var values = app.infoPlist.values
    values["CFBundleIdentifier"] = app.bundleIdentifier
    values["CFBundleName"] = values["CFBundleName"] ?? app.name
    let list = try PropertyListSerialization.data(
      fromPropertyList: values, format: .xml, options: 0)
    try list.write(to: bundle.appending(path: "Info.plist"))
    try app.resources.copy(into: bundle)
  }

  private static func suffix(_ updates: Int) -> String { updates == 0 ? "" : "-\(updates)" }

  /// Returns the path within the container, such as `Documents/log`, if an absolute path leads to where the
  /// container was before an update (DP10).
  func pathBeforeUpdate(_ path: String) -> String? {
    let folder = home.deletingLastPathComponent().path + "/"
    guard updates > 0, path.hasPrefix(folder) else { return nil }
    let names = path.dropFirst(folder.count).split(separator: "/", maxSplits: 1)
    guard (0..<updates).contains(where: { names.first == "Data\(Self.suffix($0))" }) else {
      return nil
    }
    return names.count == 2 ? String(names[1]) : ""
  }

  /// Deletes everything, as deleting the app does.
  func remove() { try? FileManager.default.removeItem(at: home.deletingLastPathComponent()) }
}
