import Testing
import YobanSimulatedOS

@testable import YobanMotion

/// The activities over time as a table: seconds, and what was walked.
@Suite struct ActivityHistoryTests {
  private func history() -> ActivityHistory {
    var history = ActivityHistory(
      walking: .init(cadence: 2, stepLength: 0.5), running: .init(cadence: 3, stepLength: 1))
    for (second, activity) in [
      (10, MotionActivity.walking), (20, .stationary), (30, .running), (40, .automotive),
    ] {
      history.begin(activity, at: Int64(second) * 1_000_000_000)
    }
    return history
  }

  @Test(arguments: [
    (0, 10, 0, 0.0, 0), (0, 20, 20, 10, 10), (15, 20, 10, 5, 5), (20, 30, 0, 0, 0),
    (0, 100, 50, 40, 20), (35, 37, 6, 6, 2), (12, 12, 0, 0, 0), (20, 10, 0, 0, 0),
  ])
  func `steps and meters follow from the activities (MO6)`(
    _ from: Int64, _ to: Int64, _ steps: Int, _ meters: Double, _ active: Int64
  ) {
    let walk = history().walk(from: from * 1_000_000_000, to: to * 1_000_000_000)
    #expect(walk.steps == steps)
    #expect(walk.meters == meters)
    #expect(walk.activeTime == active * 1_000_000_000)
  }

  @Test func `the steps of adjoining periods add up (MO6)`() {
    let history = history()
    let parts = stride(from: Int64(0), to: 50, by: 1).map {
      history.walk(from: $0 * 999_999_937, to: ($0 + 1) * 999_999_937).steps
    }
    #expect(parts.reduce(0, +) == history.walk(from: 0, to: 50 * 999_999_937).steps)
  }

  @Test(arguments: [
    (0, 5, ["stationary"]), (5, 15, ["stationary", "walking"]), (10, 20, ["walking"]),
    (12, 35, ["walking", "stationary", "running"]), (50, 60, ["automotive"]), (20, 20, []),
  ])
  func `a period begins with the activity that had begun before it (MO5)`(
    _ from: Int64, _ to: Int64, _ activities: [String]
  ) {
    let changes = history().changes(from: from * 1_000_000_000, to: to * 1_000_000_000)
    #expect(changes.map(\.activity.rawValue) == activities)
  }

  @Test func `two changes at one time are one`() {
    var history = history()
    history.begin(.cycling, at: 40_000_000_000)
    #expect(history.changes.count == 5)
    #expect(history.current == .cycling)
  }
}
