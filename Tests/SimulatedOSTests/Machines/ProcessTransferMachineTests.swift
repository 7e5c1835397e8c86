import Testing

@testable import SimulatedOS

@Suite struct ProcessTransferMachineTests {
  private typealias Machine = ProcessTransferMachine
  private typealias Action = ProcessTransferMachine.Action

  private static func machine(
    waits: Bool, _ failure: HTTPExchangeError = .connectionLost
  ) -> Machine {
    Machine(waitsForConnectivity: waits, suspensionFailure: failure)
  }

  @Test(arguments: [true, false])
  func `a path that may be used is used at once`(_ waits: Bool) {
    var machine = Self.machine(waits: waits)
    #expect(machine.begin(.usable) == [.send])
    #expect(machine.state == .sending)
    machine.answerBegan()
    #expect(machine.state == .receiving)
  }

  @Test func `without a path a transfer fails, or waits for one`() {
    var machine = Self.machine(waits: false)
    #expect(machine.begin(.offline) == [.fail(.notConnected)])
    #expect(machine.networkChanged(.usable) == [])
    machine = Self.machine(waits: true)
    #expect(machine.begin(.offline) == [])
    #expect(machine.networkChanged(.offline) == [])
    #expect(machine.networkChanged(.usable) == [.send])
  }

  @Test func `a path that is not for this process is waited for, at most as long as without progress (AN8)`() {
    var machine = Self.machine(waits: false)
    #expect(machine.begin(.blocked) == [.armTimeout])
    #expect(machine.networkChanged(.usable) == [.send])
    #expect(machine.networkChanged(.blocked) == [.stop, .armTimeout])
    #expect(machine.timedOut() == [.stop, .fail(.exchange(.timedOut))])
    machine = Self.machine(waits: true)
    #expect(machine.begin(.blocked) == [])
    #expect(machine.state == .waiting)
  }

  @Test(arguments: [false, true])
  func `a path that is lost in the middle ends the transfer`(_ isReceiving: Bool) {
    var machine = Self.machine(waits: true)
    _ = machine.begin(.usable)
    if isReceiving { machine.answerBegan() }
    #expect(
      machine.networkChanged(.offline) == [.stop, .fail(.exchange(.connectionLost))])
    #expect(machine.networkChanged(.usable) == [])
    #expect(machine.resumed(.usable) == [])
  }

  @Test(arguments: [HTTPExchangeError.connectionLost, .timedOut])
  func `a suspension in the middle is a failure after it, as the option says`(
    _ failure: HTTPExchangeError
  ) {
    var machine = Self.machine(waits: true, failure)
    _ = machine.begin(.usable)
    #expect(machine.suspended() == [.stop])
    #expect(machine.suspended() == [])
    #expect(machine.networkChanged(.usable) == [])
    #expect(machine.resumed(.usable) == [.fail(.exchange(failure))])
    #expect(machine.resumed(.usable) == [])
    #expect(machine.timedOut() == [])
  }

  @Test func `what waits begins after a suspension`() {
    var machine = Self.machine(waits: true)
    _ = machine.begin(.offline)
    #expect(machine.suspended() == [])
    #expect(machine.resumed(.usable) == [.send])
  }
}
