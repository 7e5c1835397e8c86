import Testing
import YobanSimulatedOS

@testable import YobanReports

/// The lane and the words of notifications.
@Suite struct NotificationLaneTests {
  @Test func `each event of a notification is a mark of the app's lane (NT3)`() {
    let lane = lane(
      "Notifications",
      [
        event(0, "A#1", .notification(.permission("authorized"))),
        event(10, "A#1", .notification(.scheduled("gap", trigger: "in 60.0 s"))),
        // The app does not run when the notification is shown.
        event(70, "A", .notification(.shown("gap", text: "A gap", place: "lock screen"))),
        event(80, "A#2", .notification(.response("gap", action: "default"))),
      ])
    #expect(lane?.marks.map(\.event) == [0, 1, 2, 3])
  }

  @Test func `the text names the request, its place and the reason (NT1)`() {
    let shown = TraceEvent.NotificationEvent.shown("gap", text: "A gap", place: "banner")
    #expect(shown.words == "notification gap shown (banner): A gap")
    let hidden = TraceEvent.NotificationEvent.notShown("gap", why: "the app has no permission")
    #expect(hidden.words == "notification gap not shown: the app has no permission")
  }
}
