import Testing

@testable import YobanSimulatedDevices

/// Tests which files are accessible on a locked device, as a table (DP1).
@Suite struct LockMachineTests {
  private typealias Access = LockMachine.Access

  /// A state of the device, and how it is reached.
  enum Situation: CaseIterable {
    case bootedWithoutPasscode, booted, unlocked, justLocked, locked, unlockedAgain, rebooted

    var machine: LockMachine {
      var machine = LockMachine()
      if self != .bootedWithoutPasscode { _ = machine.setPasscode(true) }
      _ = machine.booted()
      let steps: Int =
        switch self {
        case .bootedWithoutPasscode, .booted: 0
        case .unlocked: 1
        case .justLocked: 2
        case .locked, .rebooted: 3
        case .unlockedAgain: 4
        }
      if steps > 0 { _ = machine.unlock() }
      if steps > 1 { _ = machine.lock() }
      if steps > 2 { machine.keysAreDue() }
      if steps > 3 { _ = machine.unlock() }
      if self == .rebooted { _ = machine.booted() }
      return machine
    }
  }

  /// The uses that each class allows, as Apple Platform Security describes them.
  static let table: [(Situation, ProtectionClass, allowed: Set<LockMachine.Access>)] = {
    let all = Set(LockMachine.Access.allCases)
    var rows: [(Situation, ProtectionClass, Set<LockMachine.Access>)] = []
    for situation in [Situation.bootedWithoutPasscode, .unlocked, .justLocked, .unlockedAgain] {
      for protection in ProtectionClass.allCases { rows.append((situation, protection, all)) }
    }
    rows += [
      (.locked, .none, all), (.locked, .untilFirstUnlock, all),
      (.locked, .unlessOpen, [.create, .use]), (.locked, .complete, []),
    ]
    for situation in [Situation.booted, .rebooted] {
      rows += [
        (situation, .none, all), (situation, .untilFirstUnlock, []),
        (situation, .unlessOpen, [.create, .use]), (situation, .complete, []),
      ]
    }
    return rows
  }()

  @Test(arguments: table)
  func `each class allows its uses (DP1)`(
    situation: Situation, protection: ProtectionClass, allowed: Set<LockMachine.Access>
  ) {
    let machine = situation.machine
    for access in LockMachine.Access.allCases {
      #expect(machine.allows(access, protection) == allowed.contains(access), "\(access)")
    }
  }

  @Test func `the table has every situation and every class`() {
    #expect(Self.table.count == Situation.allCases.count * ProtectionClass.allCases.count)
  }

  @Test func `a lock and an unlock notify the apps, once each (DP5)`() {
    var machine = LockMachine()
    #expect(machine.lock() == [], "a device without a passcode is never locked")
    #expect(!machine.isLocked)
    _ = machine.setPasscode(true)
    #expect(machine.lock() == [.willBecomeUnavailable, .startTimer])
    #expect(machine.lock() == [])
    #expect(machine.isLocked && machine.hasCompleteKeys)
    machine.keysAreDue()
    #expect(machine.isLocked && !machine.hasCompleteKeys)
    #expect(machine.unlock() == [.becameAvailable])
    #expect(machine.unlock() == [])
    machine.keysAreDue()
    #expect(machine.hasCompleteKeys, "a late timer has no effect")
  }

  @Test func `an unlock within 10 seconds stops the timer`() {
    var machine = LockMachine()
    _ = machine.setPasscode(true)
    _ = machine.lock()
    #expect(machine.unlock() == [.cancelTimer, .becameAvailable])
    _ = machine.lock()
    #expect(machine.booted() == [.cancelTimer])
    #expect(machine.state == .beforeFirstUnlock)
  }

  @Test func `a passcode that is removed unlocks the device`() {
    var machine = LockMachine()
    _ = machine.setPasscode(true)
    _ = machine.booted()
    #expect(machine.setPasscode(false) == [.becameAvailable])
    #expect(!machine.isLocked)
  }
}
