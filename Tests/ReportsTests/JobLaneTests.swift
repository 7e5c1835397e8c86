import Testing
import YobanSimulatedOS
import YobanVirtualTime

@testable import YobanReports

@Suite struct JobLaneTests {
  @Test func `a task waits across the app's launches, runs, and is completed (FT2)`() {
    let lane = lane(
      "Jobs",
      [
        event(0, "A#1", .scheduledTask(.submitted("tidy", "processing"))),
        event(10, "A#1", .terminated(.jetsam)),
        event(30, "A#2", .launched(.backgroundTask("tidy"))),
        event(30, "A#2", .scheduledTask(.launched("tidy", "processing"))),
        event(50, "A#2", .scheduledTask(.completed("tidy", success: true))),
      ])
    #expect(times(lane) == [[0, 30], [30, 50]])
    #expect(lane?.spans.map(\.style) == [.jobWaiting, .job])
    #expect(lane?.spans.map(\.lastEvent) == [3, 4])
    #expect(lane?.marks == [Mark(event: 4, style: .note)])
  }

  @Test func `each way in which a task fails has its own style (FT3, FT4)`() {
    let lane = lane(
      "Jobs",
      [
        event(0, "A#1", .scheduledTask(.launched("a", "refresh"))),
        event(10, "A#1", .scheduledTask(.completed("a", success: false))),
        event(20, "A#1", .scheduledTask(.launched("b", "processing"))),
        event(30, "A#1", .scheduledTask(.expired("b", "the user picked the device up"))),
        event(35, "A#1", .scheduledTask(.completed("b", success: true))),
        event(40, "A#1", .scheduledTask(.launched("c", "refresh"))),
        event(50, "A#1", .terminated(.killed(.backgroundTask, "not completed"))),
        event(60, "A#2", .scheduledTask(.refused("d", .tooManyPendingTaskRequests))),
        event(70, "A#2", .scheduledTask(.submitted("e", "refresh"))),
        event(80, "A#2", .scheduledTask(.cancelled("e"))),
      ])
    #expect(times(lane) == [[0, 10], [20, 35], [40, 50], [70, 80]])
    #expect(lane?.spans.map(\.style) == [.jobFailed, .jobExpired, .jobFailed, .jobWaiting])
    #expect(
      lane?.marks == [
        Mark(event: 1, style: .jobFailed), Mark(event: 3, style: .jobExpired),
        Mark(event: 4, style: .note), Mark(event: 7, style: .jobFailed),
        Mark(event: 9, style: .note),
      ])
  }

  @Test func `tasks that run at the same time have separate rows`() {
    let lane = lane(
      "Jobs",
      [
        event(0, "A#1", .scheduledTask(.submitted("a", "refresh"))),
        event(5, "A#1", .scheduledTask(.submitted("b", "processing"))),
        event(10, "A#1", .scheduledTask(.launched("a", "refresh"))),
      ])
    #expect(times(lane) == [[0, 10], [5, 100], [10, 100]])
    #expect(lane?.spans.map(\.value) == [0, 1, 0])
  }

  @Test func `a fetch lasts until the app is suspended (FT1)`() {
    let lane = lane(
      "Jobs",
      [
        event(0, "A#1", .launched(.backgroundFetch)), event(0, "A#1", .appState(.background)),
        event(5, "A#1", .callback(.performFetch, seen: .background)),
        event(25, "A#1", .appState(.suspended)), event(30, "A#1", .terminated(.jetsam)),
      ])
    #expect(times(lane) == [[5, 25]])
    #expect(lane?.spans.map(\.style) == [.job])
  }

  @Test func `a fetch that the app does not complete is shown as cut off (FT1)`() {
    let lane = lane(
      "Jobs",
      [
        event(5, "A#1", .callback(.performFetch, seen: .background)),
        event(35, "A#1", .terminated(.killed(.backgroundFetch, "not completed"))),
      ])
    #expect(times(lane) == [[5, 35]])
    #expect(lane?.spans.map(\.style) == [.jobFailed])
  }

  @Test func `a push waits, is delivered to the app, and is completed or dropped (FT6)`() {
    let lane = lane(
      "Jobs",
      [
        event(0, "A", .remoteNotification(.received(priority: 5))),
        event(0, "A", .remoteNotification(.held("Low Power Mode"))),
        event(20, "A#1", .callback(.didReceiveRemoteNotification, seen: .background)),
        event(30, "A#1", .remoteNotification(.answered(.newData))),
        event(40, "A#1", .remoteNotification(.dropped("Background App Refresh is off"))),
        event(50, "A#1", .callback(.didReceiveRemoteNotification, seen: .background)),
        event(60, "A#1", .remoteNotification(.answered(.failed))),
      ])
    #expect(times(lane) == [[0, 20], [20, 30], [50, 60]])
    #expect(lane?.spans.map(\.style) == [.jobWaiting, .job, .jobFailed])
    #expect(
      lane?.marks == [
        Mark(event: 0, style: .note), Mark(event: 3, style: .note),
        Mark(event: 4, style: .jobFailed), Mark(event: 6, style: .jobFailed),
      ])
  }

  @Test func `a push that is completed inside its callback leaves no bar (FT6)`() {
    let lane = lane(
      "Jobs",
      [
        event(10, "A#1", .remoteNotification(.answered(.noData))),
        event(10, "A#1", .callback(.didReceiveRemoteNotification, seen: .background)),
      ])
    #expect(lane?.spans == [])
    #expect(lane?.marks == [Mark(event: 0, style: .note)])
  }
}
