import Testing

@testable import YobanPlatformProfiles
import YobanSimulatedOS
@testable import YobanSimulatedDevices

@Suite struct ProcessTransferMachineTests {
  private typealias Machine = ProcessTransferMachine
  private typealias Action = ProcessTransferMachine.Action

  private static func machine(
    waits: Bool, _ failure: HTTPExchangeError = .connectionLost
  ) -> Machine {
    Machine(waitsForConnectivity: waits, suspensionFailure: failure)
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
    #expect(machine.resumed(.usable) == [])
  }

  @Test(arguments: [HTTPExchangeError.connectionLost, .timedOut])
  func `a transfer that is suspended fails when its process resumes, with the configured error`(
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

  @Test func `a waiting transfer begins after a suspension`() {
    var machine = Self.machine(waits: true)
    _ = machine.begin(.offline)
    #expect(machine.suspended() == [])
    #expect(machine.resumed(.usable) == [.send])
  }
}
