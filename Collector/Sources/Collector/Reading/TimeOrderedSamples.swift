import Chunks

/// The samples of many chunks in the order of their times, a run of one chunk at a time.
///
/// A chunk is read when the first of its samples comes next, and forgotten after the last. Where
/// times do not overlap, one chunk is in memory. Samples of one time come by sequence, then in the
/// order of the chunk.
struct TimeOrderedSamples {
  /// Samples of one chunk that follow each other.
  struct Run {
    fileprivate let chunk: DecodedChunk
    let rows: Range<Int>

    var channels: [String] { chunk.channels }
    var times: ArraySlice<Int64> { chunk.times[rows] }

    /// The values of a row, one per channel.
    func values(of row: Int) -> ArraySlice<Double> {
      chunk.values[row * chunk.channels.count..<(row + 1) * chunk.channels.count]
    }
  }

  private let name: StreamName
  private let storage: any CollectorStorage
  /// Chunks not read yet, the next one last.
  private var ahead: [ChunkRecord]
  private var open: [(chunk: DecodedChunk, row: Int)] = []

  init(_ chunks: [ChunkRecord], of name: StreamName, in storage: any CollectorStorage) {
    self.name = name
    self.storage = storage
    ahead = chunks.sortedByTime.reversed()
  }

  /// The next run, never empty; nil after the last.
  mutating func next() async throws -> Run? {
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

  /// Reads every chunk that may have the next sample, and answers which one has it.
  private mutating func openEarliest() async throws -> Int? {
    while true {
      let earliest = open.indices.min { keyOfNext(in: $0) < keyOfNext(in: $1) }
      guard let next = ahead.last, let times = next.times else { return earliest }
      if let earliest, keyOfNext(in: earliest) < (times.lowerBound, next.sequence) {
        return earliest
      }
      ahead.removeLast()
      open.append((try await DecodedChunk(next, of: name, in: storage), 0))
    }
  }

  private func keyOfNext(in index: Int) -> (Int64, UInt64) {
    open[index].chunk.key(of: open[index].row)
  }

  private func isOtherEarlier(than key: (Int64, UInt64), except index: Int) -> Bool {
    if let next = ahead.last, let times = next.times, (times.lowerBound, next.sequence) < key {
      return true
    }
    return open.indices.contains { $0 != index && keyOfNext(in: $0) < key }
  }
}

/// A chunk with its samples in the order of their times.
private struct DecodedChunk {
  let sequence: UInt64
  let channels: [String]
  private(set) var times: [Int64] = []
  /// Row by row.
  private(set) var values: [Double] = []

  init(_ record: ChunkRecord, of name: StreamName, in storage: any CollectorStorage) async throws {
    sequence = record.sequence
    channels = record.channels
    let identity = try ChunkIdentity(
      device: name.device, stream: name.stream, sequence: record.sequence)
    guard let bytes = try await storage.bytes(of: identity) else {
      throw StorageError.unavailable("chunk \(identity) is listed and not there")
    }
    guard ChunkDigest(of: bytes) == record.digest else {
      throw StorageError.unavailable("chunk \(identity) was altered in the database")
    }
    var reader = try ChunkReader(bytes)
    times.reserveCapacity(record.sampleCount)
    values.reserveCapacity(record.sampleCount * channels.count)
    while let block = try reader.next() {
      guard case .samples(let samples) = block else { continue }
      times += samples.times
      values += samples.values
    }
    if !record.isStrictlyIncreasing { sort() }
  }

  func key(of row: Int) -> (Int64, UInt64) { (times[row], sequence) }

  /// Sorts by time; samples of one time keep their order.
  private mutating func sort() {
    let order = times.indices.sorted { (times[$0], $0) < (times[$1], $1) }
    let width = channels.count
    values = order.flatMap { values[$0 * width..<($0 + 1) * width] }
    times = order.map { times[$0] }
  }
}
