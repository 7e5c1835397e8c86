import Dispatch
import Foundation
import YobanVirtualTime

@testable import YobanAppleSystem
@testable import YobanSimulatedDevices
import YobanSimulatedOS

/// An app's peripheral manager, in place of Core Bluetooth's.
final class Publisher: PeripheralEventReceiver, @unchecked SimulationConfined {
  typealias Reaction = @Sendable (Publisher, PeripheralEvent) -> Void

  /// The launch, which owns this object.
  unowned let launch: TestLaunch
  private(set) var client: PeripheralClient!
  /// In the order in which they were added or restored.
  private(set) var services: [GATTService] = []
  private let react: Reaction

  @discardableResult
  init?(
    _ launch: TestLaunch, restore: String? = nil, _ react: @escaping Reaction = Publisher.server
  ) {
    self.launch = launch
    self.react = react
    let client = launch.device.bluetooth.openPeripheral(
      for: launch.process, restoreIdentifier: restore, showsPowerAlert: false, self)
    guard let client else { return nil }
    self.client = client
    launch.kept.append(self)
  }

  static var current: Publisher {
    TestLaunch.current.kept.lazy.compactMap { $0 as? Publisher }.first!
  }

  func received(_ event: PeripheralEvent) {
    DispatchQueue.main.async { [self] in
      print(event.words)
      switch event {
      case .added(let service, _, nil): services.append(service)
      case .willRestore(let restored): services = restored.services
      default: break
      }
      react(self, event)
    }
  }

  /// The handle of the first characteristic of the first service.
  var handle: AttributeHandle { services[0].characteristics[0].handle }

  func update(_ value: Data) -> Bool { client.updateValue(value, of: handle, for: nil) }

  /// A service with one characteristic that has every property.
  static let service = GATTService(
    "A100", [GATTCharacteristic("A101", [.read, .write, .writeWithoutResponse, .notify])])

  /// Publishes the service, advertises it, answers reads with 2A, and accepts every write.
  static let server: Reaction = { publisher, event in
    switch event {
    case .state(.poweredOn) where publisher.services.isEmpty:
      publisher.client.add(service, token: 1)
      publisher.client.startAdvertising(AdvertisingRequest(localName: "Phone", services: ["A100"]))
    case .read(let read):
      publisher.client.respond(to: read.request, value: Data([0x2A]), error: nil)
    case .write(_, let request):
      publisher.client.respond(to: request, value: nil, error: nil)
    default: break
    }
  }

  static func app(
    modes: [String] = ["bluetooth-peripheral"], restore: String? = nil,
    _ react: @escaping Reaction = server
  ) -> TestApp {
    BluetoothApp.bare(named: "Publisher", modes: modes).on(.didFinishLaunching) { launch in
      Publisher(launch, restore: restore, react)
    }
  }
}

extension PeripheralEvent {
  var words: String {
    func outcome(_ error: BluetoothError?) -> String { error?.code ?? "well" }
    return switch self {
    case .state(let state): "state \(state)"
    case .willRestore(let restored):
      "restore \(restored.services.count) services, \(restored.subscribers.count) subscribed, "
        + "advertising \(restored.advertising != nil)"
    case .added(_, let token, let error): "added \(token) \(outcome(error))"
    case .startedAdvertising(let error): "advertising \(outcome(error))"
    case .subscribed: "subscribed"
    case .unsubscribed: "unsubscribed"
    case .read: "asked"
    case .write(let writes, _): "written \(writes.map(\.value.words).joined())"
    case .readyToUpdateSubscribers: "ready to update"
    case .publishedChannel(let psm, let error): "published \(psm) \(outcome(error))"
    case .unpublishedChannel(let psm, let error): "unpublished \(psm) \(outcome(error))"
    case .openedChannel(let channel, let error): "opened \(channel?.psm ?? 0) \(outcome(error))"
    }
  }
}

/// Runs a scenario with two iPhones side by side: one publishes, the other searches for it.
@discardableResult
func withTwoPhones(
  seed: UInt64 = 1,
  _ scenario: @escaping @Sendable (_ publisher: Phone, _ central: Phone) async throws -> Void
) async throws -> World {
  let world = try World(seed: seed)
  try await world.run {
    let publisher = try world.addPhone("publisher", .iPhone(iOS: 17))
    try await scenario(publisher, try world.addPhone("central", .iPhone(iOS: 17)))
  }
  return world
}

extension World {
  /// The lines that the apps of one device printed.
  func output(of device: String) -> [String] {
    trace.events.compactMap { event in
      guard let line = event.kind.output, event.device == device else { return nil }
      return line
    }
  }
}
