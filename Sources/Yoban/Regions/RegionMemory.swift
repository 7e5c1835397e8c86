import Foundation

/// What a watch knows, as it outlasts the process.
struct RegionMemory: Codable, Hashable {
  struct Record: Codable, Hashable {
    var region: WatchedRegion
    /// What was told last.
    var presence = RegionPresence.unknown
    var lastEntered: Date?
    var lastExited: Date?
    /// An exit that an entry may still undo.
    var pendingExit: PendingExit?
  }

  struct PendingExit: Codable, Hashable {
    var date: Date
    var source: RegionChange.Source
    var happenedWhileNotRunning: Bool
  }

  /// Of the format.
  var version = 1
  var isWanted = false
  /// By the name of the region.
  var records: [String: Record] = [:]
}
