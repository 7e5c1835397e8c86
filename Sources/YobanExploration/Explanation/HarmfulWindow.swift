import YobanVirtualTime

/// Finds the times around a fault at which it still does harm, by runs with the fault earlier and later.
/// It has no side effects but the runs.
struct HarmfulWindow {
  /// The time of the first run that passes, before and after; nil if all runs up to the end fail.
  var passesBefore: VirtualInstant?
  var passesAfter: VirtualInstant?
  /// The earliest and the latest time at which the run was seen to fail.
  var first: VirtualInstant
  var last: VirtualInstant

  /// - Parameters:
  ///   - instant: a time at which the run fails.
  ///   - range: the times at which the fault can happen.
  ///   - fails: runs the fault at another time; nil if no more runs are allowed.
  static func find(
    around instant: VirtualInstant, in range: ClosedRange<VirtualInstant>,
    fails: (VirtualInstant) async throws -> Bool?
  ) async throws -> HarmfulWindow {
    var window = HarmfulWindow(first: instant, last: instant)
    (window.first, window.passesBefore) = try await edge(instant, range.lowerBound, -1, fails)
    (window.last, window.passesAfter) = try await edge(instant, range.upperBound, 1, fails)
    return window
  }

  /// Steps away from a time in growing steps until a run passes, then halves the last step.
  private static func edge(
    _ instant: VirtualInstant, _ bound: VirtualInstant, _ sign: Int,
    _ fails: (VirtualInstant) async throws -> Bool?
  ) async throws -> (fails: VirtualInstant, passes: VirtualInstant?) {
    var failing = instant
    var step = Duration.milliseconds(1)
    var passing: VirtualInstant?
    while passing == nil {
      let next = sign < 0 ? max(bound, instant - step) : min(bound, instant + step)
      guard next != failing, let result = try await fails(next) else { return (failing, nil) }
      if result { failing = next } else { passing = next }
      step = step * 10
    }
    // Until the edge is known to a hundredth of its distance, or to a millisecond.
    while var passes = passing {
      let distance = sign < 0 ? instant - passes : passes - instant
      let gap = sign < 0 ? failing - passes : passes - failing
      guard gap > max(.milliseconds(1), distance / 100) else { break }
      let half = Duration.milliseconds((gap / 2).milliseconds)
      let middle = sign < 0 ? failing - half : failing + half
      guard let result = try await fails(middle) else { break }
      if result { failing = middle } else { passes = middle }
      passing = passes
    }
    return (failing, passing)
  }
}
