import Chunks
import Collector

/// The nights in a part of a window of times.
struct NightPart: Sendable {
  /// Contains all nights that begin in it as a whole.
  var window: ClosedRange<Int64>
  var nights: [Night]
  /// The rest of the window, whose nights were not computed; nil if there is none.
  var rest: ClosedRange<Int64>?
}

/// Computes nights from what is stored about the chunks of a device.
struct NightContents {
  let device: String
  let session: any SQLSession
  /// Sorted by name.
  let streams: [StreamName]

  private let limits: StorageLimits
  /// The totals of the streams that have some.
  private let summaries: [StreamName: StreamSummary]

  init(of device: String, _ limits: StorageLimits, in session: any SQLSession) throws {
    self.device = device
    self.limits = limits
    self.session = session
    var streams: [StreamName] = []
    var summaries: [StreamName: StreamSummary] = [:]
    let rows = try session.rows(
      "SELECT * FROM streams WHERE device = ? ORDER BY stream", [.text(device)])
    for row in rows {
      let name = StreamName(device: device, stream: try row.text("stream"))
      streams.append(name)
      summaries[name] =
        try (try? StreamSummary(row: row)) ?? StreamSummary.current(name, in: session)
    }
    (self.streams, self.summaries) = (streams, summaries)
  }

  /// Computes the first nights with a part in a window, no night of which may begin before it.
  ///
  /// Reads about `StorageLimits.nightRowsAtOnce` chunks, marks and gaps, and more only if the first night has more.
  /// A night with more than `StorageLimits.rowsPerNight` of them is divided.
  ///
  /// - Parameter isRest: whether the nights before the window were computed, so that every chunk that begins before it
  ///   belongs to one of these.
  func firstPart(of window: ClosedRange<Int64>, isRest: Bool = false) throws -> NightPart {
    var rowsMax = limits.nightRowsAtOnce
    while true {
      let end = try end(of: window, rowsMax: rowsMax)
      var chunksLeft = limits.rowsPerNight
      let contents = try streams.map { name in
        try Client.requireConnected()
        let contents = try chunksAndMarks(
          of: name, in: window.lowerBound...end, isRest: isRest, atMost: chunksLeft)
        chunksLeft = max(0, chunksLeft - contents.chunks.count)
        return contents
      }
      let own = contents.map { content in
        var content = content
        content.chunks.removeAll { chunk in
          guard let times = chunk.times else { return true }
          let first = isRest ? times.lowerBound : times.upperBound
          return first < window.lowerBound || times.lowerBound > end
        }
        return content
      }
      var spans = Night.spans(of: own)
        .filter { $0.start <= end && $0.end >= window.lowerBound }
      var last = window.upperBound
      if end < window.upperBound {
        // The later nights are not known from here.
        let certainEnd = try certainEnd(of: own, before: end)
        let uncertain = spans.first { $0.end >= certainEnd }?.start ?? certainEnd
        let next = min(certainEnd, uncertain)
        if next > window.lowerBound {
          spans.removeAll { $0.start >= next }
          last = next - 1
        } else if rowsMax < limits.rowsPerNight {
          rowsMax = min(4 * rowsMax, limits.rowsPerNight)
          continue
        } else {
          last = min(last, max(end, spans.last?.end ?? end))
        }
      }
      if spans.count > Self.nightsMax {
        last = spans[Self.nightsMax].start - 1
        spans.removeLast(spans.count - Self.nightsMax)
      }
      var totals = NightTotals(of: spans)
      for (name, var content) in zip(streams, contents) {
        try Client.requireConnected()
        if summaries[name]?.gapCount != 0 { content.gaps = try gaps(of: name, in: spans) }
        totals.add(content, of: name.stream)
      }
      return NightPart(
        window: window.lowerBound...last, nights: totals.nights(),
        rest: last < window.upperBound ? last + 1...window.upperBound : nil)
    }
  }

  /// The maximum number of nights in a part.
  private static let nightsMax = 5_000

  /// The end of the first part of a window that has about as many rows.
  private func end(of window: ClosedRange<Int64>, rowsMax: Int) throws -> Int64 {
    let share = max(1, rowsMax / max(1, streams.count))
    var end = window.upperBound
    for name in streams {
      try Client.requireConnected()
      for (table, column) in [("chunks", "first_time"), ("marks", "time"), ("gaps", "start_time")] {
        let next = try session.integer(
          """
          SELECT \(column) FROM \(table) WHERE device = ? AND stream = ? AND \(column) BETWEEN ? AND ?
          ORDER BY \(column) LIMIT 1 OFFSET ?
          """,
          name.key + [.integer(window.lowerBound), .integer(end), .integer(share)])
        end = next ?? end
      }
      // Up to as many chunks of packs besides, and a pack as a whole.
      var packed = 0
      let packs = try session.packs(
        of: name, endingFrom: window.lowerBound, beginningBy: end, atMost: share + 1)
      for pack in packs {
        packed += pack.chunkCount
        guard packed > share else { continue }
        end = min(end, pack.times.upperBound)
        break
      }
    }
    return end
  }

  /// The time before which spans end that nothing after a time can make longer: recordings that have stopped, and
  /// samples without a mark before a pause.
  private func certainEnd(of contents: [StreamContents], before end: Int64) throws -> Int64 {
    try zip(streams, contents).reduce(end) { certain, stream in
      let (name, content) = stream
      let running =
        try isContinued(name, after: end) ? session.start(of: name, runningAt: end) : nil
      return min(certain, running ?? certain, content.startOfRun(at: end) ?? certain)
    }
  }

  /// Whether a stream has a sample or a mark after a time. Without one, a recording that runs ends before.
  private func isContinued(_ name: StreamName, after time: Int64) throws -> Bool {
    if summaries[name]?.times.map({ $0.upperBound > time }) ?? true { return true }
    let mark = try session.row(
      "SELECT 1 FROM marks WHERE device = ? AND stream = ? AND time > ? ORDER BY time LIMIT 1",
      name.key + [.integer(time)])
    return mark != nil
  }

  /// Reads what is known about the chunks of a stream in a window, and about the next one if that tells whether chunks
  /// are missing between them. Reads no gap.
  private func chunksAndMarks(
    of name: StreamName, in window: ClosedRange<Int64>, isRest: Bool, atMost limit: Int
  ) throws -> StreamContents {
    let summary = summaries[name]
    var contents = StreamContents(chunks: [])
    if summary?.times == nil {
      contents.firstMoment = try firstMoment(of: name)
      // Chunks without samples have no times, so a stream without samples is in one night.
      if let moment = contents.firstMoment, window.contains(moment) {
        contents.chunks = try chunks(of: name, in: 0 ... .max, atMost: limit)
      }
    } else {
      var pages = ChunkPages(of: name, overlapping: window, summary)
      if isRest { pages.starts = window }
      try addChunks(pages, atMost: limit, to: &contents)
    }
    if !contents.chunks.isEmpty {
      contents.conflicts = try session.rows(
        "SELECT sequence FROM conflicts WHERE device = ? AND stream = ?", name.key
      ).compactMap(\.sequence)
    }
    // The chunk of another night can have marks of this one.
    contents.marks = try marks(of: name, in: window)
    return contents
  }

  /// Reads the marks with which recordings begin and end.
  private func marks(of name: StreamName, in window: ClosedRange<Int64>) throws -> [Mark] {
    var marks: [Mark] = []
    var (first, last) = (window.lowerBound, "")
    while true {
      try Client.requireConnected()
      // The marks are much smaller than the rows.
      let rows = try session.rows(
        """
        SELECT DISTINCT time, name FROM marks
        WHERE device = ? AND stream = ? AND time BETWEEN ? AND ? AND (time, name) > (?, ?)
          AND name IN ('started', 'stopped')
        ORDER BY time, name LIMIT ?
        """,
        name.key + [
          .integer(first), .integer(window.upperBound), .integer(first), .text(last),
          .integer(ChunkPages.rowsMax),
        ])
      marks += rows.compactMap { try? Mark(row: $0) }
      guard rows.count == ChunkPages.rowsMax, let final = rows.last else { return marks }
      (first, last) = (try final.integer("time"), try final.text("name"))
    }
  }

  /// A chunk with samples, and the one that follows it in the stream.
  struct Followed {
    var chunk: ChunkRecord
    var next: UInt64?
    /// The time of the first sample of the next one; nil without samples.
    var nextTime: Int64?
  }

  /// Adds some chunks with samples, those without that belong to them, and the chunk behind a run of missing ones. The
  /// sequences of a stream need not have the order of its times, so the chunks between two of these may be of any time,
  /// and are not read.
  private func addChunks(
    _ chunks: ChunkPages, atMost limit: Int, to contents: inout StreamContents
  ) throws {
    let name = chunks.name
    var pages = chunks
    func next(_ column: String) -> String {
      """
      (SELECT n.\(column) FROM chunks AS n
        WHERE n.device = c.device AND n.stream = c.stream AND n.sequence > c.sequence
        ORDER BY n.sequence LIMIT 1)
      """
    }
    pages.columns = """
      \(Self.columns), \(next("sequence")) AS next_sequence, \(next("first_time")) AS next_time
      """
    var found: [Followed] = []
    while found.count < limit, case let rows = try pages.next(in: session), !rows.isEmpty {
      // The records are much smaller than the rows.
      found += rows.compactMap { row in
        guard let chunk = try? ChunkRecord(totalsOf: row) else { return nil }
        let next = (try? row.optionalInteger("next_sequence")).flatMap { UInt64(exactly: $0) }
        return Followed(
          chunk: chunk, next: next, nextTime: (try? row.optionalInteger("next_time")) ?? nil)
      }
    }
    found.sort { $0.chunk.sequence < $1.chunk.sequence }
    guard let first = found.first?.chunk.sequence, let last = found.last?.chunk.sequence
    else { return }
    try addNextPacked(in: first...last, of: name, to: &found)
    // At the beginning of a stream, chunks without samples belong to the first one that has some.
    let earlier = try session.row(
      """
      SELECT 1 FROM chunks
      WHERE device = ? AND stream = ? AND sequence < ? AND first_time IS NOT NULL
      ORDER BY sequence DESC LIMIT 1
      """, name.key + [.integer(Int64(first))])
    if earlier == nil, first > 0, try !hasPack(of: name, before: first) {
      contents.chunks = try self.chunks(of: name, in: 0...Int64(first) - 1, atMost: limit)
    }
    for (index, followed) in found.enumerated() {
      contents.chunks.append(followed.chunk)
      let other = index + 1 < found.count ? found[index + 1].chunk.sequence : nil
      guard let next = followed.next, next != other else { continue }
      guard let time = followed.nextTime else {
        try Client.requireConnected()
        let left = limit - contents.chunks.count
        var run = try chunksWithoutSamples(of: name, after: followed.chunk.sequence, atMost: left)
        if let last = run.last?.sequence, last == other {
          run.removeLast()
        } else if let last = run.last?.sequence {
          contents.cuts.insert(last)
        }
        contents.chunks += run
        continue
      }
      if next > followed.chunk.sequence + 1 {
        contents.chunks.append(ChunkRecord(sequence: next, time: time))
        contents.cuts.insert(next)
      } else {
        contents.cuts.insert(followed.chunk.sequence)
      }
    }
  }

  private static let columns = "sequence, bytes, samples, first_time, last_time"

  /// Reads what a night needs of some chunks.
  func chunks(
    of name: StreamName, in sequences: ClosedRange<Int64>, atMost limit: Int
  ) throws -> [ChunkRecord] {
    var chunks: [ChunkRecord] = []
    var last = sequences.lowerBound - 1
    while chunks.count < limit {
      try Client.requireConnected()
      let rows = try session.rows(
        """
        SELECT \(Self.columns) FROM chunks
        WHERE device = ? AND stream = ? AND sequence > ? AND sequence <= ? ORDER BY sequence LIMIT ?
        """,
        name.key + [
          .integer(last), .integer(sequences.upperBound), .integer(ChunkPages.rowsMax),
        ])
      chunks += rows.compactMap { try? ChunkRecord(totalsOf: $0) }
      guard rows.count == ChunkPages.rowsMax, let final = rows.last?.sequence else { break }
      last = Int64(final)
    }
    return chunks
  }

  /// The time of the first mark of a stream, or of its first gap.
  private func firstMoment(of name: StreamName) throws -> Int64? {
    for (table, column) in [("marks", "time"), ("gaps", "start_time")] {
      let time = try session.integer(
        """
        SELECT \(column) FROM \(table) WHERE device = ? AND stream = ?
        ORDER BY sequence, position LIMIT 1
        """, name.key)
      if let time { return time }
    }
    return nil
  }

  /// Reads the gaps of a stream that begin in one of some nights, by start, and of each night only as many as are
  /// counted.
  private func gaps(of name: StreamName, in nights: [NightSpan]) throws -> [Gap] {
    guard let last = nights.last?.end else { return [] }
    var result: [Gap] = []
    var index = 0
    var count = 0
    var position = [SQLValue.integer(nights[0].start), .integer(-1), .integer(-1)]
    while index < nights.count {
      let rows = try session.rows(
        """
        SELECT \(Gap.columns) FROM gaps
        WHERE device = ? AND stream = ? AND (start_time, sequence, position) > (?, ?, ?)
          AND start_time <= ?
        ORDER BY start_time, sequence, position LIMIT ?
        """, name.key + position + [.integer(last), .integer(Self.gapsPerStep)])
      for row in rows {
        guard let gap = try? Gap(row: row) else { continue }
        while index < nights.count, nights[index].end < gap.start {
          (index, count) = (index + 1, 0)
        }
        guard index < nights.count else { break }
        if count < Night.countedGapsMax, nights[index].start <= gap.start {
          result.append(gap)
          count += 1
        }
      }
      guard rows.count == Self.gapsPerStep, let final = rows.last else { break }
      if count == Night.countedGapsMax {
        // The rest of this night is not read.
        (index, count) = (index + 1, 0)
        guard index < nights.count else { break }
        position = [.integer(nights[index].start), .integer(-1), .integer(-1)]
      } else {
        position = ["start_time", "sequence", "position"].map { final.value($0) }
      }
    }
    return result
  }

  private static let gapsPerStep = 5_000
}

extension SQLSession {
  /// The time of the mark `started` if a recording of a stream runs at a time.
  func start(of name: StreamName, runningAt time: Int64) throws -> Int64? {
    let row = try row(
      """
      SELECT time, name FROM marks
      WHERE device = ? AND stream = ? AND time <= ? AND name IN ('started', 'stopped')
      ORDER BY time DESC, name DESC LIMIT 1
      """, name.key + [.integer(time)])
    guard let row, try row.text("name") == "started" else { return nil }
    return try row.integer("time")
  }
}
