import ArgumentParser
import YobanReports
import YobanSimulatedOS

/// `yoban profiles`: prints the known facts about the versions of the systems.
struct ProfilesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profiles",
    abstract:
      "Show the profiles: the time limits and other constants of each version of iOS, watchOS and Android, each with its rule and with how well it is known.",
    discussion: "docs/profiles.md describes how a test selects a profile and changes it.")

  @Option(help: ArgumentHelp("Show one version of iOS, such as 15.1.", valueName: "version"))
  var ios: String?

  @Option(help: ArgumentHelp("Show one version of watchOS, such as 10.", valueName: "version"))
  var watchos: String?

  @Option(help: ArgumentHelp("Show one API level of Android, such as 34.", valueName: "level"))
  var android: String?

  @Option(
    help: ArgumentHelp(
      "The device model, such as \"iPhone 12\", \"Series 6\" or xiaomi. Default: a model from the time of the version.",
      valueName: "device"))
  var model: String?

  @Flag(help: "Print JSON Lines, one object per constant.")
  var json = false

  @Flag(help: "Print the tables of all versions as Markdown, as docs/profiles.md contains them.")
  var markdown = false

  private var versions: [String] { [ios, watchos, android].compactMap(\.self) }

  func validate() throws {
    guard versions.count <= 1 else {
      throw ValidationError("Give only one of --ios, --watchos and --android.")
    }
    if model != nil, versions.isEmpty {
      throw ValidationError(
        "--model needs a version: add --ios, --watchos or --android, such as --ios 17.")
    }
    if markdown, json || !versions.isEmpty {
      throw ValidationError("--markdown prints all versions: leave out the other options.")
    }
    do { _ = try tables } catch { throw ValidationError("\(error)") }
  }

  func run() throws {
    if markdown { return print(ProfileTable.page(), terminator: "") }
    let tables = try tables
    if json { return print(tables.map { $0.jsonLines() }.joined(separator: "\n")) }
    for (i, table) in tables.enumerated() {
      if i > 0 { print("") }
      print(table.text(hasLegend: i == tables.count - 1))
    }
  }

  private var tables: [ProfileTable] {
    get throws {
      if let ios { return [ProfileTable(of: try .named(iOS: ios, phone: model))] }
      if let watchos { return [ProfileTable(of: try .named(watchOS: watchos, watch: model))] }
      if let android { return [ProfileTable(of: try .named(api: android, model: model))] }
      return Platform.allCases.map { ProfileTable(of: $0) }
    }
  }
}
