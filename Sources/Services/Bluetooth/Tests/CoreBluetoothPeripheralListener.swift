import CoreBluetooth
import Foundation
import UIKit
import YobanTesting

/// A delegate that publishes a service and prints its callbacks.
final class PeripheralListener: NSObject, CBPeripheralManagerDelegate {
  private(set) var manager: CBPeripheralManager!
  /// A characteristic that is written and subscribed to; the delegate responds to its reads.
  let live = CBMutableCharacteristic(
    type: CBUUID(string: "FFF2"), properties: [.read, .write, .notify], value: nil,
    permissions: [.readable, .writeable])
  /// A characteristic with a cached value, which is read without the delegate.
  let fixed = CBMutableCharacteristic(
    type: CBUUID(string: "FFF1"), properties: .read, value: Data([1, 2]), permissions: .readable)
  let service = CBMutableService(type: CBUUID(string: "FFF0"), primary: true)
  var answer: (CBATTRequest) -> CBATTError.Code = { _ in .success }
  private(set) var central: CBCentral?

  init(options: [String: Any]? = nil) {
    super.init()
    fixed.descriptors = [
      CBMutableDescriptor(type: CBUUID(string: "2901"), value: "two bytes")
    ]
    service.characteristics = [fixed, live]
    manager = CBPeripheralManager(delegate: self, queue: nil, options: options)
  }

  func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
    print("state \(peripheral.state.rawValue)")
    if peripheral.state == .poweredOn { peripheral.add(service) }
  }

  func peripheralManager(
    _ peripheral: CBPeripheralManager, didAdd service: CBService, error: (any Error)?
  ) {
    print("added \(service.uuid) \(service === self.service) \(words(error))")
    peripheral.startAdvertising([
      CBAdvertisementDataServiceUUIDsKey: [CBUUID(string: "FFF0")],
      CBAdvertisementDataLocalNameKey: "Phone",
    ])
  }

  func peripheralManagerDidStartAdvertising(
    _ peripheral: CBPeripheralManager, error: (any Error)?
  ) {
    print("advertising \(peripheral.isAdvertising) \(words(error))")
  }

  func peripheralManager(
    _ peripheral: CBPeripheralManager, central: CBCentral,
    didSubscribeTo characteristic: CBCharacteristic
  ) {
    self.central = central
    print("subscribed to \(characteristic.uuid), subscribers \(live.subscribedCentrals!.count)")
  }

  func peripheralManager(
    _ peripheral: CBPeripheralManager, central: CBCentral,
    didUnsubscribeFrom characteristic: CBCharacteristic
  ) {
    let isSame = central === self.central
    print("unsubscribed \(characteristic.uuid) \(isSame), left \(live.subscribedCentrals!.count)")
  }

  func peripheralManager(_ peripheral: CBPeripheralManager, didReceiveRead request: CBATTRequest) {
    print("read \(request.characteristic.uuid) from \(request.offset)")
    request.value = Data([7])
    peripheral.respond(to: request, withResult: answer(request))
  }

  func peripheralManager(
    _ peripheral: CBPeripheralManager, didReceiveWrite requests: [CBATTRequest]
  ) {
    for request in requests { print("write \(request.characteristic.uuid) \(hex(request.value))") }
    peripheral.respond(to: requests[0], withResult: answer(requests[0]))
  }

  func peripheralManagerIsReady(toUpdateSubscribers peripheral: CBPeripheralManager) {
    print("ready")
  }
}

/// Two phones next to each other: one is the peripheral, the other a central that proceeds up to a
/// given step.
struct TwoPhones: @unchecked SimulationConfined {
  let world: World
  let server: Phone
  let client: Phone
  let serverApp: InstalledApp
  let clientApp: InstalledApp

  func serve(_ body: @escaping @MainActor @Sendable (PeripheralListener) -> Void) async {
    await server.touch(serverApp, "test") { body(Kept.get("listener")!) }
  }
  func use(_ body: @escaping @MainActor @Sendable (CentralListener) -> Void) async {
    await client.touch(clientApp, "test") { body(Kept.get("listener")!) }
  }
}

/// Starts both apps, with permission to use Bluetooth.
func startTwoPhones(
  _ goal: CentralListener.Goal,
  serve: @escaping @MainActor @Sendable () -> Void = { Kept.of("listener", PeripheralListener()) },
  use: (@MainActor @Sendable () -> Void)? = nil
) async throws -> TwoPhones {
  var serverScript = AppFixture { _ in serve() }
  serverScript.plist = bluetoothPlist
  var clientScript = AppFixture { _ in
    use?()
    if use == nil { Kept.of("listener", CentralListener(goal, ["FFF0"])) }
  }
  clientScript.plist = bluetoothPlist
  let world = try World.current
  let server = try world.addPhone("server")
  let client = try world.addPhone("client")
  let phones = TwoPhones(
    world: world, server: server, client: client, serverApp: try server.install(serverScript),
    clientApp: try client.install(clientScript))
  server.bluetooth.setAuthorization(.allowedAlways, for: phones.serverApp)
  client.bluetooth.setAuthorization(.allowedAlways, for: phones.clientApp)
  await server.open(phones.serverApp)
  await client.open(phones.clientApp)
  try await world.pass(.seconds(10))
  return phones
}
