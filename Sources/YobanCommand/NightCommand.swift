import ArgumentParser
import Foundation
import Night

/// `yoban night`: the main job.
struct NightCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "night",
    abstract:
      "Record a night on a simulated iPhone, store it on a real collector, account for every sample.",
    discussion: """
      Without --collector it starts a collector of its own, with a fresh database. Exit code 0 only if \
      everything recorded is stored, nothing twice, and everything sensed is recorded or in a gap; 1 if not; 2 if \
      an input cannot be used.
      """)

  @Option(help: "Length of the night, more than 0 and at most 72.")
  var hours = 12.0

  @Option(help: "The root of every random draw: same seed, same night.")
  var seed: UInt64 = 1

  @Option(
    help: ArgumentHelp(
      "A folder with ip12_acc.csv and ip12_gyr.csv (or .gz), played in a loop. Default: generated motion.",
      valueName: "dir"))
  var recording: String?

  @Option(help: ArgumentHelp("Address of a running collector.", valueName: "url"))
  var collector: String?

  @Option(help: "The token of the device at that collector.")
  var token: String?

  @Option(help: "The name of the device at the collector.")
  var device = "iphone"

  @Option(
    help: ArgumentHelp(
      "Leave out a part of the keep-alive recipe: \(NightPlan.RecipePart.allCases.map(\.rawValue).joined(separator: ", ")). Repeatable.",
      valueName: "part"))
  var without: [NightPlan.RecipePart] = []

  @Flag(help: "Wear a chest strap: its heart rate is recorded over Bluetooth, too.")
  var strap = false

  @Option(
    help: ArgumentHelp(
      "Where to write the HTML report. Default: yoban-night.html.", valueName: "file"))
  var report = "yoban-night.html"

  @Flag(help: "Print one JSON object instead of the table.")
  var json = false

  func validate() throws {
    guard hours > 0, hours <= 72 else {
      throw ValidationError("--hours must be more than 0 and at most 72.")
    }
    guard (collector == nil) == (token == nil) else {
      throw ValidationError(
        "--collector and --token go together: make a token with `yoban-collector token create`.")
    }
  }

  func run() async throws {
    do {
      let summary = try await night()
      if !summary.isComplete { throw Failure.result }
    } catch let error as ExitCode {
      throw error
    } catch {
      FileHandle.standardError.write(Data("yoban night: \(error)\n".utf8))
      throw Failure.input
    }
  }

  private func night() async throws -> NightSummary {
    var plan = NightPlan(hours: hours, seed: seed, leftOut: Set(without))
    plan.hasStrap = strap
    if let recording { plan.motion = .recorded(URL(fileURLWithPath: recording, isDirectory: true)) }
    let reportFile = try ReportFile(report)
    let own = try collector == nil ? OwnCollector(device: device) : nil
    defer { own?.stop() }
    let target = own?.collector ?? NightRun.Collector(url: collector!, token: token!)
    var run = try NightRun(plan, collector: target, device: device)
    let progress = json ? nil : ProgressLine(hours: hours)
    run.onProgress = { progress?.show($0) }
    let summary = try await run.run()
    progress?.clear()
    try reportFile.write(NightReport.page(run, summary))
    if json {
      print(summary.json())
    } else {
      NightTable(summary, plan: plan).print(report: reportFile.path)
    }
    return summary
  }
}

extension NightPlan.RecipePart: ExpressibleByArgument {}
