/// The page of one night, with a zoomable chart for each stream.
///
/// Everything except the curves can be read without a script.
struct NightPage: Sendable {
  var night: NightContent

  /// The maximum number of gaps that are listed one by one.
  private static let gapsMax = 200

  var html: HTML {
    PageFrame(
      title: "Yoban: \(night.device)", head: "", main: main, style: Self.style,
      scripts: [.module("/assets/night.js")], data: NightData(night: night),
      hasHome: !night.place.isShared
    ).html
  }

  private var main: HTML {
    """
    \(navigation)
    <h2>\(Wording.timeElement(nanoseconds: night.start)) <span>to</span> \
    \(Wording.timeElement(nanoseconds: night.end)) \
    <small>\(Wording.duration(from: night.start, to: night.end))</small></h2>
    \(openNote)\(Self.tools)
    <noscript><p class="note">Curves need JavaScript. The bars show the gaps of each stream.</p></noscript>
    \(missingNote)\(streams)\(Self.help)
    \(clocks)\(details)
    """
  }

  /// Without samples, no clock matters.
  private var clocks: HTML {
    night.streams.isEmpty ? "" : NightClocksCard(clocks: night.clocks).html
  }

  private var navigation: HTML {
    if night.place.isShared {
      return "<p class=\"note\">This link shows one night of \(night.device).</p>"
    }
    let previous = night.previous?.html(before: "← ", kind: "prev") ?? "<span></span>"
    let next = night.next?.html(after: " →", kind: "next") ?? "<span></span>"
    return
      "<nav aria-label=\"Nights\">\(previous)<a href=\"/devices/\(night.device)\">All nights of \(night.device)\(label)</a>\(next)</nav>"
  }

  private var label: HTML { night.label.map { " (\($0))" } ?? "" }

  private var openNote: HTML {
    night.isOpen
      ? """
      <p class="note" id="open">No stop is recorded: the recording is still running or was \
      interrupted.</p>

      """ : ""
  }

  /// The meaning of the hatched parts of charts; empty if no chunk is missing.
  private var missingNote: HTML {
    guard night.gaps.contains(where: \.isMissing) else { return "" }
    return """
      <p class="note">Hatched: chunks have not arrived, although later ones have. The device still has them, \
      or they were lost on it.</p>

      """
  }

  private static let tools: HTML = """
    <div class="tools" role="toolbar" aria-label="Visible time" hidden>
    <output id="range"></output>
    <span>
    <button type="button" data-action="earlier" title="Earlier (←)" aria-label="Earlier">←</button>
    <button type="button" data-action="later" title="Later (→)" aria-label="Later">→</button>
    <button type="button" data-action="out" title="Zoom out (-)" aria-label="Zoom out">−</button>
    <button type="button" data-action="in" title="Zoom in (+)" aria-label="Zoom in">+</button>
    <button type="button" data-action="all" title="Whole night (0)">Whole night</button>
    </span>
    </div>
    """

  private static let help: HTML = """
    <p class="note" id="help" hidden>Drag a chart to move, pinch or turn the wheel to zoom. The wheel needs \
    Ctrl or a click on a chart first. Double-click for the whole night. Keys: <kbd>←</kbd> <kbd>→</kbd> \
    <kbd>+</kbd> <kbd>-</kbd> <kbd>0</kbd>.</p>
    """

  private var streams: HTML {
    guard !night.streams.isEmpty else {
      return "<p class=\"note\">This night has no samples.</p>\n"
    }
    let gaps = night.gapsByStream
    return night.streams.map { stream in
      NightStreamCard(stream: stream, night: night, gaps: gaps[stream.name] ?? []).html
    }.joined()
  }

  /// The numbers of gaps and of missing runs, such as `2 gaps, 1 run of missing chunks`.
  private var gapCounts: String {
    let missing = night.gaps.count(where: \.isMissing)
    let gaps = Wording.count(night.gaps.count - missing, "gap")
    guard missing > 0 else { return gaps }
    return "\(gaps), \(Wording.count(missing)) \(missing == 1 ? "run" : "runs") of missing chunks"
  }

  private var details: HTML {
    let marks = night.marks.prefix(Self.gapsMax).map { mark -> HTML in
      "<li>\(Wording.timeElement(nanoseconds: mark.time)) <b>\(mark.name)</b></li>"
    }
    var parts: HTML = ""
    if !marks.isEmpty {
      parts += "<h3>Marks</h3>\n<ul class=\"marks\">\(marks.joined())</ul>\n"
    }
    if !night.gaps.isEmpty {
      let table = GapTable(
        title: gapCounts,
        rows: night.gaps.prefix(Self.gapsMax).map { ($0.start, $0.end, $0.cause, $0.stream) },
        count: night.gaps.count)
      parts += "\(table.html)\n"
    }
    if !night.downloads.isEmpty {
      let links = night.downloads.map { $0.html() }.joined(separator: " ")
      parts += "<p class=\"links\">\(links)</p>\n"
    }
    return parts.isEmpty ? "" : "<article>\n\(parts)</article>\n"
  }
}
