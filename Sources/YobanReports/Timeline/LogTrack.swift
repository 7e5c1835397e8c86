import YobanSimulatedOS
import YobanVirtualTime

/// The output, calls and callbacks of an app, and the events that have no lane of their own.
struct LogTrack: ServiceTrack {
  private var marks: [Mark] = []

  mutating func receive(_ event: LaneEvent) -> Bool {
    switch event.payload {
    case is TraceEvent.Output, is LogMessage, is TraceEvent.HealthEvent,
      is TraceEvent.AppIntentEvent, is TraceEvent.WidgetEvent,
      is TraceEvent.PhoneCallEvent, is TraceEvent.AccessorySetupEvent:
      marks.append(Mark(event: event.place, style: .output))
    case is TraceEvent.AppCall, TraceEvent.AppEvent.callback:
      marks.append(Mark(event: event.place, style: .callback))
    default: return false
    }
    return true
  }

  /// Adds an event that no lane shows.
  mutating func note(_ place: Int) { marks.append(Mark(event: place, style: .note)) }

  mutating func lanes(of owner: LaneOwner, until end: VirtualInstant) -> [Lane] {
    [owner.lane("Log", .marks, [], marks)]
  }
}
