import Foundation
import Night

/// The account of a night as a person reads it.
struct NightTable {
  private let summary: NightSummary
  private let plan: NightPlan

  init(_ summary: NightSummary, plan: NightPlan) {
    self.summary = summary
    self.plan = plan
  }

  func print(report: String) {
    let left = plan.leftOut.map(\.rawValue).sorted().joined(separator: ", ")
    let recipe = left.isEmpty ? "the whole recipe" : "without \(left)"
    line(
      "\(plan.title) of \(String(format: "%g", summary.hours)) h on a simulated iPhone, \(recipe), seed \(summary.seed)"
    )
    line("")
    row("sensed", summary.sensed, "samples the sensors took")
    row("in gaps", summary.inGaps, "of them, when nothing could record them")
    row("recorded", summary.recorded, "written on the phone")
    if summary.events > 0 { row("notes", summary.events, "of them, of rooms and jobs") }
    row("stored", summary.stored, "on the collector, in \(summary.chunks) chunks, \(megabytes)")
    row("duplicates", summary.duplicates, "")
    line("")
    for gap in summary.gaps {
      line(
        "  gap \(clock(gap.from)) to \(clock(gap.to))  \(padded(gap.stream, 14)) \(padded(gap.cause, 12)) \(grouped(gap.samples)) samples"
      )
    }
    for finding in unique(summary.findings) { line("  finding \(finding)") }
    if !summary.gaps.isEmpty || !summary.findings.isEmpty { line("") }
    line(verdict)
    line("digest \(summary.digest), \(String(format: "%.1f", summary.wallSeconds)) s")
    line("report \(report)")
  }

  private var verdict: String {
    guard !summary.isComplete else {
      return summary.inGaps == 0
        ? "Every sample is accounted for: 0 lost, 0 duplicated."
        : "Everything recorded is stored, once. What was not recorded is in a gap, with its cause."
    }
    let lost = summary.recorded - summary.stored
    let unaccounted = summary.sensed - (summary.recorded - summary.events) - summary.inGaps
    return
      "NOT COMPLETE: \(lost) recorded but not stored, \(summary.duplicates) duplicated, \(unaccounted) neither recorded nor in a gap."
  }

  private var megabytes: String { String(format: "%.1f MB", Double(summary.bytes) / 1e6) }

  private func row(_ name: String, _ count: Int, _ what: String) {
    let number = grouped(count)
    line(
      "  \(padded(name, 12))\(String(repeating: " ", count: max(0, 12 - number.count)))\(number)  \(what)"
    )
  }

  private func line(_ text: String) {
    Swift.print(text.replacing(/\ +$/, with: ""))
  }

  private func unique(_ lines: [String]) -> [String] {
    var seen: Set<String> = []
    return lines.filter { seen.insert($0).inserted }
  }
}

private func padded(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}

/// A whole number with commas between thousands.
func grouped(_ count: Int) -> String {
  var digits = Array(String(abs(count)))
  for i in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(",", at: i) }
  return (count < 0 ? "-" : "") + String(digits)
}

private func clock(_ duration: Duration) -> String {
  let seconds = duration.components.seconds
  return String(format: "%02d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60)
}
