import Chunks
import ClockOffsets
import Foundation
import NightArchive

/// A whole night as files for researchers: everything but the samples, and how to read those.
struct NightDownload: Sendable {
  /// The chunks of one stream that belong to the night.
  struct Part: Sendable {
    var name: StreamName
    var chunks: [ChunkRecord]
    var channels: StreamChannels
  }

  let span: NightSpan
  /// In the order of the parts. The numbers of samples are known only after they were read.
  let contents: ArchivedNight
  let parts: [Part]

  /// The maximum number of gaps, marks, missing runs and chunks, which are in memory while the file is written.
  private static let rowsMax = 200_000
  /// The maximum number of values of all samples, for which the file needs some gigabytes of the disk.
  private static let valuesMax = 500_000_000

  /// Throws `.invalidRequest` if the night is too large for a file.
  ///
  /// - Parameter limits: the times that the reader may know; nil for all. Gaps and chunks can reach into other nights.
  static func load(
    _ night: Night, of device: String, within limits: NightSpan? = nil,
    _ storage: any CollectorStorage
  ) async throws -> NightDownload {
    let span = night.span
    var contents = ArchivedNight(
      device: device, start: span.start, end: span.end, isOpen: span.isOpen,
      collectorVersion: CollectorVersion.text, streams: [])
    var parts: [Part] = []
    var valueCount = 0
    for name in night.streams.map({ StreamName(device: device, stream: $0.name) }) {
      let (end, isOverflow) = span.end.addingReportingOverflow(1)
      guard
        let found = try await storage.chunks(
          of: name, from: span.start, to: isOverflow ? nil : end)
      else { continue }
      let channels = try await storage.channels(of: name, in: span.times)
      valueCount = found.chunks.map { chunk in
        chunk.sampleCount.multipliedReportingOverflow(by: chunk.channels.count).partialValue
      }.reduce(valueCount) { $0.clampedAdd($1) }
      parts.append(Part(name: name, chunks: found.chunks, channels: channels))
      contents.streams.append(
        ArchivedStream(
          name: name.stream,
          channels: zip(channels.names, channels.units).map { ArchivedChannel($0, unit: $1) },
          interval: channels.interval,
          hasParquet: TimeCorrection.reserved(in: channels.names) == nil))
      let room = rowsMax + 1 - contents.rowCount
      contents.gaps += try await gaps(of: name, in: span, atMost: room, storage).map { gap in
        var gap = gap
        gap.end = limits?.limited(gap.end) ?? gap.end
        return gap
      }
      contents.marks += try await storage.marks(of: name, in: span.times, atMost: room)
        .map { ArchivedMark(stream: name.stream, time: $0.time, name: $0.name) }
      contents.missing += try await missing(of: name, around: found, storage)
      contents.chunks += found.chunks.map { chunk in
        ArchivedChunk(
          stream: name.stream, sequence: chunk.sequence, sha256: chunk.digest.hex,
          byteCount: chunk.byteCount, sampleCount: chunk.sampleCount,
          times: chunk.times.map { limits?.limited($0) ?? $0 })
      }
      contents.chunks += found.damaged.map { sequence in
        ArchivedChunk(
          stream: name.stream, sequence: sequence, sha256: "", byteCount: 0, sampleCount: 0,
          times: nil, isDamaged: true)
      }
      guard contents.rowCount <= rowsMax, valueCount <= valuesMax else {
        throw Problem(
          .invalidRequest,
          "This night is too large for a file: more than \(rowsMax) gaps, marks and chunks, or more than \(valuesMax) values. Read its streams as samples.csv or samples.parquet instead."
        )
      }
    }
    let clocks = DeviceClocks(
      try await storage.clockMeasurements(of: device, in: span.times), over: span.times)
    contents.clocks = clocks.archivedPoints
    contents.jumps = clocks.jumps.map(ArchivedJump.init)
    return NightDownload(span: span, contents: contents, parts: parts)
  }

  private static func gaps(
    of name: StreamName, in span: NightSpan, atMost limit: Int, _ storage: any CollectorStorage
  ) async throws -> [ArchivedGap] {
    var result: [ArchivedGap] = []
    var position =
      span.start == .min
      ? nil : GapPosition(start: span.start - 1, sequence: UInt64(Int64.max), index: .max)
    while result.count < limit,
      let page = try await storage.gaps(of: name, after: position, atMost: 1_000),
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
    return try await storage.missingRuns(of: name, in: first...last, atMost: rowsMax + 1)
      .map {
        MissingChunks(
          stream: name.stream, firstSequence: $0.lowerBound, lastSequence: $0.upperBound)
      }
  }
}

extension ArchivedNight {
  fileprivate var rowCount: Int { gaps.count + marks.count + missing.count + chunks.count }
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

  /// The time, or the end of the night that is closer to it if it is outside.
  func limited(_ time: Int64) -> Int64 { min(max(time, start), max(start, end)) }

  /// The part of a range that is in the night.
  func limited(_ range: ClosedRange<Int64>) -> ClosedRange<Int64> {
    limited(range.lowerBound)...limited(range.upperBound)
  }
}
