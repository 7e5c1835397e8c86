import ArgumentParser
import Foundation
import Night
import Reports

/// The common options of `night` and `day`: the seed, the collector, and the output files.
struct NightOptions: ParsableArguments {
  static let discussion = """
    Without --collector it starts a collector of its own, with a fresh database. Exit code 0 only if \
    everything recorded is stored, nothing twice, and everything sensed is recorded or in a gap; 1 if not; 2 if \
    an input cannot be used.
    """

  @Option(help: "The root of every random draw: same seed, same night.")
  var seed: UInt64 = 1

  @Option(
    help: ArgumentHelp(
      "Samples of each motion sensor per second, 1 to 100. Default: 50 for a night, 100 for a day.",
      valueName: "hz"))
  var rate: Int?

  @Option(help: ArgumentHelp("Address of a running collector.", valueName: "url"))
  var collector: String?

  @Option(
    help: ArgumentHelp(
      "The token of a device at that collector, as name=token; the token alone if one device records. Repeatable.",
      valueName: "name=token"))
  var token: [String] = []

  @Option(
    help: ArgumentHelp(
      "The name of the device at the collector, if one device records. Default: iphone, watch or android.",
      valueName: "name"))
  var device: String?

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

  @Option(
    help: ArgumentHelp(
      "Write the timeline to this file as JSON that ui.perfetto.dev opens.", valueName: "file"))
  var perfetto: String?

  @Flag(help: "Print one JSON object instead of the table.")
  var json = false

  func validate() throws {
    if let rate, !(1...100).contains(rate) {
      throw ValidationError("--rate is in samples per second, 1 to 100.")
    }
    guard (collector == nil) == token.isEmpty else {
      throw ValidationError(
        "--collector and --token go together: make a token with `yoban-collector token create`.")
    }
  }

  /// Checks that names and tokens match the devices that record.
  func validate(for devices: [NightDevice]) throws {
    if device != nil, devices.count != 1 {
      throw ValidationError(
        "--device names one device, and \(devices.count) record: leave it out, or name one in --devices."
      )
    }
    guard collector != nil else { return }
    let tokens = tokens(of: devices)
    for name in names(of: devices).values.sorted() where tokens[name] == nil {
      throw ValidationError("--token \(name)=… is missing: every device has a token of its own.")
    }
  }

  /// Returns the names of the devices at the collector.
  private func names(of devices: [NightDevice]) -> [NightDevice: String] {
    var names = Dictionary(uniqueKeysWithValues: devices.map { ($0, $0.rawValue) })
    if let device, let only = devices.first { names[only] = device }
    return names
  }

  private func tokens(of devices: [NightDevice]) -> [String: String] {
    var tokens: [String: String] = [:]
    for text in token {
      if let equals = text.firstIndex(of: "=") {
        tokens[String(text[..<equals])] = String(text[text.index(after: equals)...])
      } else if devices.count == 1, let name = names(of: devices).values.first {
        tokens[name] = text
      }
    }
    return tokens
  }

  /// Runs the plan and prints the account.
  ///
  /// - Parameter name: The name of the command.
  func play(_ plan: NightPlan, _ name: String) async throws {
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
    let traceFile = try trace.map { try TraceFile($0) }
    let perfettoFile = try perfetto.map { try OutputFile("perfetto", $0) }
    let devices = plan.devices.sorted()
    let names = names(of: devices)
    let own = try collector == nil ? OwnCollector(devices: names.values.sorted()) : nil
    defer { own?.stop() }
    let target =
      own?.collector ?? ServerCollector(url: collector!, tokens: tokens(of: devices))
    var run = try NightRun(plan, collector: target, names: names)
    let progress = json ? nil : ProgressLine()
    let hours = plan.hours
    run.onProgress = { passed in
      let done = min(hours, passed / .seconds(3600))
      progress?.show(
        done / hours, "night \(String(format: "%5.2f", done)) of \(String(format: "%g", hours)) h")
    }
    let summary = try await run.run()
    progress?.clear()
    let input = NightReport.input(run, summary)
    try reportFile.write(HTMLReport(input).write())
    try perfettoFile?.write(PerfettoTrace(input).write())
    try traceFile?.write(run.world)
    if json {
      print(summary.json())
    } else {
      NightTable(summary, plan: plan).print(report: reportFile.path)
    }
    return summary
  }
}
