import Foundation
import Night

/// The main job: 12 hours of two sensors at 100 Hz, simulated, recorded, uploaded and stored by a
/// real collector. CPU of this process and of the collector; the yardstick is one hour of the same.
enum NightBenchmark {
  static func run() async throws {
    guard (try? CollectorProcess.locate()) != nil else {
      print("night: skipped, yoban-collector is not built (swift build -c release in Collector/)")
      return
    }
    let short = try await night(hours: 1)
    let long = try await night(hours: 12)
    print(
      "  ratio 12 h / 1 h: CPU \(rounded(long.seconds / short.seconds)), peak memory \(rounded(long.peak / short.peak))"
    )
  }

  private static func night(hours: Double) async throws -> (seconds: Double, peak: Double) {
    let server = try OwnCollector()
    let clock = CPUClock()
    let childrenBefore = CPUClock.children()
    let summary = try await NightRun(
      NightPlan(hours: hours), collector: server.collector
    ).run()
    let own = clock.seconds
    server.stop()
    let collector = CPUClock.children() - childrenBefore
    precondition(summary.isComplete, "the night's account is not complete: \(summary.json())")
    let peak = peakMegabytes()
    report(
      "night of \(Int(hours)) h", operations: summary.stored, seconds: own + collector,
      unit: "samples")
    print(
      "  simulator and phone \(rounded(own)) s, collector \(rounded(collector)) s CPU; wall \(rounded(summary.wallSeconds)) s; peak memory so far \(rounded(peak)) MB"
    )
    return (own + collector, peak)
  }

  /// Peak resident memory of this process, from the kernel.
  private static func peakMegabytes() -> Double {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
    return (Double(line.split(separator: " ").dropLast().last ?? "") ?? 0) / 1024
  }
}
