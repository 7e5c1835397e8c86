import Chunks
import Collector

extension SQLStorage {
  public func add(_ reads: [ReadRecord: Int]) async throws(StorageError) {
    let sorted = reads.sorted { left, right in
      // All collectors write rows in the same order, so that none waits for another in a circle.
      (left.key.minute, left.key.reader, left.key.device, left.key.stream, left.key.what)
        < (right.key.minute, right.key.reader, right.key.device, right.key.stream, right.key.what)
    }
    try await write { session in
      for (record, requests) in sorted {
        try session.execute(
          """
          INSERT INTO reads (minute, reader, device, stream, what, requests) VALUES (?, ?, ?, ?, ?, ?)
          ON CONFLICT (minute, reader, device, stream, what)
          DO UPDATE SET requests = reads.requests + excluded.requests
          """,
          [
            .integer(record.minute), .text(record.reader), .text(record.device),
            .text(record.stream), .text(record.what), .integer(requests),
          ])
      }
    }
  }

  public func removeReads(before minute: Int64) async throws(StorageError) {
    try await write { session in
      _ = try session.execute("DELETE FROM reads WHERE minute < ?", [.integer(minute)])
    }
  }

  public func reads(
    of device: String?, since time: Int64
  ) async throws(StorageError) -> [(record: ReadRecord, requests: Int)] {
    try await read { session in
      try session.rows(
        """
        SELECT * FROM reads WHERE minute >= ? \(device == nil ? "" : "AND device = ?")
        ORDER BY minute DESC, reader, device, stream, what
        """, [.integer(time)] + (device.map { [.text($0)] } ?? [])
      ).map { row in
        (
          ReadRecord(
            minute: try row.integer("minute"), reader: try row.text("reader"),
            device: try row.text("device"), stream: try row.text("stream"),
            what: try row.text("what")),
          try row.count("requests")
        )
      }
    }
  }

  /// The device of the rule for all devices, which is no name of a device.
  private static var everyDevice: String { "*" }

  public func retentionRules() async throws(StorageError) -> [RetentionRule] {
    try await read { session in
      try session.rows("SELECT * FROM retention ORDER BY device").map { row in
        let device = try row.text("device")
        return RetentionRule(
          device: device == Self.everyDevice ? nil : device,
          days: try row.optionalInteger("days").map { Int($0) })
      }.sorted { ($0.device ?? "") < ($1.device ?? "") }
    }
  }

  public func set(_ rule: RetentionRule) async throws(StorageError) {
    try await write { session in
      _ = try session.execute(
        """
        INSERT INTO retention (device, days) VALUES (?, ?)
        ON CONFLICT (device) DO UPDATE SET days = excluded.days
        """, [.text(rule.device ?? Self.everyDevice), .optional(rule.days.map(Int64.init))])
    }
  }

  public func removeRetentionRule(of device: String?) async throws(StorageError) -> Bool {
    try await write { session in
      try session.execute(
        "DELETE FROM retention WHERE device = ?", [.text(device ?? Self.everyDevice)]) > 0
    }
  }

  public func expire(
    _ device: String, samplesBefore samples: Int64, arrivedBefore arrival: Int64
  ) async throws(StorageError) -> Int {
    try await deletions.withTurn(of: device) { () async throws(StorageError) in
      var count = 0
      for stream in try await streams(of: device) {
        let name = StreamName(device: device, stream: stream)
        var old = ChunkPages(of: name)
        guard samples > .min else { continue }
        let packed = try await expirePacks(
          of: name, samplesBefore: samples, arrivedBefore: arrival)
        old.starts = .min...samples - 1
        old.withSamples = .init(
          sql: "last_time < ? AND (received_at < ? OR received_at IS NULL)",
          values: [.integer(samples), .integer(arrival)])
        old.withoutSamples = .init(sql: "received_at < ?", values: [.integer(arrival)])
        count += try await deleteChunks(old, after: packed)
      }
      if count > 0 {
        try await removeStaleNights(of: device)
        // The bytes of its packs are removed after all devices, so that a month can be removed at once.
        try await removeDeletedObjects(withPacks: false)
        await database.eraseDeleted()
      }
      try await removeClocks(of: device, samplesBefore: samples, receivedBefore: arrival)
      // The rows of imports were stored as chunks. The digests stay, so that the same request is not stored again.
      try await emptyImports(of: device, where: "received_at < ?", .integer(arrival))
      return count
    }
  }
}
