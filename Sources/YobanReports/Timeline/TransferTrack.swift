import YobanSimulatedOS
import YobanVirtualTime

/// The background transfers of an app.
struct TransferTrack: ServiceTrack {
  private var bars = BarTrack<Name>()
  private var marks: [Mark] = []

  private struct Name: Hashable {
    var session: String
    var task: Int
  }

  mutating func receive(_ event: LaneEvent) -> Bool {
    guard let transfer = event.payload as? TraceEvent.TransferEvent else { return false }
    let (now, place) = (event.instant, event.place)
    switch transfer {
    case .created(let task, let session, _):
      bars.begin(Name(session: session, task: task), .transferWaiting, at: now, event: place)
    case .began(let task, let session):
      bars.begin(Name(session: session, task: task), .transfer, at: now, event: place)
    case .finished(let task, let session, let status):
      let isDone = (200..<300).contains(status)
      end(Name(session: session, task: task), isDone: isDone, at: now, place)
    case .failed(let task, let session, _):
      end(Name(session: session, task: task), isDone: false, at: now, place)
    case .eventsDelivered: marks.append(Mark(event: place, style: .note))
    }
    return true
  }

  private mutating func end(_ name: Name, isDone: Bool, at now: VirtualInstant, _ place: Int) {
    bars.end(name, isDone ? nil : .transferFailed, at: now, event: place)
    if !isDone { marks.append(Mark(event: place, style: .transferFailed)) }
  }

  mutating func lanes(of owner: LaneOwner, until end: VirtualInstant) -> [Lane] {
    bars.finish(at: end)
    return [owner.lane("Transfers", .bars, bars.spans, marks)]
  }
}
