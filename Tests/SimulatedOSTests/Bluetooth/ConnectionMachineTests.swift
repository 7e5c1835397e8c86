import Testing

import YobanSimulatedOS
@testable import YobanSimulatedRadio

@Suite struct ConnectionMachineTests {
  typealias State = ConnectionMachine.State
  typealias Action = ConnectionMachine.Action

  enum Input: String, Sendable, CaseIterable {
    case connect, cancel, received, established, missed, failed, lost, poweredOff, preserved
  }

  /// One input and its outcomes, one for each state in their order.
  struct Row: Sendable, CustomTestStringConvertible {
    var input: Input
    var outcomes: [Outcome]
    var testDescription: String { input.rawValue }
  }

  struct Outcome: Sendable {
    var next: State
    var actions: [Action]

    init(_ next: State, _ actions: Action...) {
      self.next = next
      self.actions = actions
    }
  }

  private static let ended = Action.reportDisconnected(nil, isReconnecting: false)
  private static let lost = Action.reportDisconnected(.connectionTimeout, isReconnecting: false)

  // One column per state: disconnected, pending, establishing, connected.
  static let rows: [Row] = [
    .init(
      input: .connect,
      outcomes: [
        .init(.pending, .listen), .init(.pending), .init(.establishing), .init(.connected),
      ]),
    .init(
      input: .cancel,
      outcomes: [
        .init(.disconnected), .init(.disconnected, .stopListening, ended),
        .init(.disconnected, .leaveLink, ended), .init(.disconnected, .leaveLink, ended),
      ]),
    .init(
      input: .received,
      outcomes: [
        .init(.disconnected), .init(.establishing, .establish), .init(.establishing),
        .init(.connected),
      ]),
    .init(
      input: .established,
      outcomes: [
        .init(.disconnected), .init(.connected, .reportConnected),
        .init(.connected, .reportConnected), .init(.connected),
      ]),
    .init(
      input: .missed,
      outcomes: [
        .init(.disconnected), .init(.pending), .init(.pending, .listen), .init(.connected),
      ]),
    .init(
      input: .failed,
      outcomes: [
        .init(.disconnected), .init(.disconnected, .reportFailure(.connectionFailed)),
        .init(.disconnected, .reportFailure(.connectionFailed)), .init(.connected),
      ]),
    .init(
      input: .lost,
      outcomes: [
        .init(.disconnected), .init(.pending), .init(.establishing), .init(.disconnected, lost),
      ]),
    .init(
      input: .poweredOff,
      outcomes: [
        .init(.disconnected), .init(.disconnected, .stopListening),
        .init(.disconnected, .leaveLink), .init(.disconnected, .leaveLink),
      ]),
    .init(
      input: .preserved,
      outcomes: [
        .init(.disconnected), .init(.pending), .init(.pending, .leaveLink, .listen),
        .init(.pending, .leaveLink, .listen),
      ]),
  ]

  @Test(arguments: rows)
  func `every input has the expected outcome in every state (BT2, BT12, BT13)`(_ row: Row) {
    #expect(row.outcomes.count == State.allCases.count)
    for (state, outcome) in zip(State.allCases, row.outcomes) {
      var machine = Self.machine(in: state)
      #expect(machine.state == state)
      let actions = Self.apply(row.input, to: &machine)
      #expect(actions == outcome.actions, "\(state)")
      #expect(machine.state == outcome.next, "\(state)")
    }
  }

  @Test func `the table has a row for every input`() {
    #expect(Set(Self.rows.map(\.input)) == Set(Input.allCases))
  }

  @Test func `a lost link with automatic reconnection is pending again at once (BT13)`() {
    var machine = Self.machine(in: .connected, reconnects: true)
    #expect(
      machine.lost(.peripheralDisconnected)
        == [.reportDisconnected(.peripheralDisconnected, isReconnecting: true), .listen])
    #expect(machine.state == .pending)
  }

  @Test func `a canceled connection does not reconnect (BT13)`() {
    var machine = Self.machine(in: .connected, reconnects: true)
    #expect(machine.cancel() == [.leaveLink, Self.ended])
    #expect(machine.state == .disconnected)
  }

  @Test func `every connect decides again whether the connection reconnects`() {
    var machine = Self.machine(in: .connected, reconnects: true)
    _ = machine.cancel()
    _ = machine.connect(reconnects: false)
    _ = machine.received()
    _ = machine.established()
    #expect(machine.lost(.connectionTimeout) == [Self.lost])
  }

  private static func machine(in state: State, reconnects: Bool = false) -> ConnectionMachine {
    var machine = ConnectionMachine()
    switch state {
    case .disconnected: break
    case .pending: _ = machine.connect(reconnects: reconnects)
    case .establishing:
      _ = machine.connect(reconnects: reconnects)
      _ = machine.received()
    case .connected:
      _ = machine.connect(reconnects: reconnects)
      _ = machine.received()
      _ = machine.established()
    }
    return machine
  }

  private static func apply(_ input: Input, to machine: inout ConnectionMachine) -> [Action] {
    switch input {
    case .connect: machine.connect(reconnects: false)
    case .cancel: machine.cancel()
    case .received: machine.received()
    case .established: machine.established()
    case .missed: machine.missed()
    case .failed: machine.failed(.connectionFailed)
    case .lost: machine.lost(.connectionTimeout)
    case .poweredOff: machine.poweredOff()
    case .preserved: machine.preserved()
    }
  }
}
