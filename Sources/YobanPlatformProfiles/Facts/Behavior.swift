/// The behavior of a device where its maker's documentation and a measurement disagree.
///
/// The default is what the maker documents. A scenario chooses the other one, and an exploration may choose it and
/// says so in its story. `docs/rules` lists the rules with two behaviors.
public enum Behavior: String, Sendable, Hashable, CaseIterable {
  /// As the maker of the system documents it.
  case documented
  /// As one of the articles measured it.
  case observed
}
