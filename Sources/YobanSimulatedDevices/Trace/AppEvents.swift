/// The events of one app in a trace, each found once. A test that asks for them again and again, such as a
/// property that is evaluated after each event, reads only what is new.
struct AppEvents {
  private(set) var events: [TraceEvent] = []
  /// The events with what the app printed or logged.
  private(set) var printed: [TraceEvent] = []
  /// The number of events of the trace that were read, and the name of the app in them.
  private var read = 0
  private var app = ""

  /// Reads the events that the trace got since the last call.
  mutating func update(from trace: Trace, device: String, app: String) {
    if app != self.app {
      // An update can give the app another name.
      self = AppEvents()
      self.app = app
    }
    for event in trace.events[read...] where event.device == device && !event.kind.isAppCall {
      guard let process = event.process, process.hasPrefix(app),
        let sign = process.lastIndex(of: "#"), process[..<sign] == app
      else { continue }
      events.append(event)
      if event.kind.output != nil || event.kind.logged != nil { printed.append(event) }
    }
    read = trace.events.count
  }
}

extension InstalledApp {
  /// The events of this app on this device so far, in order.
  public var events: [TraceEvent] { updatedEvents.events }

  /// The events so far with what the app printed or logged, in order.
  public var printedEvents: [TraceEvent] { updatedEvents.printed }

  private var updatedEvents: AppEvents {
    ownEvents.update(from: device.world.trace, device: device.name, app: definition.name)
    return ownEvents
  }
}
