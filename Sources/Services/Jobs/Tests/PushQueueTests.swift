import Testing
import YobanSimulatedOS
import YobanVirtualTime

@testable import YobanJobs

/// The queue of silent pushes (FT6).
@Suite struct PushQueueTests {
  private let policy = JobPolicy(iOS: 17)
  private let asleep = JobSurroundings(darkSince: .start)

  private func push(_ name: String) -> Push { Push(payload: name, isSilent: true) }

  @Test func `the newest push replaces one that waits (FT6)`() {
    var queue = PushQueue()
    let first = queue.arrived(push("1"), delay: .seconds(30), at: at(0))
    let second = queue.arrived(push("2"), delay: .seconds(50), at: at(10))
    #expect(!first && second)
    #expect(queue.verdict(asleep, policy, at: at(10)) == .wait(at(30)), "not put off by the second")
    #expect(queue.verdict(asleep, policy, at: at(30)) == .run)
    let taken = (0..<2).map { _ in
      queue.take(isInBackground: true, within: .seconds(30), at: at(30))
    }
    #expect(taken == [push("2"), nil])
  }

  @Test func `in background three pushes an hour are delivered, and the fourth waits (FT6)`() {
    var queue = PushQueue()
    for second in [0.0, 600, 1200] {
      _ = queue.arrived(push("\(second)"), delay: .zero, at: at(second))
      #expect(queue.verdict(asleep, policy, at: at(second)) == .run)
      _ = queue.take(isInBackground: true, within: .seconds(30), at: at(second))
      queue.answered(dueAt: at(second + 30))
    }
    _ = queue.arrived(push("4"), delay: .zero, at: at(1800))
    #expect(queue.verdict(asleep, policy, at: at(1800)) == .wait(at(3600)))
    #expect(queue.verdict(asleep, policy, at: at(3600)) == .run)
    _ = queue.take(isInBackground: true, within: .seconds(30), at: at(3600))
    queue.answered(dueAt: at(3630))
    _ = queue.arrived(push("5"), delay: .zero, at: at(3700))
    #expect(queue.verdict(asleep, policy, at: at(3700)) == .wait(at(4200)))
  }

  /// The columns: when the app answers the push of second 0, when the next push comes, and when it is delivered.
  @Test(
    arguments: [(nil, 10, 10), (nil, 29, 29), (nil, 31, 3630), (20, 31, 31), (nil, 3700, 3700)]
      as [(Double?, Double, Double)])
  func `a silent push waits for an hour after one that was not completed in time (FT6)`(
    answer: Double?, next: Double, delivery: Double
  ) {
    var queue = PushQueue()
    _ = queue.arrived(push("1"), delay: .zero, at: at(0))
    _ = queue.take(isInBackground: true, within: .seconds(30), at: at(0))
    if answer != nil { queue.answered(dueAt: at(30)) }
    _ = queue.arrived(push("2"), delay: .zero, at: at(next))
    let verdict = queue.verdict(asleep, policy, at: at(next))
    #expect(verdict == (delivery > next ? .wait(at(delivery)) : .run))
    #expect(queue.isThrottled(policy, at: at(next)) == (delivery > next))
    if delivery > next { #expect(queue.verdict(asleep, policy, at: at(delivery)) == .run) }
  }

  @Test func `in foreground pushes are not counted and do not wait (FT6)`() {
    var queue = PushQueue()
    let front = JobSurroundings(isLowPowerMode: true, mayRefresh: false, isInFront: true)
    for i in 0..<10 {
      _ = queue.arrived(push("\(i)"), delay: .seconds(30), at: at(0))
      #expect(queue.verdict(front, policy, at: at(0)) == .run)
      _ = queue.take(isInBackground: false, within: .seconds(30), at: at(0))
    }
    _ = queue.arrived(push("first"), delay: .zero, at: at(1))
    #expect(queue.verdict(asleep, policy, at: at(1)) == .run)
  }

  @Test(arguments: [(true, true, true), (true, false, false), (false, true, false)])
  func `in background an app gets only silent pushes, and only with its mode (FT6)`(
    _ isSilent: Bool, _ hasMode: Bool, _ isForApp: Bool
  ) {
    var queue = PushQueue()
    _ = queue.arrived(Push(payload: "1", isSilent: isSilent), delay: .zero, at: at(0))
    var around = asleep
    around.hasPushMode = hasMode
    #expect(queue.isForApp(around, policy) == isForApp)
    #expect(!queue.isForApp(around, JobPolicy(iOS: 6)), "none before iOS 7")
    around.isInFront = true
    #expect(queue.isForApp(around, policy))
  }

  @Test func `a push that the app does not get waits only for the network (FT6, L16, L18, L19)`() {
    var queue = PushQueue()
    _ = queue.arrived(Push(payload: "1", isSilent: false), delay: .seconds(60), at: at(0))
    var around = asleep
    (around.mayRefresh, around.isForceQuit, around.isLowPowerMode) = (false, true, true)
    #expect(queue.verdict(around, policy, at: at(0)) == .run)
    around.isOnline = false
    #expect(queue.verdict(around, policy, at: at(0)) == .wait(nil))
  }

  @Test func `conditions that delay a push (L16, L18, L19)`() {
    var queue = PushQueue()
    _ = queue.arrived(push("1"), delay: .zero, at: at(0))
    let changes: [(inout JobSurroundings) -> Void] = [
      { $0.isReady = false }, { $0.isOnline = false }, { $0.mayRefresh = false },
      { $0.isForceQuit = true }, { $0.isLowPowerMode = true },
    ]
    for change in changes {
      var around = asleep
      change(&around)
      #expect(queue.verdict(around, policy, at: at(600)) == .wait(nil))
    }
  }
}
