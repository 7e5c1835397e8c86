import Collector
import Synchronization

/// The nights of a device as they are now: those that are kept, and those that have changed since then.
struct CurrentNights {
  private let device: String
  private let session: any SQLSession
  /// The nights that have changed, by time, and the window in which no kept night is valid.
  let changed: NightCache.Changes?

  /// - Parameter changed: the result of `changes()`. If something in the database is damaged, what is kept can still be
  ///   read.
  init(_ cache: NightCache, _ changed: NightCache.Changes?) {
    device = cache.device
    session = cache.session
    self.changed = changed
  }

  func latest(before time: Int64, atMost limit: Int) throws -> [Night] {
    let others = changed?.nights.filter { $0.span.start < time } ?? []
    let kept = try kept("start_time < ?", "start_time DESC", [.integer(time)], atMost: limit)
    return Array((kept + others).sorted { $0.span.start > $1.span.start }.prefix(limit))
  }

  func latest(containing time: Int64) throws -> Night? {
    let others = changed?.nights.filter { $0.span.start <= time && $0.span.end >= time } ?? []
    let kept = try kept(
      "start_time <= ? AND end_time >= ?", "start_time DESC", [.integer(time), .integer(time)],
      atMost: 1)
    return (kept + others).max { $0.span.start < $1.span.start }
  }

  func first(after time: Int64) throws -> Night? {
    let others = changed?.nights.filter { $0.span.start > time } ?? []
    let kept = try kept("start_time > ?", "start_time", [.integer(time)], atMost: 1)
    return (kept + others).min { $0.span.start < $1.span.start }
  }

  private func kept(
    _ condition: String, _ order: String, _ values: [SQLValue], atMost limit: Int
  ) throws -> [Night] {
    var (isValid, window) = ("", [SQLValue]())
    if let changed {
      isValid = "AND NOT (start_time >= ? AND end_time <= ?)"
      window = [.integer(changed.window.lowerBound), .integer(changed.window.upperBound)]
    }
    return try session.rows(
      """
      SELECT content FROM nights WHERE device = ? AND \(condition) \(isValid)
      ORDER BY \(order) LIMIT ?
      """, [.text(device)] + values + window + [.integer(limit)]
    ).map(Night.init(row:))
  }
}

/// The times at which the nights of devices were last written by this process.
///
/// To write them with every page would let uploads wait for the disk as often as somebody reads a page.
final class NightWrites: Sendable {
  static let interval = Duration.seconds(10)

  private let times = Mutex<[String: ContinuousClock.Instant]>([:])

  /// Returns whether it is time to write the nights of a device again; if so, they are expected to be written now.
  func isDue(_ device: String, at now: ContinuousClock.Instant = .now) -> Bool {
    times.withLock { times in
      if let last = times[device], now < last + Self.interval { return false }
      times[device] = now
      return true
    }
  }

  /// Lets the nights of every device be written with its next page.
  func forget() { times.withLock { $0 = [:] } }
}
