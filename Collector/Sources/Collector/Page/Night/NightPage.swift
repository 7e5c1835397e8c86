/// The page of one night, with a zoomable chart for each stream.
///
/// Everything except the curves can be read without a script.
struct NightPage: Sendable {
  var night: NightContent

  /// The maximum number of gaps that are listed one by one.
  private static let gapsMax = 200

  var html: String {
    PageFrame(
      title: "Yoban: \(night.device)", head: "", main: main, style: Self.style,
      scripts: [.module("/assets/night.js")], data: scriptJSON(NightData(night: night)),
      hasHome: !night.place.isShared
    ).html
  }

  private var main: String {
    """
    \(navigation)
    <h2>\(Wording.timeElement(nanoseconds: night.start)) <span>to</span> \
    \(Wording.timeElement(nanoseconds: night.end)) \
    <small>\(Wording.duration(from: night.start, to: night.end))</small></h2>
    \(openNote)\(Self.tools)
    <noscript><p class="note">Curves need JavaScript. The bars show the gaps of each stream.</p></noscript>
    \(missingNote)\(streams)\(Self.help)
    \(details)
    """
  }

  private var navigation: String {
    if night.place.isShared {
      return "<p class=\"note\">This link shows one night of \(escapeHTML(night.device)).</p>"
    }
    let previous = night.previous?.html(before: "← ", kind: "prev") ?? "<span></span>"
    let next = night.next?.html(after: " →", kind: "next") ?? "<span></span>"
    return
      "<nav aria-label=\"Nights\">\(previous)<a href=\"/devices/\(escapeHTML(night.device))\">All nights of \(escapeHTML(night.device))</a>\(next)</nav>"
  }

  private var openNote: String {
    night.isOpen
      ? """
      <p class="note" id="open">No stop is recorded: the recording is still running or was \
      interrupted.</p>

      """ : ""
  }

  /// The meaning of the hatched parts of charts; empty if no chunk is missing.
  private var missingNote: String {
    guard night.gaps.contains(where: \.isMissing) else { return "" }
    return """
      <p class="note">Hatched: chunks have not arrived, although later ones have. The device still has them, \
      or they were lost on it.</p>

      """
  }

  private static let tools = """
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

  private static let help = """
    <p class="note" id="help" hidden>Drag a chart to move, pinch or turn the wheel to zoom. The wheel needs \
    Ctrl or a click on a chart first. Double-click for the whole night. Keys: <kbd>←</kbd> <kbd>→</kbd> \
    <kbd>+</kbd> <kbd>-</kbd> <kbd>0</kbd>.</p>
    """

  private var streams: String {
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

  private var details: String {
    let rows = night.gaps.prefix(Self.gapsMax).map { gap in
      """
      <tr><td>\(Wording.timeElement(nanoseconds: gap.start))</td>
      <td>\(Wording.timeElement(nanoseconds: gap.end))</td>
      <td class="number">\(Wording.duration(from: gap.start, to: gap.end))</td>
      <td>\(escapeHTML(gap.cause))</td><td>\(escapeHTML(gap.stream))</td></tr>
      """
    }
    let marks = night.marks.prefix(Self.gapsMax).map { mark in
      "<li>\(Wording.timeElement(nanoseconds: mark.time)) <b>\(escapeHTML(mark.name))</b></li>"
    }
    let more = night.gaps.count - rows.count
    var parts = ""
    if !marks.isEmpty {
      parts += "<h3>Marks</h3>\n<ul class=\"marks\">\(marks.joined())</ul>\n"
    }
    if !rows.isEmpty {
      parts += """
        <details><summary>\(gapCounts)</summary>
        <table><thead><tr><th>From</th><th>To</th><th class="number">Length</th><th>Cause</th>
        <th>Stream</th></tr></thead><tbody>
        \(rows.joined())
        </tbody></table>
        \(more > 0 ? "<p>And \(Wording.count(more)) more.</p>" : "")
        </details>

        """
    }
    if !night.downloads.isEmpty {
      let links = night.downloads.map { $0.html() }.joined(separator: " ")
      parts += "<p class=\"links\">\(links)</p>\n"
    }
    return parts.isEmpty ? "" : "<article>\n\(parts)</article>\n"
  }
}
