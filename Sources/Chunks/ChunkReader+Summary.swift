extension ChunkReader {
  /// The contents of a chunk, without its values.
  public struct Summary: Hashable, Sendable {
    public let header: ChunkHeader
    /// The number of samples in whole blocks.
    public internal(set) var sampleCount: UInt64 = 0
    /// The earliest time of any sample, in nanoseconds since 1970; nil without samples.
    public internal(set) var firstTime: Int64?
    /// The latest time of any sample, in nanoseconds since 1970; nil without samples.
    public internal(set) var lastTime: Int64?
    /// Whether every sample is later than the one before it.
    public internal(set) var isStrictlyIncreasing = true
    public internal(set) var gaps: [Gap] = []
    public internal(set) var marks: [Mark] = []
    /// The number of whole blocks, without the end block.
    public internal(set) var blockCount: UInt32 = 0
    public internal(set) var completeness: Completeness
    /// The number of samples and bytes in each encoding.
    public internal(set) var encodings: [SampleEncoding: EncodingUse] = [:]
  }

  /// Checks all blocks and returns a summary of their contents.
  ///
  /// The position of this reader does not matter.
  ///
  /// - Throws: the errors of `next()`.
  public func summary() throws(ChunkError) -> Summary {
    var samples = SampleBlock(
      channelCount: header.channels.count, capacity: ChunkWriter.maximumBlockCount)
    return try summary(keepsSamples: false, &samples)
  }

  /// Checks all blocks and returns a summary of their contents, together with all samples.
  ///
  /// The position of this reader does not matter.
  ///
  /// - Throws: the errors of `next()`.
  public func contents() throws(ChunkError) -> (summary: Summary, samples: SampleBlock) {
    // As many samples as the chunk has if their times are steps and their values have four bytes.
    let channelCount = header.channels.count
    var samples = SampleBlock(
      channelCount: channelCount, capacity: bytes.count / (4 + 4 * channelCount))
    let summary = try summary(keepsSamples: true, &samples)
    return (summary, samples)
  }

  private func summary(
    keepsSamples: Bool, _ samples: inout SampleBlock
  ) throws(ChunkError) -> Summary {
    let result = bytes.withUnsafeBytes { buffer in
      Result { () throws(ChunkError) in
        try summary(of: buffer, keepsSamples: keepsSamples, &samples)
      }
    }
    return try result.get()
  }

  private func summary(
    of buffer: UnsafeRawBufferPointer, keepsSamples: Bool, _ samples: inout SampleBlock
  ) throws(ChunkError) -> Summary {
    var position = BlockPosition(offset: headerLength)
    var summary = Summary(header: header, completeness: .torn(validLength: headerLength))
    var latest: Int64?
    while let block = try position.next(in: buffer, channelCount: header.channels.count) {
      switch block {
      case .samples(let encoding, let payload):
        if !keepsSamples { samples.removeAll(keepingCapacity: true) }
        let start = samples.times.count
        let isDecoded =
          keepsSamples
          ? encoding.decode(payload, into: &samples)
          : encoding.decodeTimes(payload, into: &samples.times)
        guard isDecoded else {
          throw .malformedBlock(
            reason: "the payload does not fit the number of samples",
            byteOffset: position.offset - payload.bytes.count)
        }
        if let name = SampleEncoding(id: encoding.id) {
          summary.encodings[name, default: EncodingUse()].add(
            samples: Int64(payload.count), bytes: Int64(payload.bytes.count + BlockFrame.length))
        }
        summary.add(samples.times[start...], after: latest)
        latest = samples.times.last
      case .gap(let gap): summary.gaps.append(gap)
      case .mark(let mark): summary.marks.append(mark)
      case .end: break
      }
    }
    summary.sampleCount = position.sampleCount
    summary.blockCount = position.blockCount
    summary.completeness =
      position.isAtEnd ? .complete : .torn(validLength: position.offset)
    return summary
  }
}

extension ChunkReader.Summary {
  /// Adds the times of one block; `previous` is the last time of the block before.
  fileprivate mutating func add(_ times: ArraySlice<Int64>, after previous: Int64?) {
    var (earliest, latest, previous) = (firstTime, lastTime, previous)
    var increases = true
    for time in times {
      earliest = min(earliest ?? time, time)
      latest = max(latest ?? time, time)
      if let previous, time <= previous { increases = false }
      previous = time
    }
    firstTime = earliest
    lastTime = latest
    if !increases { isStrictlyIncreasing = false }
  }
}
