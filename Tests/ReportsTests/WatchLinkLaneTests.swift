import Testing
import YobanSimulatedOS
import YobanVirtualTime

@testable import YobanReports

@Suite struct WatchLinkLaneTests {
  private typealias Event = TraceEvent.WatchLinkEvent

  private static func watch(
    _ milliseconds: Int64, _ process: String?, _ what: Event
  ) -> TraceEvent {
    var event = event(milliseconds, process, .watchLink(what))
    event.device = "watch"
    return event
  }

  private static func phone(
    _ milliseconds: Int64, _ process: String?, _ what: Event
  ) -> TraceEvent {
    event(milliseconds, process, .watchLink(what))
  }

  /// Returns the lane of a device, from a trace in which the watch is the first device.
  private static func lane(_ device: String, _ events: [TraceEvent]) -> Lane? {
    let input = ReportInput(title: "", duration: .milliseconds(100), events: events)
    return Timeline(input).lanes.first { $0.device == device && $0.label == "Watch link" }
  }

  @Test
  func `a file waits, is transferred, is finished, and has a mark on the receiver's lane (WC3)`() {
    let events = [
      Self.watch(0, "A#1", .activated), Self.phone(0, "B#1", .activated),
      Self.watch(10, "A#1", .queued(.file, number: 1, bytes: 41_000)),
      Self.watch(20, "A#1", .began(.file, number: 1, over: "Bluetooth")),
      Self.phone(40, "B#1", .received(.file, number: 1)),
      Self.watch(45, "A#1", .finished(.file, number: 1)),
    ]
    let sender = Self.lane("watch", events)
    #expect(times(sender) == [[10, 20], [20, 45]])
    #expect(sender?.spans.map(\.style) == [.linkWaiting, .link])
    #expect(sender?.spans.map(\.lastEvent) == [nil, 5])
    #expect(sender?.marks == [Mark(event: 0, style: .note)])
    let receiver = Self.lane("phone", events)
    #expect(receiver?.spans == [])
    #expect(
      receiver?.marks == [Mark(event: 1, style: .note), Mark(event: 4, style: .received)])
  }

  @Test func `a queued transfer continues without the app, and waits when interrupted (WC3, WC7)`()
  {
    let lane = Self.lane(
      "watch",
      [
        Self.watch(0, "A#1", .queued(.file, number: 7, bytes: 5)),
        Self.watch(10, "A#1", .began(.file, number: 7, over: "Bluetooth")),
        TraceEvent(
          instant: instant(15), device: "watch", process: "A#1", kind: .terminated(.jetsam)),
        Self.watch(20, nil, .interrupted(.file, number: 7)),
        Self.watch(50, nil, .began(.file, number: 7, over: "Wi-Fi")),
        Self.watch(60, "A#2", .failed(.file, number: 7, code: 7017)),
      ])
    #expect(times(lane) == [[0, 10], [10, 20], [20, 50], [50, 60]])
    #expect(lane?.spans.map(\.style) == [.linkWaiting, .linkCut, .linkWaiting, .linkFailed])
    #expect(lane?.marks == [Mark(event: 5, style: .linkFailed)])
    #expect(lane?.app == "A")
  }

  @Test
  func `a lost file is lost on both lanes, although its sender is notified that it finished (WC5)`()
  {
    let queued = [
      Self.watch(0, "A#1", .queued(.file, number: 1, bytes: 5)), Self.phone(0, "B#1", .activated),
      Self.watch(10, "A#1", .began(.file, number: 1, over: "Bluetooth")),
    ]
    let lostFirst =
      queued + [
        Self.phone(30, nil, .lost(.file, number: 1)),
        Self.watch(40, "A#1", .finished(.file, number: 1)),
      ]
    let sender = Self.lane("watch", lostFirst)
    #expect(times(sender) == [[0, 10], [10, 30]])
    #expect(sender?.spans.map(\.style) == [.linkWaiting, .linkLost])
    #expect(
      sender?.marks == [Mark(event: 3, style: .linkLost), Mark(event: 4, style: .note)])
    let receiver = Self.lane("phone", lostFirst)
    #expect(receiver?.spans == [])
    #expect(
      receiver?.marks == [Mark(event: 1, style: .note), Mark(event: 3, style: .linkLost)])

    let doneFirst =
      queued + [
        Self.watch(30, "A#1", .finished(.file, number: 1)),
        Self.phone(40, "B#1", .lost(.file, number: 1)),
      ]
    let late = Self.lane("watch", doneFirst)
    #expect(times(late) == [[0, 10], [10, 30]])
    #expect(late?.spans.map(\.style) == [.linkWaiting, .linkLost])
    #expect(late?.marks == [Mark(event: 4, style: .linkLost)])
  }

  @Test func `only the lost item is shown as lost (WC5)`() {
    let lane = Self.lane(
      "watch",
      [
        Self.watch(0, "A#1", .queued(.file, number: 1, bytes: 5)),
        Self.watch(0, "A#1", .queued(.file, number: 2, bytes: 5)),
        Self.phone(30, "B#1", .lost(.file, number: 2)),
      ])
    #expect(times(lane) == [[0, 100], [0, 30]])
    #expect(lane?.spans.map(\.style) == [.linkWaiting, .linkLost])
    #expect(lane?.spans.map(\.value) == [0, 1])
  }

  @Test
  func `a message without a reply ends when it arrives, and a reply is a separate item (WC2)`() {
    let events = [
      Self.watch(0, "A#1", .queued(.message, number: 1, bytes: 5)),
      Self.phone(10, "B#1", .received(.message, number: 1)),
      Self.phone(20, "B#1", .queued(.reply, number: 2, bytes: 5)),
      Self.watch(30, "A#1", .received(.reply, number: 2)),
      Self.watch(40, "A#1", .queued(.message, number: 3, bytes: 5)),
      Self.watch(50, "A#1", .failed(.message, number: 3, code: 7007)),
    ]
    let sender = Self.lane("watch", events)
    #expect(times(sender) == [[0, 10], [40, 50]])
    #expect(sender?.spans.map(\.style) == [.link, .linkFailed])
    #expect(
      sender?.marks == [Mark(event: 3, style: .received), Mark(event: 5, style: .linkFailed)])
    #expect(times(Self.lane("phone", events)) == [[20, 30]])
  }

  @Test func `a file that has arrived is in transfer until its sender is notified (WC3)`() {
    let lane = Self.lane(
      "watch",
      [
        Self.watch(0, "A#1", .queued(.file, number: 1, bytes: 5)),
        Self.phone(10, "B#1", .received(.file, number: 1)),
      ])
    #expect(times(lane) == [[0, 100]])
  }

  @Test func `a newer application context replaces one that waits (WC3)`() {
    let lane = Self.lane(
      "watch",
      [
        Self.watch(0, "A#1", .queued(.applicationContext, number: 1, bytes: 5)),
        Self.watch(10, "A#1", .queued(.applicationContext, number: 2, bytes: 5)),
        Self.watch(20, "A#1", .began(.applicationContext, number: 2, over: "Bluetooth")),
        Self.watch(30, "A#1", .queued(.applicationContext, number: 3, bytes: 5)),
        Self.watch(40, "A#1", .finished(.applicationContext, number: 2)),
      ])
    #expect(times(lane) == [[0, 10], [10, 20], [20, 40], [30, 100]])
    #expect(lane?.spans.map(\.style) == [.linkWaiting, .linkWaiting, .link, .linkWaiting])
  }

  @Test func `a counterpart that becomes reachable or unreachable has a mark (WC2)`() {
    let lane = Self.lane(
      "phone", [Self.phone(0, "B#1", .reachable(true)), Self.phone(9, "B#1", .reachable(false))])
    #expect(lane?.spans == [])
    #expect(
      lane?.marks == [Mark(event: 0, style: .reachable), Mark(event: 1, style: .unreachable)])
  }

  @Test func `a link event without an app is on the system's lane`() {
    let input = ReportInput(
      title: "", duration: .milliseconds(100),
      events: [Self.phone(5, nil, .lost(.file, number: 9))])
    let lanes = Timeline(input).lanes
    #expect(lanes.map(\.label) == ["System"])
    #expect(lanes.first?.marks == [Mark(event: 0, style: .note)])
  }

  @Test func `a night of 1,500 files in each direction needs only a few rows`() {
    var events: [TraceEvent] = []
    for number in 1...1500 {
      let now = Int64(number) * 28_800
      events += [
        Self.watch(now, "A#1", .queued(.file, number: number, bytes: 41_000)),
        Self.watch(now + 1000, "A#1", .began(.file, number: number, over: "Bluetooth")),
        Self.phone(now + 2400, "B#1", .received(.file, number: number)),
        Self.watch(now + 2500, "A#1", .finished(.file, number: number)),
      ]
    }
    let sender = Self.lane("watch", events)
    #expect(sender?.spans.count == 3000)
    #expect(sender?.spans.allSatisfy { $0.value == 0 } == true)
    #expect(sender?.marks == [])
    #expect(Self.lane("phone", events)?.marks.count == 1500)
  }
}
