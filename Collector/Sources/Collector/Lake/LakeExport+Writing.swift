import Chunks

extension LakeExport {
  /// The number of times that a file is begun again because its chunks have changed meanwhile.
  private static let triesMax = 3

  /// Writes a file, or removes it if it has no rows, and returns what is known of it then.
  func write(
    _ part: LakePart, _ wanted: LakePlan.File, of source: Source, _ earlier: LakeState.File?,
    _ lock: any LakeLock, _ report: inout Report
  ) async throws -> LakeState.File {
    let name = source.name
    let path = part.path(of: name)
    var tries = 0
    while true {
      tries += 1
      var file = try await files.begin(path)
      do {
        let (rows, left) = try await write(part, wanted.times, of: name, to: &file, lock)
        // Of a chunk whose damage was found since then, the next run knows it.
        let areKnown = try left.allSatisfy { sequence in
          source.damaged.contains(
            try ChunkIdentity(device: name.device, stream: name.stream, sequence: sequence))
        }
        let content = left.isEmpty ? wanted.content : areKnown ? wanted.intactContent : nil
        guard rows > 0 else {
          await file.cancel()
          try await files.remove(path)
          if earlier.map({ $0.bytes > 0 }) ?? false { report.removedFiles += 1 }
          return LakeState.File(content: content, clocks: wanted.clocks, bytes: 0)
        }
        let bytes = try await file.finish()
        report.writtenFiles += 1
        report.writtenRows += rows
        return LakeState.File(content: content, clocks: wanted.clocks, bytes: bytes)
      } catch let error as StorageError {
        await file.cancel()
        // A chunk was found to be damaged, and is known as such now; or it was deleted between two reads.
        let mayPass =
          switch error {
          case .damaged: skipsDamaged
          case .unavailable: tries < Self.triesMax
          default: false
          }
        if mayPass { continue }
        if case .damaged = error { throw Self.damaged }
        guard case .limitExceeded(let limit) = error else { throw error }
        throw LakeFailure(reason: "more than \(limit.limit) chunks belong to it")
      } catch {
        await file.cancel()
        throw error
      }
    }
  }

  static let damaged = LakeFailure(
    reason:
      "chunks are damaged, so this stays as it was. Send them again from the device that still has them, or add --skip-damaged to leave them out"
  )

  /// Writes the rows, and returns their number, and the sequences of the chunks that were left out.
  private func write(
    _ part: LakePart, _ times: ClosedRange<Int64>, of name: StreamName,
    to file: inout any LakeFile, _ lock: any LakeLock
  ) async throws -> (rows: Int, left: [UInt64]) {
    var writer = try LakeTableWriter(part.table, valuesPerBlockMax: valuesPerBlockMax)
    var correction = TimeCorrection(name, in: storage)
    var left: [UInt64] = []
    switch part.table {
    case .events:
      try await readEvents(of: name, in: times) { try writer.append($0) }
    case .samples:
      let end = times.upperBound == .max ? nil : times.upperBound + 1
      let found = try await storage.chunks(of: name, from: times.lowerBound, to: end)
      guard let found else { break }
      guard found.damaged.isEmpty || skipsDamaged else { throw Self.damaged }
      left = found.damaged
      // Chunks that share so many times that they cannot be sorted are written one after the other.
      let isSortable = found.chunks.overlapBytes <= [ChunkRecord].overlapBytesMax
      for chunks in isSortable ? [found.chunks] : found.chunks.sortedByTime.map({ [$0] }) {
        var samples = TimeOrderedSamples(chunks, of: name, in: storage, within: times)
        while let run = try await samples.next() {
          try writer.append(run, try await correction.times(of: run))
          let bytes = writer.takeBytes()
          guard !bytes.isEmpty else { continue }
          try await file.append(bytes)
          try await lock.renew()
        }
      }
    }
    let (bytes, rows) = try writer.finish()
    try await file.append(bytes)
    return (rows, left)
  }
}
