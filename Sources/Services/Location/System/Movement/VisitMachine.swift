import YobanSimulatedRadio
import YobanVirtualTime

/// Visits for one app: arrivals and departures (LOC7). Pure.
struct VisitMachine: Equatable {
  /// A visit to report: a place with the times of arrival and departure.
  struct Report: Equatable {
    var place: Place
    var arrival: VirtualInstant
    /// Nil while the device is still there.
    var departure: VirtualInstant?
  }

  /// A place, and the time since which the device has been there.
  struct Stay: Equatable {
    var place: Place
    var since: VirtualInstant
  }

  enum State: Equatable {
    case idle
    /// At a place, but not yet long enough for a visit.
    case passing(Place, since: VirtualInstant)
    case visiting(Place, since: VirtualInstant)
    /// Away from the place of the visit since `left`, but not yet long enough for a departure.
    case leaving(Place, since: VirtualInstant, left: VirtualInstant, next: Stay)
  }

  private let radius: Double
  private let arrival: Duration
  private let departure: Duration
  private(set) var state = State.idle

  init(policy: LocationPolicy) {
    radius = policy.visitRadius
    arrival = policy.visitArrival
    departure = policy.visitDeparture
  }

  var nextDeadline: VirtualInstant? {
    switch state {
    case .idle, .visiting: nil
    case .passing(_, let since): since + arrival
    case .leaving(_, _, let left, _): left + departure
    }
  }

  mutating func begin(_ place: Place, at now: VirtualInstant) {
    state = .passing(place, since: now)
  }

  mutating func moved(to place: Place, at now: VirtualInstant) {
    switch state {
    case .idle: break
    case .passing(let anchor, _):
      if anchor.distance(to: place) > radius { state = .passing(place, since: now) }
    case .visiting(let anchor, let since):
      if anchor.distance(to: place) > radius {
        state = .leaving(
          anchor, since: since, left: now, next: Stay(place: place, since: now))
      }
    case .leaving(let anchor, let since, let left, var next):
      if anchor.distance(to: place) <= radius {
        state = .visiting(anchor, since: since)
      } else {
        if next.place.distance(to: place) > radius { next = Stay(place: place, since: now) }
        state = .leaving(anchor, since: since, left: left, next: next)
      }
    }
  }

  mutating func deadlineReached(at now: VirtualInstant) -> [Report] {
    guard let deadline = nextDeadline, deadline <= now else { return [] }
    switch state {
    case .idle, .visiting: return []
    case .passing(let anchor, let since):
      state = .visiting(anchor, since: since)
      return [Report(place: anchor, arrival: since, departure: nil)]
    case .leaving(let anchor, let since, let left, let next):
      state = .passing(next.place, since: next.since)
      return [Report(place: anchor, arrival: since, departure: left)]
    }
  }
}
