import ArgumentParser
import Reports

/// `yoban profiles`: what is known of the versions of iOS.
struct ProfilesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profiles",
    abstract: "Show the profiles: what is known of each version of iOS, with rule and grade.",
    discussion: "docs/profiles.md says how a scenario chooses one and changes it.")

  @Option(help: ArgumentHelp("Show one version, such as 15.1.", valueName: "version"))
  var ios: String?

  @Option(
    help: ArgumentHelp(
      "The phone with that version, such as \"iPhone 12\". Default: one of its time.",
      valueName: "phone"))
  var model: String?

  @Flag(help: "Print JSON Lines, an object for each fact.")
  var json = false

  @Flag(help: "Print the generated part of docs/profiles.md.")
  var markdown = false

  func validate() throws {
    if model != nil, ios == nil {
      throw ValidationError("A phone is shown with a version: add --ios, such as --ios 17.")
    }
    if markdown, json || ios != nil {
      throw ValidationError("--markdown is the whole page: leave out --json, --ios and --model.")
    }
    do { _ = try table } catch { throw ValidationError("\(error)") }
  }

  func run() throws {
    let table = try table
    if markdown {
      print(table.markdown(), terminator: "")
    } else {
      print(json ? table.jsonLines() : table.text())
    }
  }

  private var table: ProfileTable {
    get throws { try ProfileTable(iOS: ios, phone: model) }
  }
}
