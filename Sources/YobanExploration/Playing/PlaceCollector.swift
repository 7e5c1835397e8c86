import YobanSimulatedOS
import YobanVirtualTime

/// Collects the places for faults in a run: one moment of each kind, and the middles of times without
/// events. It has no side effects.
struct PlaceCollector {
  /// A time without events that is long enough for a fault in its middle.
  static let pause = Duration.seconds(2)

  private(set) var places: [Place] = []
  private var seen: Set<String> = []
  private var last: (place: Place, signature: String)?

  /// Notes an event.
  ///
  /// - Parameters:
  ///   - signature: equal for moments that are so similar that a fault at one of them is enough.
  ///   - states: the states of the apps that have a process; nil if unknown.
  mutating func note(
    _ anchor: Anchor, at instant: VirtualInstant, _ signature: String,
    _ states: [String: AppState]? = nil
  ) {
    if let last, instant - last.place.instant >= Self.pause,
      seen.insert("\(last.signature) pause").inserted
    {
      var place = last.place
      let half = Duration.milliseconds(((instant - place.instant) / 2).milliseconds)
      place.anchor.delay = half
      place.instant = place.instant + half
      places.append(place)
    }
    let place = Place(anchor: anchor, instant: instant, states: states)
    if seen.insert(signature).inserted { places.append(place) }
    last = (place, signature)
  }

  /// Makes all moments from now on count again.
  mutating func beginRecovery() { seen = [] }
}
