import Testing
import YobanSimulatedOS
import YobanVirtualTime

@testable import YobanReports

@Suite struct TimelineTests {
  @Test
  func `states follow each other and end with the process, and the last one continues to the end`()
  {
    let lane = lane(
      "State",
      [
        event(0, "A#1", .appState(.active)), event(10, "A#1", .appState(.background)),
        event(20, "A#1", .appState(.suspended)), event(30, "A#1", .terminated(.jetsam)),
        event(50, "A#2", .appState(.background)),
      ])
    #expect(lane?.spans.map(\.style) == [.active, .background, .suspended, .background])
    #expect(times(lane) == [[0, 10], [10, 20], [20, 30], [50, 100]])
    #expect(lane?.spans.map(\.lastEvent) == [1, 2, 3, nil])
    #expect(lane?.marks == [Mark(event: 3, style: .kill)])
  }

  @Test
  func `overlapping tasks have separate rows, and tasks of a dead process are shown as cut off`() {
    let lane = lane(
      "Background tasks",
      [
        event(0, "A#1", .backgroundTask(.began(1, name: nil))),
        event(10, "A#1", .backgroundTask(.began(2, name: nil))),
        event(11, "A#1", .backgroundTask(.ended(1))),
        event(20, "A#1", .backgroundTask(.began(3, name: nil))),
        event(21, "A#1", .backgroundTask(.ended(2))),
        event(30, "A#1", .terminated(.reboot)),
        event(40, "A#2", .backgroundTask(.began(1, name: nil))),
      ])
    #expect(times(lane) == [[0, 11], [10, 21], [20, 30], [40, 100]])
    #expect(lane?.spans.map(\.value) == [0, 1, 0, 0])
    #expect(lane?.spans.map(\.style) == [.task, .task, .taskCut, .task])
  }

  @Test func `a transfer waits, runs, fails, runs again, and outlasts the app`() {
    let lane = lane(
      "Transfers",
      [
        event(0, "A#1", .transfer(.created(task: 1, session: "s", bytes: 5))),
        event(10, "A#1", .transfer(.began(task: 1, session: "s"))),
        event(15, "A#1", .transfer(.failed(task: 1, session: "s", error: "timedOut"))),
        event(20, "A#1", .transfer(.began(task: 1, session: "s"))),
        event(25, "A#1", .terminated(.jetsam)),
        event(30, "A", .transfer(.finished(task: 1, session: "s", status: 200))),
        event(40, "A", .transfer(.began(task: 2, session: "s"))),
        event(50, "A", .transfer(.finished(task: 2, session: "s", status: 503))),
      ])
    #expect(times(lane) == [[0, 10], [10, 15], [20, 30], [40, 50]])
    #expect(
      lane?.spans.map(\.style) == [.transferWaiting, .transferFailed, .transfer, .transferFailed])
    #expect(lane?.marks.map(\.event) == [2, 7])
  }

  @Test func `samples fill the minute before their event, and the time before a suspension`() {
    let lane = lane(
      "gyroscope", lasting: 300_000,
      [
        event(0, "A#1", .sensor("gyroscope", isOn: true)),
        event(50_000, "A#1", .samples(stream: "gyroscope", count: 5000)),
        event(70_000, "A#1", .appState(.suspended)),
        event(200_000, "A#1", .appState(.background)),
        event(200_000, "A#1", .samples(stream: "gyroscope", count: 2000)),
        event(300_000, "A#1", .samples(stream: "gyroscope", count: 6000)),
      ])
    #expect(times(lane) == [[0, 50_000], [50_000, 70_000], [240_000, 300_000]])
  }

  @Test func `background time counts only while nothing else keeps the app running`() {
    let lane = lane(
      "Time left", lasting: 200_000,
      [
        event(0, "A#1", .launched(.user)), event(0, "A#1", .appState(.background)),
        event(100, "A#1", .appState(.active)), event(200, "A#1", .location(.started)),
        event(10_000, "A#1", .appState(.background)),  // Location keeps it running.
        event(50_000, "A#1", .location(.keepAliveEnded)),
        event(70_000, "A#1", .appState(.suspended)),
        event(75_000, "A#1", .appState(.background)),  // Woken, with its own budget (L12).
        event(90_000, "A#1", .appState(.suspended)),
      ])
    #expect(times(lane) == [[50_000, 70_000], [75_000, 90_000]])
    #expect(lane?.spans.map(\.value) == [30_000_000_000, 30_000_000_000])
  }

  @Test func `location updates that do not keep the app running do not hide the countdown`() {
    let lane = lane(
      "Time left", lasting: 200_000,
      [
        event(0, "A#1", .appState(.active)), event(200, "A#1", .location(.started)),
        event(10_000, "A#1", .appState(.background)), event(40_000, "A#1", .appState(.suspended)),
      ])
    #expect(times(lane) == [[10_000, 40_000]])
  }

  @Test
  func
    `a connect waits, then becomes a connection or fails, and a lost connection has a prominent mark`()
  {
    let lane = lane(
      "Bluetooth",
      [
        event(0, "A#1", .bluetooth(.connecting("strap"))),
        event(10, "A#1", .bluetooth(.connected("strap"))),
        event(20, "A#1", .bluetooth(.disconnected("strap", "connectionTimeout"))),
        event(30, "A#1", .bluetooth(.connected("strap"))),  // The system reconnected.
        event(40, "A#1", .bluetooth(.disconnected("strap", nil))),
        event(50, "A#1", .bluetooth(.connecting("pen"))),
        event(60, "A#1", .bluetooth(.connectFailed("pen", "connectionFailed"))),
      ])
    #expect(times(lane) == [[0, 10], [10, 20], [30, 40], [50, 60]])
    #expect(
      lane?.spans.map(\.style) == [
        .connectWaiting, .connection, .connection, .connectionFailed,
      ])
    #expect(
      lane?.marks == [
        Mark(event: 2, style: .connectionFailed), Mark(event: 4, style: .note),
        Mark(event: 6, style: .connectionFailed),
      ])
  }

  @Test func `Bluetooth bars end with the process, and restored connections continue`() {
    let lane = lane(
      "Bluetooth",
      [
        event(0, "A#1", .bluetooth(.scanStarted("180D"))),
        event(5, "A#1", .bluetooth(.connecting("strap"))),
        event(10, "A#1", .terminated(.jetsam)),
        event(50, "A", .bluetooth(.connected("strap"))),
        event(50, "A#2", .bluetooth(.restored("central"))),
      ])
    #expect(times(lane) == [[0, 10], [5, 10], [50, 100]])
    #expect(lane?.spans.map(\.style) == [.scan, .connectWaiting, .connection])
    #expect(lane?.spans.map(\.value) == [0, 1, 0])
    #expect(lane?.marks == [Mark(event: 4, style: .note)])
  }

  @Test func `a failed request has a prominent mark, a successful one does not`() {
    let lane = lane(
      "Bluetooth",
      [
        event(0, "A#1", .bluetooth(.attribute("strap", "read 2A19", nil))),
        event(5, "A#1", .bluetooth(.attribute("strap", "read 2A19", "readNotPermitted"))),
      ])
    #expect(
      lane?.marks == [Mark(event: 0, style: .output), Mark(event: 1, style: .connectionFailed)])
    #expect(lane?.spans == [])
  }

  @Test func `the Bluetooth state of a device and the power of an accessory are bands`() {
    var events = [
      event(0, nil, .bluetooth(.power(.poweredOff))),
      event(20, nil, .bluetooth(.power(.poweredOn))),
      event(40, nil, .bluetooth(.power(.resetting))),
      event(0, nil, .accessory("switched on")), event(60, nil, .accessory("switched off")),
    ]
    for i in 3..<5 { events[i].device = "strap" }
    let input = ReportInput(title: "", duration: .milliseconds(100), events: events)
    let lanes = Timeline(input).lanes
    #expect(lanes.map(\.device) == ["phone", "strap"])
    #expect(lanes.map(\.label) == ["Bluetooth", "Power"])
    #expect(lanes.allSatisfy { $0.app == nil && $0.form == .bands })
    #expect(times(lanes.first) == [[0, 20], [20, 40], [40, 100]])
    #expect(lanes.first?.spans.map(\.style) == [.switchedOff, .switchedOn, .resetting])
    #expect(times(lanes.last) == [[0, 60], [60, 100]])
    #expect(lanes.last?.spans.map(\.style) == [.switchedOn, .switchedOff])
  }

  @Test(arguments: LaneStyle.allCases)
  func `every style has a color in the light and in the dark scheme`(style: LaneStyle) {
    let definition = " --\(style.rawValue): #"
    #expect(PageParts.style.components(separatedBy: definition).count == 3)
  }

  @Test func `gaps and expected values are added to their curve, or get a new one`() {
    var input = ReportInput(
      title: "", duration: .seconds(1),
      events: [event(10, "A#1", .samples(stream: "gyroscope", count: 1))])
    input.streams = [.init("gyroscope", device: "phone", expectedPerMinute: 6000)]
    input.gaps = [
      .init(device: "phone", stream: "gyroscope", from: .start, to: instant(20), cause: "killed"),
      .init(device: "watch", stream: "heart rate", from: .start, to: instant(9), cause: "unknown"),
    ]
    let curves = Timeline(input).lanes.filter { $0.form == .curve }
    #expect(curves.map(\.device) == ["phone", "watch"])
    #expect(curves.map(\.label) == ["gyroscope", "heart rate"])
    #expect(curves.map(\.gaps.count) == [1, 1])
    #expect(curves.map(\.expectedPerMinute) == [6000, nil])
  }

  @Test func `every event of the trace is on a lane`() {
    let events = TraceEvent.Kind.samplesOfAll.enumerated().map {
      event(Int64($0.offset) * 1000, "A#1", $0.element)
    }
    let timeline = Timeline(ReportInput(title: "", duration: .seconds(100), events: events))
    var seen = Set<Int>()
    for lane in timeline.lanes {
      seen.formUnion(lane.marks.map(\.event))
      for span in lane.spans {
        seen.formUnion([span.firstEvent, span.lastEvent].compactMap { $0 })
      }
    }
    let missing = events.indices.filter { !seen.contains($0) }.map { events[$0].kind }
    #expect(missing.isEmpty, "\(missing)")
  }

  /// An event of a service for which reports have no lane.
  private struct Unknown: TracePayload {
    static let service = "unknown"
    var name: String { "happened" }
    var words: String { "happened" }
    var style: TraceEvent.Style { .plain }
    var fields: [(key: String, value: String)] { [] }
  }

  @Test func `an event that no lane shows is a mark of the app's log, or of the system`() {
    let unknown = TraceEvent.Kind(Unknown())
    let events = [
      event(1, "A#1", .launched(.user)), event(2, "A#1", unknown), event(3, nil, unknown),
    ]
    #expect(lane("Log", events)?.marks == [Mark(event: 1, style: .note)])
    #expect(lane("System", events)?.marks == [Mark(event: 2, style: .note)])
  }

  /// The log shows `AndroidEvent.permission`, which has no lane.
  @Test func `the events of every service have a lane`() {
    for kind in TraceEvent.Kind.samplesOfAll {
      if case .permission = kind.android { continue }
      let events = [event(1, "A#1", .launched(.user)), event(2, "A#1", kind)]
      let isOther = lane("Log", events)?.marks.contains(Mark(event: 1, style: .note)) ?? false
      #expect(!isOther, "\(kind)")
    }
  }
}
