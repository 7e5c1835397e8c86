import Foundation
import YobanVirtualTime

// Data that several apps of a device share: containers of App Groups, and the lists of `UserDefaults`.
extension Device {
  /// The values of a list of `UserDefaults`; nil if the list is protected now (DP4).
  func defaults(in file: URL) -> StoredDefaults? {
    if let known = storedDefaults[file.path] {
      return protection.openForSystem { StoredDefaults.isReadable(file) } ? known : nil
    }
    let stored = protection.openForSystem { StoredDefaults(file) }
    storedDefaults[file.path] = stored
    return stored
  }

  /// The container of an App Group, which exists if an app with the group is installed.
  package func container(ofGroup group: String) -> URL {
    folder.appending(path: "AppGroups/\(group)", directoryHint: .isDirectory)
  }

  func makeGroupContainers(for app: InstalledApp) throws {
    for group in app.groups {
      try FileManager.default.createDirectory(
        at: container(ofGroup: group).appending(path: "Library/Preferences"),
        withIntermediateDirectories: true)
    }
  }

  /// Removes the containers of groups that no other installed app has, as the deletion of the last app
  /// does.
  func removeGroupContainers(of app: InstalledApp) {
    let whole = app.host ?? app
    let kept = Set(appsAndExtensions.filter { ($0.host ?? $0) !== whole }.flatMap(\.groups))
    for group in app.groups where !kept.contains(group) {
      let folder = container(ofGroup: group)
      forgetDefaults(in: folder)
      try? FileManager.default.removeItem(at: folder)
    }
  }

  func forgetDefaults(in folder: URL) {
    storedDefaults = storedDefaults.filter { !$0.key.hasPrefix(folder.path) }
  }
}

extension InstalledApp {
  /// The App Groups of the app, from its entitlements.
  package var groups: [String] { definition.entitlements.list(Entitlement.applicationGroups) }

  /// Returns the `UserDefaults` of a suite: of an App Group of the app, or of the app alone.
  func defaults(ofSuite suite: String) -> UserDefaults {
    let folder =
      groups.contains(suite)
      ? device.container(ofGroup: suite).appending(path: "Library/Preferences")
      : container.preferences
    return ContainerDefaults(folder.appending(path: "\(suite).plist"), on: device)
  }
}

extension AppProcess {
  /// A locked file of a shared container, such as `group.home/database`; nil if there is none. The system kills a
  /// process that is suspended with one (L10).
  var lockedSharedFile: String? {
    guard !process.fileLocks.isEmpty else { return nil }
    let locked = process.fileLocks.files
    for group in app.groups {
      let folder = device.container(ofGroup: group)
      let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
      let name = names.sorted().first { name in
        let file = folder.appending(path: name)
        return switch FileIdentity(path: file.path).flatMap({ locked[$0] }) {
        case .exclusive: true
        case .shared: !device.protection.openForSystem { Self.isOpenWALDatabase(file) }
        case nil: false
        }
      }
      if let name { return "\(group)/\(name)" }
    }
    return nil
  }

  /// Whether a file is an SQLite database with a write-ahead log, or the index of that log. A process holds shared
  /// locks on both as long as it has the database open, and only a write takes an exclusive one.
  private static func isOpenWALDatabase(_ file: URL) -> Bool {
    let ending = "-shm"
    let path = file.path.hasSuffix(ending) ? String(file.path.dropLast(ending.count)) : file.path
    guard let handle = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? handle.close() }
    // The first bytes of the format, and its versions for reading and writing: 2 stands for a write-ahead log.
    let header = (try? handle.read(upToCount: 20)) ?? Data()
    return header.starts(with: Data("SQLite format 3\0".utf8)) && header.suffix(2) == Data([2, 2])
  }
}
