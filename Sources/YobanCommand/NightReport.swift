import Foundation
import Night
import Reports
import VirtualTime

/// The HTML report of a night: the world's trace with the account of the night.
enum NightReport {
  static func page(_ run: NightRun, _ summary: NightSummary) -> String {
    let left = run.plan.leftOut.map(\.rawValue).sorted().joined(separator: ", ")
    var input = ReportInput(
      of: run.world, title: "\(run.plan.title) of \(String(format: "%g", summary.hours)) hours",
      subtitle:
        "Simulated iPhone, \(left.isEmpty ? "the whole recipe" : "without \(left)"), seed \(summary.seed), digest \(summary.digest)"
    )
    let isCounted = summary.sensed == summary.recorded - summary.events + summary.inGaps
    input.summary = [
      .init("sensed", grouped(summary.sensed)),
      .init("in gaps", grouped(summary.inGaps), summary.inGaps == 0 ? .good : .neutral),
      .init("recorded", grouped(summary.recorded), isCounted ? .good : .bad),
    ]
    if summary.events > 0 {
      input.summary.append(.init("of them notes", grouped(summary.events)))
    }
    input.summary += [
      .init("stored", grouped(summary.stored), summary.stored == summary.recorded ? .good : .bad),
      .init("duplicates", grouped(summary.duplicates), summary.duplicates == 0 ? .good : .bad),
    ]
    let perMinute = Int((60 / run.plan.sampleInterval).rounded())
    input.streams = ["accelerometer", "gyroscope"].map {
      .init($0, device: NightRun.phoneName, expectedPerMinute: perMinute)
    }
    if run.plan.hasStrap {
      input.streams.append(
        .init(
          NightRun.traceName(ofStream: "heart-rate"), device: NightRun.phoneName,
          expectedPerMinute: 60))
    }
    input.gaps = summary.gaps.map {
      .init(
        device: NightRun.phoneName, stream: NightRun.traceName(ofStream: $0.stream),
        from: .start + $0.from, to: .start + $0.to,
        cause: $0.cause)
    }
    input.wallClock = .init(secondsSince1970: run.world.simulation.wallClockAtStart / 1_000_000_000)
    return HTMLReport(input).write()
  }
}
