import Chunks
import Collector
import Gzip
import Varints

/// The facts about one chunk of a pack that its rows had, and the place of its bytes in the pack.
struct PackEntry: Hashable, Sendable {
  var sequence: UInt64
  var digest: ChunkDigest
  var sampleCount: Int
  var gapCount: Int
  var times: ClosedRange<Int64>
  /// In seconds since 1970; nil if it is not known.
  var receivedAt: Int64?
  /// The places of its bytes, and of its curves, in the bytes of the pack. Curves that are missing are empty.
  var body: Range<Int64>
  var coarse: Range<Int64>
  var fine: Range<Int64>

  func record(_ channels: [String]) -> ChunkRecord {
    ChunkRecord(
      sequence: sequence, digest: digest, byteCount: body.count, sampleCount: sampleCount,
      gapCount: gapCount, times: times, isStrictlyIncreasing: true, channels: channels)
  }
}

/// The index of a pack: what the rows of its chunks had.
///
/// The encoded form is gzip data. Its content begins with the version 1 and the number of chunks; then come, as
/// columns, the lengths of the bodies and of the curves, the numbers of samples and of gaps, the times and the
/// arrivals, all as variable-length integers, and the SHA-256 of the chunks. The sequences have no gap, so only the
/// first one is needed, which the row of the pack has.
enum PackIndex {
  private static let version: UInt8 = 1

  /// - Parameter entries: in the order of their sequences.
  static func encoded(_ entries: [PackEntry]) throws -> [UInt8] {
    var bytes: [UInt8] = [version]
    bytes.appendVarint(UInt64(entries.count))
    for column: (PackEntry) -> Int in [
      \.body.count, \.coarse.count, \.fine.count, \.sampleCount, \.gapCount,
    ] {
      for entry in entries { bytes.appendVarint(UInt64(clamping: column(entry))) }
    }
    var previous: Int64 = 0
    for entry in entries {
      bytes.appendZigzag(entry.times.lowerBound &- previous)
      bytes.appendZigzag(entry.times.upperBound &- entry.times.lowerBound)
      previous = entry.times.upperBound
    }
    previous = 0
    for entry in entries {
      bytes.append(entry.receivedAt == nil ? 0 : 1)
      guard let time = entry.receivedAt else { continue }
      bytes.appendZigzag(time &- previous)
      previous = time
    }
    for entry in entries { bytes += entry.digest.bytes }
    return try Gzip.compressed(bytes)
  }

  /// Returns the entries; nil if the bytes are not the index of a pack with these sequences.
  static func entries(
    encoded bytes: [UInt8], _ sequences: ClosedRange<UInt64>
  ) -> [PackEntry]? {
    let count = Int(sequences.upperBound - sequences.lowerBound) + 1
    // Ten numbers of at most ten bytes, and the digest.
    guard count <= Pack.chunksMax,
      let content = Gzip.content(of: bytes, atMost: 100 + count * 140)
    else { return nil }
    var reader = VarintReader(content)
    guard reader.byte() == version, reader.varint() == UInt64(count) else { return nil }
    func column() -> [Int]? {
      var values: [Int] = []
      for _ in 0..<count {
        guard let value = reader.varint(), let small = Int32(exactly: value) else { return nil }
        values.append(Int(small))
      }
      return values
    }
    guard let bodies = column(), let coarse = column(), let fine = column(),
      let samples = column(), let gaps = column(),
      let times = reader.times(count), let arrivals = reader.arrivals(count)
    else { return nil }
    guard reader.remaining == count * SHA256Hash.byteCount,
      let digests = reader.bytes(reader.remaining)
    else { return nil }
    var places = (body: Int64(0), coarse: Int64(0), fine: Int64(0))
    places.coarse = bodies.reduce(0) { $0 + Int64($1) }
    places.fine = coarse.reduce(places.coarse) { $0 + Int64($1) }
    func take(_ place: inout Int64, _ length: Int) -> Range<Int64> {
      defer { place += Int64(length) }
      return place..<place + Int64(length)
    }
    return (0..<count).compactMap { index in
      let start = digests.startIndex + index * SHA256Hash.byteCount
      guard let digest = ChunkDigest(bytes: Array(digests[start..<start + SHA256Hash.byteCount]))
      else { return nil }
      return PackEntry(
        sequence: sequences.lowerBound + UInt64(index), digest: digest,
        sampleCount: samples[index], gapCount: gaps[index], times: times[index],
        receivedAt: arrivals[index], body: take(&places.body, bodies[index]),
        coarse: take(&places.coarse, coarse[index]), fine: take(&places.fine, fine[index]))
    }
  }
}

extension VarintReader {
  fileprivate mutating func times(_ count: Int) -> [ClosedRange<Int64>]? {
    var times: [ClosedRange<Int64>] = []
    var previous: Int64 = 0
    for _ in 0..<count {
      guard let distance = zigzag(), let length = zigzag() else { return nil }
      let (first, isFarAway) = previous.addingReportingOverflow(distance)
      let (last, isTooLong) = first.addingReportingOverflow(length)
      guard !isFarAway, !isTooLong, first <= last else { return nil }
      times.append(first...last)
      previous = last
    }
    return times
  }

  fileprivate mutating func arrivals(_ count: Int) -> [Int64?]? {
    var arrivals: [Int64?] = []
    var previous: Int64 = 0
    for _ in 0..<count {
      switch byte() {
      case 0: arrivals.append(nil)
      case 1:
        guard let distance = zigzag() else { return nil }
        previous &+= distance
        arrivals.append(previous)
      default: return nil
      }
    }
    return arrivals
  }
}
