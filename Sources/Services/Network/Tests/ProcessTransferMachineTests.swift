import Testing
import YobanSimulatedOS
import YobanVirtualTime

@testable import YobanNetwork

@Suite struct ProcessTransferMachineTests {
  private typealias Machine = ProcessTransferMachine
  private typealias Action = ProcessTransferMachine.Action

  private static func machine(
    waits: Bool, _ failure: HTTPExchangeError = .connectionLost
  ) -> Machine {
    Machine(
      waitsForConnectivity: waits, suspensionLimit: .seconds(30), suspensionFailure: failure)
  }

  private static func at(_ seconds: Int64) -> VirtualInstant {
    VirtualInstant(nanoseconds: seconds * 1_000_000_000)
  }

  @Test(arguments: [true, false])
  func `a transfer over a usable path begins at once`(_ waits: Bool) {
    var machine = Self.machine(waits: waits)
    #expect(machine.begin(.usable) == [.send])
    #expect(machine.state == .sending)
    machine.answerBegan()
    #expect(machine.state == .receiving)
  }

  @Test func `without a network a transfer fails, or waits if it may`() {
    var machine = Self.machine(waits: false)
    #expect(machine.begin(.offline) == [.fail(.notConnected)])
    #expect(machine.networkChanged(.usable) == [])
    machine = Self.machine(waits: true)
    #expect(machine.begin(.offline) == [])
    #expect(machine.networkChanged(.offline) == [])
    #expect(machine.networkChanged(.usable) == [.send])
  }

  @Test func `a transfer that is blocked for its process waits until the timeout (AN8)`() {
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
  func `losing the network ends a running transfer`(_ isReceiving: Bool) {
    var machine = Self.machine(waits: true)
    _ = machine.begin(.usable)
    if isReceiving { machine.answerBegan() }
    #expect(
      machine.networkChanged(.offline) == [.stop, .fail(.exchange(.connectionLost))])
    #expect(machine.networkChanged(.usable) == [])
    #expect(machine.resumed(.usable, at: Self.at(0)) == [])
  }

  @Test(arguments: [HTTPExchangeError.connectionLost, .timedOut])
  func `a transfer fails after a long suspension, with the configured error (FT8)`(
    _ failure: HTTPExchangeError
  ) {
    var machine = Self.machine(waits: true, failure)
    _ = machine.begin(.usable)
    #expect(machine.suspended(at: Self.at(10)) == [.hold])
    #expect(machine.suspended(at: Self.at(10)) == [])
    #expect(machine.networkChanged(.usable) == [])
    #expect(
      machine.resumed(.usable, at: Self.at(40) + .nanoseconds(1))
        == [.stop, .fail(.exchange(failure))])
    #expect(machine.resumed(.usable, at: Self.at(50)) == [])
    #expect(machine.timedOut() == [])
  }

  @Test(arguments: [false, true])
  func `a transfer continues after a short suspension (FT8)`(_ isReceiving: Bool) {
    var machine = Self.machine(waits: false)
    _ = machine.begin(.usable)
    if isReceiving { machine.answerBegan() }
    let before = machine.state
    #expect(machine.suspended(at: Self.at(10)) == [.hold])
    #expect(machine.resumed(.usable, at: Self.at(40)) == [.release])
    #expect(machine.state == before)
  }

  @Test func `a network that is gone or blocked after a short suspension ends or stops a transfer`()
  {
    var machine = Self.machine(waits: true)
    _ = machine.begin(.usable)
    _ = machine.suspended(at: Self.at(0))
    #expect(
      machine.resumed(.offline, at: Self.at(1)) == [.stop, .fail(.exchange(.connectionLost))])
    machine = Self.machine(waits: false)
    _ = machine.begin(.usable)
    _ = machine.suspended(at: Self.at(0))
    #expect(machine.resumed(.blocked, at: Self.at(1)) == [.stop, .armTimeout])
    #expect(machine.state == .waiting)
  }

  @Test func `a waiting transfer begins after a suspension`() {
    var machine = Self.machine(waits: true)
    _ = machine.begin(.offline)
    #expect(machine.suspended(at: Self.at(0)) == [])
    #expect(machine.resumed(.usable, at: Self.at(3600)) == [.send])
  }
}
