import YobanVirtualTime

/// The pushes of one kind that were shown within the last hour (LA6, LA7). It has no side effects.
struct PushBudget: Hashable {
  private var shown: [VirtualInstant] = []
  private static let hour = Duration.seconds(3600)

  /// Takes one push of the budget. Returns false, without an effect, if it is used up.
  mutating func take(limit: Int, at now: VirtualInstant) -> Bool {
    shown.removeAll { $0 + Self.hour <= now }
    guard shown.count < limit else { return false }
    shown.append(now)
    return true
  }
}
