import Testing

@testable import YobanNetwork

/// Tests when a path monitor tells its app about the network (NW2).
@Suite struct PathMonitorMachineTests {
  private static func state(
    _ path: NetworkService.Path, lowData: Bool = false
  ) -> NetworkState {
    NetworkState(path: path, isInLowDataMode: lowData)
  }

  @Test func `the state is delivered after the start, once (NW2)`() {
    var machine = PathMonitorMachine()
    #expect(machine.update(Self.state(.offline), isRunning: true) == nil)
    #expect(machine.start(Self.state(.wifi)) == Self.state(.wifi))
    #expect(machine.start(Self.state(.cellular)) == nil)
  }

  @Test func `only a new state is delivered (NW2)`() {
    var machine = PathMonitorMachine()
    _ = machine.start(Self.state(.wifi))
    #expect(machine.update(Self.state(.wifi), isRunning: true) == nil)
    let constrained = Self.state(.wifi, lowData: true)
    #expect(machine.update(constrained, isRunning: true) == constrained)
    #expect(machine.update(constrained, isRunning: true) == nil)
  }

  @Test func `a suspended app receives the newest state when it is resumed (NW2)`() {
    var machine = PathMonitorMachine()
    _ = machine.start(Self.state(.wifi))
    #expect(machine.update(Self.state(.offline), isRunning: false) == nil)
    #expect(machine.update(Self.state(.cellular), isRunning: false) == nil)
    #expect(machine.update(Self.state(.cellular), isRunning: true) == Self.state(.cellular))
    #expect(machine.update(Self.state(.wifi), isRunning: false) == nil)
    #expect(machine.update(Self.state(.cellular), isRunning: true) == nil)
  }

  @Test func `a canceled monitor delivers nothing and cannot be started (NW2)`() {
    var machine = PathMonitorMachine()
    machine.cancel()
    #expect(machine.start(Self.state(.wifi)) == nil)
    var started = PathMonitorMachine()
    _ = started.start(Self.state(.wifi))
    started.cancel()
    #expect(started.update(Self.state(.offline), isRunning: true) == nil)
  }
}
