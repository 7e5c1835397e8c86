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
      let contents = try streams.map { name in
        try Client.requireConnected()
        return try chunksAndMarks(of: name, in: window.lowerBound...end)
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
    }
    return end
  }

  /// The time before which spans end that nothing after a time can make longer: recordings that have stopped, and
  /// samples without a mark before a pause.
  private func certainEnd(of contents: [StreamContents], before end: Int64) throws -> Int64 {
    try zip(streams, contents).reduce(end) { certain, stream in
      let (name, content) = stream
      let running = try session.start(of: name, runningAt: end)
      return min(certain, running ?? certain, content.startOfRun(at: end) ?? certain)
    }
  }

  /// Reads what is known about the chunks of a stream in a window, from the first one with samples in it up to
  /// the first one after it: this tells whether chunks are missing at the end. Reads no gap.
  private func chunksAndMarks(
    of name: StreamName, in window: ClosedRange<Int64>
  ) throws -> StreamContents {
    let summary = summaries[name]
    var contents = StreamContents(chunks: [])
    contents.firstMoment = summary?.times == nil ? try firstMoment(of: name) : nil
    // Chunks without samples have no times, so a stream without samples is in one night.
    let range =
      summary?.times == nil
      ? contents.firstMoment.flatMap { window.contains($0) ? 0 ... .max : nil }
      : try sequences(of: name, in: window, summary)
    if let range {
      contents.chunks = try chunks(of: name, range)
      contents.conflicts = try session.rows(
        "SELECT sequence FROM conflicts WHERE device = ? AND stream = ? AND sequence BETWEEN ? AND ?",
        name.key + [.integer(range.lowerBound), .integer(range.upperBound)]
      ).compactMap(\.sequence)
    }
    // The chunk of another night can have marks of this one.
    contents.marks = try session.rows(
      """
      SELECT DISTINCT time, name FROM marks
      WHERE device = ? AND stream = ? AND time BETWEEN ? AND ? AND name IN ('started', 'stopped')
      """, name.key + [.integer(window.lowerBound), .integer(window.upperBound)]
    ).compactMap { try? Mark(row: $0) }
    return contents
  }

  /// Reads what a night needs of some chunks.
  private func chunks(
    of name: StreamName, _ sequences: ClosedRange<Int64>
  ) throws -> [ChunkRecord] {
    var chunks: [ChunkRecord] = []
    var last = sequences.lowerBound - 1
    while chunks.count < limits.rowsPerNight {
      // The records are much smaller than the rows.
      let rows = try session.rows(
        """
        SELECT sequence, bytes, samples, first_time, last_time FROM chunks
        WHERE device = ? AND stream = ? AND sequence > ? AND sequence <= ? ORDER BY sequence LIMIT ?
        """,
        name.key + [
          .integer(last), .integer(sequences.upperBound), .integer(Self.chunksPerStep),
        ])
      chunks += rows.compactMap { try? ChunkRecord(totalsOf: $0) }
      guard rows.count == Self.chunksPerStep, let final = rows.last?.sequence else { break }
      last = Int64(final)
    }
    return chunks
  }

  private static let chunksPerStep = 10_000

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

  private func sequences(
    of name: StreamName, in window: ClosedRange<Int64>, _ summary: StreamSummary?
  ) throws -> ClosedRange<Int64>? {
    if let summary, let times = summary.times, window.contains(times.lowerBound),
      window.contains(times.upperBound)
    {
      return 0 ... .max
    }
    let row = try session.row(
      """
      SELECT min(sequence) AS first, max(sequence) AS last FROM chunks
      WHERE device = ? AND stream = ? AND first_time >= ? AND first_time <= ? AND last_time >= ?
      """,
      name.key + [
        .integer(summary?.earliestStart(containing: window.lowerBound) ?? .min),
        .integer(window.upperBound),
        .integer(window.lowerBound),
      ])
    guard let first = try row?.optionalInteger("first"), let last = try row?.optionalInteger("last")
    else { return nil }
    // At the beginning of a stream, chunks without samples belong to the first one that has some.
    let earlier = try session.row(
      """
      SELECT 1 FROM chunks
      WHERE device = ? AND stream = ? AND sequence < ? AND first_time IS NOT NULL LIMIT 1
      """, name.key + [.integer(first)])
    let after = try session.integer(
      """
      SELECT min(sequence) FROM chunks
      WHERE device = ? AND stream = ? AND sequence > ? AND first_time IS NOT NULL
      """, name.key + [.integer(last)])
    let start = earlier == nil ? 0 : first
    return start...max(start, after ?? .max)
  }
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
