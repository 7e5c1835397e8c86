import Chunks
import Collector

extension NightContents {
  func hasPack(of name: StreamName, before sequence: UInt64) throws -> Bool {
    try !session.packs(
      of: name, where: "first_sequence < ?", [.integer(Int64(sequence))], by: "first_sequence",
      atMost: 1
    ).isEmpty
  }

  /// Adds the chunks of packs that follow chunks, sorted by sequence.
  func addNextPacked(
    in sequences: ClosedRange<UInt64>, of name: StreamName, to found: inout [Followed]
  ) throws {
    var packs = try session.packs(
      of: name, containing: Int64(sequences.lowerBound)...Int64(sequences.upperBound))
    packs += try session.packs(
      of: name, where: "first_sequence > ?", [.integer(Int64(sequences.upperBound))],
      by: "first_sequence", atMost: 1)
    guard !packs.isEmpty else { return }
    for index in found.indices {
      let sequence = found[index].chunk.sequence
      // The first pack that ends after the chunk.
      let pack = packs[...].dropFirst(
        packs.firstIndex(ofSecondPart: { $0.sequences.upperBound > sequence })
      ).first
      let isInside = pack?.sequences.contains(sequence) ?? false
      if isInside {
        let known = index + 1 < found.count && found[index + 1].chunk.sequence == sequence + 1
        found[index].next = sequence + 1
        found[index].nextTime =
          known
          ? found[index + 1].chunk.times?.lowerBound
          : try pack.flatMap { pack in
            try session.entries(of: pack)?[Int(sequence + 1 - pack.sequences.lowerBound)].times
              .lowerBound
          }
        continue
      }
      if found[index].next == nil { try findNextRow(of: name, &found[index]) }
      guard let pack, found[index].next.map({ $0 > pack.sequences.lowerBound }) ?? true
      else { continue }
      found[index].next = pack.sequences.lowerBound
      found[index].nextTime = pack.times.lowerBound
    }
  }

  /// Finds the row that follows a chunk, if there is one; for the last chunk of a pack it was not read.
  private func findNextRow(of name: StreamName, _ followed: inout Followed) throws {
    let row = try session.row(
      """
      SELECT sequence, first_time FROM chunks WHERE device = ? AND stream = ? AND sequence > ?
      ORDER BY sequence LIMIT 1
      """, name.key + [.integer(Int64(followed.chunk.sequence))])
    guard let row, let next = row.sequence else { return }
    (followed.next, followed.nextTime) = (next, (try? row.optionalInteger("first_time")) ?? nil)
  }

  /// Reads the chunks after another one up to the first one with samples.
  func chunksWithoutSamples(
    of name: StreamName, after sequence: UInt64, atMost limit: Int
  ) throws -> [ChunkRecord] {
    let end = try session.integer(
      """
      SELECT sequence FROM chunks
      WHERE device = ? AND stream = ? AND sequence > ? AND first_time IS NOT NULL
      ORDER BY sequence LIMIT 1
      """, name.key + [.integer(Int64(sequence))])
    let pack = try session.packs(
      of: name, where: "first_sequence > ?", [.integer(Int64(sequence))], by: "first_sequence",
      atMost: 1
    ).first
    guard let pack, end.map({ $0 > Int64(pack.sequences.lowerBound) }) ?? true else {
      return try chunks(of: name, in: Int64(sequence) + 1...(end ?? .max), atMost: limit)
    }
    let before = Int64(sequence) + 1...Int64(pack.sequences.lowerBound)
    var chunks = try chunks(of: name, in: before, atMost: limit)
    if chunks.count < limit, let first = try session.entries(of: pack)?.first {
      chunks.append(first.record([]))
    }
    return chunks
  }
}
