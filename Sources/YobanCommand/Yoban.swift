import ArgumentParser

/// The command line of Yoban.
@main struct YobanCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "yoban",
    abstract: "Simulated devices for apps that must keep working in the background.",
    subcommands: [
      NightCommand.self, DayCommand.self, ExperimentCommand.self, ProfilesCommand.self,
      RuleCommand.self, CheckLogCommand.self,
    ])
}

/// Exit codes, one per class of failure.
enum Failure {
  /// The night's account does not add up, an experiment's rows differ, or a log contradicts a rule.
  static let result = ExitCode(1)
  /// Something that was given or is needed cannot be used: a recording, a collector, a file.
  static let input = ExitCode(2)
}
