import YobanSimulatedRadio
import YobanVirtualTime

/// Significant changes of location for one app (LOC7). Pure.
struct SignificantChangeMachine: Equatable {
  private struct Report: Equatable {
    var place: Place
    var instant: VirtualInstant
  }

  private let distance: Double
  private let interval: Duration
  /// The last reported place; nil until `begin`.
  private var reported: Report?
  private var place = Place.origin
  /// The time to call `deadlineReached`, if a change was too soon after the last one.
  private(set) var nextDeadline: VirtualInstant?

  init(policy: LocationPolicy) {
    distance = policy.significantDistance
    interval = policy.significantInterval
  }

  /// Starts reporting changes relative to the given place, which the caller reports at once.
  mutating func begin(_ place: Place, at now: VirtualInstant) {
    reported = Report(place: place, instant: now)
    self.place = place
    nextDeadline = nil
  }

  /// Updates the place, and returns whether a change is reported now.
  mutating func moved(to place: Place, at now: VirtualInstant) -> Bool {
    self.place = place
    return report(at: now)
  }

  mutating func deadlineReached(at now: VirtualInstant) -> Bool {
    guard let deadline = nextDeadline, deadline <= now else { return false }
    return report(at: now)
  }

  private mutating func report(at now: VirtualInstant) -> Bool {
    nextDeadline = nil
    guard let last = reported, place.distance(to: last.place) >= distance else { return false }
    guard now >= last.instant + interval else {
      nextDeadline = last.instant + interval
      return false
    }
    reported = Report(place: place, instant: now)
    return true
  }
}
