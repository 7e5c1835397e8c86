import YobanVirtualTime

/// A sequence of states without overlap, created from events.
struct BandTrack {
  private(set) var spans: [Span] = []
  private var open: Span?

  /// The style of the current state.
  var current: LaneStyle? { open?.style }

  /// Begins a new state; nil ends the current state without a new one.
  mutating func become(_ style: LaneStyle?, at instant: VirtualInstant, event: Int?) {
    close(at: instant, event: event)
    open = style.map { Span(start: instant, end: instant, style: $0, firstEvent: event) }
  }

  /// Sets the state from the start on, if no state has been known until now.
  mutating func held(_ style: LaneStyle) {
    guard spans.isEmpty, open == nil else { return }
    open = Span(start: .start, end: .start, style: style)
  }

  /// Ends the current state at the end of the trace.
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
