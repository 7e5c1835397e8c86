import Testing
import YobanSimulatedOS
import YobanVirtualTime

@testable import YobanReports

@Suite struct LocationLaneTests {
  @Test func `each region has a lane with its known state, across the launches of the app (BC3)`() {
    let events = [
      event(0, "A#1", .location(.monitoringStarted("door"))),
      event(5, "A#1", .location(.monitoringStarted("bed"))),
      event(10, "A#1", .location(.entered("door"))),
      event(10, "A#1", .location(.determined("door", state: "inside"))),
      event(20, "A#1", .terminated(.jetsam)),
      event(40, "A", .location(.exited("door"))),
      event(40, "A", .location(.determined("door", state: "outside"))),
      event(40, "A#2", .location(.woke("exit from door"))),
      event(60, "A#2", .location(.monitoringStopped("door"))),
    ]
    let door = lane("Region door", events)
    #expect(times(door) == [[0, 10], [10, 40], [40, 60]])
    #expect(door?.spans.map(\.style) == [.watched, .inside, .outside])
    #expect(
      door?.marks == [
        Mark(event: 2, style: .note), Mark(event: 3, style: .note), Mark(event: 5, style: .note),
        Mark(event: 6, style: .note), Mark(event: 7, style: .launch),
      ])
    let bed = lane("Region bed", events)
    #expect(times(bed) == [[5, 100]])
    #expect(bed?.marks == [])
  }

  @Test func `an unchanged state is a mark, a new state is a band (BC6, BC7)`() {
    let lane = lane(
      "Region door",
      [
        event(0, "A#1", .location(.monitoringStarted("door"))),
        event(10, "A#1", .location(.determined("door", state: "inside"))),
        event(20, "A#1", .location(.determined("door", state: "inside"))),
        event(30, "A#1", .location(.determined("door", state: "unknown"))),
      ])
    #expect(times(lane) == [[0, 10], [10, 30], [30, 100]])
    #expect(lane?.spans.map(\.style) == [.watched, .inside, .watched])
    #expect(lane?.marks == [Mark(event: 2, style: .note)])
  }

  @Test func `a condition of a monitor is shown as a region (BC15)`() {
    let lane = lane(
      "Region night/door",
      [
        event(0, "A#1", .location(.monitoringStarted("night/door"))),
        event(10, "A#1", .location(.condition("night/door", state: "satisfied"))),
        event(20, "A#1", .location(.condition("night/door", state: "unsatisfied"))),
        event(30, "A#1", .location(.condition("night/door", state: "unmonitored"))),
      ])
    #expect(times(lane) == [[0, 10], [10, 20], [20, 30]])
    #expect(lane?.spans.map(\.style) == [.watched, .inside, .outside])
  }

  @Test func `after a reboot the state of a region is unknown until it is determined (BC11)`() {
    let lane = lane(
      "Region door",
      [
        event(0, "A#1", .location(.entered("door"))), event(10, nil, .power("rebooting")),
        event(20, nil, .power("booted")), event(50, "A#2", .location(.entered("door"))),
      ])
    #expect(times(lane) == [[0, 10], [10, 50], [50, 100]])
    #expect(lane?.spans.map(\.style) == [.inside, .watched, .inside])
  }

  @Test func `a failure and a delayed event have prominent marks on the region's lane (BC1, BC13)`()
  {
    let lane = lane(
      "Region door",
      [
        event(0, "A#1", .location(.monitoringFailed("door", error: 5))),
        event(10, "A#1", .location(.held("entry to door"))),
        event(20, "A#1", .location(.held("entry to indoor"))),
      ])
    #expect(
      lane?.marks == [Mark(event: 0, style: .connectionFailed), Mark(event: 1, style: .note)])
    #expect(lane?.spans == [])
  }

  @Test func `ranging is a bar while the process runs (BC8)`() {
    let lane = lane(
      "Ranging",
      [
        event(0, "A#1", .appState(.background)),
        event(10, "A#1", .location(.rangingStarted("U/1"))),
        event(15, "A#1", .location(.rangingStarted("U/2"))),
        event(20, "A#1", .appState(.suspended)), event(40, "A#1", .appState(.background)),
        event(50, "A#1", .location(.rangingStopped("U/1"))),
        event(60, "A#1", .terminated(.jetsam)), event(70, "A#2", .appState(.background)),
      ])
    #expect(times(lane) == [[10, 20], [15, 20], [40, 50], [40, 60]])
    #expect(lane?.spans.map(\.style) == Array(repeating: .ranging, count: 4))
    #expect(lane?.spans.map(\.firstEvent) == [1, 2, 1, 2])
    #expect(lane?.spans.map(\.value) == [0, 1, 0, 1])
    #expect(lane?.marks.map(\.event) == [1, 2, 5])
  }

  @Test func `the indicator is a band, changes and visits are marks (LOC2, LOC7)`() {
    let events = [
      event(0, "A#1", .location(.significantChange)),
      event(10, "A#1", .location(.indicator(true))), event(30, "A#1", .location(.indicator(false))),
      event(40, "A#1", .location(.visit("arrived"))),
      event(50, "A#1", .location(.woke("significant change"))),
    ]
    #expect(times(lane("Indicator", events)) == [[10, 30]])
    #expect(lane("Location", events)?.marks.map(\.event) == [0, 1, 2, 3, 4])
    #expect(lane("Location", events)?.marks.last?.style == .launch)
  }
}
