import ArgumentParser
import Foundation
import Night
import Reports

/// What a night and a day have in common: the seed, the collector, and where the results go.
struct NightOptions: ParsableArguments {
  static let discussion = """
    Without --collector it starts a collector of its own, with a fresh database. Exit code 0 only if \
    everything recorded is stored, nothing twice, and everything sensed is recorded or in a gap; 1 if not; 2 if \
    an input cannot be used.
    """

  @Option(help: "The root of every random draw: same seed, same night.")
  var seed: UInt64 = 1

  @Option(
    help: ArgumentHelp("Samples of each motion sensor per second, 1 to 100.", valueName: "hz"))
  var rate = 100

  @Option(help: ArgumentHelp("Address of a running collector.", valueName: "url"))
  var collector: String?

  @Option(help: "The token of the device at that collector.")
  var token: String?

  @Option(help: "The name of the device at the collector.")
  var device = "iphone"

  @Option(
    help: ArgumentHelp(
      "Where to write the HTML report. Default: yoban-night.html or yoban-day.html.",
      valueName: "file"))
  var report: String?

  @Option(
    help: ArgumentHelp(
      "Write every event of the trace to this file, one a line; as JSON if it ends with .jsonl.",
      valueName: "file"))
  var trace: String?

  @Flag(help: "Print one JSON object instead of the table.")
  var json = false

  func validate() throws {
    guard (1...100).contains(rate) else {
      throw ValidationError("--rate is in samples per second, 1 to 100.")
    }
    guard (collector == nil) == (token == nil) else {
      throw ValidationError(
        "--collector and --token go together: make a token with `yoban-collector token create`.")
    }
  }

  /// Runs it and shows the account.
  ///
  /// - Parameter name: of the command.
  func play(_ plan: NightPlan, _ name: String) async throws {
    var plan = plan
    plan.rateHz = rate
    do {
      let summary = try await account(plan, name)
      if !summary.isComplete { throw Failure.result }
    } catch let error as ExitCode {
      throw error
    } catch {
      FileHandle.standardError.write(Data("yoban \(name): \(error)\n".utf8))
      throw Failure.input
    }
  }

  private func account(_ plan: NightPlan, _ name: String) async throws -> NightSummary {
    let reportFile = try OutputFile("report", report ?? "yoban-\(name).html")
    let traceFile = try trace.map { try OutputFile("trace", $0) }
    let own = try collector == nil ? OwnCollector(device: device) : nil
    defer { own?.stop() }
    let target = own?.collector ?? NightRun.Collector(url: collector!, token: token!)
    var run = try NightRun(plan, collector: target, device: device)
    let progress = json ? nil : ProgressLine(hours: plan.hours)
    run.onProgress = { progress?.show($0) }
    let summary = try await run.run()
    progress?.clear()
    try reportFile.write(NightReport.page(run, summary))
    try traceFile?.write(text(of: run))
    if json {
      print(summary.json())
    } else {
      NightTable(summary, plan: plan).print(report: reportFile.path)
    }
    return summary
  }

  private func text(of run: NightRun) -> String {
    let events = run.world.trace.events
    if trace?.hasSuffix(".jsonl") == true {
      return JSONLinesRecorder().document(events)
    }
    var recorder = TextRecorder()
    return events.map { recorder.line($0) + "\n" }.joined()
  }
}
