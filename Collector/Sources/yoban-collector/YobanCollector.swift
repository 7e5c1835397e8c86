import ArgumentParser

/// The command `yoban-collector`. Exit codes are in docs/collector.md.
@main
struct YobanCollector: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "yoban-collector",
    abstract: "Takes recordings in, exactly once, and shows them.",
    version: "0.1.0",
    subcommands: [ServeCommand.self, TokenCommand.self])
}
