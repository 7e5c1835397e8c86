import YobanVirtualTime

/// The uses of something that is limited within a time, such as pushes within an hour. It has no side effects.
package struct RollingBudget: Hashable {
  private var uses: [VirtualInstant] = []
  private let window: Duration

  package init(within window: Duration) { self.window = window }

  /// A budget for each hour.
  package static var hourly: Self { Self(within: .seconds(3600)) }

  /// Takes one use of the budget. Returns false, without an effect, if it is used up.
  package mutating func take(limit: Int, at now: VirtualInstant) -> Bool {
    guard nextUse(limit: limit, at: now) == nil, limit > 0 else { return false }
    note(at: now)
    return true
  }

  /// Notes a use that happens whether there is one left or not.
  package mutating func note(at now: VirtualInstant) {
    uses.removeAll { $0 + window <= now }
    uses.append(now)
  }

  /// The time from which on there is a use again; nil if there is one now, or never.
  package func nextUse(limit: Int, at now: VirtualInstant) -> VirtualInstant? {
    let counted = uses.filter { $0 + window > now }
    guard counted.count >= limit, limit > 0 else { return nil }
    return counted[counted.count - limit] + window
  }
}
