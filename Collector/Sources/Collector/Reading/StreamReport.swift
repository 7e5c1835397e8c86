import Chunks

/// The report of `GET …/streams` about one stream.
struct StreamReport: Encodable {
  var device: String
  var stream: String
  var channels: [String]
  /// The unit of each channel in the latest chunk that has the channel; empty text for none.
  var units: [String]
  /// The nominal interval of the latest chunk, in nanoseconds; absent if there is none.
  var interval: Int64?
  var chunks: Int
  var samples: Int
  var bytes: Int
  /// In nanoseconds since 1970; absent without samples.
  var firstTime: Int64?
  var lastTime: Int64?
  var gaps: Int
  /// The number of missing sequence numbers between the lowest and the highest stored one.
  var missing: UInt64
  /// The first missing sequence numbers, as at most 100 pairs of the first and the last of a run.
  var missingRuns: [[UInt64]]
  /// The number of samples that have the same time as an earlier sample; there are `samples -
  /// duplicates` distinct times. Absent if too many chunks share times to count them.
  var duplicates: Int?
  /// The number of quarantined chunks: their identities belong to stored chunks with other bytes.
  var conflicts: Int
  /// The number of chunks that are known to be damaged; `duplicates` does not count their samples.
  var damaged: Int

  enum CodingKeys: String, CodingKey {
    case device, stream, channels, units, chunks, samples, bytes, gaps, missing, duplicates,
      conflicts,
      damaged
    case interval = "interval_ns"
    case firstTime = "first_time"
    case lastTime = "last_time"
    case missingRuns = "missing_runs"
  }

  init(
    _ summary: StreamSummary, missing runs: [ClosedRange<UInt64>], duplicates: Int?
  ) {
    device = summary.name.device
    stream = summary.name.stream
    channels = Array(summary.channels)
    units = summary.channels.map(summary.units.unit)
    interval = summary.units.interval
    chunks = summary.chunkCount
    samples = summary.sampleCount
    bytes = summary.byteCount
    firstTime = summary.times?.lowerBound
    lastTime = summary.times?.upperBound
    gaps = summary.gapCount
    missing = summary.missingCount
    missingRuns = runs.map { [$0.lowerBound, $0.upperBound] }
    self.duplicates = duplicates
    conflicts = summary.conflictCount
    damaged = summary.damagedCount
  }

  private static let missingRunsMax = 100

  /// Reports on a stream. Reads chunks only if some of them may have samples of the same time.
  static func load(
    _ summary: StreamSummary, from storage: any CollectorStorage
  ) async throws -> StreamReport {
    var summary = summary
    let runs =
      summary.missingCount == 0
      ? []
      : try await storage.missingRuns(
        of: summary.name, in: summary.sequences, atMost: missingRunsMax)
    var duplicates: Int? = 0
    if summary.mayRepeatTimes {
      let part = try await storage.chunksThatMayRepeatTimes(of: summary.name)
      let isCountable = part.map { $0.chunks.overlapBytes <= [ChunkRecord].overlapBytesMax }
      if var part, isCountable == true {
        let known = part.damaged.count
        duplicates = try await part.duplicateCountOfIntact(summary.name, storage)
        summary.damagedCount += part.damaged.count - known
      } else {
        duplicates = nil
      }
    }
    return StreamReport(summary, missing: runs, duplicates: duplicates)
  }
}

/// The report of `GET …/gaps` about one gap.
struct GapReport: Encodable {
  var start: Int64
  var end: Int64
  var cause: String

  init(_ gap: Gap) {
    start = gap.start
    end = gap.end
    cause = gap.cause.rawValue
  }
}

extension StreamPart {
  /// As `duplicateCount(_:_:)`, without the chunks that turn out to be damaged, which are added to
  /// `damaged`.
  mutating func duplicateCountOfIntact(
    _ name: StreamName, _ storage: any CollectorStorage
  ) async throws -> Int {
    while true {
      do {
        return try await duplicateCount(name, storage)
      } catch StorageError.damaged(let identity) where !damaged.contains(identity.sequence) {
        damaged.append(identity.sequence)
      }
    }
  }

  /// Returns the exact number of samples that have the same time as an earlier sample of these chunks.
  func duplicateCount(_ name: StreamName, _ storage: any CollectorStorage) async throws -> Int {
    let intact = chunks.filter { !damaged.contains($0.sequence) }
    var samples = TimeOrderedSamples(intact, of: name, in: storage)
    var count = 0
    var previous: Int64?
    while let run = try await samples.next() {
      for time in run.times {
        if time == previous { count += 1 }
        previous = time
      }
    }
    return count
  }
}

extension [ChunkRecord] {
  /// The chunks with samples, sorted by their first time, then by sequence.
  var sortedByTime: [ChunkRecord] {
    filter { $0.times != nil }.sorted {
      ($0.times!.lowerBound, $0.sequence) < ($1.times!.lowerBound, $1.sequence)
    }
  }
}

extension ChunkHeader {
  /// The nominal interval in nanoseconds; nil if there is none.
  var nominalNanoseconds: Int64? { nominalInterval?.wholeNanoseconds }
}
