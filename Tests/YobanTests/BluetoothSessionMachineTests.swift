import Foundation
import Testing

@testable import Yoban

/// Tests the state machine of a session with rows of inputs; times in seconds, accessories `a` and
/// `b`.
@Suite struct BluetoothSessionMachineTests {
  static let accessories = [
    "a": UUID(uuidString: "AAAAAAAA-0000-0000-0000-000000000000")!,
    "b": UUID(uuidString: "BBBBBBBB-0000-0000-0000-000000000000")!,
  ]
  static let timeout = BluetoothFailure(.coreBluetooth, code: 6)
  static let failed = BluetoothFailure(.coreBluetooth, code: 10)

  enum Input {
    /// The accessory that is known from before, and the time of its last connection.
    case start(String?, last: Int64?)
    case stop, forget
    case bluetooth(BluetoothAvailability)
    case restored([String])
    case retrieved(String, BluetoothSessionMachine.Link?)
    case found(String)
    case connected(String)
    case failedToConnect(String, BluetoothFailure = failed)
    case disconnected(String, BluetoothFailure?)
    case discovered
    case discoveryFailed
    case servicesChanged
    case deadline(inForeground: Bool)
  }

  struct Step {
    var time: Int64
    var input: Input
    var actions: [String]
    init(_ time: Int64, _ input: Input, _ actions: [String]) {
      (self.time, self.input, self.actions) = (time, input, actions)
    }
  }

  struct Row: CustomTestStringConvertible {
    var name: String
    var pinned: String?
    var steps: [Step]
    /// The name of the final state, and its accessory.
    var state: String
    var testDescription: String { name }
  }

  @Test(arguments: rows) func `a session behaves as the table says`(row: Row) {
    var machine = Self.machine(pinned: row.pinned)
    for step in row.steps {
      let actions = Self.take(step.input, at: step.time, by: &machine)
      #expect(actions.map(Self.text) == step.actions, "at \(step.time) s")
    }
    #expect(Self.text(machine.state) == row.state)
  }

  @Test func `the delay doubles up to a minute and is in whole seconds, half of them random`() {
    let most = (1...9).map { ReconnectDelay.duration(attempts: $0, jitter: 1) }
    #expect(most == [1, 2, 4, 8, 16, 32, 60, 60, 60].map { .seconds($0) })
    let least = (1...9).map { ReconnectDelay.duration(attempts: $0, jitter: 0) }
    #expect(least == [1, 1, 2, 4, 8, 16, 30, 30, 30].map { .seconds($0) })
  }

  @Test func `after an accessory was ready, earlier failures do not increase the delay`() {
    var machine = Self.machine()
    for step in Self.toReady { _ = Self.take(step.input, at: step.time, by: &machine) }
    for round in 0..<3 as Range<Int64> {
      let time = 100 * (round + 1)
      _ = Self.take(.disconnected("a", Self.timeout), at: time, by: &machine)
      let failed = Self.take(.failedToConnect("a"), at: time + 1, by: &machine).map(Self.text)
      #expect(failed.contains("connect a +1"))
      _ = Self.take(.connected("a"), at: time + 2, by: &machine)
      _ = Self.take(.discovered, at: time + 3, by: &machine)
    }
    #expect(machine.counts == .init(connections: 4, losses: 3, failedAttempts: 3))
  }
}

extension BluetoothSessionMachineTests {
  static func machine(pinned: String? = nil) -> BluetoothSessionMachine {
    let second: Int64 = 1_000_000_000
    return BluetoothSessionMachine(
      times: .init(
        connectTimeout: 30 * second, discoveryTimeout: 15 * second, longAbsence: 300 * second),
      pinned: pinned.map { accessories[$0]! })
  }

  static func take(
    _ input: Input, at time: Int64, by machine: inout BluetoothSessionMachine
  ) -> [BluetoothSessionMachine.Action] {
    let second: Int64 = 1_000_000_000
    let now = time * second
    func id(_ name: String) -> UUID { accessories[name]! }
    switch input {
    case .start(let known, let last):
      return machine.start(
        known: known.map(id), lastConnected: last.map { $0 * second }, now: now)
    case .stop: return machine.stop(now: now)
    case .forget: return machine.forget(now: now)
    case .bluetooth(let availability): return machine.bluetooth(availability, now: now)
    case .restored(let names): return machine.restored(names.map(id))
    case .retrieved(let name, let link): return machine.retrieved(id(name), link, now: now)
    case .found(let name): return machine.found(Advertisement(accessory: id(name)), now: now)
    case .connected(let name): return machine.connected(id(name), now: now)
    case .failedToConnect(let name, let failure):
      return machine.failedToConnect(id(name), failure, now: now, jitter: 1)
    case .disconnected(let name, let failure):
      return machine.disconnected(id(name), failure, now: now, jitter: 1)
    case .discovered: return machine.discovered()
    case .discoveryFailed: return machine.discoveryFailed(failed, now: now)
    case .servicesChanged: return machine.servicesChanged(now: now)
    case .deadline(let isInForeground):
      return machine.deadlinePassed(now: now, isInForeground: isInForeground, jitter: 1)
    }
  }

  // MARK: Text forms of actions

  static func text(_ action: BluetoothSessionMachine.Action) -> String {
    switch action {
    case .retrieve(let accessory): "retrieve \(name(accessory))"
    case .scan: "scan"
    case .stopScan: "stopScan"
    case .connect(let accessory, let delay):
      "connect \(name(accessory))" + (delay == .zero ? "" : " +\(delay.components.seconds)")
    case .cancelConnection(let accessory): "cancel \(name(accessory))"
    case .discover(let accessory): "discover \(name(accessory))"
    case .remember(let accessory): "remember \(name(accessory))"
    case .forget: "forget"
    case .wake(let time): "wake \(time / 1_000_000_000)"
    case .cancelWake: "cancelWake"
    case .report(let event): text(event)
    }
  }

  static func text(_ event: BluetoothEvent) -> String {
    switch event {
    case .bluetooth(let availability): "bluetooth \(availability)"
    case .restored(let accessory): "restored \(name(accessory))"
    case .scanning: "scanning"
    case .found(let advertisement): "found \(name(advertisement.accessory))"
    case .connecting(let accessory): "connecting \(name(accessory))"
    case .connected(let accessory): "connected \(name(accessory))"
    case .ready(let accessory): "ready \(name(accessory))"
    case .connectionFailed(let failure, let delay):
      "failed \(failure) +\(delay.components.seconds)"
    case .disconnected(.requested): "requested"
    case .disconnected(.linkLost(let failure)): "lost \(failure.map { "\($0)" } ?? "nil")"
    case .disconnected(.bluetoothUnavailable): "unavailable"
    case .disconnected(.discoveryFailed(let failure)): "discoveryFailed \(failure)"
    case .servicesChanged: "servicesChanged"
    case .value: "value"
    case .problem(.bluetoothUnsupported): "noBluetooth"
    case .problem(.accessoryUnknown(let accessory)): "unknown \(name(accessory))"
    case .problem(let problem): "\(problem)"
    case .hint(let hint): "hint \(hint)"
    case .stopped: "stopped"
    }
  }

  static func text(_ state: BluetoothSessionState) -> String {
    let word = "\(state)".prefix { $0 != "(" }
    return state.accessory.map { "\(word) \(name($0))" } ?? String(word)
  }

  private static func name(_ accessory: UUID) -> String {
    accessories.first { $0.value == accessory }?.key ?? "?"
  }
}
