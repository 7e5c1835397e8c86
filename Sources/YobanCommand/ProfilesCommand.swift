import ArgumentParser
import Reports
import SimulatedOS

/// `yoban profiles`: prints the known facts about the versions of the systems.
struct ProfilesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profiles",
    abstract:
      "Show the profiles: what is known of each version of iOS, watchOS and Android, with rule and grade.",
    discussion: "docs/profiles.md says how a scenario chooses one and changes it.")

  @Option(help: ArgumentHelp("Show one version of iOS, such as 15.1.", valueName: "version"))
  var ios: String?

  @Option(help: ArgumentHelp("Show one version of watchOS, such as 10.", valueName: "version"))
  var watchos: String?

  @Option(help: ArgumentHelp("Show one API level of Android, such as 34.", valueName: "level"))
  var android: String?

  @Option(
    help: ArgumentHelp(
      "The device with that version, such as \"iPhone 12\", \"Series 6\" or aggressive. Default: one of its time.",
      valueName: "device"))
  var model: String?

  @Flag(help: "Print JSON Lines, an object for each fact.")
  var json = false

  @Flag(help: "Print the generated part of docs/profiles.md.")
  var markdown = false

  private var versions: [String] { [ios, watchos, android].compactMap(\.self) }

  func validate() throws {
    guard versions.count <= 1 else {
      throw ValidationError("One device at a time: --ios, --watchos or --android.")
    }
    if model != nil, versions.isEmpty {
      throw ValidationError("A device is shown with a version: add --ios, such as --ios 17.")
    }
    if markdown, json || !versions.isEmpty {
      throw ValidationError("--markdown is the whole page: leave out the other options.")
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
