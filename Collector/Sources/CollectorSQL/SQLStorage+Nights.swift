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
    try await write { session in
      try session.lock(devices: [device])
      try NightCache(device: device, session: session).markStale(.min ... .max)
    }
  }

  /// Reads nights that are up to date. If one that is kept is damaged, all are computed again.
  private func readNights<Value: Sendable>(
    of device: String, _ body: @escaping @Sendable (CurrentNights) throws -> Value
  ) async throws(StorageError) -> Value {
    func readCurrent() async throws(StorageError) -> Value {
      let (value, changes) = try await read { session in
        let nights = CurrentNights(of: device, in: session)
        return (try body(nights), nights.changed)
      }
      if let changes, changes.window == .min ... .max || nightWrites.isDue(device) {
        try await keep(changes, of: device)
      }
      return value
    }
    do {
      return try await readCurrent()
    } catch {
      try await forgetNights(of: device)
      return try await readCurrent()
    }
  }

  /// Keeps nights that were computed again.
  ///
  /// If the database cannot be written, such as on a full disk, the kept nights stay as they were: they can
  /// still be read.
  private func keep(
    _ changes: NightCache.Changes, of device: String
  ) async throws(StorageError) {
    do {
      try await write { session in
        try session.lock(devices: [device])
        try NightCache(device: device, session: session).keep(changes)
      }
    } catch StorageError.full, StorageError.unavailable {}
  }
}

extension Night {
  init(row: SQLRow) throws {
    self = try JSONDecoder().decode(Night.self, from: Data(row.text("content").utf8))
  }
}
