import Testing
import YobanVirtualTime

import YobanSimulatedOS
@testable import YobanWatch

@Suite struct ExtendedRuntimeMachineTests {
  typealias Machine = ExtendedRuntimeMachine
  private static let policy = WatchPolicy(watchOS: 10, .series9)

  private func machine(_ kind: ExtendedRuntimeKind?) -> Machine {
    Machine(kind: kind, policy: Self.policy)
  }

  static let limits: [(kind: ExtendedRuntimeKind, seconds: Double, isFrontmost: Bool)] = [
    (.selfCare, 600, true), (.mindfulness, 3600, true), (.physicalTherapy, 3600, false),
    (.alarm, 1800, false),
  ]

  @Test(arguments: limits.indices)
  func `a session warns the app, and ends when its time is over (WK5)`(_ row: Int) {
    let (kind, seconds, isFrontmost) = Self.limits[row]
    var machine = machine(kind)
    #expect(machine.start(.init(), at: at(100)) == [.didStart])
    #expect(machine.expires == at(100 + seconds))
    #expect(kind.isFrontmost == isFrontmost)
    let warning = 100 + seconds - 5
    #expect(machine.nextDeadline == at(warning))
    #expect(machine.deadlineReached(at: at(warning - 0.1)) == [])
    #expect(machine.deadlineReached(at: at(warning)) == [.willExpire])
    #expect(machine.deadlineReached(at: at(warning + 1)) == [])
    #expect(machine.nextDeadline == at(100 + seconds))
    #expect(machine.deadlineReached(at: at(100 + seconds)) == [.invalidated(.expired)])
    #expect(machine.nextDeadline == nil)
    #expect(machine.expires == at(100 + seconds), "stays after its end")
    #expect(machine.deadlineReached(at: at(9_999)) == [])
  }

  @Test(arguments: limits.indices)
  func `leaving the app ends the frontmost kinds only (WK5)`(_ row: Int) {
    let (kind, _, isFrontmost) = Self.limits[row]
    var machine = machine(kind)
    #expect(machine.leftFront() == [])
    _ = machine.start(.init(), at: at(0))
    #expect(machine.leftFront() == (isFrontmost ? [.invalidated(.resignedFrontmost)] : []))
  }

  static let starts: [(around: Machine.Surroundings, end: ExtendedRuntimeEnd)] = [
    (.init(isActive: false), .error(.mustBeActiveToStartOrSchedule)),
    (.init(hasAnother: true), .sessionInProgress),
  ]

  @Test(arguments: starts.indices)
  func `a session starts only while the app is active, and only one at a time (WK5)`(_ row: Int) {
    let (around, end) = Self.starts[row]
    var started = machine(.alarm)
    #expect(started.start(around, at: at(0)) == [.invalidated(end)])
    var scheduled = machine(.alarm)
    #expect(scheduled.schedule(for: at(60), around, at: at(0)) == [.invalidated(end)])
    var none = machine(nil)
    #expect(
      none.start(.init(), at: at(0)) == [.invalidated(.error(.notApprovedToStartSession))])
  }

  static let schedules: [(kind: ExtendedRuntimeKind, hours: Double, actions: [Machine.Action])] = [
    (.alarm, 36, []), (.alarm, 36.01, [.invalidated(.error(.scheduledTooFarInAdvance))]),
    (.alarm, 0, [.didStart]), (.selfCare, 1, [.invalidated(.error(.notApprovedToSchedule))]),
    (.physicalTherapy, 1, [.invalidated(.error(.notApprovedToSchedule))]),
  ]

  @Test(arguments: schedules.indices)
  func `only an alarm can be scheduled, at most 36 h ahead (WK5)`(_ row: Int) {
    let (kind, hours, actions) = Self.schedules[row]
    var machine = machine(kind)
    #expect(machine.schedule(for: at(hours * 3600), .init(), at: at(0)) == actions)
    #expect(machine.isScheduled == actions.isEmpty)
    guard actions.isEmpty else { return }
    #expect(machine.deadlineReached(at: at(hours * 3600 - 1)) == [])
    #expect(machine.deadlineReached(at: at(hours * 3600)) == [.didStart])
    #expect(machine.expires == at(hours * 3600 + 1800))
  }

  @Test func `without Background App Refresh nothing can be scheduled (WK5)`() {
    var machine = machine(.alarm)
    #expect(
      machine.schedule(for: at(60), .init(mayRefresh: false), at: at(0))
        == [.invalidated(.error(.backgroundRefreshDisabled))])
  }

  @Test func `invalidate ends a session; a scheduled one only while the app is active (WK5)`() {
    var machine = machine(.selfCare)
    _ = machine.start(.init(), at: at(0))
    #expect(machine.invalidate(isActive: false) == [.invalidated(.none)])
    #expect(machine.invalidate(isActive: true) == [])
    var alarm = self.machine(.alarm)
    _ = alarm.schedule(for: at(60), .init(), at: at(0))
    #expect(alarm.invalidate(isActive: false) == [])
    #expect(alarm.invalidate(isActive: true) == [.invalidated(.none)])
    var new = self.machine(.alarm)
    #expect(new.invalidate(isActive: true) == [.invalidated(.error(.notYetStarted))])
  }

  @Test func `the reasons and codes have Apple's numbers (WK5)`() {
    let ends: [ExtendedRuntimeEnd] = [
      .none, .sessionInProgress, .expired, .resignedFrontmost, .suppressedBySystem,
      .error(.unknown),
    ]
    #expect(ends.map(\.rawValue) == [0, 1, 2, 3, 4, -1])
    #expect(ExtendedRuntimeError.allCases.map(\.rawValue) == Array(1...8))
  }
}
