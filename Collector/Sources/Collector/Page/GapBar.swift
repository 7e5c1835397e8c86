/// A bar of one stream: the night from left to right, with gaps and missing chunks.
struct GapBar {
  /// A gap, or a run of missing chunks.
  struct Part {
    var start: Int64
    var end: Int64
    var title: String
    /// Whether the samples may still arrive.
    var isMissing: Bool
  }

  var span: NightSpan
  var parts: [Part]
  var label: String

  var html: HTML {
    let marks = parts.map { part -> HTML in
      let from = span.percent(of: part.start)
      let width = max(0, span.percent(of: part.end) - from)
      let kind: HTML = part.isMissing ? " class=\"missing\"" : ""
      return
        "<i\(kind) style=\"left:\(from)%;width:\(width)%\" title=\"\(part.title)\"></i>"
    }
    return "<div class=\"bar\" role=\"img\" aria-label=\"\(label)\">\(marks.joined())</div>"
  }
}

extension NightSpan {
  /// Returns the position of a time in the span, 0...100, to a hundredth.
  fileprivate func percent(of time: Int64) -> Double {
    guard start < end else { return 0 }
    // Times differ by less than a Double can tell in a night of some nanoseconds.
    let length = max(Double(end) - Double(start), 1)
    return (min(max((Double(time) - Double(start)) / length, 0), 1) * 10_000).rounded() / 100
  }
}
