import Chunks
import Collector
import Foundation

extension SQLStorage {
  public func nights(
    of device: String, before time: Int64?, atMost limit: Int
  ) async throws(StorageError) -> [Night] {
    try await readNights(of: device) { try $0.latest(before: time ?? .max, atMost: limit) }
  }

  public func night(
    of device: String, containing time: Int64
  ) async throws(StorageError) -> Night? {
    try await readNights(of: device) { try $0.latest(containing: time) }
  }

  public func firstNight(
    of device: String, after time: Int64
  ) async throws(StorageError) -> Night? {
    try await readNights(of: device) { try $0.first(after: time) }
  }

  public func forgetNights(of device: String) async throws(StorageError) {
    try await write(of: device) { session in
      try nightCache(of: device, in: session).markStale(.min ... .max)
    }
  }

  func nightCache(of device: String, in session: any SQLSession) -> NightCache {
    NightCache(device: device, session: session, limits: limits)
  }

  /// Reads nights that are up to date. If one that is kept is damaged, all are computed again.
  private func readNights<Value: Sendable>(
    of device: String, _ body: @escaping @Sendable (CurrentNights) throws -> Value
  ) async throws(StorageError) -> Value {
    do {
      return try await readCurrentNights(of: device, body)
    } catch {
      guard Client.isConnected else { throw error }
      try await forgetNights(of: device)
      return try await readCurrentNights(of: device, body)
    }
  }

  /// Nights that have changed are computed and, from time to time, kept. If they are many, this is done in parts, each
  /// in a short transaction, so that neither uploads wait for it, nor all nights are in memory at the same time.
  private func readCurrentNights<Value: Sendable>(
    of device: String, _ body: @escaping @Sendable (CurrentNights) throws -> Value
  ) async throws(StorageError) -> Value {
    var kept: NightCache.Changes?
    var failureCount = 0
    while failureCount < Self.keepingTriesMax {
      let (value, changes) = try await read { [kept] session in
        let cache = nightCache(of: device, in: session)
        let changes = try? cache.changes(after: kept)
        guard changes?.isComplete ?? true else { return (nil as Value?, changes) }
        return (try body(CurrentNights(cache, changes)), changes)
      }
      if let value {
        if let changes, kept != nil || nightWrites.isDue(device) {
          _ = try await keep(changes, of: device)
        }
        return value
      }
      guard let changes, Client.isConnected else { break }
      let isKept = try await keep(changes, of: device)
      kept = isKept ? changes : nil
      failureCount += isKept ? 0 : 1
    }
    // The database cannot be written, or the nights change all the time.
    return try await read { session in
      let cache = nightCache(of: device, in: session)
      return try body(CurrentNights(cache, try cache.firstChanges()))
    }
  }

  private static var keepingTriesMax: Int { 3 }

  /// Keeps nights that were computed again; returns whether they are kept.
  ///
  /// If the database cannot be written, such as on a full disk, the kept nights stay as they were: they can
  /// still be read.
  private func keep(
    _ changes: NightCache.Changes, of device: String
  ) async throws(StorageError) -> Bool {
    guard let rows = try? changes.rows(of: device) else { return false }
    do {
      return try await write(of: device) { session in
        try nightCache(of: device, in: session).keep(changes, rows)
      }
    } catch StorageError.full, StorageError.unavailable {
      return false
    }
  }
}

extension Night {
  init(row: SQLRow) throws {
    self = try JSONDecoder().decode(Night.self, from: Data(row.text("content").utf8))
  }
}
