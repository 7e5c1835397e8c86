import Chunks
import Collector

extension SQLStorage {
  /// Compares the index of each pack with its SHA-256, and the copy beside the bytes, too. An index that is damaged in
  /// the database is written again from its copy.
  ///
  /// Returns what was wrong, in words. A pack without a sound index is not among it: all of its chunks count as
  /// damaged.
  func packIndexProblems() async throws(StorageError) -> [String] {
    var problems: [String] = []
    var last: Pack?
    while let pack = try await pack(after: last) {
      last = pack
      let (index, copy) = try await read { session in
        let row = try session.row(
          "SELECT contents FROM packs WHERE device = ? AND stream = ? AND first_time = ?", pack.key)
        return ((try? row?.bytes("contents")) ?? [], try session.indexBesideBodies(of: pack))
      }
      let isSound = SHA256Hash.hash(index) == pack.indexDigest
      let isCopySound = SHA256Hash.hash(copy) == pack.indexDigest
      switch (isSound, isCopySound) {
      case (true, true), (false, false): continue
      case (true, false):
        problems.append("the copy of the index of \(pack.words) beside its bytes is damaged")
      case (false, true):
        try await write(of: pack.name.device) { session in
          _ = try session.execute(
            """
            UPDATE packs SET contents = ?
            WHERE device = ? AND stream = ? AND first_time = ? AND sha256 = ?
            """, [.bytes(copy)] + pack.key + [.bytes(pack.indexDigest)])
        }
        problems.append(
          "the index of \(pack.words) was damaged and was written again from its copy")
      }
    }
    return problems
  }

  /// Returns the next pack in the order of devices, streams and times.
  private func pack(after last: Pack?) async throws(StorageError) -> Pack? {
    try await read { session in
      var next = last?.key ?? [.text(""), .text(""), .integer(Int64.min)]
      while true {
        let row = try session.row(
          """
          SELECT \(Pack.columns) FROM packs WHERE (device, stream, first_time) > (?, ?, ?)
          ORDER BY device, stream, first_time LIMIT 1
          """, next)
        guard let row else { return nil }
        if let pack = try? Pack(row: row) { return pack }
        // A damaged row is left out, as everywhere.
        next = [
          .text(try row.text("device")), .text(try row.text("stream")),
          .integer(try row.integer("first_time")),
        ]
      }
    }
  }
}

extension Pack {
  fileprivate var words: String {
    "the pack of the chunks \(sequences.lowerBound) to \(sequences.upperBound) of \(name.device)/\(name.stream)"
  }
}
