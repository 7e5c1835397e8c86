import Chunks
import Foundation

/// Iterates over the samples of many chunks in the order of their times. Each step returns a run:
/// consecutive samples of one chunk.
///
/// A chunk is opened when its first sample is next, and released after its last one. Where the times of chunks do not
/// overlap, only one chunk is in memory, and those that are read ahead from a store of objects. Samples of the same
/// time are sorted by the sequence number of their chunk, then by their order in the chunk.
struct TimeOrderedSamples {
  /// Consecutive samples of one chunk.
  struct Run {
    fileprivate let chunk: DecodedChunk
    let rows: Range<Int>

    var channels: [String] { chunk.channels }
    /// The unit of each channel in this chunk; empty text for none.
    var units: [String] { chunk.units }
    var times: ArraySlice<Int64> { chunk.times[rows] }

    /// The values of all rows, row by row.
    var values: ArraySlice<Double> {
      chunk.values[rows.lowerBound * chunk.channels.count..<rows.upperBound * chunk.channels.count]
    }

    /// Returns the rows whose times are in a range, which are consecutive; nil if there are none.
    fileprivate func limited(to range: ClosedRange<Int64>) -> Run? {
      // Times do not go back within a run, so mostly no search is needed.
      let isWithin =
        chunk.times[rows.lowerBound] >= range.lowerBound
        && chunk.times[rows.upperBound - 1] <= range.upperBound
      if isWithin { return self }
      let start = times.firstIndex { $0 >= range.lowerBound } ?? rows.upperBound
      let end = times[start...].firstIndex { $0 > range.upperBound } ?? rows.upperBound
      return start < end ? Run(chunk: chunk, rows: start..<end) : nil
    }

    /// Returns the values of a row, one per channel.
    func values(of row: Int) -> ArraySlice<Double> {
      chunk.values[row * chunk.channels.count..<(row + 1) * chunk.channels.count]
    }
  }

  private let times: ClosedRange<Int64>
  /// The chunks that were not opened yet, in reverse order.
  private var unread: [ChunkRecord]
  /// The same chunks with their samples.
  private var decoded: ReadAhead<ChunkRecord, Result<DecodedChunk, any Error>>
  private var open: [(chunk: DecodedChunk, row: Int)] = []

  /// - Parameter times: the times of the samples that are returned; others of the chunks are left out.
  init(
    _ chunks: [ChunkRecord], of stream: StreamName, in storage: any CollectorStorage,
    within times: ClosedRange<Int64> = .min ... .max
  ) {
    self.times = times
    let sorted = chunks.sortedByTime
    unread = sorted.reversed()
    decoded = ReadAhead(sorted, atMost: storage.chunksReadAtOnce) { chunk in
      do {
        return .success(try await DecodedChunk(chunk, of: stream, in: storage))
      } catch {
        return .failure(error)
      }
    }
  }

  /// Returns the next run, which is never empty; nil after the last.
  mutating func next() async throws -> Run? {
    while let run = try await nextOfAll() {
      if let run = run.limited(to: times) { return run }
    }
    return nil
  }

  /// As `next()`, for all times.
  private mutating func nextOfAll() async throws -> Run? {
    guard let earliest = try await openEarliest() else { return nil }
    let (chunk, start) = open[earliest]
    var end = start + 1
    while end < chunk.times.count, !isOtherEarlier(than: chunk.key(of: end), except: earliest) {
      end += 1
    }
    if end == chunk.times.count {
      open.remove(at: earliest)
    } else {
      open[earliest].row = end
    }
    return Run(chunk: chunk, rows: start..<end)
  }

  /// Reads every chunk that may contain the next sample, and returns the index of the one that
  /// contains it.
  private mutating func openEarliest() async throws -> Int? {
    while true {
      let earliest = open.indices.min { keyOfNext(in: $0) < keyOfNext(in: $1) }
      guard let next = unread.last, let times = next.times else { return earliest }
      if let earliest, keyOfNext(in: earliest) < (times.lowerBound, next.sequence) {
        return earliest
      }
      try Client.requireConnected()
      unread.removeLast()
      guard let chunk = try await decoded.next()?.get() else { return earliest }
      open.append((chunk, 0))
    }
  }

  private func keyOfNext(in index: Int) -> (Int64, UInt64) {
    open[index].chunk.key(of: open[index].row)
  }

  private func isOtherEarlier(than key: (Int64, UInt64), except index: Int) -> Bool {
    if let next = unread.last, let times = next.times, (times.lowerBound, next.sequence) < key {
      return true
    }
    return open.indices.contains { $0 != index && keyOfNext(in: $0) < key }
  }
}

extension [ChunkRecord] {
  /// The largest size of the samples that an answer may have in memory at once, in bytes.
  static var overlapBytesMax: Int64 { 32 << 20 }

  /// Throws `.invalidRequest` if too many chunks share times.
  func requireFewOverlaps(of name: StreamName) throws(Problem) {
    guard overlapBytes > Self.overlapBytesMax else { return }
    throw Problem(
      .invalidRequest,
      "Chunks of \(name.device)/\(name.stream) have samples of the same times, too many to sort them by time: more than \(Self.overlapBytesMax >> 20) MiB would be in memory at once. Read a shorter range of time, or the chunks themselves."
    )
  }

  /// The size of the samples that `TimeOrderedSamples` has in memory at once, in bytes: those of the chunks that
  /// overlap at some time.
  var overlapBytes: Int64 {
    let chunks = compactMap { chunk in
      chunk.times.map { (times: $0, bytes: chunk.decodedBytes) }
    }
    // At each time, the chunks that begin come before those that end.
    let changes =
      chunks.map { (time: $0.times.lowerBound, isEnd: false, bytes: $0.bytes) }
      + chunks.map { (time: $0.times.upperBound, isEnd: true, bytes: -$0.bytes) }
    var (now, most) = (Int64(0), Int64(0))
    for change in changes.sorted(by: { ($0.time, $0.isEnd ? 1 : 0) < ($1.time, $1.isEnd ? 1 : 0) })
    {
      now = now.clampedAdd(change.bytes)
      most = Swift.max(most, now)
    }
    return most
  }
}

extension ChunkRecord {
  /// The size of the samples in memory, in bytes. Each chunk counts for at least 256 KiB, because the time to find the
  /// next sample depends on the number of chunks.
  fileprivate var decodedBytes: Int64 {
    let valueCount = Swift.min(Int64(clamping: sampleCount), ChunkLimits.valuesMax)
    return Swift.max(256 << 10, valueCount * 8 * Int64(Swift.min(channels.count, 16) + 1))
  }
}

/// A chunk with its samples sorted by time.
private struct DecodedChunk {
  let sequence: UInt64
  let channels: [String]
  let units: [String]
  private(set) var times: [Int64] = []
  /// The values, row by row.
  private(set) var values: [Double] = []

  init(_ record: ChunkRecord, of stream: StreamName, in storage: any CollectorStorage) async throws
  {
    sequence = record.sequence
    let identity = try ChunkIdentity(
      device: stream.device, stream: stream.stream, sequence: record.sequence)
    guard let bytes = try await storage.intactBytes(of: identity) else {
      throw StorageError.unavailable(
        "chunk \(identity) is listed in the database, but its bytes are missing")
    }
    let (summary, samples) = try ChunkReader(bytes).contents()
    channels = summary.header.channels.map(\.name)
    units = summary.header.channels.map(\.unit)
    // The database may be damaged, although the bytes are not.
    guard channels == record.channels, !samples.isEmpty else {
      try await storage.noteDamage(of: identity, at: Date.nowInSeconds)
      throw StorageError.damaged(identity)
    }
    (times, values) = (samples.times, samples.values)
    if !record.isStrictlyIncreasing { sort() }
  }

  func key(of row: Int) -> (Int64, UInt64) { (times[row], sequence) }

  /// Sorts by time; samples of the same time keep their order.
  private mutating func sort() {
    let order = times.indices.sorted { (times[$0], $0) < (times[$1], $1) }
    let width = channels.count
    values = order.flatMap { values[$0 * width..<($0 + 1) * width] }
    times = order.map { times[$0] }
  }
}
