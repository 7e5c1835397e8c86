import VirtualTime

/// How often an app may still send to a complication on the face today (WC3). Pure.
struct ComplicationBudget: Equatable {
  let perDay: Int
  private var day: Int64 = 0
  private var used = 0

  init(perDay: Int) { self.perDay = perDay }

  /// - Parameters:
  ///   - isOnFace: whether the complication is on the active face; else there is no budget.
  ///   - day: counts days from any beginning.
  func remaining(isOnFace: Bool, day: Int64) -> Int {
    guard isOnFace else { return 0 }
    return day == self.day ? max(0, perDay - used) : perDay
  }

  /// Takes one, if there is one left.
  mutating func take(isOnFace: Bool, day: Int64) -> Bool {
    guard remaining(isOnFace: isOnFace, day: day) > 0 else { return false }
    if day != self.day { (self.day, used) = (day, 0) }
    used += 1
    return true
  }
}
