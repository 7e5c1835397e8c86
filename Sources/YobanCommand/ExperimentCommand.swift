import ArgumentParser
import Experiments
import Foundation

/// `yoban experiment`: runs what people measured on real devices again.
struct ExperimentCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "experiment",
    abstract: "Run an experiment and compare its rows with what was measured.",
    discussion: "Exit code 1 if a row differs.")

  @Argument(help: "E0, ..., all, or list.")
  var which: String

  @Option(help: "The root of every random draw.")
  var seed: UInt64 = 1

  @Flag(help: "Print the rows as JSON Lines.")
  var json = false

  func validate() throws {
    let known = ["all", "list"] + Experiment.all.map(\.id)
    guard known.contains(which) else {
      throw ValidationError(
        "There is no experiment \(which); there are \(known.dropFirst(2).joined(separator: ", ")), all and list."
      )
    }
  }

  func run() async throws {
    if which == "list" {
      for experiment in Experiment.all { print("\(experiment.id)  \(experiment.title)") }
      return
    }
    var isDifferent = false
    for experiment in Experiment.all where which == "all" || which == experiment.id {
      for part in experiment.parts {
        let outcome = try await part.run(seed: seed)
        isDifferent = isDifferent || outcome.difference != nil
        if json { printLines(outcome, experiment) } else { printRows(outcome, experiment) }
      }
    }
    if isDifferent { throw Failure.result }
  }

  private func printRows(_ outcome: PartOutcome, _ experiment: Experiment) {
    print("\(experiment.id) \(outcome.part.name)")
    for row in outcome.rows { print("  \(row.instant)  \(row)") }
    print(outcome.difference.map { "  DIFFERS: \($0)\n" } ?? "  as measured\n")
  }

  private func printLines(_ outcome: PartOutcome, _ experiment: Experiment) {
    for row in outcome.rows {
      printJSON([
        "experiment": experiment.id, "part": outcome.part.name, "t_ns": row.instant.nanoseconds,
        "row": row.text,
        "state": row.state ?? NSNull(),
      ])
    }
    printJSON([
      "experiment": experiment.id, "part": outcome.part.name,
      "as_measured": outcome.difference == nil,
      "difference": outcome.difference ?? NSNull(),
    ])
  }

  private func printJSON(_ object: [String: Any]) {
    let data = try? JSONSerialization.data(
      withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
    print(String(decoding: data ?? Data(), as: UTF8.self))
  }
}
