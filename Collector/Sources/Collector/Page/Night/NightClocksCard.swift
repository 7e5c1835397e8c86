import ClockOffsets

/// The card about the clocks of a night's device: drift, uncertainty and steps.
struct NightClocksCard {
  var clocks: NightClocks

  /// The maximum number of steps, and of parts of clocks, that are listed.
  private static let jumpsMax = 50
  private static let rowsMax = 50

  var html: HTML {
    """
    <article id="clocks">
    <h3>Clocks</h3>
    \(isKnown ? table : Self.unknown)\(contradiction)\(jumps)
    </article>

    """
  }

  private var isKnown: Bool { clocks.rows.contains { $0.uncertainty != nil } }

  private static let unknown: HTML = """
    <p class="note">Nothing is known about the clock of this device: it has sent no measurements, so times are shown \
    as it has recorded them.</p>
    """

  private var table: HTML {
    let rows = clocks.rows.prefix(Self.rowsMax).map { row -> HTML in
      """
      <tr><td>\(row.name)\(period(of: row))</td>
      <td class="number">\(ahead(row))</td><td class="number">\(drift(row))</td>
      <td class="number">\(uncertainty(row))</td>
      <td class="number">\(Wording.count(row.measurementCount))</td></tr>
      """
    }
    return """
      <p class="note">Times are shown as the device has recorded them. The samples of downloads also have the time on \
      the clock of this collector, which is at most the uncertainty wrong.</p>
      <div class="wide"><table><thead><tr><th>Clock</th><th class="number">Ahead of the collector</th>
      <th class="number">Drift</th><th class="number">Uncertainty</th>
      <th class="number">Measurements</th></tr></thead><tbody>
      \(rows.joined())
      </tbody></table></div>\(moreRows)
      """
  }

  private var moreRows: HTML {
    let more = clocks.rows.count - Self.rowsMax
    return more > 0
      ? "<p class=\"note\">The clocks began again \(Wording.count(more)) more times.</p>" : ""
  }

  /// When a part of a clock began, if it has several.
  private func period(of row: NightClocks.Row) -> HTML {
    guard clocks.rows.count(where: { $0.name == row.name }) > 1 else { return "" }
    return " from \(Wording.timeElement(nanoseconds: row.times.lowerBound))"
  }

  private func ahead(_ row: NightClocks.Row) -> HTML {
    guard row.uncertainty != nil else { return "not known" }
    guard let ahead = row.ahead else { return "its own time" }
    return
      "\(ClockWording.signed(nanoseconds: ahead.first)) to \(ClockWording.signed(nanoseconds: ahead.last))"
  }

  private func drift(_ row: NightClocks.Row) -> HTML {
    guard let drift = row.drift else { return "not known" }
    return "\(ClockWording.drift(drift.partsPerMillion, drift.uncertainty))"
  }

  private func uncertainty(_ row: NightClocks.Row) -> HTML {
    guard let range = row.uncertainty else { return "not known" }
    return
      "± \(ClockWording.amount(nanoseconds: range.lowerBound)) to \(ClockWording.amount(nanoseconds: range.upperBound))"
  }

  private var contradiction: HTML {
    guard clocks.rows.contains(where: \.isContradictory) else { return "" }
    return """
      <p class="note">Measurements contradict each other: the uncertainty is what separates them.</p>
      """
  }

  private var jumps: HTML {
    guard !clocks.jumps.isEmpty else { return "" }
    let items = clocks.jumps.prefix(Self.jumpsMax).map { jump -> HTML in
      "<li>\(Wording.timeElement(nanoseconds: jump.time)) <b>\(ClockWording.jump(jump))</b></li>"
    }
    let more = clocks.jumps.count - items.count
    let rest: HTML = more > 0 ? "<li>And \(Wording.count(more)) more.</li>" : ""
    return "<ul class=\"marks\">\(items.joined())\(rest)</ul>"
  }
}

/// Times and drifts of clocks as text.
enum ClockWording {
  /// An amount of time with about three digits, such as `8.3 ms`, `730 ms` or `2.46 s`.
  static func amount(nanoseconds: Int64) -> String {
    let milliseconds = Double(nanoseconds.magnitude) / 1e6
    if milliseconds < 100 { return "\(rounded(milliseconds, to: 10)) ms" }
    if milliseconds < 1_000 { return "\(Int(milliseconds.rounded())) ms" }
    if milliseconds < 60_000 { return "\(rounded(milliseconds / 1_000, to: 100)) s" }
    return Wording.duration(nanoseconds: Int64(clamping: nanoseconds.magnitude))
  }

  /// As `amount`, with a sign.
  static func signed(nanoseconds: Int64) -> String {
    (nanoseconds < 0 ? "−" : "+") + amount(nanoseconds: nanoseconds)
  }

  /// A drift, such as `20 ± 1.1 ppm (1.7 s a day fast)`.
  static func drift(_ partsPerMillion: Double, _ uncertainty: Double) -> String {
    let secondsPerDay = rounded(abs(partsPerMillion) * 0.086_4, to: 100)
    let direction = partsPerMillion < 0 ? "slow" : "fast"
    return
      "\(rounded(partsPerMillion, to: 10)) ± \(rounded(uncertainty, to: 10)) ppm (\(secondsPerDay) s a day \(direction))"
  }

  static func jump(_ jump: ClockJump) -> String {
    let amount = jump.amount.map { " by \(signed(nanoseconds: $0))" } ?? ""
    return switch jump.clock {
    case .wall: "The clock of the device was set\(amount). The times of samples do not follow it."
    case .recorded:
      "The times of samples began again, because the device was restarted; they jump\(amount)."
    case .accessory(let stream):
      "The clock of the accessory of \(stream) jumped\(amount), or began again."
    }
  }

  /// The number with as many digits after the point as the factor, a power of ten, has zeros; without a point if it is
  /// a whole number.
  private static func rounded(_ value: Double, to factor: Double) -> String {
    let text = "\((value * factor).rounded() / factor)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
