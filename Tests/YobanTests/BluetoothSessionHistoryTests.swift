import Foundation
import Testing

@testable import Yoban

@Suite struct BluetoothSessionHistoryTests {
  private typealias Machine = BluetoothSessionMachineTests

  /// While the accessory is wanted and Bluetooth is on, a request of the session is always pending
  /// (BT27).
  @Test(arguments: 1...300)
  func `a session in a random history always has a pending request for its accessory`(seed: Int) {
    var random = SeededGenerator(state: UInt64(seed))
    var world = SystemModel()
    var machine = Machine.machine()
    var inputs: [Machine.Input] = [.start(nil, last: nil), .bluetooth(.poweredOn)]
    for second in 0..<120 as Range<Int64> {
      inputs.append(world.happens(using: &random))
      while !inputs.isEmpty {
        let actions = Machine.take(inputs.removeFirst(), at: second, by: &machine)
        for action in actions { inputs += world.perform(action) }
      }
      if machine.bluetooth == .poweredOn, machine.state != .idle {
        #expect(world.hasRequest, "seed \(seed) at \(second) s: \(machine.state)")
      }
      if machine.state == .idle { inputs = [.start("a", last: second)] }
    }
  }

  /// In any sequence of events, no request waits forever and none is completed twice.
  @Test(arguments: 1...200)
  func `each request of a random history is completed once`(seed: Int) {
    var random = SeededGenerator(state: UInt64(seed))
    let places = ["A001", "A002"].map {
      AttributePath(service: "A000", characteristic: AttributeIdentifier($0)!)
    }
    var machine = RequestMachine(timeout: 10)
    var (asked, answered): (Set<Int>, [Int]) = ([], [])
    var wakeTime: Int64?
    for now in 1...300 as ClosedRange<Int64> {
      let path = places.randomElement(using: &random)!
      let (number, bytes) = (Int(now), Data(count: Int.random(in: 0...24, using: &random)))
      var actions: [RequestMachine.Action]
      switch Int.random(in: 0..<10, using: &random) {
      case 0: actions = machine.read(path, number, now: now)
      case 1: actions = machine.write(bytes, to: path, number, maximum: 20, now: now)
      case 2:
        actions = machine.writeWithoutResponse(
          bytes, to: path, number, maximum: 20, canSend: Bool.random(using: &random), now: now)
      case 3: actions = machine.valueCame(path, .success(bytes))
      case 4: actions = machine.wrote(path, nil)
      case 5: actions = machine.readyToSend(true)
      case 6: actions = machine.cancel(Int.random(in: 1...number, using: &random))
      case 7 where now % 40 == 0: actions = machine.linkEnded()
      default: actions = []
      }
      if actions.contains(where: { $0 == .read(path) || $0 == .write(path, bytes) }) {
        asked.insert(number)
      }
      if let time = wakeTime, time <= now {
        wakeTime = nil
        actions += machine.deadlinePassed(now: now)
      }
      for action in actions {
        if case .complete(let number, _) = action { answered.append(number) }
        if case .wake(let time) = action { wakeTime = time }
      }
    }
    for case .complete(let number, _) in machine.linkEnded() { answered.append(number) }
    #expect(Set(answered).count == answered.count, "seed \(seed)")
    #expect(asked.isSubset(of: answered), "seed \(seed)")
  }
}

/// A model of the requests that the system has pending for a session with one accessory `a`.
private struct SystemModel {
  private var isOn = true
  private var isScanning = false
  private var link = BluetoothSessionMachine.Link.disconnected

  var hasRequest: Bool { isScanning || link != .disconnected }

  /// Returns a random event that can occur by itself in the current state.
  mutating func happens(using random: inout SeededGenerator) -> BluetoothSessionMachineTests.Input {
    switch (Int.random(in: 0..<10, using: &random), link) {
    case (0, _):
      isOn.toggle()
      (isScanning, link) = (false, .disconnected)
      return .bluetooth(isOn ? .poweredOn : .poweredOff)
    case (1, .connecting):
      link = .disconnected
      return .failedToConnect("a")
    case (1...2, .connected):
      link = .disconnected
      return .disconnected("a", BluetoothSessionMachineTests.timeout)
    case (3...5, .connecting):
      link = .connected
      return .connected("a")
    case (3...5, .disconnected) where isScanning: return .found("a")
    case (6, .connected): return .discovered
    case (7, .connected): return .discoveryFailed
    case (8, _): return [.stop, .forget, .servicesChanged].randomElement(using: &random)!
    default: return .deadline(inForeground: Bool.random(using: &random))
    }
  }

  mutating func perform(
    _ action: BluetoothSessionMachine.Action
  ) -> [BluetoothSessionMachineTests.Input] {
    switch action {
    case .retrieve: return [.retrieved("a", link)]
    case .scan: isScanning = isOn
    case .stopScan: isScanning = false
    case .connect: if isOn, link == .disconnected { link = .connecting }
    case .cancelConnection:
      defer { link = .disconnected }
      return link == .connected ? [.disconnected("a", nil)] : []
    case .discover, .remember, .forget, .wake, .cancelWake, .report: break
    }
    return []
  }
}
