import Chunks
import Foundation
import NightArchive

/// A whole night as files for researchers: everything but the samples, and how to read those.
struct NightDownload: Sendable {
  /// The chunks of one stream that belong to the night.
  struct Part: Sendable {
    var name: StreamName
    var chunks: [ChunkRecord]
    var header: ChunkHeader?
    var channels: [String]
  }

  let span: NightSpan
  /// In the order of the parts. The numbers of samples are known only after they were read.
  let contents: ArchivedNight
  let parts: [Part]

  static func load(
    _ night: Night, of device: String, _ storage: any CollectorStorage
  ) async throws -> NightDownload {
    let span = night.span
    let summaries = try await storage.summaries(of: device)
    var contents = ArchivedNight(
      device: device, start: span.start, end: span.end, isOpen: span.isOpen,
      collectorVersion: CollectorVersion.text, streams: [])
    var parts: [Part] = []
    for name in night.streams.map({ StreamName(device: device, stream: $0.name) }) {
      let (end, isOverflow) = span.end.addingReportingOverflow(1)
      guard
        let found = try await storage.chunks(
          of: name, from: span.start, to: isOverflow ? nil : end)
      else { continue }
      let header = summaries.first { $0.name == name }?.header
      parts.append(
        Part(name: name, chunks: found.chunks, header: header, channels: found.channels))
      contents.streams.append(
        ArchivedStream(
          name: name.stream,
          channels: found.channels.map { ArchivedChannel($0, unit: header?.unit(of: $0) ?? "") },
          interval: header?.nominalNanoseconds,
          hasParquet: !found.channels.contains(SampleParquet.timeColumn)))
      contents.gaps += try await gaps(of: name, in: span, storage)
      contents.marks += try await storage.marks(of: name, in: span.times)
        .map { ArchivedMark(stream: name.stream, time: $0.time, name: $0.name) }
      contents.missing += try await missing(of: name, around: found, storage)
      contents.chunks += found.chunks.map { chunk in
        ArchivedChunk(
          stream: name.stream, sequence: chunk.sequence, sha256: chunk.digest.hex,
          byteCount: chunk.byteCount, sampleCount: chunk.sampleCount, times: chunk.times)
      }
      contents.chunks += found.damaged.map { sequence in
        ArchivedChunk(
          stream: name.stream, sequence: sequence, sha256: "", byteCount: 0, sampleCount: 0,
          times: nil, isDamaged: true)
      }
    }
    return NightDownload(span: span, contents: contents, parts: parts)
  }

  private static func gaps(
    of name: StreamName, in span: NightSpan, _ storage: any CollectorStorage
  ) async throws -> [ArchivedGap] {
    var result: [ArchivedGap] = []
    var position =
      span.start == .min
      ? nil : GapPosition(start: span.start - 1, sequence: UInt64(Int64.max), index: .max)
    while let page = try await storage.gaps(of: name, after: position, atMost: 1_000),
      let last = page.last
    {
      for placed in page {
        guard placed.gap.start <= span.end else { return result }
        result.append(
          ArchivedGap(
            stream: name.stream, start: placed.gap.start, end: placed.gap.end,
            cause: placed.gap.cause.rawValue))
      }
      position = last.position
    }
    return result
  }

  /// The chunks that are missing between the first and the last one of the night.
  private static func missing(
    of name: StreamName, around part: StreamPart, _ storage: any CollectorStorage
  ) async throws -> [MissingChunks] {
    let sequences = part.chunks.map(\.sequence) + part.damaged
    guard let first = sequences.min(), let last = sequences.max() else { return [] }
    return try await storage.missingRuns(of: name, atMost: 10_000)
      .filter { first < $0.lowerBound && $0.upperBound < last }
      .map {
        MissingChunks(
          stream: name.stream, firstSequence: $0.lowerBound, lastSequence: $0.upperBound)
      }
  }
}

extension NightDownload {
  /// The samples of a part that lie in the night.
  func samples(of part: Part, _ storage: any CollectorStorage) -> TimeOrderedSamples {
    TimeOrderedSamples(part.chunks, of: part.name, in: storage, within: span.times)
  }
}

extension NightSpan {
  /// The times of the night, with both ends.
  var times: ClosedRange<Int64> { start...max(start, end) }
}
