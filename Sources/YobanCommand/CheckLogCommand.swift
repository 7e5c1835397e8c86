import ArgumentParser
import Experiments
import Foundation
import SimulatedOS

/// `yoban check-log`: compares the log of a real phone with an experiment.
struct CheckLogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check-log",
    abstract: "Say which rules the console log of a real phone confirms and contradicts.",
    discussion: """
      The phone runs the sample app of an experiment and follows its steps; docs/field-check.md says how. \
      Exit code 1 if a line contradicts a rule, 2 if the log cannot be used.
      """)

  @Argument(help: "The log; - reads standard input.")
  var file: String

  @Option(help: "The experiment: E0, E1, E2 or E4.")
  var experiment: String?

  @Option(help: "One part, such as E1.1. Default: the part that explains the log best.")
  var part: String?

  @Option(
    help: ArgumentHelp(
      "Compare with the constants of this version of iOS. Default: the one that was measured.",
      valueName: "version"))
  var ios: String?

  @Flag(help: "Print JSON Lines.")
  var json = false

  func validate() throws {
    guard let name = part ?? experiment else {
      throw ValidationError("Say which experiment the phone ran: --experiment E1, for instance.")
    }
    if let part, let experiment, !part.hasPrefix("\(experiment).") {
      throw ValidationError("\(part) is no part of \(experiment): leave one of the two out.")
    }
    do {
      _ = try FieldCheck(name, version: version)
    } catch { throw ValidationError("\(error)") }
  }

  func run() throws {
    let report: FieldReport
    do {
      let check = try FieldCheck(part ?? experiment ?? "", version: version)
      report = try check.report(on: DeviceLog(contentsOfFile: file))
    } catch {
      FileHandle.standardError.write(Data("yoban check-log: \(error)\n".utf8))
      throw Failure.input
    }
    print(json ? report.jsonLines().joined(separator: "\n") : report.text())
    if !report.contradictions.isEmpty { throw Failure.result }
  }

  private var version: SystemVersion? {
    get throws { try ios.map { try DeviceProfile.named(iOS: $0).version } }
  }
}
