import ArgumentParser
import Foundation
import Night

/// `yoban night`: the main job.
struct NightCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "night",
    abstract:
      "Record a night on a simulated iPhone, store it on a real collector, account for every sample.",
    discussion: NightOptions.discussion)

  @Option(help: "Length of the night, more than 0 and at most 72.")
  var hours = 12.0

  @Option(
    help: ArgumentHelp(
      "A folder with ip12_acc.csv and ip12_gyr.csv (or .gz), played in a loop. Default: generated motion.",
      valueName: "dir"))
  var recording: String?

  @Option(
    help: ArgumentHelp(
      "Leave out a part of the keep-alive recipe: \(NightPlan.RecipePart.allCases.map(\.rawValue).joined(separator: ", ")). Repeatable.",
      valueName: "part"))
  var without: [NightPlan.RecipePart] = []

  @Flag(help: "Wear a chest strap: its heart rate is recorded over Bluetooth, too.")
  var strap = false

  @OptionGroup var options: NightOptions

  func validate() throws {
    guard hours > 0, hours <= 72 else {
      throw ValidationError("--hours must be more than 0 and at most 72.")
    }
  }

  func run() async throws {
    var plan = NightPlan(hours: hours, seed: options.seed, leftOut: Set(without))
    plan.hasStrap = strap
    if let recording { plan.motion = .recorded(URL(fileURLWithPath: recording, isDirectory: true)) }
    try await options.play(plan, "night")
  }
}

/// `yoban day`: everything at once.
struct DayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "day",
    abstract:
      "Record 24 hours with a strap, five beacons, a nightly task, a force-quit, a reboot and an update of the system.",
    discussion: NightOptions.discussion)

  @OptionGroup var options: NightOptions

  func run() async throws { try await options.play(.day(seed: options.seed), "day") }
}

extension NightPlan.RecipePart: ExpressibleByArgument {}
