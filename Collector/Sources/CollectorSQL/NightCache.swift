import Chunks
import Collector
import Foundation

/// The nights of a device, which are computed when somebody reads them and kept until a chunk changes them.
///
/// The transaction that stores a chunk widens the window of times whose nights may have changed. The next
/// reader computes the nights in this window again, and only these.
struct NightCache {
  /// The nights that were computed again.
  struct Changes: Sendable {
    /// The number of the last change of the device that they contain.
    fileprivate var number: Int64
    /// Contains all of them as a whole. No night that is kept for it is right.
    var window: ClosedRange<Int64>
    var nights: [Night]
  }

  let device: String
  let session: any SQLSession

  /// Notes that the nights in a window may have changed. The transaction must have locked the device.
  func markStale(_ window: ClosedRange<Int64>) throws {
    let joined = try staleWindow()?.times.joined(with: window) ?? window
    try session.execute(
      """
      INSERT INTO stale_nights (device, from_time, to_time, changes, kept) VALUES (?, ?, ?, 1, 0)
      ON CONFLICT (device) DO UPDATE
      SET from_time = excluded.from_time, to_time = excluded.to_time, changes = stale_nights.changes + 1
      """, [.text(device), .integer(joined.lowerBound), .integer(joined.upperBound)])
  }

  /// Removes what is kept about the nights with a part in a window, after chunks in it were deleted, and notes
  /// that they have changed. The transaction must have locked the device.
  func remove(_ window: ClosedRange<Int64>) throws {
    let rows = try session.rows(
      """
      DELETE FROM nights WHERE device = ? AND start_time <= ? AND end_time >= ?
      RETURNING start_time, end_time
      """, [.text(device), .integer(window.upperBound), .integer(window.lowerBound)])
    let changed = rows.reduce(window) { window, row in
      guard let start = try? row.integer("start_time"), let end = try? row.integer("end_time"),
        start <= end
      else { return window }
      return window.joined(with: start...end)
    }
    try markStale(changed)
  }

  /// The times whose nights may have changed, and the number of the last change; nil if all are up to date.
  private func staleWindow() throws -> (times: ClosedRange<Int64>, number: Int64)? {
    guard
      let row = try session.row("SELECT * FROM stale_nights WHERE device = ?", [.text(device)])
    else { return nil }
    let number = try row.integer("changes")
    guard try row.integer("kept") < number else { return nil }
    // A damaged row means only that more is computed than necessary.
    guard let from = try? row.integer("from_time"), let to = try? row.integer("to_time"), from <= to
    else { return (.min ... .max, number) }
    return (from...to, number)
  }

  /// Computes the nights again that may have changed; nil if all are up to date. Writes nothing.
  func changes() throws -> Changes? {
    guard let (stale, number) = try staleWindow() else { return nil }
    let streams = try session.rows(
      "SELECT stream FROM streams WHERE device = ? ORDER BY stream", [.text(device)]
    ).map { StreamName(device: device, stream: try $0.text("stream")) }
    let window = try grown(stale, streams)
    let nights = try nights(in: window, streams)
    if nights.allSatisfy({ window.contains($0.span.start) && window.contains($0.span.end) }) {
      return Changes(number: number, window: window, nights: nights)
    }
    // A kept night is missing or wrong, because the database was damaged.
    let all: ClosedRange<Int64> = .min ... .max
    return Changes(number: number, window: all, nights: try self.nights(in: all, streams))
  }

  /// Keeps nights that `changes()` has returned, unless the device has changed since then, or another reader has kept
  /// the same ones. The transaction must have locked the device.
  func keep(_ changes: Changes) throws {
    let count = try session.execute(
      "UPDATE stale_nights SET kept = changes WHERE device = ? AND changes = ? AND kept < changes",
      [.text(device), .integer(changes.number)])
    guard count > 0 else { return }
    try session.execute(
      "DELETE FROM nights WHERE device = ? AND start_time >= ? AND end_time <= ?",
      [
        .text(device), .integer(changes.window.lowerBound), .integer(changes.window.upperBound),
      ])
    for night in changes.nights { try insert(night) }
  }

  /// The nights with a part in a window.
  private func nights(
    in window: ClosedRange<Int64>, _ streams: [StreamName]
  ) throws -> [Night] {
    var contents = try streams.map { name in
      (name: name.stream, contents: try chunksAndMarks(of: name, in: window))
    }
    let spans = Night.spans(of: contents.map(\.contents)).filter {
      $0.start <= window.upperBound && $0.end >= window.lowerBound
    }
    for (index, name) in streams.enumerated() {
      contents[index].contents.gaps = try gaps(of: name, in: spans)
    }
    return Night.nights(spans, of: contents)
  }

  private func insert(_ night: Night) throws {
    let content = String(decoding: try JSONEncoder().encode(night), as: UTF8.self)
    try session.execute(
      """
      INSERT INTO nights (device, start_time, end_time, content) VALUES (?, ?, ?, ?)
      ON CONFLICT (device, start_time) DO UPDATE
      SET end_time = excluded.end_time, content = excluded.content
      """,
      [.text(device), .integer(night.span.start), .integer(night.span.end), .text(content)])
  }

  // MARK: The window

  /// Widens a window until every night is either in it as a whole, or outside of it.
  ///
  /// Only what is in the window has changed. So the recordings that run at its edges may end or begin at another
  /// time than before; and kept nights may be joined or divided if they touch these times, or are so close to them
  /// that chunks without a mark belong together. All other nights stay as they are.
  private func grown(
    _ window: ClosedRange<Int64>, _ streams: [StreamName]
  ) throws -> ClosedRange<Int64> {
    guard window != .min ... .max else { return window }
    var grown = window
    for name in streams { grown = grown.joined(with: try recording(name, around: window)) }
    return try keptNights(near: grown).map { grown.joined(with: $0) } ?? grown
  }

  /// The times of the kept nights that are in a window or at most a pause away from it.
  private func keptNights(near window: ClosedRange<Int64>) throws -> ClosedRange<Int64>? {
    let pause = NightSpan.pauseNanosecondsMax
    let row = try session.row(
      """
      SELECT min(start_time) AS first, max(end_time) AS last FROM nights
      WHERE device = ? AND end_time >= ? AND start_time <= ?
      """,
      [
        .text(device), .integer(window.lowerBound.clampedSubtract(pause)),
        .integer(window.upperBound.clampedAdd(pause)),
      ])
    guard let first = try row?.optionalInteger("first"),
      let last = try row?.optionalInteger("last"),
      first <= last
    else { return nil }
    return first...last
  }

  /// A window with the times of the recordings of a stream that had begun before it, or still run at its end.
  private func recording(
    _ name: StreamName, around window: ClosedRange<Int64>
  ) throws -> ClosedRange<Int64> {
    var (from, to) = (window.lowerBound, window.upperBound)
    // A mark at the first time of the window is in it.
    if from > .min, let start = try start(of: name, runningAt: from - 1) { from = start }
    if try start(of: name, runningAt: to) != nil {
      let next = try session.integer(
        """
        SELECT min(time) FROM marks
        WHERE device = ? AND stream = ? AND time > ? AND name IN ('started', 'stopped')
        """, name.key + [.integer(to)])
      // Without another mark, it ends with the last sample.
      let end = try next ?? StreamSummary.current(name, in: session)?.times?.upperBound
      to = max(to, end ?? to)
    }
    return from...to
  }

  /// The time of the mark `started` if a recording runs at a time.
  private func start(of name: StreamName, runningAt time: Int64) throws -> Int64? {
    let row = try session.row(
      """
      SELECT time, name FROM marks
      WHERE device = ? AND stream = ? AND time <= ? AND name IN ('started', 'stopped')
      ORDER BY time DESC, name DESC LIMIT 1
      """, name.key + [.integer(time)])
    guard let row, try row.text("name") == "started" else { return nil }
    return try row.integer("time")
  }

  // MARK: What is in the window

  /// Reads what is known about the chunks of a stream in a window, from the first one with samples in it up to
  /// the first one after it: this tells whether chunks are missing at the end. Reads no gap.
  private func chunksAndMarks(
    of name: StreamName, in window: ClosedRange<Int64>
  ) throws -> StreamContents {
    let summary = try StreamSummary.current(name, in: session)
    // Chunks without samples have no times, so a stream without samples is read as a whole.
    let range =
      summary?.times == nil ? 0 ... .max : try sequences(of: name, in: window, summary)
    var contents = StreamContents(chunks: [])
    if let range {
      let key = name.key + [.integer(range.lowerBound), .integer(range.upperBound)]
      let isInRange = "device = ? AND stream = ? AND sequence BETWEEN ? AND ?"
      contents.chunks = try session.rows(
        "SELECT \(ChunkRecord.columns) FROM chunks WHERE \(isInRange) ORDER BY sequence", key
      ).compactMap { try? ChunkRecord(row: $0) }
      contents.conflicts = try session.rows(
        "SELECT sequence FROM conflicts WHERE \(isInRange)", key
      ).compactMap(\.sequence)
    }
    // The chunk of another night can have marks of this one.
    contents.marks = try session.rows(
      """
      SELECT time, name FROM marks
      WHERE device = ? AND stream = ? AND time BETWEEN ? AND ? AND name IN ('started', 'stopped')
      """, name.key + [.integer(window.lowerBound), .integer(window.upperBound)]
    ).compactMap { try? Mark(row: $0) }
    if summary?.times == nil { contents.firstMoment = try firstMoment(of: name) }
    return contents
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

  private func sequences(
    of name: StreamName, in window: ClosedRange<Int64>, _ summary: StreamSummary?
  ) throws -> ClosedRange<Int64>? {
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
