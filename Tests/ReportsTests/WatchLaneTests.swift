import Testing
import YobanSimulatedOS
import YobanVirtualTime

@testable import YobanReports

@Suite struct WatchLaneTests {
  private static func watch(
    _ milliseconds: Int64, _ process: String?, _ what: TraceEvent.WatchEvent
  ) -> TraceEvent {
    event(milliseconds, process, .watch(what))
  }

  @Test func `a workout has a band for each state, and ends with the session (WK2, WK3)`() {
    let lane = lane(
      "Workout",
      [
        Self.watch(0, "A#1", .workout("prepared")), Self.watch(10, "A#1", .workout("running")),
        Self.watch(12, "A#1", .workout("paused")), Self.watch(80, "A#1", .workout("stopped")),
        Self.watch(90, "A#1", .workout("ended")),
        Self.watch(90, "A#1", .exerciseCredited(minutes: 1)),
      ])
    #expect(times(lane) == [[0, 10], [10, 12], [12, 80], [80, 90]])
    #expect(
      lane?.spans.map(\.style) == [
        .workoutPrepared, .workoutRunning, .workoutPaused, .workoutStopped,
      ])
    #expect(lane?.spans.map(\.firstEvent) == [0, 1, 2, 3])
    #expect(lane?.marks == [Mark(event: 4, style: .note), Mark(event: 5, style: .note)])
    #expect(lane?.form == .bands)
  }

  @Test func `a workout that is ended by another one is marked as failed (WK2)`() {
    let lane = lane(
      "Workout",
      [
        Self.watch(0, "A#1", .workout("running")), Self.watch(40, "A#1", .workoutFailed(code: 8)),
        Self.watch(40, "A#1", .workout("ended")),
      ])
    #expect(times(lane) == [[0, 40]])
    #expect(lane?.marks == [Mark(event: 1, style: .workoutFailed), Mark(event: 2, style: .note)])
  }

  @Test func `a workout outlasts a crash and is recovered, but not a reboot (WK2)`() {
    let lane = lane(
      "Workout",
      [
        Self.watch(0, "A#1", .workout("running")), event(20, "A#1", .terminated(.jetsam)),
        Self.watch(25, "A#2", .workout("recovered, running")),
        Self.watch(30, "A#2", .workout("not recovered")),
        event(60, nil, .power("rebooting")),
      ])
    #expect(times(lane) == [[0, 60]])
    #expect(lane?.spans.map(\.style) == [.workoutRunning])
    #expect(lane?.marks == [Mark(event: 2, style: .launch), Mark(event: 3, style: .note)])
  }

  @Test func `a recovery that changes the state begins a band (WK2)`() {
    let lane = lane(
      "Workout",
      [
        Self.watch(0, "A#1", .workout("running")),
        Self.watch(25, "A#2", .workout("recovered, paused")),
      ])
    #expect(times(lane) == [[0, 25], [25, 100]])
    #expect(lane?.spans.map(\.style) == [.workoutRunning, .workoutPaused])
    #expect(lane?.marks == [Mark(event: 1, style: .launch)])
  }

  @Test func `an extended runtime session is scheduled, runs, expires, and ends (WK5)`() {
    let lane = lane(
      "Extended runtime",
      [
        Self.watch(0, "A#1", .extendedRuntime("scheduled for 06:30")),
        Self.watch(20, "A#1", .extendedRuntime("running")),
        Self.watch(30, "A#1", .extendedRuntime("alarm")),
        Self.watch(70, "A#1", .extendedRuntime("will expire")),
        Self.watch(80, "A#1", .extendedRuntime("invalid: expired")),
      ])
    #expect(times(lane) == [[0, 20], [20, 70], [70, 80]])
    #expect(lane?.spans.map(\.style) == [.extendedWaiting, .extended, .extendedExpiring])
    #expect(lane?.marks == [Mark(event: 2, style: .note), Mark(event: 4, style: .note)])
  }

  @Test func `a session that never started is a mark (WK5)`() {
    let lane = lane(
      "Extended runtime", [Self.watch(5, "A#1", .extendedRuntime("invalid: error"))])
    #expect(lane?.spans == [])
    #expect(lane?.marks == [Mark(event: 0, style: .note)])
  }

  @Test func `the wrist state is a band of the device, from the start (WK1)`() {
    let lowered = lane(
      "Wrist",
      [
        Self.watch(30, nil, .wrist(isUp: false)), Self.watch(50, nil, .wrist(isUp: true)),
        Self.watch(60, "A#1", .wrist(isUp: false)),
      ])
    #expect(times(lowered) == [[0, 30], [30, 50], [50, 60], [60, 100]])
    #expect(lowered?.spans.map(\.style) == [.wristUp, .wristDown, .wristUp, .wristDown])
    #expect(lowered?.spans.map(\.firstEvent) == [nil, 0, 1, 2])
    #expect(lowered?.app == nil)
    let raised = lane("Wrist", [Self.watch(30, nil, .wrist(isUp: true))])
    #expect(raised?.spans.map(\.style) == [.wristDown, .wristUp])
  }

  @Test func `the sensor recorder is a band that continues without the app, and not a curve (WK7)`()
  {
    let events = [
      event(10, "A#1", .sensor("recordedAccelerometer", isOn: true)),
      event(20, "A#1", .terminated(.jetsam)),
      event(90, nil, .sensor("recordedAccelerometer", isOn: false)),
    ]
    let recorder = lane("Sensor recorder", events)
    #expect(times(recorder) == [[10, 90]])
    #expect(recorder?.spans.map(\.style) == [.recorder])
    #expect(recorder?.app == "A")
    #expect(recorder?.marks.map(\.event) == [0, 2])
    let input = ReportInput(title: "", duration: .milliseconds(100), events: events)
    #expect(Timeline(input).lanes.allSatisfy { $0.form != .curve })
  }

  @Test func `a recording that is extended is one band (WK7)`() {
    let lane = lane(
      "Sensor recorder",
      [
        event(10, "A#1", .sensor("recordedAccelerometer", isOn: true)),
        event(50, "A#1", .sensor("recordedAccelerometer", isOn: true)),
      ])
    #expect(times(lane) == [[10, 100]])
    #expect(lane?.marks.map(\.event) == [0, 1])
  }

  @Test func `a background refresh waits and runs on the jobs lane (WK9)`() {
    let lane = lane(
      "Jobs",
      [
        Self.watch(0, "A#1", .backgroundRefresh("asked for")),
        Self.watch(40, "A", .backgroundRefresh("applicationRefresh began")),
        Self.watch(44, "A#2", .backgroundRefresh("applicationRefresh completed")),
        Self.watch(50, "A#2", .backgroundRefresh("watchConnectivity began")),
        event(65, "A#2", .terminated(.killed(.backgroundTask, "overrun"))),
      ])
    #expect(times(lane) == [[0, 40], [40, 44], [50, 65]])
    #expect(lane?.spans.map(\.style) == [.jobWaiting, .job, .jobFailed])
    #expect(lane?.marks == [Mark(event: 2, style: .note)])
  }

  @Test func `a phone has no lanes of a watch`() {
    let labels = Timeline(
      ReportInput(
        title: "", duration: .seconds(1), events: [event(0, "A#1", .appState(.active))])
    ).lanes.map(\.label)
    #expect(labels == ["State"])
  }
}
