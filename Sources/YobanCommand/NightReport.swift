import Foundation
import YobanNight
import YobanReports
import YobanVirtualTime

/// The content of a night's reports: the trace of its world with the account of the night.
enum NightReport {
  static func input(_ run: NightRun, _ summary: NightSummary) -> ReportInput {
    let left = run.plan.leftOut.map(\.rawValue).sorted().joined(separator: ", ")
    let devices = summary.devices.map(\.kind.inWords).joined(separator: ", ")
    var input = ReportInput(
      of: run.world, title: "\(run.plan.title) of \(String(format: "%g", summary.hours)) h",
      subtitle:
        "\(devices), \(left.isEmpty ? "the whole recipe" : "without \(left)"), seed \(summary.seed), digest \(summary.digest)"
    )
    input.summary = tiles(summary)
    input.table = summary.devices.count > 1 ? table(summary) : nil
    let perMinute = Int((60 / run.plan.sampleInterval).rounded())
    for device in summary.devices {
      for stream in run.streams(of: device.kind) {
        input.streams.append(
          .init(
            NightRun.traceName(ofStream: stream), device: device.name,
            expectedPerMinute: stream == "heart-rate" ? 60 : perMinute))
      }
    }
    input.gaps = summary.gaps.map {
      .init(
        device: $0.device, stream: NightRun.traceName(ofStream: $0.stream), from: .start + $0.from,
        to: .start + $0.to, cause: $0.cause)
    }
    input.wallClock = .init(secondsSince1970: run.world.simulation.wallClockAtStart / 1_000_000_000)
    return input
  }

  private static func tiles(_ summary: NightSummary) -> [ReportInput.Figure] {
    var tiles: [ReportInput.Figure] = [
      .init("sensed", grouped(summary.sensed)),
      .init("in gaps", grouped(summary.inGaps), summary.inGaps == 0 ? .good : .neutral),
      .init("recorded", grouped(summary.recorded), summary.unaccounted == 0 ? .good : .bad),
    ]
    if summary.events > 0 {
      tiles.append(.init("events among the recorded", grouped(summary.events)))
    }
    tiles += [
      .init("stored", grouped(summary.stored), summary.stored == summary.recorded ? .good : .bad),
      .init("duplicates", grouped(summary.duplicates), summary.duplicates == 0 ? .good : .bad),
    ]
    let minutes = summary.devices.reduce(0) { $0 + $1.exerciseMinutes }
    if minutes > 0 { tiles.append(.init("minutes of exercise", grouped(minutes), .bad)) }
    return tiles
  }

  /// A row for each device.
  private static func table(_ summary: NightSummary) -> ReportInput.Table {
    .init(
      titles: [
        "device", "sensed", "in gaps", "recorded", "stored", "duplicates", "battery left",
        "battery used (estimate)",
      ],
      rows: summary.devices.map { device in
        .init(
          cells: [
            device.name, grouped(device.sensed), grouped(device.inGaps), grouped(device.recorded),
            grouped(device.stored), grouped(device.duplicates),
            "\(Int((device.battery * 100).rounded())) %",
            device.energy.map { String(format: "%.1f %%", $0.percentOfBattery) } ?? "",
          ], tone: device.isComplete ? .good : .bad)
      })
  }
}
