import YobanVirtualTime

/// The number of urgent transfers that an app can still send today to its complication on the watch
/// face (WC3). It has no side effects.
struct ComplicationBudget: Equatable {
  let perDay: Int
  private var day: Int64 = 0
  private var used = 0

  init(perDay: Int) { self.perDay = perDay }

  /// - Parameters:
  ///   - isOnFace: whether the complication is on the active face; if not, there is no budget.
  ///   - day: the number of the day, counted from any fixed day.
  func remaining(isOnFace: Bool, day: Int64) -> Int {
    guard isOnFace else { return 0 }
    return day == self.day ? max(0, perDay - used) : perDay
  }

  /// Uses one transfer of the budget. Returns false if none is left.
  mutating func take(isOnFace: Bool, day: Int64) -> Bool {
    guard remaining(isOnFace: isOnFace, day: day) > 0 else { return false }
    if day != self.day { (self.day, used) = (day, 0) }
    used += 1
    return true
  }
}
