import SimulatedOS
import VirtualTime

/// An event of the phone, or of a process on it, some milliseconds after the start.
func event(_ milliseconds: Int64, _ process: String?, _ kind: TraceEvent.Kind) -> TraceEvent {
  TraceEvent(
    instant: VirtualInstant(nanoseconds: milliseconds * 1_000_000), device: "phone",
    process: process, kind: kind)
}

func instant(_ milliseconds: Int64) -> VirtualInstant {
  VirtualInstant(nanoseconds: milliseconds * 1_000_000)
}

extension TraceEvent.Kind {
  /// One of each kind, and of each kind of location, transfer and Bluetooth event.
  static let samplesOfAll: [TraceEvent.Kind] = [
    .person("goes home"), .launched(.user), .appState(.active),
    .callback(.didFinishLaunching, seen: .background), .terminated(.jetsam),
    .backgroundTaskBegan(1, name: "keep-alive"), .backgroundTaskBegan(2, name: nil),
    .backgroundTaskEnded(1), .backgroundTaskExpired(2),
    .location(.authorization("always")), .location(.started), .location(.stopped),
    .location(.paused), .location(.keepAliveEnded),
    .samples(stream: "accelerometer", count: 6000), .sensor("accelerometer", isOn: true),
    .transfer(.created(task: 1, session: "s", bytes: 10)),
    .transfer(.began(task: 1, session: "s")),
    .transfer(.finished(task: 1, session: "s", status: 201)),
    .transfer(.failed(task: 1, session: "s", error: "timedOut")),
    .transfer(.eventsDelivered(session: "s")),
    .bluetooth(.power(.poweredOff)), .bluetooth(.authorization("allowedAlways")),
    .bluetooth(.scanStarted("180D")), .bluetooth(.discovered("strap", rssi: -60)),
    .bluetooth(.scanStopped), .bluetooth(.connecting("strap")), .bluetooth(.connected("strap")),
    .bluetooth(.attribute("strap", "read 2A19", nil)),
    .bluetooth(.attribute("strap", "read 2A19", "readNotPermitted")),
    .bluetooth(.disconnected("strap", nil)), .bluetooth(.disconnected("strap", "timeout")),
    .bluetooth(.connectFailed("strap", "connectionLimitReached")),
    .bluetooth(.advertising(isOn: true)), .bluetooth(.advertising(isOn: false)),
    .bluetooth(.restored("central")), .bluetooth(.alert("strap connected")),
    .accessory("switched on"), .accessory("moved"),
    .network("offline"), .power("charging"), .output("a line"),
    .finding(Finding("bgtask.leaked", rule: "BG4", what: "Never ended.", remedy: "End it.")),
  ]

  static let numberOfKinds = 18

  /// Which kind it is. A new kind does not compile until it is here, and fails a test until it is
  /// among `samplesOfAll`.
  var number: Int {
    switch self {
    case .person: 0
    case .launched: 1
    case .appState: 2
    case .callback: 3
    case .terminated: 4
    case .backgroundTaskBegan: 5
    case .backgroundTaskEnded: 6
    case .backgroundTaskExpired: 7
    case .location: 8
    case .samples: 9
    case .sensor: 10
    case .transfer: 11
    case .network: 12
    case .power: 13
    case .output: 14
    case .finding: 15
    case .bluetooth: 16
    case .accessory: 17
    }
  }
}
