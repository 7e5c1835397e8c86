import Foundation
internal import YobanSimulatedApple

/// The services of one peripheral manager, in the order in which they were added, and by handle.
struct PublishedServices {
  private(set) var services: [CBMutableService] = []
  private(set) var characteristics: [AttributeHandle: CBMutableCharacteristic] = [:]
  /// Services that were added but have no response yet, by token.
  private var waiting: [Int: CBMutableService] = [:]
  private var lastToken = 0

  func contains(_ service: CBService) -> Bool { services.contains { $0 === service } }

  /// Stores a service and returns its token, which identifies the service in the response.
  mutating func add(_ service: CBMutableService) -> Int {
    services.append(service)
    lastToken += 1
    waiting[lastToken] = service
    return lastToken
  }

  /// Assigns the handles from the response. Returns nil if the service was removed in the meantime.
  mutating func answered(_ token: Int, _ added: GATTService, isAdded: Bool) -> CBMutableService? {
    guard let service = waiting.removeValue(forKey: token) else { return nil }
    if isAdded { publish(service, as: added) } else { services.removeAll { $0 === service } }
    return service
  }

  /// Creates the objects of a service from the previous launch.
  mutating func restore(_ found: GATTService) -> CBMutableService {
    let service = CBMutableService(found)
    services.append(service)
    publish(service, as: found)
    return service
  }

  mutating func remove(_ service: CBMutableService) {
    services.removeAll { $0 === service }
    waiting = waiting.filter { $0.value !== service }
    service.handle = 0
    for characteristic in service.held ?? [] { characteristics[characteristic.handle] = nil }
  }

  mutating func removeAll() {
    for service in services { service.handle = 0 }
    services.removeAll()
    characteristics.removeAll()
    waiting.removeAll()
  }

  /// Removes all subscribers and all services without a response, because Bluetooth was switched
  /// off.
  mutating func poweredOff() {
    for characteristic in characteristics.values { characteristic.subscribers.removeAll() }
    for service in waiting.values { remove(service) }
  }

  private mutating func publish(_ service: CBMutableService, as added: GATTService) {
    service.handle = added.handle
    for (characteristic, part) in zip(service.held ?? [], added.characteristics) {
      characteristic.handle = part.handle
      for (descriptor, published) in zip(characteristic.held ?? [], part.descriptors) {
        descriptor.handle = published.handle
      }
      if let characteristic = characteristic as? CBMutableCharacteristic {
        characteristics[part.handle] = characteristic
      }
    }
  }
}

extension CBMutableService {
  /// The definition that the system receives.
  var definition: GATTService {
    GATTService(
      uuid.value, isPrimary: isPrimary, includes: (included ?? []).map(\.uuid.value),
      (held ?? []).map { characteristic in
        GATTCharacteristic(
          characteristic.uuid.value, .init(rawValue: characteristic.properties.rawValue),
          permissions: .init(
            rawValue: (characteristic as? CBMutableCharacteristic)?.permissions.rawValue ?? 0),
          value: characteristic.value,
          descriptors: (characteristic.held ?? []).map {
            GATTDescriptor($0.uuid.value, value: $0.bytes)
          })
      })
  }

  /// Creates the objects of a service that was published in the previous launch.
  convenience init(_ found: GATTService) {
    self.init(type: CBUUID(found.uuid), primary: found.isPrimary)
    characteristics = found.characteristics.map { part in
      let characteristic = CBMutableCharacteristic(
        type: CBUUID(part.uuid), properties: .init(rawValue: part.properties.rawValue),
        value: part.value, permissions: .init(rawValue: part.permissions.rawValue))
      // The system adds the Client Characteristic Configuration itself; it is not one of the app's.
      let own = part.descriptors.filter { $0.uuid != "2902" }
      if !own.isEmpty {
        characteristic.descriptors = own.map { published in
          let descriptor = CBMutableDescriptor(type: CBUUID(published.uuid), value: nil)
          descriptor.value = descriptor.typed(published.value)
          return descriptor
        }
      }
      return characteristic
    }
  }
}
