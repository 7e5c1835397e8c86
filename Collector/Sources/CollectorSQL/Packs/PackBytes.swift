import Chunks
import Collector

/// The bytes of a pack, as they are stored: those of all chunks one after the other, unchanged; then the coarse curves
/// of all chunks, then the fine ones; then a copy of the index, its length as 8 bytes (little-endian), and `YBPACK01`.
///
/// The copy lets an object be read without the database.
struct PackBytes: Sendable {
  /// A chunk that is packed, with what is stored about it.
  struct Chunk: Sendable {
    var record: ChunkRecord
    var receivedAt: Int64?
    var body: [UInt8]
    var coarse: [UInt8]
    var fine: [UInt8]
  }

  /// The number of bytes of each row of `pack_bodies` but the last one. Must never change.
  static let partBytes: Int64 = 1 << 20
  private static let signature = Array("YBPACK01".utf8)
  /// The length of the index and the signature.
  private static let endBytes = 16

  let bytes: [UInt8]
  let index: [UInt8]
  let entries: [PackEntry]

  /// - Parameter chunks: with increasing sequences and times.
  init(_ chunks: [Chunk]) throws {
    var entries: [PackEntry] = []
    var stored: [UInt8] = []
    func append(_ part: [UInt8]) -> Range<Int64> {
      defer { stored += part }
      return Int64(stored.count)..<Int64(stored.count + part.count)
    }
    for chunk in chunks {
      entries.append(
        PackEntry(
          sequence: chunk.record.sequence, digest: chunk.record.digest,
          sampleCount: chunk.record.sampleCount, gapCount: chunk.record.gapCount,
          times: chunk.record.times ?? 0...0, receivedAt: chunk.receivedAt,
          body: append(chunk.body), coarse: 0..<0, fine: 0..<0))
    }
    for index in chunks.indices { entries[index].coarse = append(chunks[index].coarse) }
    for index in chunks.indices { entries[index].fine = append(chunks[index].fine) }
    self.entries = entries
    let encoded = try PackIndex.encoded(entries)
    stored += encoded
    stored += (0..<8).map { UInt8(truncatingIfNeeded: encoded.count >> ($0 * 8)) }
    index = encoded
    bytes = stored + Self.signature
  }

  /// The place of the copy of the index, if it has a length.
  static func place(ofIndex length: Int, in storedByteCount: Int64) -> Range<Int64>? {
    let end = storedByteCount - Int64(endBytes)
    guard length > 0, end >= Int64(length) else { return nil }
    return end - Int64(length)..<end
  }

  /// The place of the length of the copy of the index.
  static func placeOfLength(in storedByteCount: Int64) -> Range<Int64>? {
    guard storedByteCount >= endBytes else { return nil }
    return storedByteCount - Int64(endBytes)..<storedByteCount
  }

  /// Returns the length of the copy of the index from the last bytes; nil if they are not those of a pack.
  static func lengthOfIndex(atEnd bytes: [UInt8]) -> Int? {
    guard bytes.count >= endBytes, Array(bytes.suffix(signature.count)) == signature else {
      return nil
    }
    let length = bytes.suffix(endBytes).prefix(8).reversed()
      .reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(exactly: length)
  }

  /// Returns the chunks in the bytes of a whole pack; nil if these cannot be read.
  static func bodies(in bytes: [UInt8], _ sequences: ClosedRange<UInt64>) -> [[UInt8]]? {
    guard let length = lengthOfIndex(atEnd: bytes),
      let place = place(ofIndex: length, in: Int64(bytes.count)),
      let entries = PackIndex.entries(
        encoded: Array(bytes[Int(place.lowerBound)..<Int(place.upperBound)]), sequences)
    else { return nil }
    guard entries.allSatisfy({ $0.body.upperBound <= bytes.count }) else { return nil }
    return entries.map { Array(bytes[Int($0.body.lowerBound)..<Int($0.body.upperBound)]) }
  }
}

extension Pack {
  /// The values of the rows of `pack_bodies` with the bytes of the pack.
  func bodyRows(_ bytes: [UInt8]) -> some Sequence<[SQLValue]> {
    let size = Int(PackBytes.partBytes)
    return stride(from: 0, to: bytes.count, by: size).lazy.enumerated().map { position, start in
      let part = Array(bytes[start..<Swift.min(start + size, bytes.count)])
      return [.integer(id), .integer(times.lowerBound), .integer(position), .bytes(part)]
    }
  }
}
