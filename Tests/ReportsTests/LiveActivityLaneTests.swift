import Testing
import YobanSimulatedOS

@testable import YobanReports

@Suite struct LiveActivityLaneTests {
  @Test func `a Live Activity is a bar until it is removed, also without its app (LA2, LA8)`() {
    let lane = lane(
      "Live Activities",
      [
        event(0, "A#1", .liveActivity(.started("Ride", how: "by the app"))),
        event(10, "A#1", .liveActivity(.started("Ride 2", how: "by the app"))),
        event(20, "A#1", .liveActivity(.updated("Ride", by: "a push", state: "{}"))),
        event(30, "A#1", .terminated(.jetsam)),
        event(40, "A", .liveActivity(.state("Ride", state: "stale"))),
        event(50, "A", .liveActivity(.state("Ride", state: "ended"))),
        event(60, "A", .liveActivity(.state("Ride 2", state: "dismissed"))),
        event(70, "A", .liveActivity(.state("Ride", state: "dismissed"))),
        event(80, "A", .liveActivity(.ignored("Ride", why: "it is dismissed"))),
      ])
    #expect(times(lane) == [[0, 40], [10, 60], [40, 50], [50, 70]])
    #expect(
      lane?.spans.map(\.style) == [.liveActivity, .liveActivity, .liveActivity, .liveActivityEnded])
    #expect(lane?.spans.map(\.value) == [0, 1, 0, 0])
    #expect(lane?.marks.map(\.event) == [2, 8])
  }
}
