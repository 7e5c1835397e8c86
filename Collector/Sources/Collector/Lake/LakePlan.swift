import Chunks

/// Finds the files that a stream should have from what is known about its chunks, and recognizes each file by its
/// content. Samples are not read.
struct LakePlan {
  /// A file as it should be.
  struct File: Hashable, Sendable {
    /// The times of its rows.
    var times: ClosedRange<Int64>
    /// The content as text, with all chunks.
    var content: String
    /// The same without the chunks that are known to be damaged, whose samples cannot be read now.
    var intactContent: String
    /// The measurements of clocks that count, as text of `LakeClocks`; nil for none.
    var clocks: String?
  }

  private struct Hour {
    var all = DigestSum()
    var intact = DigestSum()
    var values: Int64 = 0
  }

  private var hours: [Int64: Hour] = [:]
  private var events: [Int64: DigestSum] = [:]
  /// The number of values above which the samples of some hours are several files.
  private let valuesPerFileMax: Int64

  init(valuesPerFileMax: Int64) { self.valuesPerFileMax = valuesPerFileMax }

  /// The hours of the samples of a chunk; nil if it is too long to say so without reading its samples.
  static func hours(of times: ClosedRange<Int64>) -> ClosedRange<Int64>? {
    let hours = LakeTime.hour(of: times.lowerBound)...LakeTime.hour(of: times.upperBound)
    return hours.upperBound - hours.lowerBound < hoursOfChunkMax ? hours : nil
  }

  private static let hoursOfChunkMax: Int64 = 31 * 24

  /// Adds a chunk.
  ///
  /// - Parameter hours: in which it can have samples, each once.
  mutating func add(
    _ chunk: ChunkRecord, hours: some Collection<Int64>, isDamaged: Bool
  ) {
    var sum = DigestSum()
    sum.add(Array("\(chunk.sequence) ".utf8) + chunk.digest.bytes)
    let values = Int64(chunk.sampleCount).multipliedReportingOverflow(
      by: Int64(chunk.channels.count))
    let perHour =
      (values.overflow ? .max : values.partialValue) / Int64(max(1, hours.count))
    for hour in hours {
      var known = self.hours[hour] ?? Hour()
      known.all &+= sum
      if !isDamaged { known.intact &+= sum }
      known.values = known.values.clampedAdd(perHour)
      self.hours[hour] = known
    }
  }

  mutating func add(_ event: LakeEvent) {
    let day = LakeTime.day(ofHour: LakeTime.hour(of: event.start))
    events[day, default: DigestSum()].add(Array(event.description.utf8))
  }

  /// The files of the stream.
  func files() -> [LakePart: File] {
    var files: [LakePart: File] = [:]
    for (day, hours) in Dictionary(grouping: hours, by: { LakeTime.day(ofHour: $0.key) }) {
      let (length, parts) = divided(hours, of: day)
      for (start, hours) in parts {
        var (all, intact) = (DigestSum(), DigestSum())
        for hour in hours {
          all &+= hour.value.all
          intact &+= hour.value.intact
        }
        files[LakePart(.samples, hour: start)] = File(
          times: LakeTime.times(ofHours: start..<start + length),
          content: "\(length) \(all.text)", intactContent: "\(length) \(intact.text)")
      }
    }
    for (day, sum) in events {
      files[LakePart(.events, hour: day * 24)] = File(
        times: LakeTime.times(ofHours: day * 24..<day * 24 + 24), content: sum.text,
        intactContent: sum.text)
    }
    return files
  }

  /// Divides the hours of a day into files of the same length, the longest with which none has too many values. An hour
  /// is never divided.
  private func divided(
    _ hours: [(key: Int64, value: Hour)], of day: Int64
  ) -> (length: Int64, parts: [Int64: [(key: Int64, value: Hour)]]) {
    for length in [24, 12, 8, 6, 4, 3, 2, 1] as [Int64] {
      // All lengths divide a day, so a file begins and ends in it.
      let parts = Dictionary(
        grouping: hours, by: { day * 24 + ($0.key - day * 24) / length * length })
      let isSmall = parts.values.allSatisfy {
        $0.map(\.value.values).clampedSum() <= valuesPerFileMax
      }
      if isSmall || length == 1 { return (length, parts) }
    }
    preconditionFailure("one of the lengths is 1")
  }
}

/// A gap or a mark of a stream.
struct LakeEvent: Hashable, Sendable, CustomStringConvertible {
  enum Kind: String { case gap, mark }

  var kind: Kind
  /// In nanoseconds since 1970; the event belongs to the day of this time.
  var start: Int64
  /// nil for a mark.
  var end: Int64?
  /// The cause of a gap, or the name of a mark.
  var name: String

  init(_ gap: Gap) {
    (kind, start, end, name) = (.gap, gap.start, gap.end, gap.cause.rawValue)
  }

  init(_ mark: Mark) { (kind, start, end, name) = (.mark, mark.time, nil, mark.name) }

  var description: String { "\(kind) \(start) \(end.map(String.init) ?? "-") \(name)" }
}
