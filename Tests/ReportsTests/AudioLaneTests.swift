import Testing
import YobanSimulatedOS
import YobanVirtualTime

@testable import YobanReports

@Suite struct AudioLaneTests {
  @Test func `sounds are bars, and an interruption is a separate bar (AU2)`() {
    let lane = lane(
      "Audio",
      [
        event(0, "A#1", .audio(.category("playback"))),
        event(0, "A#1", .audio(.session("active"))), event(0, "A#1", .audio(.playing(1))),
        event(10, "A#1", .audio(.recording(2))),
        event(30, "A#1", .audio(.stopped(1, "paused by the system"))),
        event(30, "A#1", .audio(.stopped(2, "paused by the system"))),
        event(30, "A#1", .audio(.session("interrupted"))),
        event(60, "A#1", .audio(.session("inactive"))),
        event(70, "A#1", .audio(.playing(1))),
      ])
    #expect(times(lane) == [[0, 30], [10, 30], [30, 60], [70, 100]])
    #expect(
      lane?.spans.map(\.style) == [
        .audioPlaying, .audioRecording, .audioInterrupted, .audioPlaying,
      ])
    #expect(lane?.spans.map(\.value) == [0, 1, 0, 0])
    #expect(lane?.marks.map(\.event) == [0, 1, 7])
  }

  @Test func `sounds end with their process, and the next process numbers its own sounds`() {
    let lane = lane(
      "Audio",
      [
        event(0, "A#1", .audio(.playing(1))), event(20, "A#1", .terminated(.jetsam)),
        event(40, "A#2", .audio(.playing(1))), event(50, "A#2", .audio(.stopped(1, "finished"))),
      ])
    #expect(times(lane) == [[0, 20], [40, 50]])
  }

  @Test
  func `the background time does not count down while audio keeps the app running (BG7, AU1)`() {
    func countdown(_ events: [TraceEvent]) -> [[Int64]]? {
      times(lane("Time left", lasting: 20_000, events))
    }
    let begin = [event(0, "A#1", .appState(.active)), event(1_000, "A#1", .appState(.background))]
    #expect(countdown(begin) == [[1_000, 20_000]])
    let kept =
      begin + [
        event(1_000, "A#1", .audio(.keepsRunning(true))),
        event(9_000, "A#1", .audio(.keepsRunning(false))),
      ]
    #expect(countdown(kept) == [[9_000, 20_000]])
  }
}
