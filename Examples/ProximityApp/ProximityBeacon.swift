import CoreBluetooth
import Foundation

/// The peripheral role: publishes the service, advertises it, and answers each write with a
/// notification 8 s later, which is as long as the write keeps the app running.
@MainActor final class ProximityBeacon: NSObject {
  private let settings: Settings
  private var manager: CBPeripheralManager?
  private var signal: CBMutableCharacteristic?
  private var published = Date.distantPast
  /// Called with the identifier of a phone that has connected to this one.
  var metCentral: (UUID) -> Void = { _ in }
  private static let answerDelay = 8.0
  private static let serviceLifetime = 3600.0

  init(_ settings: Settings) { self.settings = settings }

  func start() {
    manager = CBPeripheralManager(
      delegate: self, queue: nil,
      options: [CBPeripheralManagerOptionRestoreIdentifierKey: "proximity-beacon"])
  }

  private func publish() {
    guard let manager else { return }
    manager.removeAllServices()
    let signal = CBMutableCharacteristic(
      type: ProximityService.signal, properties: [.write, .notify], value: nil,
      permissions: .writeable)
    let payload = CBMutableCharacteristic(
      type: ProximityService.payload, properties: .read, value: Data(settings.name.utf8),
      permissions: .readable)
    let service = CBMutableService(type: ProximityService.service, primary: true)
    service.characteristics = [payload, signal]
    self.signal = signal
    published = Date()
    manager.add(service)
  }

  private func answer(_ central: CBCentral) {
    guard let manager, let signal else { return }
    _ = manager.updateValue(Data([1]), for: signal, onSubscribedCentrals: [central])
    // The service is replaced each hour, so that a phone cannot be tracked by it.
    if Date().timeIntervalSince(published) > Self.serviceLifetime { publish() }
  }
}

extension ProximityBeacon: @preconcurrency CBPeripheralManagerDelegate {
  func peripheralManager(_ peripheral: CBPeripheralManager, willRestoreState dict: [String: Any]) {
    let services = dict[CBPeripheralManagerRestoredStateServicesKey] as? [CBMutableService] ?? []
    signal =
      services.flatMap { $0.characteristics ?? [] }
      .first { $0.uuid == ProximityService.signal } as? CBMutableCharacteristic
    if signal != nil { published = Date() }
  }

  func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
    // Below poweredOff, for example while Bluetooth restarts, the published services are gone.
    if peripheral.state.rawValue < CBManagerState.poweredOff.rawValue { signal = nil }
    guard peripheral.state == .poweredOn else { return }
    if let signal {
      // The service was restored: notifies phones that still wait for the answer of an earlier
      // launch.
      _ = peripheral.updateValue(Data([1]), for: signal, onSubscribedCentrals: nil)
    } else {
      publish()
    }
    if !peripheral.isAdvertising {
      peripheral.startAdvertising([CBAdvertisementDataServiceUUIDsKey: [ProximityService.service]])
    }
  }

  func peripheralManager(
    _ peripheral: CBPeripheralManager, didReceiveWrite requests: [CBATTRequest]
  ) {
    guard let first = requests.first else { return }
    peripheral.respond(to: first, withResult: .success)
    let central = first.central
    metCentral(central.identifier)
    DispatchQueue.main.asyncAfter(deadline: .now() + Self.answerDelay) { [weak self] in
      MainActor.assumeIsolated { self?.answer(central) }
    }
  }
}
