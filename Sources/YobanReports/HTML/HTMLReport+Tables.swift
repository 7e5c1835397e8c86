import YobanSimulatedOS
import YobanVirtualTime

/// The tables of findings and gaps, readable without scripts and on paper.
extension HTMLReport {
  var tables: HTMLText {
    let findings = groupedFindings
    return """
      <div class="tables">
      <section aria-labelledby="findings-title">
      <h2 id="findings-title">Findings</h2>
      \(findings.isEmpty ? "<p class=\"quiet\">None.</p>" : table(findings))
      </section>
      <section aria-labelledby="gaps-title">
      <h2 id="gaps-title">Gaps</h2>
      \(input.gaps.isEmpty ? "<p class=\"quiet\">None.</p>" : table(input.gaps))
      </section>
      </div>
      \(findings.isEmpty ? "" : rules(of: findings))
      """
  }

  // MARK: Rules

  /// The rules that the findings name, with their grades and sources.
  private func rules(of groups: [FindingGroup]) -> HTMLText {
    var rules: [PlatformRule] = []
    for rule in groups.compactMap(\.finding.rule) where !rules.contains(rule) { rules.append(rule) }
    let rows = HTMLText(
      rules.map { rule in
        let sources = rule.sources.map(\.description).joined(separator: "; ")
        return """
          <dt id="rule-\(rule.code)">\(rule.code)</dt>
          <dd><p>\(rule.statement)</p>
          <p class="quiet">Holds for: \(rule.versions). Grade: \(rule.grade.rawValue)\(sources.isEmpty ? "" : ". Sources: ")\(sources).
          See \(rule.place) in the Yoban repository, or run yoban rule \(rule.code).</p></dd>
          """
      })
    if rules.isEmpty { return "" }
    return """
      <section class="rules" aria-labelledby="rules-title">
      <h2 id="rules-title">Rules behind the findings</h2>
      <dl>
      \(rows)
      </dl>
      </section>
      """
  }

  // MARK: Findings

  /// All occurrences of one finding in one process.
  private struct FindingGroup {
    let finding: Finding
    let whose: String
    /// The indices of the events in the trace.
    var events: [Int]
  }

  private var groupedFindings: [FindingGroup] {
    struct Key: Hashable {
      var finding: Finding
      var whose: String
    }
    var groups: [FindingGroup] = []
    var places: [Key: Int] = [:]
    for (i, event) in input.events.enumerated() {
      guard let finding = event.kind.finding else { continue }
      let whose = event.process.map { "\(event.device), \($0)" } ?? event.device
      let key = Key(finding: finding, whose: whose)
      if let place = places[key] {
        groups[place].events.append(i)
      } else {
        places[key] = groups.count
        groups.append(FindingGroup(finding: finding, whose: whose, events: [i]))
      }
    }
    return groups
  }

  private func table(_ groups: [FindingGroup]) -> HTMLText {
    let rows = HTMLText(
      groups.map { group in
        let finding = group.finding
        let rule: HTMLText =
          finding.rule.map { "<a href=\"#rule-\($0.code)\">\($0.code)</a> · " } ?? ""
        return """
          <tr><td class="when">\(moments(of: group))</td>
          <td><p><strong>\(finding.name)</strong>
          <span class="quiet">\(rule)\(group.whose)</span></p>
          <p>\(finding.what)</p><p class="quiet">\(finding.remedy)</p></td></tr>
          """
      })
    return """
      <div class="scroll"><table>
      <thead><tr><th scope="col">When</th>
      <th scope="col">What happened and what to do instead</th></tr></thead>
      <tbody>
      \(rows)
      </tbody></table></div>
      """
  }

  private static let momentsShown = 5

  private func moments(of group: FindingGroup) -> HTMLText {
    var fragments = group.events.prefix(Self.momentsShown).map { place -> HTMLText in
      let instant = input.events[place].instant
      return "\(button(Self.clock(instant), from: instant, to: instant, event: place))<br>"
    }
    let more = group.events.count - fragments.count
    if more > 0 { fragments.append("<span class=\"quiet\">and \(more) more</span>") }
    return HTMLText(fragments)
  }

  // MARK: Gaps

  private func table(_ gaps: [ReportInput.Gap]) -> HTMLText {
    let rows = HTMLText(
      gaps.map { gap in
        """
        <tr><td class="when">\(button(Self.clock(gap.start), from: gap.start, to: gap.end))</td>
        <td class="when">\(Self.clock(gap.end))</td>
        <td class="number">\(Self.length(gap.end - gap.start))</td>
        <td>\(gap.stream) <span class="quiet">\(gap.device)</span></td>
        <td class="cause">\(gap.cause)</td></tr>
        """
      })
    return """
      <div class="scroll"><table class="gaps">
      <thead><tr><th scope="col">From</th><th scope="col">To</th><th scope="col">Length</th>\
      <th scope="col">Stream</th><th scope="col">Cause</th></tr></thead>
      <tbody>
      \(rows)
      </tbody></table></div>
      """
  }

  // MARK: Times

  private func button(
    _ words: String, from start: VirtualInstant, to end: VirtualInstant, event: Int? = nil
  ) -> HTMLText {
    let (from, to) = (min(start, end).nanoseconds / 1000, max(start, end).nanoseconds / 1000)
    let place: HTMLText = event.map { " data-event=\"\($0)\"" } ?? ""
    return """
      <button type="button" class="time" data-from="\(from)" data-to="\(to)"\(place) \
      title="Show on the timeline">\(words)</button>
      """
  }

  /// Formats an instant as `HH:MM:SS` since the start.
  static func clock(_ instant: VirtualInstant) -> String { String(instant.description.dropLast(4)) }

  /// Formats a duration such as `1 h 05 min`, `20 min 03 s` or `4.250 s`; below a minute, exact to
  /// the millisecond.
  static func length(_ duration: Duration) -> String {
    let sign = duration < .zero ? "−" : ""
    let ms = abs(duration.nanoseconds / 1_000_000)
    let (minutes, seconds) = (ms / 60_000, ms / 1000)
    if minutes >= 60 { return "\(sign)\(minutes / 60) h \(twoDigits(minutes % 60)) min" }
    if minutes > 0 { return "\(sign)\(minutes) min \(twoDigits(seconds % 60)) s" }
    let rest = String(ms % 1000 + 1000).dropFirst()
    return "\(sign)\(seconds).\(rest) s"
  }

  private static func twoDigits(_ number: Int64) -> String {
    String(String(number + 100).dropFirst())
  }
}
