import ArgumentParser
import Foundation
import YobanReports
import YobanSimulatedOS

/// `yoban rule`: explains the rule codes in findings, tests and documents.
struct RuleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rule",
    abstract:
      "Explain a rule of iOS, watchOS or Android: what it states, how well it is known, its sources, and what is simulated.",
    discussion:
      "Findings, tests and documents name rules by codes such as BT9. Without a code, the command lists all rules, each with one sentence. docs/rules contains the same as pages."
  )

  @Argument(
    help: "Codes of rules, such as BT9, or the letters of a topic, such as BT for Bluetooth.")
  var codes: [String] = []

  @Flag(help: "Print JSON Lines, one object per rule.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Write the pages of docs/rules to this folder; scripts/rule-pages does it.",
      valueName: "folder", visibility: .hidden))
  var pages: String?

  @Option(
    help: ArgumentHelp(
      "The root of the repository, for --pages.", valueName: "folder", visibility: .hidden))
  var repository = "."

  func validate() throws {
    do { _ = try selected } catch { throw ValidationError("\(error)") }
  }

  func run() throws {
    if let pages { return try write(to: URL(fileURLWithPath: pages)) }
    let rules = try selected
    if json { return print(rules.map { $0.jsonLine() }.joined(separator: "\n")) }
    if codes.isEmpty || rules.count > codes.count {
      return print(rules.map(RuleText.line).joined(separator: "\n"))
    }
    print(rules.map { RuleText($0).text() }.joined(separator: "\n\n"))
  }

  private struct UnknownRule: Error, CustomStringConvertible { var description: String }

  private var selected: [PlatformRule] {
    get throws {
      guard !codes.isEmpty else { return RuleBook.rules }
      return try codes.flatMap { code in
        if let rule = RuleBook.rule(code) { return [rule] }
        let topic = RuleBook.rules.filter { $0.letters == code.uppercased() }
        if !topic.isEmpty { return topic }
        var letters: [String] = []
        for rule in RuleBook.rules where !letters.contains(rule.letters) {
          letters.append(rule.letters)
        }
        throw UnknownRule(
          description:
            "There is no rule \(code). The codes begin with \(letters.joined(separator: ", ")); yoban rule lists all of them."
        )
      }
    }
  }

  private func write(to folder: URL) throws {
    let root = URL(fileURLWithPath: repository)
    let pages = try RulePages.ofRepository(at: root).pages()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, text) in pages.sorted(by: { $0.key < $1.key }) {
      try Data(text.utf8).write(to: folder.appending(path: name), options: .atomic)
    }
    print("\(pages.count) pages in \(folder.path)")
  }
}
