/// Something a real system would punish silently, explained (section 9 of the platform rules).
public struct Finding: Sendable, Hashable, CustomStringConvertible {
  /// What it is called, such as `bgtask.leaked`.
  public var name: String
  /// The rule it comes from, such as `BG4`.
  public var rule: String
  /// What the app did, with its own call.
  public var what: String
  /// What to do instead.
  public var remedy: String

  public init(_ name: String, rule: String, what: String, remedy: String) {
    self.name = name
    self.rule = rule
    self.what = what
    self.remedy = remedy
  }

  public var description: String { "\(name) (\(rule)): \(what) \(remedy)" }
}
