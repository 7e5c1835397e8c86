import Chunks
import Collector
import Foundation

extension SQLStorage {
  public func nights(
    of device: String, before time: Int64?, atMost limit: Int
  ) async throws(StorageError) -> [Night] {
    try await readNights(of: device) { session in
      try session.rows(
        """
        SELECT content FROM nights WHERE device = ? AND start_time < ?
        ORDER BY start_time DESC LIMIT ?
        """, [.text(device), .integer(time ?? .max), .integer(limit)]
      ).map(Night.init(row:))
    }
  }

  public func night(
    of device: String, containing time: Int64
  ) async throws(StorageError) -> Night? {
    try await readNights(of: device) { session in
      try session.row(
        """
        SELECT content FROM nights WHERE device = ? AND start_time <= ? AND end_time >= ?
        ORDER BY start_time DESC LIMIT 1
        """, [.text(device), .integer(time), .integer(time)]
      ).map(Night.init(row:))
    }
  }

  public func firstNight(
    of device: String, after time: Int64
  ) async throws(StorageError) -> Night? {
    try await readNights(of: device) { session in
      try session.row(
        """
        SELECT content FROM nights WHERE device = ? AND start_time > ?
        ORDER BY start_time LIMIT 1
        """, [.text(device), .integer(time)]
      ).map(Night.init(row:))
    }
  }

  public func forgetNights(of device: String) async throws(StorageError) {
    try await write { session in
      try session.lock(devices: [device])
      try NightCache(device: device, session: session).markStale(.min ... .max)
    }
  }

  /// Reads nights that are up to date. If one that is kept is damaged, all are computed again.
  private func readNights<Value: Sendable>(
    of device: String, _ body: @escaping @Sendable (any SQLSession) throws -> Value
  ) async throws(StorageError) -> Value {
    try await refreshNights(of: device)
    do {
      return try await read(body)
    } catch {
      try await forgetNights(of: device)
      try await refreshNights(of: device)
      return try await read(body)
    }
  }

  /// Computes the nights again that have changed. Writes nothing if there are none.
  ///
  /// If the database cannot be written, such as on a full disk, the nights stay as they were: they can still be
  /// read.
  private func refreshNights(of device: String) async throws(StorageError) {
    let isStale = try await read { session in
      try NightCache(device: device, session: session).staleWindow() != nil
    }
    guard isStale else { return }
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
