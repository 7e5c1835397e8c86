import YobanSimulatedOS
import YobanVirtualTime

/// A fault of a schedule: what happens to whom, and when.
public struct Fault: Sendable, Hashable {
  public var kind: FaultKind
  /// The name of a device or accessory, or of an app as `phone/Pulse`.
  public var target: String
  public var anchor: Anchor

  public init(_ kind: FaultKind, _ target: String, at anchor: Anchor) {
    (self.kind, self.target, self.anchor) = (kind, target, anchor)
  }
}

/// A decision of a system, or a step of the scenario, that a schedule decides otherwise than usual.
public struct ChoiceOverride: Sendable, Hashable {
  public var place: ChoicePlace
  /// The value that the decision has. A value outside of the range becomes the nearest one in it.
  public var value: Int64

  public init(_ place: ChoicePlace, value: Int64) { (self.place, self.value) = (place, value) }
}

/// Everything that makes a run what it is, beside the scenario: the seed, the faults in the order in which
/// they happen, and the decisions of the systems that differ from the usual ones. The same schedule gives
/// the same run.
public struct Schedule: Sendable, Hashable {
  public var seed: UInt64
  public var faults: [Fault]
  public var choices: [ChoiceOverride]
  /// The steps of the scenario that are left out or made shorter, because the failure does not need them.
  public var reductions: [ChoiceOverride] = []

  public init(seed: UInt64 = 1, faults: [Fault] = [], choices: [ChoiceOverride] = []) {
    (self.seed, self.faults, self.choices) = (seed, faults, choices)
  }

  /// The number of faults and overridden decisions.
  public var size: Int { faults.count + choices.count }
}

extension Fault: LosslessStringConvertible {
  /// Such as `jetsam|phone%2FPulse@phone/Pulse#2:bluetooth.connected(strap)*1+0ms`.
  public var description: String {
    "\(kind)|\(EscapedText.escape(target))@\(anchor)"
  }

  public init?(_ description: String) {
    let parts = description.split(separator: "@", maxSplits: 1)
    guard parts.count == 2, let bar = parts[0].firstIndex(of: "|"),
      let kind = FaultKind(String(parts[0][..<bar])),
      let target = EscapedText.unescape(parts[0][bar...].dropFirst()), !target.isEmpty,
      let anchor = Anchor(String(parts[1]))
    else { return nil }
    self.init(kind, target, at: anchor)
  }
}

extension ChoiceOverride: LosslessStringConvertible {
  /// Such as `choice|task-delay|phone%2FPulse*1=600000`: the first delay of a task of this app is 600 s.
  public var description: String { "choice|\(text)" }

  /// The description without its first word.
  var text: String {
    "\(EscapedText.escape(place.name))|\(EscapedText.escape(place.subject))"
      + "*\(place.number)=\(value)"
  }

  public init?(_ description: String) { self.init(description, after: "choice|") }

  /// - Parameter word: the first word of the text with the bar that follows it.
  init?(_ description: String, after word: String) {
    let pattern = /([^|*]+)\|([^|*]+)\*([0-9]+)=(-?[0-9]+)/
    guard description.hasPrefix(word),
      let match = description.dropFirst(word.count).wholeMatch(of: pattern)?.output,
      let name = EscapedText.unescape(match.1), let subject = EscapedText.unescape(match.2),
      let number = Int(match.3), number > 0, let value = Int64(match.4)
    else { return nil }
    self.init(ChoicePlace(name, of: subject, number: number), value: value)
  }
}

extension Schedule: LosslessStringConvertible {
  /// The version of the text of schedules. A schedule of another version is refused, because the same
  /// names might then mean other moments.
  static let version = "yoban1"

  /// One line, such as `yoban1;seed=7;jetsam|phone%2FPulse@phone/Pulse#2:bluetooth.connected(strap)*1+0ms`.
  public var description: String {
    ([Self.version, "seed=\(seed)"] + faults.map(\.description) + choices.map(\.description)
      + reductions.map { "less|\($0.text)" }).joined(separator: ";")
  }

  public init?(_ description: String) {
    let parts = description.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
    guard parts.count >= 2, parts[0] == Self.version, parts[1].hasPrefix("seed="),
      let seed = UInt64(parts[1].dropFirst(5))
    else { return nil }
    self.init(seed: seed)
    for part in parts.dropFirst(2) {
      if let choice = ChoiceOverride(part) {
        choices.append(choice)
      } else if let reduction = ChoiceOverride(part, after: "less|") {
        reductions.append(reduction)
      } else if let fault = Fault(part) {
        faults.append(fault)
      } else {
        return nil
      }
    }
  }
}
