import ArgumentParser
import YobanExperiments
import Foundation
import YobanSimulatedOS

/// `yoban check-log`: compares the log of a real phone with an experiment.
struct CheckLogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check-log",
    abstract:
      "Check the console log of a real phone: list the rules that it confirms and contradicts.",
    discussion: """
      First run the sample app of an experiment on the phone and follow the steps in docs/field-check.md. \
      The log may be that of the app itself, of Console.app, log show, idevicesyslog, pymobiledevice3, \
      go-ios or Xcode. \
      Exit code: 0 if no line contradicts a rule, 1 if a line contradicts a rule, 2 if the log cannot be used.
      """)

  @Argument(help: "The file with the log; - reads standard input.")
  var file: String

  @Option(help: "The experiment whose sample app wrote the log: E0, E1, E2 or E4.")
  var experiment: String?

  @Option(
    help:
      "Compare with this part of the experiment, such as E1.1. Default: the part that fits the log best."
  )
  var part: String?

  @Option(
    help: ArgumentHelp(
      "Compare with the time limits of this version of iOS. Default: the version on which the experiment was measured.",
      valueName: "version"))
  var ios: String?

  @Flag(help: "Print the result as JSON Lines.")
  var json = false

  func validate() throws {
    guard let name = part ?? experiment else {
      throw ValidationError(
        "Name the experiment whose sample app wrote the log, such as --experiment E1.")
    }
    if let part, let experiment, !part.hasPrefix("\(experiment).") {
      throw ValidationError(
        "\(part) is not a part of \(experiment): leave out --part or --experiment.")
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
