import Foundation
import YobanNight

/// Measures the main use: 12 hours of two sensors at 50 Hz on each of three devices, simulated,
/// recorded, relayed, uploaded and stored by a real collector. The result is the CPU time of this
/// process and of the collector. The yardsticks are one hour of the same, the same without packed
/// chunks, and an iPhone alone at 100 Hz.
enum NightBenchmark {
  static func run() async throws {
    guard (try? CollectorProcess.locate()) != nil else {
      print("night: skipped, yoban-collector is not built (swift build -c release in Collector/)")
      return
    }
    var phone = NightPlan(hours: 12)
    phone.rateHz = 100
    _ = try await night("iPhone at 100 Hz", phone)
    let short = try await night("three devices", plan(hours: 1))
    let long = try await night("three devices", plan(hours: 12))
    var plain = plan(hours: 12)
    plain.leftOut = [.packing]
    let unpacked = try await night("three devices, without packing", plain)
    print("  ratio packed / without packing: CPU \(rounded(long.seconds / unpacked.seconds))")
    print(
      "  ratio 12 h / 1 h: CPU \(rounded(long.seconds / short.seconds)), peak memory \(rounded(long.peak / short.peak))"
    )
    try await sweep()
  }

  private static func plan(hours: Double) -> NightPlan {
    var plan = NightPlan(hours: hours, devices: Set(NightDevice.allCases))
    plan.rateHz = 50
    return plan
  }

  /// Measures every 29th crash point of a night of three minutes. The yardstick is the night
  /// without a fault.
  private static func sweep() async throws {
    var sweep = CrashPointSweep(CrashPointSweep.plan())
    sweep.stride = 29
    let clock = CPUClock()
    let points = try await sweep.points()
    let undisturbed = clock.seconds
    let result = try await sweep.run()
    precondition(result.failures.isEmpty, "\(result.failures)")
    let each = (clock.seconds - 2 * undisturbed) / Double(max(1, result.runs))
    print(
      "crash points, \(sweep.jobs) at once: \(result.runs) nights of 3 min, \(rounded(Double(result.runs) / result.wallSeconds)) nights/s"
    )
    print(
      "  \(points.events.count) events; a night with a fault / without one: CPU \(rounded(each / undisturbed))"
    )
  }

  private static func night(
    _ name: String, _ plan: NightPlan
  ) async throws -> (seconds: Double, peak: Double) {
    let server = try TemporaryCollector()
    let clock = CPUClock()
    let childrenBefore = CPUClock.children()
    let summary = try await NightRun(plan, collector: server.collector).run()
    let own = clock.seconds
    server.stop()
    let collector = CPUClock.children() - childrenBefore
    precondition(summary.isComplete, "the night's account is not complete: \(summary.json())")
    let peak = peakMegabytes()
    report(
      "night of \(Int(plan.hours)) h, \(name)", operations: summary.stored,
      seconds: own + collector, unit: "samples")
    if let watch = summary.device(.watch) {
      print(
        "  link between watch and phone: \(rounded(Double(summary.linkBytes) / Double(watch.recorded))) bytes per sample of the watch"
      )
    }
    print(
      "  simulator and apps \(rounded(own)) s, collector \(rounded(collector)) s CPU; wall \(rounded(summary.wallSeconds)) s; peak memory so far \(rounded(peak)) MB"
    )
    return (own + collector, peak)
  }

  /// Returns the peak resident memory of this process, as reported by the kernel.
  private static func peakMegabytes() -> Double {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
    return (Double(line.split(separator: " ").dropLast().last ?? "") ?? 0) / 1024
  }
}
