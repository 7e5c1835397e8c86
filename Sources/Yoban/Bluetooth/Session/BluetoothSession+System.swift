import CoreBluetooth
import Foundation

/// Passes events of the system to the machine.
extension BluetoothSession {
  func stateChanged() {
    let availability = BluetoothAvailability(central.state)
    if availability != .poweredOn { link.ended() }
    if !availability.keepsPeripherals { link.detach() }
    perform(machine.bluetooth(availability, now: clock.now))
  }

  /// Handles a restoration, which is delivered before the first state update (BT25).
  func restored(_ peripherals: [CBPeripheral]) {
    start()
    let actions = machine.restored(peripherals.map(\.identifier))
    if let taken = peripherals.first(where: { $0.identifier == machine.accessory }) {
      link.attach(taken)
    }
    perform(actions)
  }

  func found(_ peripheral: CBPeripheral, _ advertisement: Advertisement) {
    guard profile.accepts(advertisement) else { return }
    let actions = machine.found(advertisement, now: clock.now)
    guard !actions.isEmpty else { return }
    // Releasing a found peripheral would cancel its connect (BT7).
    link.attach(peripheral)
    perform(actions)
  }

  func connected(_ peripheral: CBPeripheral) {
    perform(machine.connected(peripheral.identifier, now: clock.now))
  }

  func failedToConnect(_ peripheral: CBPeripheral, _ error: (any Error)?) {
    let failure = error.map { BluetoothFailure($0) } ?? BluetoothFailure(.coreBluetooth, code: 0)
    perform(
      machine.failedToConnect(peripheral.identifier, failure, now: clock.now, jitter: jitter))
  }

  func disconnected(_ peripheral: CBPeripheral, _ error: (any Error)?) {
    if peripheral === link.peripheral { link.ended() }
    let failure = error.map { BluetoothFailure($0) }
    perform(machine.disconnected(peripheral.identifier, failure, now: clock.now, jitter: jitter))
  }

  func received(_ event: AccessoryLink.LinkEvent) {
    switch event {
    case .discovered: perform(machine.discovered())
    case .discoveryFailed(let failure):
      perform(machine.discoveryFailed(failure, now: clock.now))
    case .servicesChanged: perform(machine.servicesChanged(now: clock.now))
    case .event(let event): perform([.report(event)])
    }
  }
}
