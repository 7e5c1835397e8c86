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
      try await read { try body(CurrentNights(of: device, in: $0)) }
    }
    try await writeNights(of: device) { $0 == .min ... .max || nightWrites.isDue(device) }
    do {
      return try await readCurrent()
    } catch {
      try await forgetNights(of: device)
      try await writeNights(of: device) { _ in true }
      return try await readCurrent()
    }
  }

  /// Computes the nights again that have changed, and keeps them, if they lie in a window for which this is due.
  ///
  /// If the database cannot be written, such as on a full disk, the kept nights stay as they were: they can
  /// still be read.
  private func writeNights(
    of device: String, if isDue: (ClosedRange<Int64>) -> Bool
  ) async throws(StorageError) {
    let stale = try await read { session in
      try NightCache(device: device, session: session).staleWindow()
    }
    guard let stale, isDue(stale) else { return }
    do {
      try await write { session in
        try session.lock(devices: [device])
        try NightCache(device: device, session: session).refresh()
      }
    } catch StorageError.full, StorageError.unavailable {}
  }
}

extension Night {
  init(row: SQLRow) throws {
    self = try JSONDecoder().decode(Night.self, from: Data(row.text("content").utf8))
  }
}
