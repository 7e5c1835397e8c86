import Testing
import YobanSimulatedOS
import YobanVirtualTime

@testable import YobanJobs

/// The times at which the system fetches for an app (FT1).
@Suite struct FetchScheduleTests {
  private let policy = JobPolicy(iOS: 12)
  private let usual = JobSurroundings(lastOpened: .start)

  private func schedule(_ minimum: Double?, delay: Double = 600) -> FetchSchedule {
    var schedule = FetchSchedule()
    schedule.setMinimum(minimum.map { .seconds($0) }, delay: .seconds(delay), at: .start)
    return schedule
  }

  @Test func `by default there is no fetch (FT1)`() {
    #expect(FetchSchedule().verdict(usual, policy, at: at(1e6)) == .wait(nil))
    #expect(schedule(nil).verdict(usual, policy, at: at(1e5)) == .wait(nil))
  }

  @Test func `a fetch runs after the minimum interval and the delay (FT1)`() {
    #expect(schedule(3600).verdict(usual, policy, at: at(3600)) == .wait(at(4200)))
    #expect(schedule(3600).verdict(usual, policy, at: at(4200)) == .run)
    #expect(schedule(0).verdict(usual, policy, at: at(599)) == .wait(at(600)))
    var twice = schedule(3600)
    twice.fetched(nextDelay: .seconds(900), at: at(4200))
    #expect(twice.verdict(usual, policy, at: at(4200)) == .wait(at(8700)))
  }

  @Test func `a changed minimum interval counts from the last fetch (FT1)`() {
    var schedule = schedule(3600)
    schedule.fetched(nextDelay: .seconds(600), at: at(5000))
    schedule.setMinimum(.seconds(60), delay: .seconds(600), at: at(5600))
    #expect(schedule.verdict(usual, policy, at: at(5600)) == .wait(at(5660)))
  }

  @Test func `conditions that prevent a fetch (L16, L18, L19)`() {
    let changes: [(inout JobSurroundings) -> Void] = [
      { $0.isReady = false }, { $0.mayRefresh = false }, { $0.isLowPowerMode = true },
      { $0.isForceQuit = true }, { $0.isInFront = true }, { $0.lastOpened = nil },
    ]
    for change in changes {
      var around = usual
      change(&around)
      #expect(schedule(0).verdict(around, policy, at: at(600)) == .wait(nil))
    }
    let week = VirtualInstant.start + .seconds(7 * 24 * 3600)
    #expect(schedule(0).verdict(usual, policy, at: week) == .wait(nil), "forgotten")
  }
}
