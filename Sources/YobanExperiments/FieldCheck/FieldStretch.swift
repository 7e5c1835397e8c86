/// A stretch of run time in which the app printed lines, with its length.
struct FieldStretch: Sendable {
  /// The maximum time between two lines of the counter in one stretch of run time.
  static let longestSecond: Duration = .milliseconds(1_500)

  struct Entry: Sendable {
    let token: Int
    let time: LogTime?
    /// Whether it is a line of the counter, or a row that repeats once a second.
    let isLine: Bool
  }

  let step: Int
  /// The time of the previous row; a counter runs from this time on.
  var start: LogTime?
  var entries: [Entry] = []
  /// Whether the log ends in this stretch, so that more lines may have followed.
  var isOpen = false
  /// The number of lines that may belong to a neighbor: without times, a line of the counter
  /// between two wakes may belong to either.
  var fewerLines = 0
  /// The number of lines of the next stretch that may belong to this one.
  var moreLines = 0

  var lines: Int { entries.count { $0.isLine } }

  /// The last entry that is not a line of the counter.
  private var lastEvent: Int? { entries.lastIndex { !$0.isLine } }
  private var lastLine: Entry? { entries.last { $0.isLine } }

  /// Whether its length is known from times.
  var hasTimes: Bool { timedSpan(from: entries.first?.time) != nil }

  /// The length of the stretch.
  ///
  /// Without times, the length is derived from the lines of the counter: the loop sleeps at least
  /// one second between two lines, and the next line was not printed. If an event was logged before
  /// the first line, the first line came up to a second after the beginning.
  var span: FieldSpan? {
    if let span = timedSpan(from: start ?? entries.first?.time) { return span }
    guard lines > 0 else { return nil }
    let most = entries.first?.isLine == true ? lines : lines + 1
    return countedSpan(lines - fewerLines, below: most + moreLines)
  }

  /// The run time of the app after the last event in the stretch; nil without an event.
  var spanAfterEvent: FieldSpan? {
    guard let lastEvent else { return nil }
    if let span = timedSpan(from: entries[lastEvent].time) { return span }
    guard lines > 0 else { return nil }
    let after = entries[lastEvent...].count { $0.isLine }
    let fewer = entries.first?.isLine == true ? 0 : fewerLines
    return countedSpan(after - fewer, below: after + 1 + moreLines)
  }

  private func countedSpan(_ lines: Int, below: Int) -> FieldSpan {
    FieldSpan(least: .seconds(max(0, lines - 1)), below: isOpen ? nil : .seconds(below))
  }

  /// The next line would have been printed a second after the last one.
  private func timedSpan(from first: LogTime?) -> FieldSpan? {
    guard entries.allSatisfy({ $0.time != nil }),
      let least = LogTime.passed(from: first, to: entries.last?.time),
      let line = LogTime.passed(from: first, to: lastLine?.time)
    else { return nil }
    return FieldSpan(
      least: least.time, below: isOpen ? nil : line.time + .seconds(1) + line.tolerance)
  }

  /// The tolerance of its times; zero if its length is derived from lines.
  var tolerance: Duration {
    guard hasTimes else { return .zero }
    return LogTime.passed(from: entries.first?.time, to: entries.last?.time)?.tolerance ?? .zero
  }

  /// The lines of the counter before the event that woke the app.
  var linesBeforeEvent: [Entry] {
    entries.contains { !$0.isLine } ? Array(entries.prefix { $0.isLine }) : []
  }

  /// Each line that was printed more than a second after the previous one, with the time between
  /// them.
  var gaps: [(before: Entry, after: Entry, time: Duration)] {
    let lines = entries.filter(\.isLine)
    return zip(lines, lines.dropFirst()).compactMap { before, after in
      guard let passed = LogTime.passed(from: before.time, to: after.time),
        passed.time > Self.longestSecond + passed.tolerance
      else { return nil }
      return (before, after, passed.time)
    }
  }
}
