import VirtualTime

/// States that follow each other without overlap, from events.
struct BandTrack {
  private(set) var spans: [Span] = []
  private var open: Span?

  /// The style of the state that holds now.
  var current: LaneStyle? { open?.style }

  /// A new state begins, or nil: none holds from now on.
  mutating func become(_ style: LaneStyle?, at instant: VirtualInstant, event: Int?) {
    close(at: instant, event: event)
    open = style.map { Span(start: instant, end: instant, style: $0, firstEvent: event) }
  }

  /// What must have held from the start, if no state has been known until now.
  mutating func held(_ style: LaneStyle) {
    guard spans.isEmpty, open == nil else { return }
    open = Span(start: .start, end: .start, style: style)
  }

  /// The end of the trace: what holds now, holds until then.
  mutating func finish(at end: VirtualInstant) { close(at: end, event: nil) }

  private mutating func close(at instant: VirtualInstant, event: Int?) {
    guard var span = open else { return }
    open = nil
    guard instant > span.start else { return }
    span.end = instant
    span.lastEvent = event
    spans.append(span)
  }
}
