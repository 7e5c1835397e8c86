import CoreBluetooth
import Foundation

/// Performs the actions of the machine; no other code does.
extension BluetoothSession {
  func perform(_ new: [BluetoothSessionMachine.Action]) {
    actions += new
    guard !isPerforming else { return }
    isPerforming = true
    while !actions.isEmpty { perform(actions.removeFirst()) }
    isPerforming = false
  }

  private func perform(_ action: BluetoothSessionMachine.Action) {
    switch action {
    case .retrieve(let accessory):
      actions = machine.retrieved(accessory, retrieve(accessory), now: clock.now) + actions
    case .scan:
      central.scanForPeripherals(withServices: profile.advertises.map { CBUUID($0) })
    case .stopScan:
      central.stopScan()
    case .connect(let accessory, let delay):
      guard let peripheral = peripheral(accessory) else { return }
      let seconds = delay.components.seconds
      central.connect(
        peripheral,
        options: seconds > 0
          ? [CBConnectPeripheralOptionStartDelayKey: NSNumber(value: seconds)] : nil)
    case .cancelConnection(let accessory):
      if let peripheral = peripheral(accessory) { central.cancelPeripheralConnection(peripheral) }
    case .discover:
      link.discover()
    case .remember(let accessory):
      remember(
        RememberedAccessory(
          identifier: accessory, name: link.peripheral?.name, lastConnected: Date()))
    case .forget:
      remember(nil)
    case .wake(let time):
      timer.set(at: time) { [weak self] in self?.deadlinePassed() }
    case .cancelWake:
      timer.cancel()
    case .report(let event):
      post(event)
    }
  }

  /// Looks up an accessory, attaches it to the link and returns its connection state; nil if the
  /// system does not know it (BT19).
  private func retrieve(_ accessory: AccessoryIdentifier) -> BluetoothSessionMachine.Link? {
    guard let peripheral = peripheral(accessory) else { return nil }
    link.attach(peripheral)
    return .init(peripheral.state)
  }

  private func peripheral(_ accessory: AccessoryIdentifier) -> CBPeripheral? {
    if let peripheral = link.peripheral, peripheral.identifier == accessory { return peripheral }
    return central.retrievePeripherals(withIdentifiers: [accessory]).first
  }

  private func deadlinePassed() {
    perform(
      machine.deadlinePassed(now: clock.now, isInForeground: isInForeground, jitter: jitter))
  }

  var jitter: Double { .random(in: 0..<1) }

  // MARK: Memory

  func remembered() -> RememberedAccessory? {
    do {
      return try memory.load()
    } catch {
      post(.problem(.memoryFailed(code: (error as NSError).code)))
      return nil
    }
  }

  private func remember(_ accessory: RememberedAccessory?) {
    do {
      try memory.save(accessory)
    } catch {
      post(.problem(.memoryFailed(code: (error as NSError).code)))
    }
  }
}
