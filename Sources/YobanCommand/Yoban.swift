import ArgumentParser
import CYobanMemory
import YobanInitCommand

/// The command line of Yoban.
@main struct YobanCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "yoban",
    abstract: "Simulated devices for apps that must keep working in the background.",
    version: "0.1.0",
    subcommands: [
      NightCommand.self, DayCommand.self, ExploreCommand.self, ExperimentCommand.self,
      ProfilesCommand.self,
      RuleCommand.self, CheckLogCommand.self, InitCommand.self,
    ])

  static func main() async {
    yoban_keep_released_memory()
    await main(nil)
  }
}

/// The exit codes, one per class of failure.
enum Failure {
  /// The account of the night is not complete, the rows of an experiment differ, or a log
  /// contradicts a rule.
  static let result = ExitCode(1)
  /// An input or a requirement cannot be used: a recording, a collector, a file.
  static let input = ExitCode(2)
}
