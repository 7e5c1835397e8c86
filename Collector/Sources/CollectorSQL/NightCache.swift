import Collector
import Foundation

/// The nights of a device, which are computed when somebody reads them and kept until a chunk changes them.
///
/// The transaction that stores a chunk widens the window of times whose nights may have changed. The next
/// reader computes the nights in this window again, and only these.
struct NightCache {
  /// The first nights that were computed again.
  struct Changes: Sendable {
    /// The number of the last change of the device that they contain.
    fileprivate var number: Int64
    fileprivate var part: NightPart

    /// No night that is kept for these times is right.
    var window: ClosedRange<Int64> { part.window }
    var nights: [Night] { part.nights }
    /// Whether no other nights have changed.
    var isComplete: Bool { part.rest == nil }
  }

  let device: String
  let session: any SQLSession
  let limits: StorageLimits

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

  /// Notes that the nights with a part in a window have changed, because chunks in it were deleted. The transaction
  /// must have locked the device.
  func markChanged(_ window: ClosedRange<Int64>) throws {
    let kept = try keptNights(in: window)
    try markStale(kept.map { window.joined(with: $0) } ?? window)
  }

  /// Removes some of the kept nights that may have changed; returns whether there may be more. The transaction must
  /// have locked the device.
  func removeStale(atMost limit: Int) throws -> Bool {
    guard let (stale, _) = try staleWindow() else { return false }
    // A night that is removed cannot tell any more how far it reached.
    try markChanged(stale)
    let window = try staleWindow()?.times ?? stale
    let count = try session.execute(
      """
      DELETE FROM nights WHERE device = ? AND start_time IN (
        SELECT start_time FROM nights WHERE device = ? AND start_time BETWEEN ? AND ? LIMIT ?)
      """,
      [
        .text(device), .text(device), .integer(window.lowerBound), .integer(window.upperBound),
        .integer(limit),
      ])
    return count == limit
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

  /// Computes the first nights again that may have changed; nil if all are up to date. Writes nothing.
  ///
  /// - Parameter previous: changes that were kept, after which the next nights are computed if the device has not
  ///   changed since then.
  func changes(after previous: Changes? = nil) throws -> Changes? {
    guard let (stale, number) = try staleWindow() else { return nil }
    let contents = try NightContents(of: device, limits, in: session)
    if let previous, previous.number == number, let rest = previous.part.rest {
      return Changes(number: number, part: try contents.firstPart(of: rest, isRest: true))
    }
    let window = try grown(stale, contents.streams)
    let part = try contents.firstPart(of: window)
    if part.nights.allSatisfy({
      part.window.contains($0.span.start) && part.window.contains($0.span.end)
    }) {
      return Changes(number: number, part: part)
    }
    // A kept night is missing or wrong, because the database was damaged.
    return Changes(number: number, part: try contents.firstPart(of: .min ... .max))
  }

  /// Computes the nights again that may have changed, if they cannot be kept part by part. If they are very many, only
  /// the first ones: then others are shown as they were kept.
  func firstChanges() throws -> Changes? {
    guard var changes = try changes() else { return nil }
    while changes.nights.count < Self.nightsInMemoryMax, !changes.isComplete,
      let next = try self.changes(after: changes)
    {
      changes.part = NightPart(
        window: changes.window.joined(with: next.window), nights: changes.nights + next.nights,
        rest: next.part.rest)
    }
    return changes
  }

  private static let nightsInMemoryMax = 20_000

  /// Keeps nights that `changes()` has returned, unless the device has changed since then, or another reader has kept
  /// the same ones; returns whether they are kept. The transaction must have locked the device.
  ///
  /// - Parameter rows: `changes.rows(of: device)`.
  func keep(_ changes: Changes, _ rows: [[SQLValue]]) throws -> Bool {
    let isUnchanged = "WHERE device = ? AND changes = ? AND kept < changes"
    let key: [SQLValue] = [.text(device), .integer(changes.number)]
    let count =
      if let rest = changes.part.rest {
        try session.execute(
          "UPDATE stale_nights SET from_time = ?, to_time = ? \(isUnchanged)",
          [.integer(rest.lowerBound), .integer(rest.upperBound)] + key)
      } else {
        try session.execute("UPDATE stale_nights SET kept = changes \(isUnchanged)", key)
      }
    guard count > 0 else { return false }
    try session.execute(
      "DELETE FROM nights WHERE device = ? AND start_time BETWEEN ? AND ?",
      [
        .text(device), .integer(changes.window.lowerBound), .integer(changes.window.upperBound),
      ])
    try session.insert(rows, into: "nights")
    return true
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
    let pause = NightSpan.pauseNanosecondsMax
    let near =
      grown.lowerBound.clampedSubtract(pause)...grown.upperBound.clampedAdd(pause)
    return try keptNights(in: near).map { grown.joined(with: $0) } ?? grown
  }

  /// The times of the kept nights with a part in a window. Kept nights do not overlap, so only those at its ends are
  /// read.
  private func keptNights(in window: ClosedRange<Int64>) throws -> ClosedRange<Int64>? {
    func night(startingIn times: ClosedRange<Int64>, isLast: Bool) throws -> ClosedRange<Int64>? {
      let order = isLast ? "DESC" : "ASC"
      let row = try session.row(
        """
        SELECT start_time, end_time FROM nights WHERE device = ? AND start_time BETWEEN ? AND ?
        ORDER BY start_time \(order) LIMIT 1
        """, [.text(device), .integer(times.lowerBound), .integer(times.upperBound)])
      guard let row else { return nil }
      let (start, end) = (try row.integer("start_time"), try row.integer("end_time"))
      return start...max(start, end)
    }
    func latest(startingBy time: Int64) throws -> ClosedRange<Int64>? {
      try night(startingIn: .min...time, isLast: true)
    }
    guard let last = try latest(startingBy: window.upperBound),
      last.upperBound >= window.lowerBound
    else { return nil }
    if let first = try latest(startingBy: window.lowerBound),
      first.upperBound >= window.lowerBound
    {
      return first.joined(with: last)
    }
    return try night(startingIn: window, isLast: false).map { $0.joined(with: last) } ?? last
  }

  /// A window with the times of the recordings of a stream that had begun before it, or still run at its end.
  private func recording(
    _ name: StreamName, around window: ClosedRange<Int64>
  ) throws -> ClosedRange<Int64> {
    var (from, to) = (window.lowerBound, window.upperBound)
    // A mark at the first time of the window is in it.
    if from > .min, let start = try session.start(of: name, runningAt: from - 1) { from = start }
    if try session.start(of: name, runningAt: to) != nil {
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
}

extension NightCache.Changes {
  /// The rows of the nights of a device.
  func rows(of device: String) throws -> [[SQLValue]] {
    let encoder = JSONEncoder()
    return try nights.map { night in
      let content = String(decoding: try encoder.encode(night), as: UTF8.self)
      return [
        .text(device), .integer(night.span.start), .integer(night.span.end), .text(content),
      ]
    }
  }
}
