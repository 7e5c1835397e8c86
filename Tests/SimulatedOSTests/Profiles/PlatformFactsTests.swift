import Testing
import YobanVirtualTime

@testable import YobanAppleSystem
@testable import YobanSimulatedRadio
import YobanSimulatedOS
@testable import YobanPlatformProfiles

/// The table contains every declared fact, and every policy has the table's values.
@Suite struct PlatformFactsTests {
  private static let all =
    Platform.allCases.flatMap { PlatformFacts.table(of: $0) } + PlatformFacts.world

  private struct Declaration: Hashable {
    var name: String
    var rule: String
    var property: String
  }

  @Test func `every declared fact is in the table, once`() throws {
    let attribute = /@Fact\(\s*"([^"]*)",\s*"([^"]*)"/
    let property = /\s*(?:(?:public|package) )?var (\w+)/
    var declared: [Declaration] = []
    for (path, text) in try SourceTree.simulator() {
      for fact in SourceTree.facts(in: text) {
        let match = try #require(
          text[fact].prefixMatch(of: attribute), "\(path): not written as name, rule: \(text[fact])"
        )
        let name = try #require(
          text[fact.upperBound...].prefixMatch(of: property), "\(path): no property: \(text[fact])")
        declared.append(
          Declaration(
            name: String(match.1), rule: String(match.2), property: String(name.1)))
      }
    }
    let listed = Self.all.map { row in
      Declaration(
        name: row.name, rule: row.rule,
        property: row.option.split(separator: ".").last.map(String.init) ?? "")
    }
    #expect(!declared.isEmpty)
    #expect(declared.filter { !listed.contains($0) } == [], "not in the table of a platform")
    #expect(listed.count == declared.count)
  }

  /// The policies of a profile, by the first part of their options.
  private static func policies(of profile: DeviceProfile) -> [String: any Policy] {
    var policies: [String: any Policy] = [
      "accessorySetup": profile.accessorySetup,
      "appIntents": profile.appIntents, "audio": profile.audio,
      "backgroundTasks": profile.backgroundTasks,
      "battery": profile.battery, "bluetooth": profile.bluetooth, "coreData": profile.coreData,
      "calls": profile.calls,
      "disk": profile.disk, "energy": profile.energy,
      "health": profile.health, "jobs": profile.jobs, "lifecycle": profile.lifecycle,
      "liveActivities": profile.liveActivities, "location": profile.location,
      "motion": profile.motion, "network": profile.network,
      "notifications": profile.notifications, "protection": profile.protection,
      "transfer": profile.transfer, "widgets": profile.widgets,
    ]
    policies["android"] = profile.android
    policies["watch"] = profile.watch
    policies["watchLink"] = profile.watchLink
    return policies
  }

  /// The stored properties of the profiles that are no facts, each with its reason.
  private static let others: [String: String] = [
    "platform": "a choice of the scenario", "hardware": "a choice of the scenario",
    "version": "a choice of the scenario", "watchLink.mode": "a choice of the scenario (WC5)",
    "location.keepAlive": "a choice of the scenario (LOC8)",
    "watchLink.hasOlderRadio": "follows from the watch",
    "android.maker": "follows from the phone",
  ]

  @Test func `every constant of a policy is a fact`() {
    var others: Set<String> = []
    func visit(_ value: Any, _ path: String) {
      for (label, value) in Mirror(reflecting: value).children {
        guard let label, !label.hasPrefix("_") else { continue }
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .optional, mirror.children.isEmpty { continue }
        if value is any Policy {
          visit(
            mirror.displayStyle == .optional ? mirror.children.first!.value : value,
            path + label + ".")
        } else {
          others.insert(path + label)
        }
      }
    }
    for profile in Self.profiles {
      visit(profile, "")
      for (name, policy) in Self.policies(of: profile) { visit(policy, "\(name).") }
    }
    // The table of the changed policies, which were visited.
    others.remove("policies")
    #expect(others == Set(Self.others.keys))
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
    + (26...37).map { .android(api: $0) }

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
      let value = try #require(child(String(parts.last!), of: owner), "\(row.option)")
      #expect(PlatformValue(value) == row.entries[0].value, "\(row.option)")
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
      let policy: Any? =
        (value as? DeviceProfile).flatMap { Self.policies(of: $0)[String(name)] }
      guard let child = policy ?? child(String(name), of: value) else { return nil }
      value = child
    }
    return (value, owner)
  }

  /// The value of a stored property, whether it is a fact or not.
  private func child(_ name: String, of owner: Any) -> Any? {
    for (label, value) in Mirror(reflecting: owner).children {
      if label == name { return value }
      if label == "_\(name)" { return Mirror(reflecting: value).children.first?.value }
    }
    return nil
  }

  private func repeated(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { !seen.insert($0).inserted }
  }
}
