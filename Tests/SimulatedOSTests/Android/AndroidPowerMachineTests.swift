import Testing
import YobanVirtualTime

@testable import YobanPlatformProfiles
@testable import YobanSimulatedDevices
@testable import YobanSimulatedRadio
import YobanSimulatedOS
@testable import YobanSimulatedAndroid

/// State machines of the CPU, of a wake lock and of Doze, without the simulator (AN7, AN8).
@Suite struct AndroidPowerMachineTests {
  @Test func `the CPU is awake while something holds it and for a short time afterwards (AN7)`() {
    var cpu = ProcessorStateMachine(linger: .seconds(1))
    #expect(cpu.isAwake)
    #expect(cpu.setHeld(false, at: at(10)) == false)
    #expect(cpu.nextDeadline == at(11))
    #expect(cpu.deadlineReached(at: at(10.5)) == false)
    #expect(cpu.deadlineReached(at: at(11)) == true)
    #expect(!cpu.isAwake)
    #expect(cpu.wake(for: .seconds(10), at: at(100)) == true)
    #expect(cpu.wake(for: .seconds(1), at: at(101)) == false, "awake already")
    #expect(cpu.nextDeadline == at(110))
    #expect(cpu.setHeld(true, at: at(105)) == false)
    #expect(cpu.nextDeadline == nil)
    #expect(cpu.timeAwake(at: at(200)) == .seconds(111))
  }

  /// Inputs at their seconds, and whether the lock is held afterwards: `a` acquires it, `t` does so
  /// with a timeout of 5 s, `r` releases it, `.` is a deadline.
  @Test(arguments: [
    ("a0 r1", true, false), ("a0 a1 r2", true, true), ("a0 a1 r2 r3", true, false),
    ("a0 a1 r2", false, false), ("t0 .4", true, true), ("t0 .5", true, false),
    ("t0 a1 .5", true, true), ("t0 t3 .5", true, true), ("t0 t3 .5 .8", true, false),
    ("t0 t3 .5", false, true), ("t0 a3 .9", false, true),
  ])
  func `a wake lock is held until its last release or timeout (AN7)`(
    inputs: String, isCounted: Bool, isHeld: Bool
  ) {
    var lock = WakeLockMachine()
    lock.setReferenceCounted(isCounted)
    for input in inputs.split(separator: " ") {
      let moment = at(Double(input.dropFirst())!)
      switch input.first {
      case "a": _ = lock.acquire(timeout: nil, at: moment)
      case "t": _ = lock.acquire(timeout: .seconds(5), at: moment)
      case "r":
        let change = lock.release()
        #expect(change != nil)
      default: _ = lock.deadlineReached(at: moment)
      }
    }
    #expect(lock.isHeld == isHeld)
  }

  @Test func `releasing a wake lock too often is an error only with reference counting (AN7)`() {
    var lock = WakeLockMachine()
    let early = lock.release()
    #expect(early == nil)
    #expect(lock.acquire(timeout: nil, at: at(0)) == .acquired)
    let (last, late) = (lock.release(), lock.release())
    #expect(last == .released)
    #expect(late == nil)
    lock.setReferenceCounted(false)
    let uncounted = lock.release()
    #expect(uncounted == WakeLockMachine.Change.none)
  }

  // MARK: Doze

  private typealias Doze = DozeStateMachine
  private static let dark = Doze.Surroundings(isScreenOn: false)

  /// Steps by its own deadlines up to a moment. Returns the states with their minutes.
  private func steps(
    _ doze: inout Doze, _ around: Doze.Surroundings, until minutes: Double
  ) -> [String] {
    var steps: [String] = []
    while let next = doze.nextDeadline, next <= at(minutes * 60) {
      if doze.deadlineReached(around, at: next) {
        steps.append("\(Int((next - at(0)).seconds / 60)) \(doze.state.rawValue)")
      }
    }
    return steps
  }

  @Test func `light Doze begins first, deep Doze after an hour, and windows become rarer (AN8)`() {
    var doze = Doze(AndroidPolicy(api: 34, .stock))
    #expect(doze.conditionsChanged(Self.dark, at: at(0)) == true)
    #expect(
      steps(&doze, Self.dark, until: 400) == [
        "4 light idle", "9 light maintenance", "10 light idle", "20 light maintenance",
        "21 light idle", "36 light maintenance", "37 light idle", "52 light maintenance",
        "53 light idle", "60 deep idle", "120 deep maintenance", "125 deep idle",
        "245 deep maintenance", "250 deep idle",
      ])
    #expect(doze.isIdle && doze.isDeepIdle)
  }

  @Test(arguments: [
    Doze.Surroundings(isScreenOn: true), Doze.Surroundings(isScreenOn: false, isCharging: true),
  ])
  func `a lit screen or a charger ends Doze (AN8)`(around: DozeStateMachine.Surroundings) {
    var doze = Doze(AndroidPolicy(api: 34, .stock))
    _ = doze.conditionsChanged(Self.dark, at: at(0))
    _ = steps(&doze, Self.dark, until: 90)
    #expect(doze.isDeepIdle)
    #expect(doze.conditionsChanged(around, at: at(6000)) == true)
    #expect(doze.state == .active)
    #expect(doze.nextDeadline == nil)
  }

  @Test(arguments: 0...120)
  func `deep Doze begins an hour after the phone comes to rest, and no deadline is past (AN8)`(
    restsAt minute: Int
  ) {
    var doze = Doze(AndroidPolicy(api: 34, .stock))
    var around = Self.dark
    around.isMoving = minute > 0
    _ = doze.conditionsChanged(around, at: at(0))
    var deepAt: VirtualInstant?
    var steps = 0
    while deepAt == nil, steps < 100, let next = doze.nextDeadline {
      steps += 1
      let rest = at(Double(minute) * 60)
      if around.isMoving, rest <= next {
        around.isMoving = false
        _ = doze.conditionsChanged(around, at: rest)
        #expect(doze.nextDeadline.map { $0 >= rest } ?? false)
        continue
      }
      _ = doze.deadlineReached(around, at: next)
      #expect(doze.nextDeadline.map { $0 > next } ?? false, "\(doze.state) at \(next)")
      if doze.isDeepIdle { deepAt = next }
    }
    // After the hour, or at the end of the step during which the hour ends.
    let due = at(Double(minute + 60) * 60)
    #expect(deepAt.map { $0 >= due && $0 <= due + .seconds(60) } ?? false)
  }

  @Test func `movement ends deep Doze only, and the hour starts again (AN8)`() {
    var doze = Doze(AndroidPolicy(api: 34, .stock))
    _ = doze.conditionsChanged(Self.dark, at: at(0))
    _ = steps(&doze, Self.dark, until: 90)
    var moving = Self.dark
    moving.isMoving = true
    #expect(doze.conditionsChanged(moving, at: at(6000)) == true)
    #expect(doze.state == .lightIdle)
    _ = doze.conditionsChanged(Self.dark, at: at(6060))
    let later = steps(&doze, Self.dark, until: 300)
    #expect(later.first { $0.hasSuffix("deep idle") } == "161 deep idle")
  }
}
