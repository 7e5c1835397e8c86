import YobanSimulatedOS
import YobanVirtualTime

/// Collects the places for faults in a run: one moment of each kind, and the middles of times without
/// events. It has no side effects.
struct PlaceCollector {
  /// A time without events that is long enough for a fault in its middle.
  static let pause = Duration.seconds(2)

  /// The number of calls by different names that count as places of their own, for each app.
  static let callNamesMax = 24

  /// The part of a moment that counts: equal for moments that are so similar that a fault at one of them is
  /// enough.
  struct Signature: Hashable {
    var device: String
    var app: String?
    var event: String
    /// The numbers of the launch and of the occurrence, up to those that differ.
    var launch: Int
    var occurrence: Int
    /// The number of the states of all apps.
    var states: Int
    var isPause = false
  }

  private(set) var places: [Place] = []
  private var callNames: [String: Set<String>] = [:]
  private var seen: Set<Signature> = []
  private var last: (place: Place, signature: Signature)?

  /// Notes an event.
  ///
  /// - Parameters:
  ///   - states: the states of the apps that have a process; nil if unknown.
  mutating func note(
    _ anchor: Anchor, at instant: VirtualInstant, _ signature: Signature,
    _ states: [String: AppState]? = nil
  ) {
    if var last, instant - last.place.instant >= Self.pause {
      last.signature.isPause = true
      if seen.insert(last.signature).inserted {
        var place = last.place
        let half = Duration.milliseconds(((instant - place.instant) / 2).milliseconds)
        place.anchor.delay = half
        place.instant = place.instant + half
        places.append(place)
      }
    }
    let place = Place(anchor: anchor, instant: instant, states: states)
    if seen.insert(signature).inserted { places.append(place) }
    last = (place, signature)
  }

  /// Notes a call of an app on a file. It does not end a time without events.
  ///
  /// An app that writes very many files gives no more places than one that writes some: beyond a number of
  /// names, the calls on files of one folder count as the same.
  ///
  /// - Parameter signature: that of an anchor.
  mutating func note(
    call anchor: Anchor, at instant: VirtualInstant, _ states: [String: AppState]?,
    signature: (Anchor) -> Signature
  ) {
    var similar = anchor
    let app = anchor.subject.path
    let known = callNames[app, default: []]
    if known.count < Self.callNamesMax {
      callNames[app, default: []].insert(anchor.event)
    } else if !known.contains(anchor.event) {
      similar.event = "\(anchor.event.prefix { $0 != "/" })…"
      similar.occurrence = 1
    }
    if seen.insert(signature(similar)).inserted {
      places.append(Place(anchor: anchor, instant: instant, states: states))
    }
  }

  /// Makes all moments from now on count again.
  mutating func beginRecovery() { seen = [] }
}
