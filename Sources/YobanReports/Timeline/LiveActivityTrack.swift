import YobanSimulatedOS
import YobanVirtualTime

/// The Live Activities of an app: while they can be updated, and while they are only shown.
///
/// They outlive the process.
struct LiveActivityTrack: ServiceTrack {
  private var bars = BarTrack<String>()
  private var marks: [Mark] = []

  mutating func receive(_ event: LaneEvent) -> Bool {
    guard let activity = event.payload as? TraceEvent.LiveActivityEvent else { return false }
    switch activity {
    case .started(let name, _):
      bars.begin(name, .liveActivity, at: event.instant, event: event.place)
    case .state(let name, let state):
      bars.end(name, at: event.instant, event: event.place)
      switch state {
      case "ended": bars.begin(name, .liveActivityEnded, at: event.instant, event: event.place)
      case "dismissed": break
      default: bars.begin(name, .liveActivity, at: event.instant, event: event.place)
      }
    case .refused, .updated, .ignored, .token:
      marks.append(Mark(event: event.place, style: .note))
    }
    return true
  }

  mutating func lanes(of owner: LaneOwner, until end: VirtualInstant) -> [Lane] {
    bars.finish(at: end)
    return [owner.lane("Live Activities", .bars, bars.spans, marks)]
  }
}
