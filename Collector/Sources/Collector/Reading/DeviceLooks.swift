import Synchronization

/// The state that live pages follow: how far the streams of a device have come, and one of its nights.
struct DeviceLook: Sendable {
  var progress: [String: StreamProgress]
  /// The night that the page may show; nil if the page may show everything, or if the night is no longer stored.
  var night: Night?
}

/// Looks at the database for all live pages of a device together, at most once a second.
final class DeviceLooks: Sendable {
  private struct Key: Hashable {
    var device: String
    var nightTime: Int64?
  }

  private let storage: any CollectorStorage
  /// A night can take long to compute, and connections to the database must be left for others.
  private let turns = FairTurns<Key>(runningMax: 2, runningOfKeyMax: 1)
  private let latest = Mutex<[Key: (time: ContinuousClock.Instant, look: DeviceLook)]>([:])

  init(_ storage: any CollectorStorage) { self.storage = storage }

  /// The time for which a look serves other pages.
  private static let serves = Duration.milliseconds(900)
  /// The time after which a look is forgotten.
  private static let isKept = Duration.seconds(10)

  /// Returns a look that is at most a second old.
  ///
  /// - Parameter nightTime: a time in the night to which the page is limited; nil for none.
  func look(
    at device: String, nightTime: Int64?
  ) async throws -> DeviceLook {
    let now = ContinuousClock.now
    let key = Key(device: device, nightTime: nightTime)
    return try await turns.withTurn(of: key) {
      let known = latest.withLock { latest in
        latest = latest.filter { $0.value.time + Self.isKept > now }
        return latest[key]
      }
      if let known, known.time + Self.serves > now { return known.look }
      var look = DeviceLook(progress: try await storage.progress(of: device))
      if let known, known.look.progress == look.progress {
        // Without a new chunk, the night is the same.
        look.night = known.look.night
      } else if let nightTime {
        look.night = try await storage.night(of: device, containing: nightTime)
      }
      latest.withLock { [look] in $0[key] = (now, look) }
      return look
    }
  }
}
