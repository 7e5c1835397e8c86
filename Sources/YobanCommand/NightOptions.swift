import ArgumentParser
import Foundation
import YobanNight
import YobanReports

/// The common options of `night` and `day`: the seed, the collector, and the output files.
struct NightOptions: ParsableArguments {
  static let discussion = """
    The collector is the server that stores the recordings. Without --collector, the command starts one with \
    a new database and stops it at the end. Exit code: 0 if every recorded sample is stored exactly once and \
    every sample of the sensors is either recorded or in a reported gap; 1 if not; 2 if an input cannot be used.
    """

  @Option(help: "The seed of all random values; the same seed gives the same night.")
  var seed: UInt64 = 1

  @Option(
    help: ArgumentHelp(
      "Samples of each motion sensor per second, 1 to 100. Default: 50 for a night, 100 for a day.",
      valueName: "hz"))
  var rate: Int?

  @Option(
    help: ArgumentHelp(
      "The address of a running collector to use instead of a new one, such as http://127.0.0.1:8080.",
      valueName: "url"))
  var collector: String?

  @Option(
    help: ArgumentHelp(
      "The token of a device for the collector of --collector, as name=token, or the token alone if only one device records. Repeat this option for each device.",
      valueName: "name=token"))
  var token: [String] = []

  @Option(
    help: ArgumentHelp(
      "The name under which the collector stores the device, if only one device records. Default: iphone, watch or android.",
      valueName: "name"))
  var device: String?

  @Option(
    help: ArgumentHelp(
      "Write the HTML report to this file. Default: yoban-night.html or yoban-day.html.",
      valueName: "file"))
  var report: String?

  @Option(
    help: ArgumentHelp(
      "Write all events to this file, one per line, as JSON if its name ends with .jsonl.",
      valueName: "file"))
  var trace: String?

  @Option(
    help: ArgumentHelp(
      "Write the timeline to this file, in a format that ui.perfetto.dev can open.",
      valueName: "file"))
  var perfetto: String?

  @Flag(help: "Print one JSON object instead of the table.")
  var json = false

  func validate() throws {
    if let rate, !(1...100).contains(rate) {
      throw ValidationError("--rate must be from 1 to 100 samples per second.")
    }
    guard (collector == nil) == token.isEmpty else {
      throw ValidationError(
        "--collector and --token need each other: create a token with `yoban-collector token create`."
      )
    }
  }

  /// Checks that names and tokens match the devices that record.
  func validate(for devices: [NightDevice]) throws {
    if device != nil, devices.count != 1 {
      throw ValidationError(
        "--device gives a name to one device, but \(devices.count) devices record: leave out --device, or give one device in --devices."
      )
    }
    guard collector != nil else { return }
    let tokens = tokens(of: devices)
    for name in names(of: devices).values.sorted() where tokens[name] == nil {
      throw ValidationError("--token \(name)=… is missing: every device needs its own token.")
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
    let own = try collector == nil ? TemporaryCollector(devices: names.values.sorted()) : nil
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
