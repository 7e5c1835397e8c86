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

/// Everything that makes a run what it is, beside the scenario: the seed, and the faults in the order in
/// which they happen. The same schedule gives the same run.
public struct Schedule: Sendable, Hashable {
  public var seed: UInt64
  public var faults: [Fault]

  public init(seed: UInt64 = 1, faults: [Fault] = []) {
    (self.seed, self.faults) = (seed, faults)
  }
}

extension Fault: LosslessStringConvertible {
  /// Such as `jetsam|phone%2FPulse@phone/Pulse#2:bluetooth.connected(strap)*1+0ms`.
  public var description: String {
    "\(kind.rawValue)|\(EscapedText.escape(target))@\(anchor)"
  }

  public init?(_ description: String) {
    let parts = description.split(separator: "@", maxSplits: 1)
    guard parts.count == 2, let bar = parts[0].firstIndex(of: "|"),
      let kind = FaultKind(rawValue: String(parts[0][..<bar])),
      let target = EscapedText.unescape(parts[0][bar...].dropFirst()), !target.isEmpty,
      let anchor = Anchor(String(parts[1]))
    else { return nil }
    self.init(kind, target, at: anchor)
  }
}

extension Schedule: LosslessStringConvertible {
  /// The version of the text of schedules. A schedule of another version is refused, because the same
  /// names might then mean other moments.
  static let version = "yoban1"

  /// One line, such as `yoban1;seed=7;jetsam|phone%2FPulse@phone/Pulse#2:bluetooth.connected(strap)*1+0ms`.
  public var description: String {
    ([Self.version, "seed=\(seed)"] + faults.map(\.description)).joined(separator: ";")
  }

  public init?(_ description: String) {
    let parts = description.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
    guard parts.count >= 2, parts[0] == Self.version, parts[1].hasPrefix("seed="),
      let seed = UInt64(parts[1].dropFirst(5))
    else { return nil }
    let faults = parts.dropFirst(2).compactMap { Fault($0) }
    guard faults.count == parts.count - 2 else { return nil }
    self.init(seed: seed, faults: faults)
  }
}
