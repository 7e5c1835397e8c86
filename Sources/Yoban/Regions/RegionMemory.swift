import Foundation

/// The state of a watch that is stored, so that it outlasts the process.
struct RegionMemory: Codable, Hashable {
  struct Record: Codable, Hashable {
    var region: WatchedRegion
    /// The presence that was reported last.
    var presence = RegionPresence.unknown
    var lastEntered: Date?
    var lastExited: Date?
    /// An exit that is not reported yet, because an entry may still cancel it.
    var pendingExit: PendingExit?
  }

  struct PendingExit: Codable, Hashable {
    var date: Date
    var source: RegionChange.Source
    var happenedWhileNotRunning: Bool
  }

  /// The version of the format.
  var version = 1
  var isWanted = false
  /// The records by the name of the region.
  var records: [String: Record] = [:]
}
