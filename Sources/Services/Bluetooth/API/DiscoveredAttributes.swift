internal import YobanSimulatedApple

/// The attribute objects of one connection, by handle. A handle keeps its object for as long as the
/// attribute exists (BT20).
struct DiscoveredAttributes {
  private(set) var services: [AttributeHandle: CBService] = [:]
  private(set) var characteristics: [AttributeHandle: CBCharacteristic] = [:]
  private(set) var descriptors: [AttributeHandle: CBDescriptor] = [:]

  mutating func object(_ found: GATTService, of peripheral: CBPeripheral) -> CBService {
    if let known = services[found.handle] { return known }
    let service = CBService(
      CBUUID(found.uuid), isPrimary: found.isPrimary, handle: found.handle)
    service.peripheral = peripheral
    services[found.handle] = service
    return service
  }

  mutating func object(_ found: GATTCharacteristic, of service: CBService) -> CBCharacteristic {
    if let known = characteristics[found.handle] { return known }
    let characteristic = CBCharacteristic(
      CBUUID(found.uuid), .init(rawValue: found.properties.rawValue), handle: found.handle)
    characteristic.service = service
    characteristics[found.handle] = characteristic
    return characteristic
  }

  mutating func object(_ found: GATTDescriptor, of characteristic: CBCharacteristic)
    -> CBDescriptor
  {
    if let known = descriptors[found.handle] { return known }
    let descriptor = CBDescriptor(CBUUID(found.uuid), handle: found.handle)
    descriptor.characteristic = characteristic
    descriptors[found.handle] = descriptor
    return descriptor
  }

  /// Adds newly discovered characteristics to a service, in the order of the database.
  mutating func add(_ found: [GATTCharacteristic], to service: CBService) {
    service.held = merged(service.held, found.map { object($0, of: service) })
  }

  mutating func add(_ found: [GATTDescriptor], to characteristic: CBCharacteristic) {
    characteristic.held = merged(characteristic.held, found.map { object($0, of: characteristic) })
  }

  /// Removes a service with everything in it. Its objects are stale after this call.
  mutating func remove(_ handle: AttributeHandle) -> CBService? {
    guard let service = services.removeValue(forKey: handle) else { return nil }
    for characteristic in service.held ?? [] {
      characteristics[characteristic.handle] = nil
      for descriptor in characteristic.held ?? [] { descriptors[descriptor.handle] = nil }
    }
    return service
  }

  private func merged<Attribute: CBAttribute>(_ before: [Attribute]?, _ found: [Attribute])
    -> [Attribute]
  {
    let before = before ?? []
    let new = found.filter { attribute in !before.contains { $0 === attribute } }
    return (before + new).sorted { $0.handle < $1.handle }
  }
}
