import YobanVirtualTime

/// Named activities that begin and end, also at the same time, in as few rows as possible.
struct BarTrack<Name: Hashable> {
  private(set) var spans: [Span] = []
  private var open: [(name: Name, place: Int)] = []
  /// The last bar of each name.
  private var latest: [Name: Int] = [:]
  /// The time at which each row is free again.
  private var rowEnds: [VirtualInstant] = []

  mutating func begin(_ name: Name, _ style: LaneStyle, at instant: VirtualInstant, event: Int) {
    end(name, at: instant, event: nil)
    let row = rowEnds.firstIndex { $0 <= instant } ?? rowEnds.endIndex
    if row == rowEnds.endIndex { rowEnds.append(instant) }
    rowEnds[row] = .distantFuture
    open.append((name, spans.endIndex))
    latest[name] = spans.endIndex
    spans.append(
      Span(start: instant, end: instant, style: style, firstEvent: event, value: Int64(row)))
  }

  var isAnyUnderWay: Bool { !open.isEmpty }

  func isUnderWay(_ name: Name) -> Bool { open.contains { $0.name == name } }

  func hasBegun(_ name: Name) -> Bool { latest[name] != nil }

  /// Changes the style of an activity's last bar, also after its end.
  mutating func restyleLast(_ name: Name, _ style: LaneStyle) {
    guard let place = latest[name] else { return }
    spans[place].style = style
  }

  /// Changes the style of an activity in progress.
  mutating func restyle(_ name: Name, _ style: LaneStyle) {
    guard let place = open.first(where: { $0.name == name })?.place else { return }
    spans[place].style = style
  }

  /// Ends an activity, if it is in progress; an optional style shows how it ended.
  mutating func end(
    _ name: Name, _ style: LaneStyle? = nil, at instant: VirtualInstant, event: Int?
  ) {
    guard let i = open.firstIndex(where: { $0.name == name }) else { return }
    close(i, style, at: instant, event: event)
  }

  /// Ends all activities in progress whose names fit.
  mutating func endAll(
    _ style: LaneStyle? = nil, at instant: VirtualInstant, event: Int?, where fits: (Name) -> Bool
  ) {
    for i in open.indices.reversed() where fits(open[i].name) {
      close(i, style, at: instant, event: event)
    }
  }

  /// Ends all bars at the end of the trace.
  mutating func finish(at end: VirtualInstant) { endAll(at: end, event: nil) { _ in true } }

  private mutating func close(
    _ i: Int, _ style: LaneStyle?, at instant: VirtualInstant, event: Int?
  ) {
    let place = open.remove(at: i).place
    spans[place].end = max(instant, spans[place].start)
    spans[place].lastEvent = event
    if let style { spans[place].style = style }
    rowEnds[Int(spans[place].value)] = spans[place].end
  }
}
