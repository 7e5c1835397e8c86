import YobanSimulatedOS
import YobanVirtualTime

/// The number on an app's icon, and its notifications.
struct NotificationTrack: ServiceTrack {
  private var badgeMarks: [Mark] = []
  private var marks: [Mark] = []

  mutating func receive(_ event: LaneEvent) -> Bool {
    let mark = Mark(event: event.place, style: .note)
    switch event.payload {
    case TraceEvent.AppEvent.badge: badgeMarks.append(mark)
    case is TraceEvent.NotificationEvent: marks.append(mark)
    default: return false
    }
    return true
  }

  mutating func lanes(of owner: LaneOwner, until end: VirtualInstant) -> [Lane] {
    [
      owner.lane("Badge", .marks, [], badgeMarks), owner.lane("Notifications", .marks, [], marks),
    ]
  }
}
