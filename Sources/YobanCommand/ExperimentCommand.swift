import ArgumentParser
import YobanExperiments
import Foundation
import YobanReports

/// `yoban experiment`: repeats measurements of real devices on simulated ones.
struct ExperimentCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "experiment",
    abstract:
      "Run an experiment on simulated devices and compare its events with those of real devices.",
    discussion:
      "A row is one event or one line that the app printed. Each expected row has a grade that tells how well it is known: measured, documented, reported or assumed. yoban experiment list shows all parts with the number of rows of each grade. Exit code: 0 if all rows are as expected, 1 if a row differs, 2 if a file cannot be written."
  )

  @Argument(
    help: "E0 to E6 for one experiment, E1.7 for one part, all, or list to show their names.")
  var which: String

  @Option(help: "The seed of all random values; the same seed gives the same events.")
  var seed: UInt64 = 1

  @Option(
    help:
      "Run each part once with every seed from 1 to this number, and print how many runs had the expected rows. Rows are printed only for the first run that differs."
  )
  var seeds: UInt64?

  @Flag(help: "Print the rows as JSON Lines.")
  var json = false

  @Option(help: "Write an HTML page with the timeline of one part to this file.")
  var report: String?

  @Option(
    help: "Write the timeline of one part to this file, in a format that ui.perfetto.dev can open.")
  var perfetto: String?

  func validate() throws {
    guard seeds != 0 else { throw ValidationError("--seeds must be 1 or more.") }
    if which != "list", selected.isEmpty {
      let known = Experiment.all.map(\.id).joined(separator: ", ")
      throw ValidationError(
        "There is no experiment or part \(which). Give one of \(known), one part such as E1.1, all, or list."
      )
    }
    if report != nil || perfetto != nil, which == "list" || selected.count != 1 || seeds != nil {
      throw ValidationError(
        "--report and --perfetto show one part with one seed: name a part, such as E1.1, and leave out --seeds."
      )
    }
  }

  func run() async throws {
    if which == "list" { return list() }
    let file: OutputFile?
    let perfettoFile: OutputFile?
    do {
      file = try report.map { try OutputFile("report", $0) }
      perfettoFile = try perfetto.map { try OutputFile("perfetto", $0) }
    } catch {
      FileHandle.standardError.write(Data("yoban experiment: \(error)\n".utf8))
      throw Failure.input
    }
    var isDifferent = false
    for selection in selected {
      if let seeds {
        isDifferent = try await !isSame(selection, seeds) || isDifferent
        continue
      }
      let outcome = try await selection.part.run(seed: seed)
      isDifferent = isDifferent || outcome.difference != nil
      show(outcome, selection)
      let input = reportInput(outcome, selection)
      try file?.write(HTMLReport(input).write())
      try perfettoFile?.write(PerfettoTrace(input).write())
    }
    if let file, !json { print("report \(file.path)") }
    if isDifferent { throw Failure.result }
  }

  // MARK: Selection

  private struct Selection {
    var experiment: Experiment
    /// The name of the part, such as `E1.7`.
    var name: String
    var part: Experiment.Part
  }

  private var selected: [Selection] {
    all.filter { which == "all" || which == $0.experiment.id || which == $0.name }
  }

  private var all: [Selection] {
    Experiment.all.flatMap { experiment in
      experiment.parts.enumerated().map { i, part in
        Selection(experiment: experiment, name: "\(experiment.id).\(i + 1)", part: part)
      }
    }
  }

  private func list() {
    for experiment in Experiment.all {
      print("\(experiment.id)  \(experiment.title)")
      for selection in all where selection.experiment.id == experiment.id {
        print("  \(selection.name)  \(selection.part.name)")
        print("        \(KnownRows(selection.part.expected))")
      }
      print("  in all: \(KnownRows(experiment.parts.flatMap(\.expected)))\n")
    }
    print("Every row: \(KnownRows(Experiment.all.flatMap(\.parts).flatMap(\.expected)))")
  }

  /// Runs a part with many seeds. Prints how many runs matched the expected rows, and the first one
  /// that did not.
  private func isSame(_ selection: Selection, _ seeds: UInt64) async throws -> Bool {
    var first: (seed: UInt64, outcome: PartOutcome)?
    var same: UInt64 = 0
    for seed in 1...seeds {
      let outcome = try await selection.part.run(seed: seed)
      if outcome.difference == nil { same += 1 } else { first = first ?? (seed, outcome) }
    }
    if json {
      printJSON([
        "experiment": .string(selection.experiment.id), "part": .string(selection.part.name),
        "seeds": .integer(Int64(seeds)), "as_expected": .integer(Int64(same)),
        "known": Self.counts(of: selection.part),
        "first_different_seed": first.map { .integer(Int64($0.seed)) } ?? .null,
      ])
    } else {
      let known = KnownRows(selection.part.expected).verdict
      print("\(selection.name) \(selection.part.name): \(same) of \(seeds) seeds as \(known)")
    }
    guard let first else { return true }
    show(first.outcome, selection)
    if !json { print("  again: yoban experiment \(selection.name) --seed \(first.seed)\n") }
    return false
  }

  // MARK: Output

  private func show(_ outcome: PartOutcome, _ selection: Selection) {
    if json { printLines(outcome, selection) } else { printRows(outcome, selection) }
  }

  private func printRows(_ outcome: PartOutcome, _ selection: Selection) {
    print("\(selection.name) \(outcome.part.name)")
    for row in outcome.rows { print("  \(row.instant)  \(row)") }
    let known = KnownRows(outcome.part.expected)
    print(outcome.difference.map { "  DIFFERS: \($0)\n" } ?? "  as \(known.verdict) (\(known))\n")
  }

  private func printLines(_ outcome: PartOutcome, _ selection: Selection) {
    for row in outcome.rows {
      printJSON([
        "experiment": .string(selection.experiment.id), "part": .string(outcome.part.name),
        "t_ns": .integer(row.instant.nanoseconds), "row": .string(row.text),
        "state": row.state.map { .string($0) } ?? .null,
      ])
    }
    printJSON([
      "experiment": .string(selection.experiment.id), "part": .string(outcome.part.name),
      "as_expected": .boolean(outcome.difference == nil), "known": Self.counts(of: outcome.part),
      "difference": outcome.difference.map { .string($0) } ?? .null,
    ])
  }

  private static func counts(of part: Experiment.Part) -> JSONValue {
    .object(KnownRows(part.expected).counts.mapValues { .integer(Int64($0)) })
  }

  private func printJSON(_ members: [String: JSONValue]) {
    print(JSONValue.object(members).text(for: .line))
  }

  private func reportInput(_ outcome: PartOutcome, _ selection: Selection) -> ReportInput {
    var input = ReportInput(
      of: outcome.world, title: "\(selection.name): \(outcome.part.name)",
      subtitle: "\(selection.experiment.title), seed \(seed)")
    input.summary = [
      .init("rows", "\(outcome.rows.count)"),
      .init(
        "as \(KnownRows(outcome.part.expected).verdict)", outcome.difference == nil ? "yes" : "no",
        outcome.difference == nil ? .good : .bad),
      .init("findings", "\(outcome.world.trace.findings.count)"),
    ]
    return input
  }
}
