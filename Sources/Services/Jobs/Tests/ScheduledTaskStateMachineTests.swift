import Testing
import YobanSimulatedOS
import YobanVirtualTime

@testable import YobanJobs

/// One task from its launch to its end (FT3, FT4, FT5).
@Suite struct ScheduledTaskStateMachineTests {
  private typealias Machine = ScheduledTaskStateMachine

  /// Needed because `#expect` cannot contain calls that change the machine.
  private func check(
    _ actions: [ScheduledTaskStateMachine.Action],
    _ expected: [ScheduledTaskStateMachine.Action],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(actions == expected, sourceLocation: sourceLocation)
  }

  private static func machine(hasHandler: Bool = true) -> ScheduledTaskStateMachine {
    var machine = Machine(limit: .seconds(30), lead: .seconds(5), at: at(0))
    machine.hasExpirationHandler = hasHandler
    return machine
  }

  @Test func `the handler is called shortly before the end, then the app is killed (FT3)`() {
    var machine = Self.machine()
    #expect(machine.nextDeadline == at(25))
    #expect(machine.end == at(30))
    check(machine.deadlineReached(at: at(24.9), mayKill: true), [])
    check(machine.deadlineReached(at: at(25), mayKill: true), [.callExpirationHandler])
    #expect(machine.nextDeadline == at(30))
    check(machine.deadlineReached(at: at(29.9), mayKill: true), [])
    check(machine.deadlineReached(at: at(30), mayKill: true), [.kill])
    #expect(machine.nextDeadline == nil && machine.end == nil)
  }

  @Test func `without a handler the task ends without success (FT3)`() {
    var machine = Self.machine(hasHandler: false)
    check(machine.deadlineReached(at: at(25), mayKill: true), [.complete(success: false)])
    check(machine.deadlineReached(at: at(30), mayKill: true), [])
  }

  @Test(arguments: [true, false])
  func `a task is completed once (FT3)`(_ success: Bool) {
    var machine = Self.machine()
    check(machine.complete(success: success), [.complete(success: success)])
    check(machine.complete(success: !success), [])
    check(machine.expire(at: at(9)), [])
    check(machine.deadlineReached(at: at(40), mayKill: true), [])
    #expect(!machine.hasExpirationHandler, "it is released")
  }

  @Test func `a task that is completed in the handler does not get its app killed (FT3)`() {
    var machine = Self.machine()
    _ = machine.expire(at: at(25))
    check(machine.complete(success: false), [.complete(success: false)])
    check(machine.deadlineReached(at: at(30), mayKill: true), [])
  }

  @Test func `a task may expire early, and the handler is called once (FT4)`() {
    var machine = Self.machine()
    check(machine.expire(at: at(3)), [.callExpirationHandler])
    check(machine.expire(at: at(4)), [])
    #expect(machine.nextDeadline == at(8))
    check(machine.deadlineReached(at: at(8), mayKill: true), [.kill])
  }

  @Test func `in the foreground an app with an expired task is not killed`() {
    var machine = Self.machine()
    _ = machine.expire(at: at(25))
    check(machine.deadlineReached(at: at(30), mayKill: false), [.complete(success: false)])
  }

  @Test func `progress extends the time of a task, and without progress it ends (FT5)`() {
    var machine = Machine(limit: .seconds(65), lead: .seconds(5), at: at(0))
    machine.hasExpirationHandler = true
    #expect(machine.nextDeadline == at(60))
    machine.progressed(at: at(50), standsStillFor: .seconds(60))
    #expect(machine.nextDeadline == at(110))
    check(machine.expire(at: at(110)), [.callExpirationHandler])
    machine.progressed(at: at(111), standsStillFor: .seconds(60))
    #expect(machine.nextDeadline == at(115), "too late")
  }
}
