import Testing
import YobanVirtualTime

@testable import YobanPlatformProfiles
@testable import YobanSimulatedDevices
import YobanSimulatedOS
@testable import YobanSimulatedAndroid

/// The state machine of one service, without the simulator (AN1, AN5, AN6).
@Suite struct ServiceStateMachineTests {
  private typealias Action = ServiceStateMachine.Action
  private static let intent = AndroidIntentDescription(component: "Work")
  private static let policy = AndroidPolicy(api: 36, .stock)

  private func started(inForeground: Bool = false) -> ServiceStateMachine {
    var machine = ServiceStateMachine(Self.policy)
    _ = machine.start(Self.intent, inForeground: inForeground, at: at(0))
    return machine
  }

  @Test func `the first start creates the service, and each start is a command`() {
    var machine = ServiceStateMachine(Self.policy)
    #expect(
      machine.start(Self.intent, inForeground: false, at: at(0)) == [
        .create, .command(startId: 1, Self.intent, flags: 0),
      ])
    #expect(
      machine.start(Self.intent, inForeground: false, at: at(1)) == [
        .command(startId: 2, Self.intent, flags: 0)
      ])
    #expect(machine.nextDeadline == nil)
    let (old, last) = (machine.stopSelf(1), machine.stopSelf(2))
    #expect(old == nil)
    #expect(last == [.destroy])
    #expect(machine.stop() == [])
  }

  @Test(arguments: [(29.9, false), (30, true), (31, true)])
  func `startForeground must be called within 30 s from API 33 on (AN1)`(
    moment: Double, crashes: Bool
  ) {
    var machine = started(inForeground: true)
    #expect(machine.nextDeadline == at(30))
    let late = machine.deadlineReached(at: at(moment))
    #expect(late == (crashes ? [.crash(.didNotStartInTime)] : []))
    #expect(machine.startForeground(.health, at: at(4)) == [.foreground(.health)])
    #expect(machine.deadlineReached(at: at(moment)).isEmpty)
    #expect(machine.nextDeadline == nil)
  }

  @Test func `a service that stops before it is in the foreground crashes the app (AN1)`() {
    var machine = started(inForeground: true)
    #expect(machine.stop() == [.destroy, .crash(.didNotStartInTime)])
    machine = started(inForeground: true)
    _ = machine.startForeground(.health, at: at(1))
    #expect(machine.stop() == [.foreground(nil), .destroy])
  }

  @Test func `a refused call of startForeground still meets the deadline (AN1)`() {
    var machine = started(inForeground: true)
    machine.foregroundRefused()
    #expect(machine.nextDeadline == nil)
    #expect(machine.deadlineReached(at: at(10)) == [])
    #expect(machine.stop() == [.destroy])
  }

  @Test func `a short service has 3 min and a few seconds (AN5)`() {
    var machine = started()
    _ = machine.startForeground(.shortService, at: at(10))
    // A second call does not extend the time.
    #expect(machine.startForeground(.shortService, at: at(60)) == [])
    #expect(machine.nextDeadline == at(190))
    #expect(machine.deadlineReached(at: at(189)) == [])
    #expect(machine.deadlineReached(at: at(190)) == [.timeout(startId: 1, .shortService)])
    #expect(machine.deadlineReached(at: at(199)) == [])
    #expect(machine.deadlineReached(at: at(200)) == [.crash(.notResponding)])
    // After a change to another type in time there is no such limit.
    machine = started()
    _ = machine.startForeground(.shortService, at: at(0))
    _ = machine.startForeground(.health, at: at(100))
    #expect(machine.nextDeadline == nil)
  }

  @Test func `a service whose time is used up must stop or leave the foreground (AN6)`() {
    var machine = started()
    _ = machine.startForeground(.dataSync, at: at(0))
    #expect(machine.timeIsUsedUp(.mediaProcessing, at: at(5)) == [])
    #expect(machine.timeIsUsedUp(.dataSync, at: at(5)) == [.timeout(startId: 1, .dataSync)])
    #expect(machine.timeIsUsedUp(.dataSync, at: at(6)) == [], "reported once")
    #expect(machine.nextDeadline == at(15))
    var stopped = machine
    #expect(stopped.stop() == [.foreground(nil), .destroy])
    #expect(stopped.deadlineReached(at: at(15)) == [])
    var left = machine
    #expect(left.stopForeground() == [.foreground(nil)])
    #expect(left.deadlineReached(at: at(15)) == [])
    #expect(machine.deadlineReached(at: at(15)) == [.crash(.didNotStopInTime(.dataSync))])
  }

  /// The delivery to the app after a kill, which depends on the result of `onStartCommand`.
  enum Comeback { case nothing, nullIntent, intentAgain }

  /// Nil: `onStartCommand` had not returned.
  @Test(
    arguments: [
      (ServiceStateMachine.StartResult.sticky, Comeback.nullIntent),
      (.redeliverIntent, .intentAgain),
      (.notSticky, .nothing), (nil, .intentAgain),
    ] as [(ServiceStateMachine.StartResult?, Comeback)])
  func `the result of onStartCommand decides what a restart after a kill delivers (AN1)`(
    result: ServiceStateMachine.StartResult?, comeback: Comeback
  ) {
    var machine = started()
    if let result { machine.commandReturned(1, result) }
    let restarts = machine.processEnded(restarts: true, at: at(600))
    #expect(restarts == (comeback == .nothing ? [] : [.restart(at: at(601))]))
    let early = machine.restart(at: at(600.5))
    #expect(early.isEmpty, "not before")
    let actions = machine.restart(at: at(601))
    switch comeback {
    case .nothing: #expect(actions.isEmpty)
    case .nullIntent: #expect(actions == [.create, .command(startId: 1, nil, flags: 0)])
    case .intentAgain:
      #expect(actions == [.create, .command(startId: 1, Self.intent, flags: 1)])
    }
  }

  @Test func `an early crash delays the next restart, and a force stop ends all (AN1, AN18)`() {
    var machine = started()
    machine.commandReturned(1, .sticky)
    #expect(machine.processEnded(restarts: true, at: at(5)) == [.restart(at: at(9))])
    _ = machine.restart(at: at(9))
    #expect(machine.processEnded(restarts: true, at: at(10)) == [.restart(at: at(26))])
    #expect(machine.processEnded(restarts: false, at: at(11)) == [])
    #expect(machine.state == .absent)
  }

  private static let other = AndroidIntentDescription(component: "Other")

  @Test func `a start before the restart first delivers the outstanding commands (AN1)`() {
    var machine = started()
    _ = machine.start(Self.other, inForeground: false, at: at(1))
    machine.commandReturned(1, .redeliverIntent)
    machine.commandReturned(2, .redeliverIntent)
    _ = machine.processEnded(restarts: true, at: at(600))
    let new = AndroidIntentDescription(component: "New")
    #expect(
      machine.start(new, inForeground: false, at: at(600.5)) == [
        .create, .command(startId: 1, Self.intent, flags: 1),
        .command(startId: 2, Self.other, flags: 1), .command(startId: 3, new, flags: 0),
      ])
    #expect(machine.restart(at: at(601)) == [], "it is there already")
  }

  /// The results of two starts, and which of the two are delivered again.
  @Test(
    arguments: [
      (.redeliverIntent, .redeliverIntent, [1, 2]), (.redeliverIntent, .sticky, [1]),
      (.redeliverIntent, .notSticky, [1]), (.sticky, .redeliverIntent, [2]),
      (.sticky, nil, [2]), (nil, .sticky, [1]), (.sticky, .sticky, []),
    ] as [(ServiceStateMachine.StartResult?, ServiceStateMachine.StartResult?, [Int32])])
  func `a result of onStartCommand applies to its own start only (AN1)`(
    first: ServiceStateMachine.StartResult?, second: ServiceStateMachine.StartResult?,
    again: [Int32]
  ) {
    var machine = started()
    _ = machine.start(Self.other, inForeground: false, at: at(1))
    if let first { machine.commandReturned(1, first) }
    if let second { machine.commandReturned(2, second) }
    _ = machine.processEnded(restarts: true, at: at(600))
    let ids = machine.restart(at: at(601)).compactMap { action -> Int32? in
      if case .command(let id, .some, _) = action { id } else { nil }
    }
    #expect(ids == again)
  }

  // MARK: The time limit of a type

  @Test func `a service type may run six hours in a window of twenty-four (AN6)`() {
    var budget = ServiceTimeBudget(limit: .seconds(6 * 3600), window: .seconds(24 * 3600))
    let hour = 3600.0
    budget.setRunning(true, at: at(0))
    #expect(budget.nextDeadline(after: at(hour)) == at(6 * hour))
    budget.setRunning(false, at: at(4 * hour))
    #expect(budget.nextDeadline(after: at(5 * hour)) == nil)
    budget.setRunning(true, at: at(10 * hour))
    #expect(!budget.isExhausted(at: at(11.9 * hour)))
    #expect(budget.isExhausted(at: at(12 * hour)))
    #expect(budget.nextDeadline(after: at(12 * hour)) == nil, "nothing is left to wait for")
    budget.setRunning(false, at: at(12 * hour))
    // The first four hours have left the window.
    #expect(budget.isExhausted(at: at(24 * hour)))
    #expect(!budget.isExhausted(at: at(24.1 * hour)))
    #expect(budget.used(at: at(30 * hour)) == .seconds(2 * 3600))
    budget.reset(at: at(30 * hour))
    #expect(budget.used(at: at(30 * hour)) == .zero)
  }
}
