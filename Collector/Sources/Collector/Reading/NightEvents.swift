/// The events with which a page learns about new chunks.
struct NightEvents {
  private var known: [String: StreamProgress]

  /// - Parameter known: how far the streams had come when the page was made.
  init(after known: [String: StreamProgress]) { self.known = known }

  func hasChanges(_ totals: [String: StreamProgress]) -> Bool {
    totals.contains { hasChanged($0.key, $0.value) }
  }

  private func hasChanged(_ stream: String, _ total: StreamProgress) -> Bool {
    known[stream]?.chunkCount != total.chunkCount
  }

  /// Returns an event for each stream with new chunks, as text of the type `text/event-stream`.
  ///
  /// - Parameters:
  ///   - totals: how far the streams have come now.
  ///   - night: the night about which there are events; nil for everything.
  mutating func text(_ totals: [String: StreamProgress], within night: Night?) -> String {
    defer { known = totals }
    var text = ""
    for (stream, total) in totals.sorted(by: { $0.key < $1.key })
    where hasChanged(stream, total) {
      var last = total.times.upperBound
      var first = min(known[stream]?.times.upperBound ?? total.times.lowerBound, last)
      if let night {
        guard night.streams.contains(where: { $0.name == stream }), first <= night.span.end,
          last >= night.span.start
        else { continue }
        (first, last) = (max(first, night.span.start), min(last, night.span.end))
      }
      text += """
        event: stored
        data: {"first_time":"\(first)","last_time":"\(last)","stream":"\(stream)"}


        """
    }
    return text
  }
}
