import Testing
import VirtualTime

@testable import SimulatedOS

/// The table contains every declared fact, and every policy has the table's values.
@Suite struct PlatformFactsTests {
  private static let all =
    Platform.allCases.flatMap { PlatformFacts.table(of: $0) } + PlatformFacts.world

  private struct Declaration: Hashable {
    var name: String
    var rule: String
    var option: String
  }

  @Test func `every declared fact is in the table, once`() throws {
    let form = try Regex(
      #"= PlatformFact<[^(]+>\(\s*"([^"]*)",\s*"([^"]*)",\s*"([^"]*)""#)
    var declared: [Declaration] = []
    for (path, text) in try SourceTree.simulator() {
      let found = text.matches(of: form).map { match in
        let parts = match.output.dropFirst().map { String($0.substring ?? "") }
        return Declaration(name: parts[0], rule: parts[1], option: parts[2])
      }
      let written = text.components(separatedBy: "= PlatformFact<").count - 1
      #expect(found.count == written, "\(path): a fact is not written as name, rule, option")
      declared += found
    }
    let listed = Self.all.map {
      Declaration(name: $0.name, rule: $0.rule, option: $0.option)
    }
    #expect(!declared.isEmpty)
    #expect(declared.filter { !listed.contains($0) } == [], "not in the rows of its section")
    #expect(listed.count == declared.count)
  }

  @Test func `an option belongs to one fact, and a name is unique in its section`() {
    let rows = Self.all
    #expect(repeated(rows.map(\.option)) == [])
    #expect(repeated(rows.map { "\($0.section): \($0.name)" }) == [])
    #expect(rows.filter { $0.name.isEmpty || $0.section.isEmpty } == [])
  }

  @Test func `every fact cites a rule that exists`() {
    for row in Self.all {
      #expect(RuleBook.rule(row.rule) != nil, "\(row.name): there is no \(row.rule)")
    }
  }

  @Test func `each version of a fact differs from the one before in value or grade`() {
    for row in Self.all {
      for (earlier, later) in zip(row.entries, row.entries.dropFirst()) {
        #expect(earlier.since < later.since, "\(row.name)")
        #expect(
          earlier.value != later.value || earlier.grade != later.grade,
          "\(row.name) says the same again from \(later.since)")
      }
    }
  }

  // MARK: Options

  /// A profile of each version that has a column in the tables, and of some versions between.
  private static let profiles: [DeviceProfile] =
    (Platform.iOS.profiledVersions + [8, 9, 11, 14, 26.1]).map { .iPhone(iOS: $0) }
    + (Platform.watchOS.profiledVersions + [6, 7, 11]).map { .watch(watchOS: $0) }
    + (26...36).map { .android(api: $0) }

  @Test(arguments: profiles)
  func `a profile has the value of every fact of its version`(_ profile: DeviceProfile) {
    for row in PlatformFacts.table(of: profile.platform) {
      guard let value = property(row.option, of: profile)?.value else {
        Issue.record("\(row.name): DeviceProfile has no \(row.option)")
        continue
      }
      #expect(PlatformValue(value) == row.entry(for: profile.version).value, "\(row.option)")
    }
  }

  @Test func `the world has the value of every fact that belongs to no system (RA1)`() throws {
    let owners: [String: Any] = [
      "RadioModel.openField": RadioModel.openField, "RadioModel.indoors": RadioModel.indoors,
      "RadioModel.worn": RadioModel.worn, "AccessoryDefaults": AccessoryDefaults.standard,
    ]
    for row in PlatformFacts.world {
      let parts = row.option.split(separator: ".")
      let owner = try #require(owners[parts.dropLast().joined(separator: ".")], "\(row.option)")
      let property = Mirror(reflecting: owner).children.first { $0.label ?? "" == parts.last! }
      #expect(PlatformValue(try #require(property?.value)) == row.entries[0].value, "\(row.option)")
    }
  }

  @Test(arguments: Platform.allCases)
  func `every option can be set`(_ platform: Platform) throws {
    let sources = try SourceTree.simulator().map(\.text)
    let profile = try #require(Self.profiles.last { $0.platform == platform })
    for row in PlatformFacts.table(of: platform) {
      guard let owner = property(row.option, of: profile)?.owner else { continue }
      let name = row.option.split(separator: ".").last!
      let source = try #require(
        sources.first { $0.contains("public struct \(owner)") }, "\(row.option): \(owner)")
      #expect(
        source.contains(try Regex("public var \(name)\\b")),
        "\(row.option): \(owner).\(name) is no public var")
    }
  }

  /// The value at the end of a path of stored properties, and the type that contains it.
  private func property(
    _ path: String, of profile: DeviceProfile
  ) -> (value: Any, owner: String)? {
    var (value, owner): (Any, String) = (profile, "")
    for name in path.split(separator: ".") {
      let mirror = Mirror(reflecting: value)
      if mirror.displayStyle == .optional, let some = mirror.children.first { value = some.value }
      owner = "\(type(of: value))"
      guard let child = Mirror(reflecting: value).children.first(where: { $0.label ?? "" == name })
      else { return nil }
      value = child.value
    }
    return (value, owner)
  }

  private func repeated(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { !seen.insert($0).inserted }
  }
}
