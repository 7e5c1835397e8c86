import Chunks

/// The samples of a stream in a range of times, whose chunks are decoded when they are needed.
struct SampleRange: Sendable {
  let name: StreamName
  let chunks: [ChunkRecord]
  let times: ClosedRange<Int64>
  /// The channels of the stream, also of chunks that are not part of the range.
  let channels: StreamChannels

  /// Finds the chunks of a range; nil if the device has no such stream.
  ///
  /// - Parameters:
  ///   - from: included.
  ///   - to: not included; nil for no end.
  ///   - skipsDamaged: whether damaged chunks are left out. Otherwise, they are a problem: samples must not be missing
  ///     without notice.
  ///   - limits: the times whose channels the reader may know; nil for all.
  static func load(
    _ name: StreamName, from: Int64, to: Int64?, skipsDamaged: Bool,
    within limits: NightSpan? = nil,
    _ storage: any CollectorStorage
  ) async throws -> SampleRange? {
    guard let part = try await storage.chunks(of: name, from: from, to: to) else { return nil }
    if !part.damaged.isEmpty, !skipsDamaged {
      throw Problem(
        .chunkDamaged,
        "Chunks that belong to the answer are damaged: \(part.damaged.count). Send them again from the device that still has them, or add damaged=skip to read the others."
      )
    }
    let isEmpty = to.map { $0 <= from } ?? false
    let chunks = isEmpty ? [] : part.chunks
    try chunks.requireFewOverlaps(of: name)
    return SampleRange(
      name: name, chunks: chunks, times: isEmpty ? from...from : from...(to.map { $0 - 1 } ?? .max),
      channels: try await storage.channels(of: name, part.channels, within: limits))
  }

  /// The samples, by time.
  func samples(_ storage: any CollectorStorage) -> TimeOrderedSamples {
    TimeOrderedSamples(chunks, of: name, in: storage, within: times)
  }
}
