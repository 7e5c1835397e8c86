import Testing
import YobanVirtualTime

import YobanSimulatedOS
@testable import YobanSimulatedDevices

@Suite struct BackgroundTaskTests {
  typealias Machine = BackgroundTaskStateMachine
  typealias Action = Machine.Action
  private static let never = Duration.seconds(1e9)

  private func machine(iOS version: SystemVersion = 17) -> Machine {
    Machine(policy: BackgroundTaskPolicy(iOS: version))
  }

  // MARK: Budget (BG1)

  static let budgets: [(version: SystemVersion, seconds: Int)] =
    (4...6).map { (SystemVersion($0), 600) } + (7...12).map { (SystemVersion($0), 180) }
    + (13...26).map { (SystemVersion($0), 30) }

  @Test(arguments: budgets)
  func `the budget depends on the version and counts from entry into background (BG1, BG6)`(
    _ version: SystemVersion, _ seconds: Int
  ) {
    var machine = machine(iOS: version)
    #expect(
      machine.begin(name: nil, leakAfter: Self.never, at: at(0)).actions == [.grant(until: nil)])
    #expect(machine.remaining(at: at(50)) == nil)  // In foreground: no limit.
    #expect(machine.nextDeadline == nil)
    let budget = Double(seconds)
    #expect(
      machine.enterBackground(keptRunning: false, at: at(100)) == [.grant(until: at(100 + budget))])
    #expect(machine.remaining(at: at(100)) == .seconds(seconds))
    #expect(machine.remaining(at: at(110)) == .seconds(seconds - 10))
    #expect(machine.remaining(at: at(100 + budget + 1)) == .zero)  // Never negative.
    #expect(machine.nextDeadline == at(100 + budget - 5))  // BG3
  }

  // MARK: Several tasks (BG2)

  @Test func `several tasks share one budget, a new one does not extend it (BG2)`() {
    var machine = machine()
    _ = machine.enterBackground(keptRunning: false, at: at(0))
    let first = machine.begin(name: "a", leakAfter: Self.never, at: at(1))
    let second = machine.begin(name: "b", leakAfter: Self.never, at: at(20))
    #expect(first.actions == [.grant(until: at(30))])
    #expect(second.actions == [.grant(until: at(30))])
    // Beginning a new task before ending the old one does not create time either (BG7).
    #expect(machine.end(first.identifier!).actions == [.grant(until: at(30))])
    #expect(machine.nextDeadline == at(25))
  }

  @Test func `without a task no time is granted and no deadline is due`() {
    var machine = machine()
    #expect(machine.enterBackground(keptRunning: false, at: at(0)) == [.grant(until: nil)])
    #expect(machine.nextDeadline == nil)
    for second in [24.0, 25, 29, 30, 31, 1000] {
      #expect(machine.deadlineReached(at: at(second)) == [])
    }
  }

  @Test func `no task can begin when the budget is used up`() {
    var machine = machine()
    _ = machine.enterBackground(keptRunning: false, at: at(0))
    #expect(machine.begin(name: nil, leakAfter: Self.never, at: at(29.999)).identifier != nil)
    let late = machine.begin(name: nil, leakAfter: Self.never, at: at(30))
    #expect(late.identifier == nil && late.actions == [])
    #expect(machine.tasks.count == 1)
  }

  // MARK: Expiration (BG3, BG4)

  @Test func `five seconds before the end each task's expiration handler is called once (BG3)`() {
    var machine = machine()
    let ids = ["a", "b", "c"].map {
      machine.begin(name: $0, leakAfter: Self.never, at: at(0)).identifier!
    }
    _ = machine.end(ids[1])
    _ = machine.enterBackground(keptRunning: false, at: at(100))
    #expect(machine.deadlineReached(at: at(124.999)) == [])
    #expect(machine.deadlineReached(at: at(125)) == [.expire(ids[0]), .expire(ids[2])])
    #expect(machine.deadlineReached(at: at(126)) == [])
    #expect(machine.nextDeadline == at(130))
    // The handler of a task that begins now is called too. The others are not called again.
    let late = machine.begin(name: "late", leakAfter: Self.never, at: at(127)).identifier!
    #expect(machine.nextDeadline! <= at(127))
    #expect(machine.deadlineReached(at: at(127)) == [.expire(late)])
  }

  @Test func `a task that has not ended at zero kills the process, once (BG4)`() {
    var machine = machine()
    let ended = machine.begin(name: "ended", leakAfter: Self.never, at: at(0)).identifier!
    _ = machine.begin(name: "leaked", leakAfter: Self.never, at: at(0))
    _ = machine.enterBackground(keptRunning: false, at: at(10))
    #expect(machine.deadlineReached(at: at(35)).count == 2)
    _ = machine.end(ended)
    #expect(machine.deadlineReached(at: at(39.999)) == [])
    guard case .kill(let leaked)? = machine.deadlineReached(at: at(40)).first else {
      Issue.record("no kill")
      return
    }
    #expect(leaked.map(\.name) == ["leaked"])
    #expect(machine.deadlineReached(at: at(41)) == [])
    #expect(machine.nextDeadline == nil)
    #expect(machine.begin(name: nil, leakAfter: Self.never, at: at(42)).identifier == nil)
    #expect(machine.enterForeground() == [])
  }

  @Test func `a task that ends in its handler does not kill the process (BG3, BG4)`() {
    var machine = machine()
    let id = machine.begin(name: nil, leakAfter: Self.never, at: at(0)).identifier!
    _ = machine.enterBackground(keptRunning: false, at: at(0))
    #expect(machine.deadlineReached(at: at(25)) == [.expire(id)])
    #expect(machine.end(id).actions == [.grant(until: nil)])  // BG5: suspended at once
    #expect(machine.nextDeadline == nil)
    #expect(machine.deadlineReached(at: at(30)) == [])
  }

  // MARK: Ends of tasks, and the foreground (BG5, BG6)

  // The first iOS 7: the process continues if the handler did not end its task.

  @Test(arguments: [(6.0 as SystemVersion, false), (7, true), (7.1, false), (17, false)])
  func `on the first iOS 7 a task that its handler does not end outlives its budget (BG4)`(
    _ version: SystemVersion, _ outlives: Bool
  ) {
    var machine = machine(iOS: version)
    let budget = Double(BackgroundTaskPolicy(iOS: version).budget.seconds)
    let task = machine.begin(name: "a", leakAfter: Self.never, at: at(0)).identifier!
    _ = machine.enterBackground(keptRunning: false, at: at(0))
    #expect(machine.deadlineReached(at: at(budget - 5)) == [.expire(task)])
    let actions = machine.deadlineReached(at: at(budget))
    guard outlives else {
      #expect(machine.phase == .killed)
      return
    }
    #expect(actions == [.grant(until: .distantFuture)])
    #expect(machine.phase == .outlived && machine.nextDeadline == nil)
    #expect(machine.remaining(at: at(budget + 100)) == .zero)
    #expect(machine.begin(name: "b", leakAfter: Self.never, at: at(budget + 1)).identifier == nil)
    #expect(machine.end(task).actions == [.grant(until: nil)], "suspended at once (BG5)")
  }

  @Test
  func `on the first iOS 7 too, a task that ends in its handler suspends the process (BG3, BG4)`() {
    var machine = machine(iOS: 7)
    let task = machine.begin(name: "a", leakAfter: Self.never, at: at(0)).identifier!
    _ = machine.enterBackground(keptRunning: false, at: at(0))
    _ = machine.deadlineReached(at: at(175))
    #expect(machine.end(task).actions == [.grant(until: nil)])
    #expect(machine.deadlineReached(at: at(180)) == [])
    #expect(machine.phase != .outlived)
  }

  @Test func `a visit to foreground restores the full budget after an outlived one (BG1, BG4)`() {
    var machine = machine(iOS: 7)
    _ = machine.begin(name: "a", leakAfter: Self.never, at: at(0))
    _ = machine.enterBackground(keptRunning: false, at: at(0))
    _ = machine.deadlineReached(at: at(175))
    _ = machine.deadlineReached(at: at(180))
    _ = machine.enterForeground()
    #expect(machine.phase == .foreground && machine.remaining(at: at(500)) == nil)
    #expect(
      machine.enterBackground(keptRunning: false, at: at(600)) == [.grant(until: at(780))])
  }

  @Test func `ending the last task ends the run time, ending another task does not (BG5)`() {
    var machine = machine()
    let (a, b) = (
      machine.begin(name: nil, leakAfter: Self.never, at: at(0)).identifier!,
      machine.begin(name: nil, leakAfter: Self.never, at: at(0)).identifier!
    )
    _ = machine.enterBackground(keptRunning: false, at: at(0))
    #expect(machine.end(a) == (true, [.grant(until: at(30))]))
    #expect(machine.end(a) == (false, []))
    #expect(machine.end(99) == (false, []))
    #expect(machine.end(b) == (true, [.grant(until: nil)]))
  }

  @Test func `a visit to foreground restores the full budget (BG1, BG6)`() {
    var machine = machine()
    let id = machine.begin(name: nil, leakAfter: Self.never, at: at(0)).identifier!
    _ = machine.enterBackground(keptRunning: false, at: at(0))
    #expect(machine.deadlineReached(at: at(25)) == [.expire(id)])
    #expect(machine.enterForeground() == [.grant(until: nil)])
    #expect(machine.remaining(at: at(27)) == nil)
    for second in [30.0, 1000] { #expect(machine.deadlineReached(at: at(second)) == []) }
    #expect(machine.enterBackground(keptRunning: false, at: at(2000)) == [.grant(until: at(2030))])
    #expect(machine.deadlineReached(at: at(2025)) == [.expire(id)])
  }

  // MARK: Other background modes (BG7, LOC8)

  @Test
  func `while another mode keeps the process running renewed tasks do not expire (BG7)`() {
    var machine = machine()
    var current = machine.begin(name: nil, leakAfter: .seconds(1800), at: at(0)).identifier!
    #expect(machine.enterBackground(keptRunning: true, at: at(0)) == [.grant(until: nil)])
    for minute in 1...720 {
      let now = at(Double(minute) * 60)
      #expect(machine.remaining(at: now) == nil)
      let next = machine.begin(name: nil, leakAfter: .seconds(1800), at: now).identifier!
      let wasKnown = machine.end(current).wasKnown
      #expect(wasKnown)
      current = next
      #expect(machine.deadlineReached(at: now) == [])
    }
  }

  @Test func `a leaked task kills the process even if another mode keeps it running (LOC8)`() {
    var machine = machine()
    _ = machine.enterBackground(keptRunning: true, at: at(0))
    _ = machine.begin(name: "kept", leakAfter: .seconds(3600), at: at(0))
    _ = machine.begin(name: "leaked", leakAfter: .seconds(1800), at: at(60))
    #expect(machine.nextDeadline == at(1860))
    #expect(machine.deadlineReached(at: at(1859)) == [])
    guard case .kill(let leaked)? = machine.deadlineReached(at: at(1860)).first else {
      Issue.record("no kill")
      return
    }
    #expect(leaked.map(\.name) == ["leaked"])
  }

  @Test func `the budget starts when the other mode ends, and stops when it begins`() {
    var machine = machine()
    let id = machine.begin(name: nil, leakAfter: .seconds(1800), at: at(0)).identifier!
    _ = machine.enterBackground(keptRunning: true, at: at(0))
    #expect(machine.keptRunningChanged(true, at: at(10)) == [])
    #expect(machine.keptRunningChanged(false, at: at(600)) == [.grant(until: at(630))])
    #expect(machine.keptRunningChanged(false, at: at(601)) == [])
    #expect(machine.remaining(at: at(610)) == .seconds(20))
    #expect(machine.keptRunningChanged(true, at: at(611)) == [.grant(until: nil)])
    #expect(machine.deadlineReached(at: at(700)) == [])
    #expect(machine.keptRunningChanged(false, at: at(700)) == [.grant(until: at(730))])
    #expect(machine.deadlineReached(at: at(725)) == [.expire(id)])
    var inForeground = self.machine()
    #expect(inForeground.keptRunningChanged(true, at: at(0)) == [])
    #expect(inForeground.phase == .foreground)
  }
}
