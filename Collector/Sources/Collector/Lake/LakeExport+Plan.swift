import Chunks

extension LakeExport {
  /// The number of chunks, gaps or marks that are read at once.
  private static let rowsPerPage = 5_000

  private static let unreadable = LakeFailure(
    reason:
      "what the database knows about its chunks cannot be read, so its files stay as they were; yoban-collector verify names the chunks, and a device that sends them again repairs this"
  )

  /// Finds the files that a stream should have.
  func plan(_ source: Source) async throws -> [LakePart: LakePlan.File] {
    let name = source.name
    var plan = LakePlan(valuesPerFileMax: valuesPerFileMax)
    var last: UInt64?
    var readCount = 0
    while let page = try await storage.chunks(of: name, after: last, atMost: Self.rowsPerPage),
      let final = page.last
    {
      for chunk in page {
        guard let times = chunk.times else { continue }
        let identity = try ChunkIdentity(
          device: name.device, stream: name.stream, sequence: chunk.sequence)
        let isDamaged = source.damaged.contains(identity)
        if let hours = LakePlan.hours(of: times) {
          plan.add(chunk, hours: hours, isDamaged: isDamaged)
        } else {
          let hours = try await hours(of: chunk, name)
          // Without them, the files of the chunk could be taken for those of deleted recordings.
          guard hours != nil || skipsDamaged else { throw Self.damaged }
          plan.add(chunk, hours: hours ?? [], isDamaged: isDamaged)
        }
      }
      last = final.sequence
      readCount += page.count
    }
    // Rows that cannot be read are left out. Their chunks are not deleted, and must not disappear.
    if readCount < source.chunkCount {
      let now = try await storage.progress(of: name.device)[name.stream]?.chunkCount ?? 0
      guard readCount >= now else { throw Self.unreadable }
    }
    try await readEvents(of: name, in: .min ... .max) { plan.add($0) }
    var files = plan.files()
    for (part, file) in files where part.table == .samples {
      files[part]?.clocks = source.clocks.content(of: name.stream, onDayOf: file.times.lowerBound)
    }
    return files
  }

  /// The hours in which a chunk has samples; nil if it is damaged.
  private func hours(of chunk: ChunkRecord, _ name: StreamName) async throws -> Set<Int64>? {
    var hours: Set<Int64> = []
    var samples = TimeOrderedSamples([chunk], of: name, in: storage)
    do {
      while let run = try await samples.next() {
        for time in run.times { hours.insert(LakeTime.hour(of: time)) }
      }
    } catch StorageError.damaged {
      return nil
    }
    return hours
  }

  /// Reads the gaps and then the marks of a stream that begin in a range of times.
  func readEvents(
    of name: StreamName, in times: ClosedRange<Int64>,
    _ body: (LakeEvent) throws -> Void
  ) async throws {
    let first = GapPosition(
      start: times.lowerBound.clampedSubtract(1), sequence: ChunkIdentity.sequenceMax,
      index: .max)
    var position = times.lowerBound == .min ? nil : first
    gaps: while let page = try await storage.gaps(
      of: name, after: position, atMost: Self.rowsPerPage), let last = page.last
    {
      for gap in page {
        guard gap.position.start <= times.upperBound else { break gaps }
        try body(LakeEvent(gap.gap))
      }
      position = last.position
    }
    position = times.lowerBound == .min ? nil : first
    marks: while let page = try await storage.marks(
      of: name, after: position, atMost: Self.rowsPerPage), let last = page.last
    {
      for mark in page {
        guard mark.position.start <= times.upperBound else { break marks }
        try body(LakeEvent(mark.mark))
      }
      position = last.position
    }
  }
}
