import Foundation
import YobanVirtualTime

/// The values of one property list of `UserDefaults` on a device's disk, shared by all processes that use
/// it, as the system's daemon for defaults shares them.
///
/// Not Sendable: it belongs to its device.
final class StoredDefaults {
  private let file: URL
  private(set) var values: [String: Any]

  /// Reads the list, in the name of the calling process.
  ///
  /// - Returns: nil if the list is protected now (DP4).
  init?(_ file: URL) {
    self.file = file
    values = [:]
    guard Self.isReadable(file) else { return nil }
    let list = Simulation.asSystem { try? Data(contentsOf: file) }.flatMap {
      try? PropertyListSerialization.propertyList(from: $0, options: [], format: nil)
    }
    values = list as? [String: Any] ?? [:]
  }

  /// Whether the list can be read, or does not exist yet.
  static func isReadable(_ file: URL) -> Bool {
    guard FileManager.default.fileExists(atPath: file.path) else { return true }
    return Simulation.asSystem {
      guard let handle = try? FileHandle(forReadingFrom: file) else { return false }
      try? handle.close()
      return true
    }
  }

  /// Sets values, with nil for those to remove, and writes the list.
  func set(_ changes: [String: Any?]) {
    for (key, value) in changes { values[key] = value }
    let list = try? PropertyListSerialization.data(
      fromPropertyList: values, format: .binary, options: 0)
    // Another process of the system writes it on a device.
    Simulation.asSystem { try? list?.write(to: file, options: .atomic) }
  }
}
