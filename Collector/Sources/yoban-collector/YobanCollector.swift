import ArgumentParser
import Collector

/// The command `yoban-collector`. Exit codes are in docs/collector.md.
@main
struct YobanCollector: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "yoban-collector",
    abstract:
      "A server that stores recordings of devices exactly once and shows them on a web page.",
    version: CollectorVersion.text,
    subcommands: [
      ServeCommand.self, TokenCommand.self, ShareCommand.self, VerifyCommand.self,
      BackupCommand.self, RestoreCommand.self, MigrateCommand.self, DeleteCommand.self,
      RetentionCommand.self, AuditCommand.self, EnrollCommand.self, DeviceCommand.self,
      MQTTCommand.self, ImportCommand.self, ExportCommand.self, PackCommand.self,
    ])
}
