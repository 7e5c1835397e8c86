import Chunks

/// The report of `GET …/streams` about one stream.
struct StreamReport: Encodable {
  var device: String
  var stream: String
  var channels: [String]
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
  /// duplicates` distinct times.
  var duplicates: Int
  /// The number of quarantined chunks: their identities belong to stored chunks with other bytes.
  var conflicts: Int
  /// The number of chunks that are known to be damaged; `duplicates` does not count their samples.
  var damaged: Int

  enum CodingKeys: String, CodingKey {
    case device, stream, channels, chunks, samples, bytes, gaps, missing, duplicates, conflicts,
      damaged
    case firstTime = "first_time"
    case lastTime = "last_time"
    case missingRuns = "missing_runs"
  }

  init(_ name: StreamName, _ contents: StreamContents, duplicates: Int) {
    device = name.device
    stream = name.stream
    channels = contents.channels
    chunks = contents.chunks.count
    samples = contents.chunks.reduce(0) { $0 + $1.sampleCount }
    bytes = contents.chunks.reduce(0) { $0 + $1.byteCount }
    firstTime = contents.chunks.compactMap(\.times?.lowerBound).min()
    lastTime = contents.chunks.compactMap(\.times?.upperBound).max()
    gaps = contents.gaps.count
    let runs = contents.missingRuns
    missing = runs.reduce(0) { $0 + ($1.upperBound - $1.lowerBound + 1) }
    missingRuns = runs.prefix(100).map { [$0.lowerBound, $0.upperBound] }
    self.duplicates = duplicates
    conflicts = contents.conflicts.count
    damaged = contents.damaged.count
  }

  /// Reports on a stream. Chunks that turn out to be damaged are left out of the duplicates.
  static func load(
    _ name: StreamName, _ contents: StreamContents, _ storage: any CollectorStorage
  ) async throws -> StreamReport {
    var contents = contents
    while true {
      do {
        let duplicates = try await contents.duplicateCount(name, storage)
        return StreamReport(name, contents, duplicates: duplicates)
      } catch StorageError.damaged(let identity) where !contents.damaged.contains(identity.sequence)
      {
        contents.damaged.append(identity.sequence)
      }
    }
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

extension StreamContents {
  /// Every channel of the stream once, in the order of first appearance.
  var channels: [String] { chunks.channels }

  /// The runs of missing sequence numbers between the lowest and the highest stored one.
  var missingRuns: [ClosedRange<UInt64>] {
    zip(chunks, chunks.dropFirst()).compactMap { earlier, later in
      later.sequence > earlier.sequence + 1
        ? earlier.sequence + 1...later.sequence - 1 : nil
    }
  }

  /// Returns the exact number of samples that have the same time as an earlier sample.
  ///
  /// Reads only chunks that share times with another chunk, or whose times do not always increase.
  func duplicateCount(_ name: StreamName, _ storage: any CollectorStorage) async throws -> Int {
    let intact = chunks.filter { !damaged.contains($0.sequence) }
    var samples = TimeOrderedSamples(intact.withPossibleDuplicates, of: name, in: storage)
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
  /// Every channel once, in the order of first appearance.
  var channels: [String] {
    var seen: Set<String> = []
    return flatMap(\.channels).filter { seen.insert($0).inserted }
  }

  /// The chunks that may contain a time twice, alone or together with another chunk.
  var withPossibleDuplicates: [ChunkRecord] {
    var result: [ChunkRecord] = []
    /// The previous chunks whose time ranges overlap, and the latest of their times.
    var cluster: [ChunkRecord] = []
    var latest = Int64.min
    func close() {
      if cluster.count > 1 || cluster.contains(where: { !$0.isStrictlyIncreasing }) {
        result += cluster
      }
    }
    for chunk in sortedByTime {
      guard let times = chunk.times else { continue }
      if !cluster.isEmpty, times.lowerBound > latest {
        close()
        cluster = []
      }
      cluster.append(chunk)
      latest = Swift.max(latest, times.upperBound)
    }
    close()
    return result
  }

  /// The chunks with samples, sorted by their first time, then by sequence.
  var sortedByTime: [ChunkRecord] {
    filter { $0.times != nil }.sorted {
      ($0.times!.lowerBound, $0.sequence) < ($1.times!.lowerBound, $1.sequence)
    }
  }
}
