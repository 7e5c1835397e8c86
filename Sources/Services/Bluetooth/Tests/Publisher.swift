import CoreBluetooth
import Foundation
import YobanTesting

/// A peripheral manager of an app. It prints its callbacks, without values that differ from seed to seed.
final class Publisher: NSObject, CBPeripheralManagerDelegate {
  typealias Reaction = @Sendable (Publisher, Event) -> Void

  /// A callback to which an app of these tests reacts.
  enum Event {
    case state(CBManagerState)
    case subscribed(CBCentral)
    case read(CBATTRequest)
    case write([CBATTRequest])
    case channel(CBL2CAPChannel)
    case other

    var isPoweredOn: Bool { if case .state(.poweredOn) = self { true } else { false } }
  }

  private(set) var manager: CBPeripheralManager!
  /// In the order in which they were added or restored.
  private(set) var services: [CBMutableService] = []
  private let react: Reaction

  @discardableResult
  init(restore: String? = nil, _ react: @escaping Reaction = Publisher.server) {
    self.react = react
    super.init()
    KeptManagers.current.publishers.append(self)
    manager = CBPeripheralManager(
      delegate: self, queue: nil,
      options: restore.map { [CBPeripheralManagerOptionRestoreIdentifierKey: $0] })
  }

  static var current: Publisher { KeptManagers.current.publishers[0] }

  private func happened(_ line: String, _ event: Event = .other) {
    print(line)
    react(self, event)
  }

  /// The first characteristic of the first service.
  var characteristic: CBMutableCharacteristic {
    services[0].characteristics![0] as! CBMutableCharacteristic
  }

  func add(_ service: CBMutableService) {
    services.append(service)
    manager.add(service)
  }

  func advertise(name: String? = nil, _ services: [String] = []) {
    var data: [String: Any] = [CBAdvertisementDataServiceUUIDsKey: services.uuids]
    data[CBAdvertisementDataLocalNameKey] = name
    manager.startAdvertising(data)
  }

  func update(_ value: Data, for centrals: [CBCentral]? = nil) -> Bool {
    manager.updateValue(value, for: characteristic, onSubscribedCentrals: centrals)
  }

  /// A service with one characteristic that has every property.
  static func service(_ uuid: String = "A100", _ characteristic: String = "A101")
    -> CBMutableService
  {
    let service = CBMutableService(type: CBUUID(string: uuid), primary: true)
    service.characteristics = [
      CBMutableCharacteristic(
        type: CBUUID(string: characteristic),
        properties: [.read, .write, .writeWithoutResponse, .notify], value: nil,
        permissions: [.readable, .writeable])
    ]
    return service
  }

  /// Publishes the service, advertises it, answers reads with 2A, and accepts every write.
  static let server: Reaction = { publisher, event in
    switch event {
    case .state(.poweredOn) where publisher.services.isEmpty:
      publisher.add(service())
      publisher.advertise(name: "Phone", ["A100"])
    case .read(let request):
      request.value = Data([0x2A])
      publisher.manager.respond(to: request, withResult: .success)
    case .write(let requests): publisher.manager.respond(to: requests[0], withResult: .success)
    default: break
    }
  }

  static func app(
    modes: [String] = ["bluetooth-peripheral"], restore: String? = nil,
    _ react: @escaping Reaction = server
  ) -> AppFixture {
    BluetoothApp.bare(named: "Publisher", modes: modes) { Publisher(restore: restore, react) }
  }

  // MARK: Callbacks

  func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
    happened("state \(peripheral.state.words)", .state(peripheral.state))
  }

  func peripheralManager(
    _ peripheral: CBPeripheralManager, willRestoreState dict: [String: Any]
  ) {
    services = dict[CBPeripheralManagerRestoredStateServicesKey] as? [CBMutableService] ?? []
    let subscribed = services.flatMap { $0.characteristics ?? [] }
      .count { !(($0 as? CBMutableCharacteristic)?.subscribedCentrals ?? []).isEmpty }
    let isAdvertising = dict[CBPeripheralManagerRestoredStateAdvertisementDataKey] != nil
    happened(
      "restore \(services.count) services, \(subscribed) subscribed, advertising \(isAdvertising)")
  }

  func peripheralManager(
    _ peripheral: CBPeripheralManager, didAdd service: CBService, error: (any Error)?
  ) {
    happened("added \(service.uuid.uuidString) \(code(error) ?? "well")")
  }

  func peripheralManagerDidStartAdvertising(
    _ peripheral: CBPeripheralManager, error: (any Error)?
  ) {
    happened("advertising \(code(error) ?? "well")")
  }

  func peripheralManager(
    _ peripheral: CBPeripheralManager, central: CBCentral,
    didSubscribeTo characteristic: CBCharacteristic
  ) {
    happened("subscribed", .subscribed(central))
  }

  func peripheralManager(
    _ peripheral: CBPeripheralManager, central: CBCentral,
    didUnsubscribeFrom characteristic: CBCharacteristic
  ) {
    happened("unsubscribed")
  }

  func peripheralManager(_ peripheral: CBPeripheralManager, didReceiveRead request: CBATTRequest) {
    happened("asked", .read(request))
  }

  func peripheralManager(
    _ peripheral: CBPeripheralManager, didReceiveWrite requests: [CBATTRequest]
  ) {
    happened("written \(requests.map { $0.value?.words ?? "" }.joined())", .write(requests))
  }

  func peripheralManagerIsReady(toUpdateSubscribers peripheral: CBPeripheralManager) {
    happened("ready to update")
  }

  func peripheralManager(
    _ peripheral: CBPeripheralManager, didPublishL2CAPChannel PSM: CBL2CAPPSM, error: (any Error)?
  ) {
    happened("published \(PSM) \(code(error) ?? "well")")
  }

  func peripheralManager(
    _ peripheral: CBPeripheralManager, didUnpublishL2CAPChannel PSM: CBL2CAPPSM, error: (any Error)?
  ) {
    happened("unpublished \(PSM) \(code(error) ?? "well")")
  }

  func peripheralManager(
    _ peripheral: CBPeripheralManager, didOpen channel: CBL2CAPChannel?, error: (any Error)?
  ) {
    happened(
      "opened \(channel?.psm ?? 0) \(code(error) ?? "well")", channel.map { .channel($0) } ?? .other
    )
  }
}
