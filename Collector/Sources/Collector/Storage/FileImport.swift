import Chunks
import CollectorImports
import Foundation
import RecordingFiles

/// Imports a recording from a file: first reads it to its end, so that nothing of a damaged file is stored, and then
/// stores its parts.
///
/// A part is stored in a transaction of its own. The same file always gives the same parts, and what a stream has
/// already is not stored again, so an import that was interrupted is continued by the next one.
public struct FileImport: Sendable {
  /// The contents of a file, without its samples.
  public struct Contents: Hashable, Sendable {
    public var sampleCounts: [String: Int] = [:]
    public var gapCounts: [String: [String: Int]] = [:]
    /// The earliest and the latest time, in nanoseconds since 1970; nil without samples.
    public var times: ClosedRange<Int64>?
    public var skipped = SkippedParts()
    /// The number of parts of each stream.
    public var partCounts: [String: Int] = [:]
    public var partCount: Int { partCounts.values.reduce(0, +) }
  }

  /// The numbers of samples of a stream, by their fate.
  public struct Outcome: Hashable, Sendable {
    public var stored = 0
    public var repeated = 0
    public var deleted = 0

    public init() {}
  }

  public let path: String
  /// The name under which the recording is stored.
  public let device: String
  public let facts: RecordingFacts
  public let utcOffset: Int
  /// Whether a file that ends in the middle is imported up to there.
  public let allowsTruncation: Bool

  /// Reads what the file says about itself.
  ///
  /// - Parameters:
  ///   - device: the name of the device; nil for the one in the file.
  ///   - zone: the time zone of a file with local times; nil for the one in the file.
  /// - Throws: `.missingDevice`, `.unknownZone` or `.file`.
  public init(
    _ path: String, device: String? = nil, zone: String? = nil, allowsTruncation: Bool = false
  ) throws(FileImportError) {
    self.path = path
    self.allowsTruncation = allowsTruncation
    do {
      facts = try RecordingFile.open(path).facts
    } catch {
      throw .file(error)
    }
    guard let device = device ?? facts.device else { throw .missingDevice }
    self.device = device
    switch facts.clock {
    case .utc: utcOffset = 0
    case .local(let known, let start):
      if let zone {
        guard let offset = LocalTime.offset(of: zone, at: start) else { throw .unknownZone(zone) }
        utcOffset = offset
      } else if let known {
        utcOffset = known
      } else {
        throw .file(.unknownTimeZone)
      }
    }
  }

  /// Reads the whole file, and stores nothing.
  public func check() throws(RecordingFileError) -> Contents {
    var contents = Contents()
    let skipped = try read { (parts) throws(RecordingFileError) in
      for part in parts {
        contents.partCounts[part.stream, default: 0] += 1
        contents.sampleCounts[part.stream, default: 0] += part.times.count
        for gap in part.gaps {
          contents.gapCounts[part.stream, default: [:]][gap.cause.rawValue, default: 0] += 1
        }
        guard let first = part.times.first, let last = part.times.last else { continue }
        let known = contents.times ?? first...last
        contents.times = min(known.lowerBound, first)...max(known.upperBound, last)
      }
    }
    contents.skipped = skipped
    guard let times = contents.times else { throw .truncated(place: "before its first sample") }
    // A clock that was never set, or a wrong time zone of years.
    let plausible = PlausibleTimes(now: Int64(Date.now.timeIntervalSince1970) * 1_000_000_000)
    if let reason = plausible.problem(with: times) { throw .damaged(reason: reason) }
    return contents
  }

  /// Stores what the streams of the device do not have yet.
  ///
  /// - Parameters:
  ///   - contents: those of the file.
  ///   - onProgress: called after each part with their number so far.
  public func store(
    _ contents: Contents, in storage: any CollectorStorage, onProgress: (Int) -> Void = { _ in }
  ) async throws -> [String: Outcome] {
    var outcomes: [String: Outcome] = [:]
    var counts: [String: Int] = [:]
    var reader = try RecordingFile.open(path)
    reader.utcOffset = utcOffset
    while let parts = try nextParts(&reader) {
      for var part in parts.series {
        let count = counts[part.stream, default: 0] + 1
        counts[part.stream] = count
        // The night of the recording begins and ends with it, and the device is not reported as silent.
        if let times = contents.times {
          if count == 1 { part.marks.append(.started(at: times.lowerBound)) }
          if count == contents.partCounts[part.stream] {
            part.marks.append(.stopped(at: times.upperBound))
          }
        }
        let outcome = try await storage.store(
          ImportedBatch(device: device, partOfFile: [part], receivedAt: Date.nowInSeconds))
        if case .stored(let rows, let repeated, let deleted) = outcome {
          outcomes[part.stream, default: Outcome()].stored += rows
          outcomes[part.stream, default: Outcome()].repeated += repeated
          outcomes[part.stream, default: Outcome()].deleted += deleted
        }
        onProgress(counts.values.reduce(0, +))
      }
      if parts.isLast { break }
    }
    return outcomes
  }

  private func read(
    _ use: ([ForeignSeries]) throws(RecordingFileError) -> Void
  ) throws(RecordingFileError) -> SkippedParts {
    var reader = try RecordingFile.open(path)
    reader.utcOffset = utcOffset
    while let parts = try nextParts(&reader) {
      try use(parts.series)
      if parts.isLast { break }
    }
    return reader.skipped
  }

  /// Returns the next parts, and whether they are the last ones; nil never comes before the last ones.
  private func nextParts(
    _ reader: inout any RecordingReader
  ) throws(RecordingFileError) -> (series: [ForeignSeries], isLast: Bool)? {
    do {
      if let parts = try reader.next() { return (parts, false) }
    } catch .truncated where allowsTruncation {
    }
    return (try reader.finish(), true)
  }
}

/// A reason why a file cannot be imported.
public enum FileImportError: Error, Hashable, Sendable {
  case file(RecordingFileError)
  /// Neither the file nor the caller names the device.
  case missingDevice
  /// There is no time zone with this name.
  case unknownZone(String)
}

extension FileImportError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .file(let error): error.description
    case .missingDevice: "The file does not name its device. Add --device NAME."
    case .unknownZone(let zone):
      "There is no time zone \(zone). Use a name such as Europe/Paris, UTC, or a difference such as +01:00."
    }
  }
}
