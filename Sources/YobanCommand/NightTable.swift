import Foundation
import YobanNight
import YobanTextLayout

/// The account of a night as a text table: a column for each device, and one for the totals.
struct NightTable {
  private let summary: NightSummary
  private let plan: NightPlan

  init(_ summary: NightSummary, plan: NightPlan) {
    self.summary = summary
    self.plan = plan
  }

  func print(report: String?) {
    let left = plan.leftOut.map(\.rawValue).sorted().joined(separator: ", ")
    let recipe = left.isEmpty ? "the whole recipe" : "without \(left)"
    let devices = summary.devices.map(\.kind.inWords).joined(separator: ", ")
    line(
      "\(plan.title) of \(String(format: "%g", summary.hours)) h on simulated devices (\(devices)), \(recipe), seed \(summary.seed)"
    )
    line("")
    if summary.devices.count > 1 {
      let names = summary.devices.map(\.name) + ["all"]
      line("  " + "".padded(to: Self.label) + names.map { leading($0, Self.width) }.joined())
    }
    row("sensed", \.sensed, "samples that the sensors took")
    row("in gaps", \.inGaps, "of these, not recorded, but in a reported gap")
    row("recorded", \.recorded, "written to the devices' storage")
    if summary.events > 0 {
      row("notes", \.events, "of these, about rooms and jobs, not from sensors")
    }
    row(
      "stored", \.stored,
      "on the collector, in \(summary.chunks) chunks, \(megabytes(summary.bytes))"
    )
    row("duplicates", \.duplicates, "")
    if summary.devices.contains(where: { $0.unaccounted != 0 }) {
      row("unaccounted", \.unaccounted, "neither recorded nor in a gap")
    }
    if summary.devices.contains(where: { $0.exerciseMinutes > 0 }) {
      row("exercise", \.exerciseMinutes, "minutes that the Activity app credits")
    }
    line("")
    for gap in shortened(summary.gaps) { line("  \(gap)") }
    for finding in counted(summary.findings) { line("  finding \(finding)") }
    if summary.inGaps > 0 || !summary.findings.isEmpty { line("") }
    line(verdict)
    if let watch = summary.device(.watch), watch.recorded > 0 {
      let share = Double(summary.linkBytes) / Double(watch.recorded)
      line(
        "link between watch and phone: \(megabytes(Int(summary.linkBytes))), \(String(format: "%.1f", share)) bytes per sample"
      )
    }
    energy()
    line("digest \(summary.digest), \(String(format: "%.1f", summary.wallSeconds)) s")
    if let report { line("report \(report)") }
  }

  private var verdict: String {
    guard !summary.isComplete else {
      return summary.inGaps == 0
        ? "Every sample is accounted for: 0 lost, 0 duplicated."
        : "Every recorded sample is stored exactly once. Every sample that was not recorded is in a gap with its cause."
    }
    let parts = summary.devices.filter { !$0.isComplete }.map { device in
      let lost = device.recorded - device.stored
      return
        "\(device.name): \(grouped(lost)) recorded but not stored, \(grouped(device.duplicates)) duplicated, \(grouped(device.unaccounted)) neither recorded nor in a gap"
    }
    return "NOT COMPLETE. \(parts.joined(separator: "; "))."
  }

  /// A line for each device: what the night took from its battery, and the causes that took most.
  private func energy() {
    let shown = summary.devices.compactMap { device in device.energy.map { (device.name, $0) } }
    guard !shown.isEmpty else { return }
    line("battery, estimated from public figures (docs/energy.md):")
    for (name, energy) in shown {
      let causes = energy.causes.prefix(3).map { cause in
        "\(cause.name) \(percent(cause.milliwattHours / energy.battery))"
      }
      line(
        "  \(name.padded(to: 8)) \(percent(energy.percentOfBattery / 100)) of \(energy.model): \(causes.joined(separator: "; "))"
      )
    }
  }

  private func percent(_ share: Double) -> String { String(format: "%.1f %%", share * 100) }

  // MARK: Lines

  private static let label = 12
  private static let width = 12
  /// The maximum number of gaps per device that are listed; the others are summed up.
  private static let gapsShown = 8

  private func row(
    _ name: String, _ number: KeyPath<NightSummary.DeviceAccount, Int>, _ what: String
  ) {
    let own = summary.devices.map { $0[keyPath: number] }
    let numbers = own.count > 1 ? own + [own.reduce(0, +)] : own
    line(
      "  " + name.padded(to: Self.label)
        + numbers.map { leading(grouped($0), Self.width) }.joined() + "  \(what)")
  }

  private func shortened(_ gaps: [NightSummary.GapRow]) -> [String] {
    var lines: [String] = []
    for device in summary.devices {
      // If a sensor itself skipped a sample time, there is a gap without samples; it is not listed.
      let own = gaps.filter { $0.device == device.name && $0.samples > 0 }
      for gap in own.prefix(Self.gapsShown) {
        lines.append(
          "gap \(clock(gap.from)) to \(clock(gap.to))  \(gap.device.padded(to: 8)) \(gap.stream.padded(to: 14)) \(gap.cause.padded(to: 12)) \(grouped(gap.samples)) samples"
        )
      }
      let rest = own.dropFirst(Self.gapsShown)
      guard !rest.isEmpty else { continue }
      lines.append(
        "and \(rest.count) more gaps of \(device.name) with \(grouped(rest.reduce(0) { $0 + $1.samples })) samples"
      )
    }
    return lines
  }

  private func megabytes(_ bytes: Int) -> String { String(format: "%.1f MB", Double(bytes) / 1e6) }

  private func line(_ text: String) {
    Swift.print(text.replacing(/\ +$/, with: ""))
  }

  /// Returns the first finding of each name, with the number of further ones.
  private func counted(_ findings: [String]) -> [String] {
    var order: [(name: Substring, first: String, count: Int)] = []
    for finding in findings {
      let name = finding.prefix { $0 != " " }
      if let i = order.firstIndex(where: { $0.name == name }) {
        order[i].count += 1
      } else {
        order.append((name, finding, 1))
      }
    }
    return order.map {
      $0.count == 1 ? $0.first : "\($0.first) (and \($0.count - 1) more of this kind)"
    }
  }
}

extension NightDevice {
  /// The name of the device, such as `Apple Watch`.
  var inWords: String {
    switch self {
    case .iphone: "iPhone"
    case .watch: "Apple Watch"
    case .android: "Android phone"
    }
  }
}

private func leading(_ text: String, _ width: Int) -> String {
  String(repeating: " ", count: max(1, width - text.count)) + text
}

/// Returns a whole number with commas between thousands.
func grouped(_ count: Int) -> String {
  var digits = Array(String(abs(count)))
  for i in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(",", at: i) }
  return (count < 0 ? "-" : "") + String(digits)
}

private func clock(_ duration: Duration) -> String {
  let seconds = duration.components.seconds
  return String(format: "%02d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60)
}
