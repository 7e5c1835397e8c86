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

  @Option(
    help:
      "Run every part for the seeds from 1 to this, and count; rows are shown where they differ.")
  var seeds: UInt64?

  @Flag(help: "Print the rows as JSON Lines.")
  var json = false

  func validate() throws {
    guard seeds != 0 else { throw ValidationError("--seeds counts from 1: give 1 or more.") }
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
        if let seeds {
          isDifferent = try await !isSame(part, experiment, seeds) || isDifferent
          continue
        }
        let outcome = try await part.run(seed: seed)
        isDifferent = isDifferent || outcome.difference != nil
        if json { printLines(outcome, experiment) } else { printRows(outcome, experiment) }
      }
    }
    if isDifferent { throw Failure.result }
  }

  /// Runs a part with many seeds. Prints how many came out as measured, and the first that did not.
  private func isSame(
    _ part: Experiment.Part, _ experiment: Experiment, _ seeds: UInt64
  ) async throws -> Bool {
    var first: (seed: UInt64, outcome: PartOutcome)?
    var same: UInt64 = 0
    for seed in 1...seeds {
      let outcome = try await part.run(seed: seed)
      if outcome.difference == nil { same += 1 } else { first = first ?? (seed, outcome) }
    }
    if json {
      printJSON([
        "experiment": experiment.id, "part": part.name, "seeds": seeds, "as_measured": same,
        "first_different_seed": first.map(\.seed) ?? NSNull(),
      ])
    } else {
      print("\(experiment.id) \(part.name): \(same) of \(seeds) seeds as measured")
    }
    if let first {
      let replay = "yoban experiment \(experiment.id) --seed \(first.seed)"
      if json {
        printLines(first.outcome, experiment)
      } else {
        printRows(first.outcome, experiment)
        print("  again: \(replay)\n")
      }
    }
    return first == nil
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
