import Testing
import YobanSimulatedOS
import YobanVirtualTime

@testable import YobanNetwork

/// FT7: the waits are 60, 120, 240 s…, and zero again if a wait passes without a new task.
@Suite struct ResumeLimiterTests {
  private let policy = TransferPolicy(iOS: 17)

  @Test func `without a previous resume a task does not wait`() {
    var limiter = ResumeLimiter()
    #expect(limiter.taskCreated(at: at(0)) == .zero)
  }

  @Test func `each resume doubles the wait, up to a limit`() {
    var (limiter, now) = (ResumeLimiter(), at(0))
    for doublings in 0..<12 {
      limiter.resumed(at: now, policy)
      let wait = Duration.seconds(60 * (1 << min(doublings, 8)))
      #expect(limiter.taskCreated(at: now + .seconds(1)) == wait)
      now = now + .seconds(2) + wait  // The task ends, and its app is resumed.
    }
  }

  @Test func `quick successive resumes double the wait without a task between them`() {
    var limiter = ResumeLimiter()
    for second in [0.0, 59, 120] { limiter.resumed(at: at(second), policy) }
    #expect(limiter.taskCreated(at: at(121)) == .seconds(240))
  }

  @Test func `a wait that passes without a new task is reset`() {
    var limiter = ResumeLimiter()
    limiter.resumed(at: at(0), policy)
    limiter.resumed(at: at(60), policy)
    #expect(limiter.delay == .seconds(60))
    var late = limiter
    #expect(late.taskCreated(at: at(120)) == .zero)
    late.resumed(at: at(121), policy)
    #expect(late.delay == .seconds(60))
  }
}
