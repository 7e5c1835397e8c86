import Chunks
import Collector
import Foundation

/// The nights of a device, which are computed when somebody reads them and kept until a chunk changes them.
///
/// The transaction that stores a chunk widens the window of times whose nights may have changed. The next
/// reader computes the nights in this window again, and only these. All functions are called in a transaction
/// that has locked the device.
struct NightCache {
  let device: String
  let session: any SQLSession

  /// Notes that the nights in a window may have changed.
  func markStale(_ window: ClosedRange<Int64>) throws {
    let joined = try staleWindow()?.joined(with: window) ?? window
    try session.execute(
      """
      INSERT INTO stale_nights (device, from_time, to_time) VALUES (?, ?, ?)
      ON CONFLICT (device) DO UPDATE
      SET from_time = excluded.from_time, to_time = excluded.to_time
      """, [.text(device), .integer(joined.lowerBound), .integer(joined.upperBound)])
  }

  /// Returns the window of times whose nights may have changed; nil if all are up to date.
  func staleWindow() throws -> ClosedRange<Int64>? {
    guard
      let row = try session.row("SELECT * FROM stale_nights WHERE device = ?", [.text(device)])
    else { return nil }
    // A damaged row means only that more is computed than necessary.
    guard let from = try? row.integer("from_time"), let to = try? row.integer("to_time"), from <= to
    else { return .min ... .max }
    return from...to
  }

  /// Computes the nights again that may have changed, and returns them with the window that contains all of
  /// them; nil if all are up to date. Writes nothing.
  func changedNights() throws -> (window: ClosedRange<Int64>, nights: [Night])? {
    guard let stale = try staleWindow() else { return nil }
    let streams = try session.rows(
      "SELECT stream FROM streams WHERE device = ? ORDER BY stream", [.text(device)]
    ).map { StreamName(device: device, stream: try $0.text("stream")) }
    return try nights(around: stale, streams)
  }

  /// Computes the nights again that may have changed, and keeps them.
  func refresh() throws {
    guard let (window, nights) = try changedNights() else { return }
    try session.execute(
      "DELETE FROM nights WHERE device = ? AND start_time >= ? AND end_time <= ?",
      [.text(device), .integer(window.lowerBound), .integer(window.upperBound)])
    for night in nights { try insert(night) }
    try session.execute("DELETE FROM stale_nights WHERE device = ?", [.text(device)])
  }

  /// Computes the nights in a window, and returns the window that contains all of them.
  private func nights(
    around stale: ClosedRange<Int64>, _ streams: [StreamName]
  ) throws -> (window: ClosedRange<Int64>, nights: [Night]) {
    var window = stale
    while true {
      window = try grown(window, streams)
      let contents = try streams.map { name in
        (name: name.stream, contents: try load(name, in: window))
      }
      let nights = Night.nights(of: contents).filter {
        $0.span.start <= window.upperBound && $0.span.end >= window.lowerBound
      }
      // A chunk that begins in the window can end after it. Then more belongs to its night.
      let all = nights.reduce(window) { $0.joined(with: $1.span.start...$1.span.end) }
      if all == window { return (window, nights) }
      window = all
    }
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

  /// Widens a window until every night is either in it as a whole, or more than a pause away from it.
  private func grown(
    _ window: ClosedRange<Int64>, _ streams: [StreamName]
  ) throws -> ClosedRange<Int64> {
    var window = window
    while true {
      var next = window
      if let nights = try cachedNights(near: window) { next = next.joined(with: nights) }
      for name in streams {
        if let part = try recording(name, around: next) { next = next.joined(with: part) }
      }
      if next == window { return window }
      window = next
    }
  }

  /// The times of the known nights that are in a window or at most a pause away from it.
  private func cachedNights(near window: ClosedRange<Int64>) throws -> ClosedRange<Int64>? {
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

  /// The times of the recording of a stream that had begun before a window, or is still running at its end.
  private func recording(
    _ name: StreamName, around window: ClosedRange<Int64>
  ) throws -> ClosedRange<Int64>? {
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
      let end = try next ?? StreamSummary.load(name, in: session)?.times?.upperBound
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
  /// the first one after it: this tells whether chunks are missing at the end.
  private func load(
    _ name: StreamName, in window: ClosedRange<Int64>
  ) throws -> StreamContents {
    guard try hasSamples(name) else { return try StreamContents.load(name, in: session) }
    var contents = StreamContents(chunks: [])
    if let sequences = try sequences(of: name, in: window) {
      contents = try StreamContents.load(name, sequences, in: session)
    }
    // The chunk of another night can have gaps and marks of this one, such as the gap that ends with it.
    let key = name.key + [.integer(window.lowerBound), .integer(window.upperBound)]
    contents.gaps = try session.rows(
      """
      SELECT \(Gap.columns) FROM gaps
      WHERE device = ? AND stream = ? AND start_time BETWEEN ? AND ? ORDER BY sequence, position
      """, key
    ).compactMap { try? Gap(row: $0) }
    contents.marks = try session.rows(
      """
      SELECT sequence, time, name FROM marks
      WHERE device = ? AND stream = ? AND time BETWEEN ? AND ? ORDER BY sequence, position
      """, key
    ).compactMap { try? Mark(row: $0) }
    return contents
  }

  /// Whether a chunk of a stream has samples. Others have no times, and a stream without samples is read as a
  /// whole.
  private func hasSamples(_ name: StreamName) throws -> Bool {
    try session.row(
      "SELECT 1 FROM chunks WHERE device = ? AND stream = ? AND first_time IS NOT NULL LIMIT 1",
      name.key) != nil
  }

  private func sequences(
    of name: StreamName, in window: ClosedRange<Int64>
  ) throws -> ClosedRange<Int64>? {
    let summary = try StreamSummary.load(name, in: session)
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
