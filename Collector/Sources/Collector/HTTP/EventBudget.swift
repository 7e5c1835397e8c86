import Synchronization

/// The maximum number of pages that are informed about new chunks at the same time.
///
/// Each of them asks the database every second.
final class EventBudget: Sendable {
  private let count: Int
  private let used = Mutex(0)

  init(count: Int) { self.count = count }

  /// Reserves a place until the returned object is no longer used; throws `.busy` if there is none.
  func reserve() throws(Problem) -> Place {
    let isFree = used.withLock { used in
      guard used < count else { return false }
      used += 1
      return true
    }
    guard isFree else {
      throw Problem(
        .busy, "Too many pages are informed about new chunks. Load this page again later.")
    }
    return Place(budget: self)
  }

  final class Place: Sendable {
    private let budget: EventBudget

    fileprivate init(budget: EventBudget) { self.budget = budget }

    deinit { budget.used.withLock { $0 -= 1 } }
  }
}
