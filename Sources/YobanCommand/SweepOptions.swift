import ArgumentParser
import Foundation
import YobanNight

/// The options of `--every-crash-point`.
struct SweepOptions: ParsableArguments {
  @Option(help: "With --every-crash-point: the length of the short night in minutes, 1 to 60.")
  var minutes = 3.0

  @Flag(
    help:
      "With --every-crash-point: instead of kills and lost messages, end the app or the device at every call of the app that concerns its storage, or let the call fail."
  )
  var storage = false

  @Option(
    help: "With --every-crash-point: run only one of this many faults; 10 runs a tenth of them.")
  var every = 1

  @Option(
    help:
      "With --every-crash-point: the number of nights that run at the same time. Default: one per core."
  )
  var jobs: Int?

  @Option(
    help: ArgumentHelp(
      "Run the short night of --every-crash-point once, with this fault, such as kill:watch:jetsam:45 (the watch app is killed at event 45) or message:12:lost.",
      valueName: "fault"))
  var fault: NightFault?

  func validate() throws {
    guard (1...60).contains(minutes) else {
      throw ValidationError("--minutes must be from 1 to 60.")
    }
    guard every >= 1 else { throw ValidationError("--every must be 1 or more.") }
    guard jobs.map({ $0 >= 1 }) ?? true else { throw ValidationError("--jobs must be 1 or more.") }
  }

  /// Runs all nights and prints the result.
  ///
  /// - Parameter trace: The file for the events of a single night; see `NightOptions`.
  func play(_ night: NightPlan, trace: TraceFile?, json: Bool) async throws {
    var plan = night
    plan.hours = minutes / 60
    let short = CrashPointSweep.plan()
    plan.rateHz = short.rateHz
    plan.chunkSeconds = short.chunkSeconds
    var sweep = CrashPointSweep(plan)
    sweep.stride = every
    if storage { sweep.subject = .storage }
    if let jobs { sweep.jobs = jobs }
    if let fault { return try await play(fault, sweep, trace, json) }
    let progress = json ? nil : ProgressLine()
    do {
      let result = try await sweep.run { done, all in
        progress?.show(
          Double(done) / Double(max(1, all)), "\(grouped(done)) of \(grouped(all)) nights")
      }
      progress?.clear()
      show(result, plan, json)
      if !result.failures.isEmpty { throw Failure.result }
    } catch let error as CrashPointSweep.IncompleteWithoutFault {
      FileHandle.standardError.write(Data("yoban night: \(error)\n".utf8))
      throw Failure.result
    }
  }

  /// Runs one fault and prints its night.
  private func play(
    _ fault: NightFault, _ sweep: CrashPointSweep, _ trace: TraceFile?, _ json: Bool
  ) async throws {
    let (problem, run, summary) = try await sweep.play(fault)
    try trace?.write(run.world)
    if json {
      print(summary.json())
    } else {
      NightTable(summary, plan: sweep.plan).print(report: nil)
      print(problem.map { "\(fault): \($0)" } ?? "\(fault): no problem found")
    }
    if problem != nil { throw Failure.result }
  }

  private func show(_ result: CrashPointSweep.Result, _ plan: NightPlan, _ json: Bool) {
    let perSecond = Double(result.runs) / max(0.001, result.wallSeconds)
    if json {
      let object: [String: Any] = [
        "seed": plan.seed, "minutes": minutes, "events": result.points.events.count,
        "messages": result.points.messages.count, "exchanges": result.points.exchanges,
        "storage_calls": result.points.storageCalls.values.reduce(0, +), "runs": result.runs,
        "runs_per_second": (perSecond * 10).rounded() / 10,
        "failures": result.failures.map {
          ["fault": "\($0.fault)", "problem": $0.problem]
        },
      ]
      let data = try? JSONSerialization.data(withJSONObject: object, options: [.sortedKeys])
      return print(String(decoding: data ?? Data(), as: UTF8.self))
    }
    let devices = plan.devices.sorted().map(\.inWords).joined(separator: ", ")
    print(
      "A night of \(String(format: "%g", minutes)) min on simulated devices (\(devices)), seed \(plan.seed):"
    )
    print(
      "  \(grouped(result.points.events.count)) events, \(grouped(result.points.messages.count)) messages between watch and phone, \(grouped(result.points.exchanges)) requests to the collector"
    )
    if storage {
      let calls = result.points.storageCalls.values.reduce(0, +)
      print("  \(grouped(calls)) calls that concern the storage of an app")
    }
    print(
      "  \(grouped(result.runs)) nights, each with one fault: \(result.failures.count) with a lost or doubled sample or a wrong cause of a gap"
    )
    for failure in result.failures.prefix(20) { print("  \(failure.fault): \(failure.problem)") }
    if result.failures.count > 20 { print("  and \(result.failures.count - 20) more") }
    if let first = result.failures.first {
      print("repeat the first one with: \(command(plan)) --fault \(first.fault)")
    }
    print(
      "\(String(format: "%.0f", result.wallSeconds)) s, \(String(format: "%.1f", perSecond)) nights per second"
    )
  }
}

extension SweepOptions {
  /// Returns the command that repeats the same short night.
  private func command(_ plan: NightPlan) -> String {
    var words = ["yoban night --devices \(DeviceList(Array(plan.devices)))"]
    words += ["--seed \(plan.seed)", "--minutes \(String(format: "%g", minutes))"]
    words += plan.leftOut.map(\.rawValue).sorted().map { "--without \($0)" }
    if plan.linkMode != .observed { words.append("--link \(plan.linkMode.rawValue)") }
    if plan.apiLevel != 36 { words.append("--api \(plan.apiLevel)") }
    if plan.maker != .stock { words.append("--maker \(plan.maker.rawValue)") }
    if plan.hasStrap { words.append("--strap") }
    if case .recorded(let folder) = plan.motion { words.append("--recording \(folder.path)") }
    return words.joined(separator: " ")
  }
}

extension NightFault: ExpressibleByArgument {}
