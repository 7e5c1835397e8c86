import YobanSimulatedOS
import YobanVirtualTime

/// A decision that a system took in a run, with the evidence for its range.
public struct TakenChoice: Sendable, Hashable, Codable {
  public var choice: Choice
  /// The grade of the rule that gives the range. If it is `assumed`, a finding that needs this decision
  /// rests on an assumption.
  public var grade: Grade
  /// The code of that rule; nil if there is none, or if it says nothing about the systems of the run.
  public var rule: String?

  public init(_ choice: Choice, grade: Grade, rule: String? = nil) {
    (self.choice, self.grade, self.rule) = (choice, grade, rule)
  }

  public var isAssumed: Bool { grade == .assumed }

  /// A sentence without a period, such as `Pulse on phone may run after it entered the background for 0.1 s`.
  public var words: String {
    let subject = Subject(path: choice.place.subject).words
    if choice.kind.outcomes.indices.contains(Int(choice.value)) {
      return "\(subject) \(choice.kind.outcomes[Int(choice.value)])"
    }
    let value = choice.kind.isTime ? "\(Duration.milliseconds(choice.value))" : "\(choice.value)"
    return "\(subject) \(choice.kind.words) \(value)"
  }

  /// The overrides that are tried: the ends of the range, and all values of a small one, without the value
  /// that was taken.
  var alternatives: [ChoiceOverride] {
    let range = choice.range
    let values =
      range.upperBound - range.lowerBound < Self.smallRange
      ? Array(range) : [range.lowerBound, range.upperBound]
    return values.filter { $0 != choice.value }.map { ChoiceOverride(choice.place, value: $0) }
  }

  private static let smallRange: Int64 = 4
}

extension TakenChoice {
  /// A choice of a world, with the grade of its fact or rule. What has neither is assumed.
  init(_ choice: Choice, in world: World) {
    let basis = choice.kind.basis
    guard basis.contains(".") else {
      let rule = RuleBook.rule(basis)
      let isKnown = world.devices.contains {
        rule?.topic.systems.contain($0.profile.platform) ?? false
      }
      self.init(choice, grade: rule?.grade ?? .assumed, rule: isKnown ? basis : nil)
      return
    }
    let name = choice.place.subject.prefix { $0 != "/" }
    let profile = world.devices.first { $0.name == name }?.profile
    let platform = profile?.platform ?? .iOS
    // The table of the watch has only what differs from an iPhone.
    let row = [platform, .iOS].lazy.compactMap { platform in
      PlatformFacts.table(of: platform).first { $0.option == basis }
    }.first
    let entry = row.map { row in profile.map { row.entry(for: $0.version) } ?? row.entries[0] }
    self.init(choice, grade: entry?.grade ?? .assumed, rule: row?.rule)
  }
}
