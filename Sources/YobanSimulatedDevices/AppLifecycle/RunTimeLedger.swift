import YobanVirtualTime

/// The grants of run time of an app in the background: the reasons why it may run, and until when.
///
/// Pure. The app is suspended when no grant ends after `now` (L7, BG5, LOC1, L12).
package struct RunTimeLedger: Equatable {
  /// A reason for which an app may run in the background. Each service has its own in its folder.
  package struct Grant: Hashable, Sendable, CustomStringConvertible {
    package let description: String
    /// Whether it is a background mode that keeps an app running without a time limit; background tasks then
    /// have no budget (BG7).
    package let isMode: Bool

    package init(_ description: String, isMode: Bool = false) {
      (self.description, self.isMode) = (description, isMode)
    }

    /// The short time after didEnterBackground (L7).
    package static let grace = Self("grace")
    /// Active background task assertions, until the budget is used up (BG1, BG2).
    package static let backgroundTask = Self("background task")
  }

  private var grants: [Grant: VirtualInstant] = [:]

  /// Grants run time until `instant`, replacing the earlier grant of this reason; nil removes it.
  mutating func set(_ grant: Grant, until instant: VirtualInstant?) { grants[grant] = instant }

  /// Returns the end of this reason's grant, which may be past; nil if there is no grant.
  func end(of grant: Grant) -> VirtualInstant? { grants[grant] }

  mutating func removeAll() { grants.removeAll() }

  /// The time until which the app may run; nil if nothing grants it run time.
  var until: VirtualInstant? { grants.values.max() }

  /// The grants that let the app run now, in words and in alphabetical order: background modes if there are any,
  /// because they have no limit, else all others.
  func reasons(at now: VirtualInstant) -> String {
    let active = grants.filter { $0.value > now }.keys
    let modes = active.filter(\.isMode)
    let others = active.count > 1 ? active.filter { $0 != .grace } : Array(active)
    let reasons = (modes.isEmpty ? others : modes).map(\.description).sorted()
    return reasons.isEmpty ? "background" : reasons.joined(separator: ", ")
  }

  /// Whether a background mode keeps the app running.
  func isKeptRunning(at now: VirtualInstant) -> Bool {
    grants.contains { $0.key.isMode && $0.value > now }
  }
}
