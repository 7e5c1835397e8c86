/// The page with the devices that have sent in a night, and with those that have not, which stand first.
struct LastNightPage {
  var list: NightList
  /// A name of a time zone that the server does not know; nil if it knows it.
  var unknownZone: String?

  var html: HTML {
    PageFrame(
      title: "Yoban: night to \(list.window.date)", head: PageFrame.links(), main: main,
      style: Self.style,
      scripts: [.plain("/assets/local-time.js"), .plain("/assets/last-night.js")]
    ).html
  }

  private var main: HTML {
    let window = list.window
    let zoneNote: HTML? = unknownZone.map {
      "<p class=\"note\">The server does not know the time zone “\($0)”, so it uses UTC.</p>\n"
    }
    return """
      <nav aria-label="Nights">\(link(daysLater: -1, "← ", ""))<span></span>\
      \(link(daysLater: 1, "", " →"))</nav>
      <h2>Night to \(window.date) <small>from \
      \(Wording.timeElement(nanoseconds: window.times.lowerBound)) to \
      \(Wording.timeElement(nanoseconds: window.times.upperBound.clampedAdd(1)))</small></h2>
      \(zoneNote ?? "")<p>\(summary)</p>
      \(groups)\(table)\(more)
      """
  }

  // MARK: Links

  private func address(
    date: String? = nil, group: String?, after: NightStatePosition? = nil
  ) -> String {
    var query = [
      "date=\(date ?? list.window.date)", "zone=\(escapeURL(list.window.zoneName))",
    ]
    if let group { query.append("group=\(escapeURL(group))") }
    if let after { query.append("after=\(escapeURL(after.description))") }
    return "/last-night?\(query.joined(separator: "&"))"
  }

  private func link(daysLater days: Int, _ before: String, _ after: String) -> HTML {
    guard let date = list.window.date(daysLater: days) else { return "<span></span>" }
    let address = address(date: date, group: list.group)
    return
      "<a rel=\"\(days < 0 ? "prev" : "next")\" href=\"\(address)\">\(before)\(date)\(after)</a>"
  }

  private var more: HTML {
    guard let next = list.next else { return "" }
    let address = address(group: list.group, after: next)
    return "<p class=\"more\"><a rel=\"next\" href=\"\(address)\">More devices</a></p>\n"
  }

  // MARK: Numbers

  private var summary: HTML {
    let counts = list.counts
    let possible = counts.missing.clampedAdd(counts.sent)
    let place: HTML = list.group.map { " of \($0)" } ?? ""
    var text: HTML =
      possible == 0
      ? "There is no device\(place) with a valid token that has sent something."
      : counts.missing == 0
        ? "All \(Wording.count(possible, "device"))\(place) have sent."
        : """
        <b class="bad">\(Wording.count(counts.missing)) of \(Wording.count(possible, "device"))\(place) \
        \(counts.missing == 1 ? "has" : "have") not sent.</b>
        """
    if counts.inactive > 0 {
      text += """
         \(Wording.count(counts.inactive)) without a valid token \(counts.inactive == 1 ? "is" : "are") listed at \
        the end.
        """
    }
    return text
  }

  private var groups: HTML {
    guard !list.groups.isEmpty else { return "" }
    let all = choice(nil, "All devices", nil)
    let others = list.groups.map { choice($0.name, $0.name, $0.counts) }
    return
      "<ul class=\"groups\" aria-label=\"Groups\">\(([all] + others).joined(separator: "\n"))</ul>\n"
  }

  private func choice(
    _ group: String?, _ name: String, _ counts: NightStates.Counts?
  ) -> HTML {
    let isCurrent = group == list.group
    let current: HTML = isCurrent ? " aria-current=\"page\"" : ""
    let number: HTML? = counts.map { counts in
      let possible = counts.missing.clampedAdd(counts.sent)
      return counts.missing == 0
        ? " <span>\(possible) sent</span>"
        : " <span class=\"bad\">\(counts.missing) of \(possible) not sent</span>"
    }
    return "<li><a href=\"\(address(group: group))\"\(current)>\(name)</a>\(number ?? "")</li>"
  }

  // MARK: Devices

  private var table: HTML {
    guard !list.devices.isEmpty else { return "" }
    return """
      <div class="scroll"><table class="night"><thead><tr><th>Device</th><th>Night</th>
      <th>Last upload</th><th class="number">Samples</th><th>Gaps</th><th>Open</th>
      <th class="number">Battery</th></tr></thead><tbody>
      \(list.devices.map(row).joined())
      </tbody></table></div>

      """
  }

  private func row(_ night: DeviceNight) -> HTML {
    let label: HTML? = night.description.label.map { "<br><small>\($0)</small>" }
    let samples: HTML = night.state == .sent ? "\(Wording.count(night.sampleCount))" : "–"
    let battery: HTML? = night.report?.battery.map { battery in
      battery < 20 ? "<b class=\"bad\">\(battery) %</b>" : "\(battery) %"
    }
    return """
      <tr class="\(night.state.name)"><th scope="row"><a href="/devices/\(night.device)">\(night.device)</a>\
      \(label ?? "")</th><td>\(state(of: night))</td><td>\(lastUpload(of: night))</td>
      <td class="number">\(samples)</td><td>\(gaps(of: night))</td><td>\(open(night))</td>
      <td class="number">\(battery ?? "–")</td></tr>

      """
  }

  private func state(of night: DeviceNight) -> HTML {
    switch night.state {
    case .missing: "<b class=\"bad\">not sent</b>"
    case .inactive: "no valid token"
    case .sent:
      night.nights.first.map { first in
        """
        <a href="/devices/\(night.device)/nights/\(first.span.start)">\
        \(Wording.duration(from: first.span.start, to: first.span.end))</a>\
        \(night.nights.count > 1 ? ", \(night.nights.count) recordings" : "")
        """
      } ?? "sent"
    }
  }

  private func lastUpload(of night: DeviceNight) -> HTML {
    guard let time = night.report?.time else { return "never" }
    return "\(Wording.duration(seconds: list.now.clampedSubtract(time))) ago"
  }

  private func gaps(of night: DeviceNight) -> HTML {
    guard night.state == .sent else { return "–" }
    guard night.gapCount > 0 else { return "none" }
    let count = Wording.gaps(night.gapCount, areAllCounted: night.hasOnlyCountedGaps)
    return "\(count), \(Wording.duration(nanoseconds: night.gapNanoseconds))"
  }

  /// Data that may still arrive: missing chunks, and the end of a recording that was not stopped.
  private func open(_ night: DeviceNight) -> HTML {
    var parts: [HTML] = []
    if night.missingCount > 0 {
      parts.append("\(Wording.count(Int(clamping: night.missingCount), "missing chunk"))")
    }
    if let start = night.openGapStart(until: list.end) {
      parts.append("no samples since \(Wording.timeElement(nanoseconds: start))")
    }
    return parts.isEmpty ? (night.state == .sent ? "none" : "–") : parts.joined(separator: "<br>")
  }
}

extension LastNightPage {
  fileprivate static let style: HTML = """
    nav { display: flex; justify-content: space-between; margin-top: 1rem; font-size: .875rem; }
    .bad { color: var(--bad); }
    .groups { display: flex; flex-wrap: wrap; gap: .5rem; padding: 0; margin: 0 0 1rem; list-style: none; }
    .groups li {
      padding: .25rem .75rem; background: var(--card); border: 1px solid var(--line); border-radius: 1rem;
      font-size: .875rem;
    }
    .groups a[aria-current] { font-weight: 600; color: inherit; text-decoration: none; }
    .groups span { color: var(--quiet); }
    .groups span.bad { color: var(--bad); }
    .scroll { overflow-x: auto; }
    .night { width: 100%; }
    .night th, .night td { vertical-align: top; }
    .night th small { margin: 0; }
    .night .inactive { color: var(--quiet); }
    """
}
