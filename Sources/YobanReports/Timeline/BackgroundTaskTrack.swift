import YobanSimulatedOS
import YobanVirtualTime

/// The background tasks of `UIApplication`. They end with the process.
struct BackgroundTaskTrack: ServiceTrack {
  private var bars = BarTrack<Name>()
  private var marks: [Mark] = []

  private struct Name: Hashable {
    var process: String
    var identifier: Int
  }

  mutating func receive(_ event: LaneEvent) -> Bool {
    let (process, now, place) = (event.process, event.instant, event.place)
    func name(_ identifier: Int) -> Name { Name(process: process, identifier: identifier) }
    switch event.payload {
    case TraceEvent.BackgroundTaskEvent.began(let id, _):
      bars.begin(name(id), .task, at: now, event: place)
    case TraceEvent.BackgroundTaskEvent.ended(let id):
      bars.end(name(id), at: now, event: place)
    case TraceEvent.BackgroundTaskEvent.expired(let id):
      bars.restyle(name(id), .taskExpired)
      marks.append(Mark(event: place, style: .taskExpired))
    case TraceEvent.AppEvent.terminated:
      bars.endAll(.taskCut, at: now, event: place) { $0.process == process }
      return false
    default: return false
    }
    return true
  }

  mutating func lanes(of owner: LaneOwner, until end: VirtualInstant) -> [Lane] {
    bars.finish(at: end)
    return [owner.lane("Background tasks", .bars, bars.spans, marks)]
  }
}
