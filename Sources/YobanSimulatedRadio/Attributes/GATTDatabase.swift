import Foundation

/// The number of an attribute in a GATT database, as in the Attribute Protocol: 1 to 65,535.
public typealias AttributeHandle = UInt16

/// A service with its characteristics. The database assigns the handles when the service is added.
public struct GATTService: Sendable, Hashable {
  public internal(set) var handle: AttributeHandle = 0
  public var uuid: BluetoothUUID
  public var isPrimary: Bool
  public var characteristics: [GATTCharacteristic]
  /// The UUIDs of included services of the same database.
  public var includes: [BluetoothUUID]

  public init(
    _ uuid: BluetoothUUID, isPrimary: Bool = true, includes: [BluetoothUUID] = [],
    _ characteristics: [GATTCharacteristic]
  ) {
    self.uuid = uuid
    self.isPrimary = isPrimary
    self.includes = includes
    self.characteristics = characteristics
  }
}

public struct GATTCharacteristic: Sendable, Hashable {
  /// The handle of the value.
  public internal(set) var handle: AttributeHandle = 0
  public var uuid: BluetoothUUID
  public var properties: Properties
  public var permissions: Permissions
  public var descriptors: [GATTDescriptor]
  /// The value that a read returns if no handler answers it.
  public var value: Data?

  /// - Parameter permissions: nil for the permissions that the properties need, without encryption.
  public init(
    _ uuid: BluetoothUUID, _ properties: Properties, permissions: Permissions? = nil,
    value: Data? = nil, descriptors: [GATTDescriptor] = []
  ) {
    self.uuid = uuid
    self.properties = properties
    self.permissions = permissions ?? properties.permissions
    self.value = value
    self.descriptors = descriptors
  }

  /// The properties of a characteristic, with the same bits as `CBCharacteristicProperties`.
  public struct Properties: OptionSet, Sendable, Hashable {
    public var rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let broadcast = Properties(rawValue: 0x01)
    public static let read = Properties(rawValue: 0x02)
    public static let writeWithoutResponse = Properties(rawValue: 0x04)
    public static let write = Properties(rawValue: 0x08)
    public static let notify = Properties(rawValue: 0x10)
    public static let indicate = Properties(rawValue: 0x20)
    public static let authenticatedSignedWrites = Properties(rawValue: 0x40)
    public static let extendedProperties = Properties(rawValue: 0x80)
    public static let notifyEncryptionRequired = Properties(rawValue: 0x100)
    public static let indicateEncryptionRequired = Properties(rawValue: 0x200)

    /// Whether centrals can subscribe to the value.
    var canNotify: Bool {
      !isDisjoint(with: [
        .notify, .indicate, .notifyEncryptionRequired, .indicateEncryptionRequired,
      ])
    }
    /// Whether values are sent as indications. Notifications are preferred if both are offered
    /// (BT23).
    var usesIndications: Bool { isDisjoint(with: [.notify, .notifyEncryptionRequired]) }
    var needsEncryptionToSubscribe: Bool {
      !isDisjoint(with: [.notifyEncryptionRequired, .indicateEncryptionRequired])
    }

    fileprivate var permissions: Permissions {
      var permissions: Permissions = []
      if contains(.read) { permissions.insert(.readable) }
      if !isDisjoint(with: [.write, .writeWithoutResponse]) { permissions.insert(.writeable) }
      return permissions
    }
  }

  /// The permissions of a characteristic, with the same bits as `CBAttributePermissions`.
  public struct Permissions: OptionSet, Sendable, Hashable {
    public var rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let readable = Permissions(rawValue: 0x01)
    public static let writeable = Permissions(rawValue: 0x02)
    public static let readEncryptionRequired = Permissions(rawValue: 0x04)
    public static let writeEncryptionRequired = Permissions(rawValue: 0x08)
  }
}

public struct GATTDescriptor: Sendable, Hashable {
  public internal(set) var handle: AttributeHandle = 0
  public var uuid: BluetoothUUID
  public var value: Data
  public var isWriteable: Bool

  public init(_ uuid: BluetoothUUID, value: Data, isWriteable: Bool = false) {
    self.uuid = uuid
    self.value = value
    self.isWriteable = isWriteable
  }
}

/// The attributes of one accessory or phone, by handle. The type has no side effects.
public struct GATTDatabase: Sendable, Hashable {
  public private(set) var services: [GATTService] = []
  private var lastHandle: AttributeHandle = 0
  /// The position of each characteristic and descriptor, by handle.
  private var places: [AttributeHandle: Place] = [:]

  private struct Place: Hashable {
    var service: Int
    var characteristic: Int
    var descriptor: Int?
  }

  public init(_ services: [GATTService] = []) {
    for service in services { add(service) }
  }

  /// Appends a service with new handles. Handles of removed services are not used again.
  ///
  /// A characteristic that can notify gets a Client Characteristic Configuration descriptor.
  /// - Returns: the service with its handles.
  @discardableResult
  public mutating func add(_ service: GATTService) -> GATTService {
    var service = service
    service.handle = nextHandle()
    for c in service.characteristics.indices {
      _ = nextHandle()  // the handle of the declaration
      service.characteristics[c].handle = nextHandle()
      if service.characteristics[c].properties.canNotify,
        !service.characteristics[c].descriptors.contains(where: {
          $0.uuid == .clientCharacteristicConfiguration
        })
      {
        service.characteristics[c].descriptors.append(
          GATTDescriptor(.clientCharacteristicConfiguration, value: Data([0, 0])))
      }
      for d in service.characteristics[c].descriptors.indices {
        service.characteristics[c].descriptors[d].handle = nextHandle()
      }
    }
    services.append(service)
    index()
    return service
  }

  /// Removes a service. Returns false if there is none with this handle.
  @discardableResult
  public mutating func remove(_ handle: AttributeHandle) -> Bool {
    guard let i = services.firstIndex(where: { $0.handle == handle }) else { return false }
    services.remove(at: i)
    index()
    return true
  }

  public func service(_ handle: AttributeHandle) -> GATTService? {
    services.first { $0.handle == handle }
  }

  public func characteristic(_ handle: AttributeHandle) -> GATTCharacteristic? {
    guard let place = places[handle], place.descriptor == nil else { return nil }
    return services[place.service].characteristics[place.characteristic]
  }

  public func descriptor(_ handle: AttributeHandle) -> GATTDescriptor? {
    guard let place = places[handle], let d = place.descriptor else { return nil }
    return services[place.service].characteristics[place.characteristic].descriptors[d]
  }

  /// Returns the first characteristic with a UUID, in the order of the services.
  public func characteristic(with uuid: BluetoothUUID) -> GATTCharacteristic? {
    for service in services {
      if let found = service.characteristics.first(where: { $0.uuid == uuid }) { return found }
    }
    return nil
  }

  package func offers(anyOf wanted: [BluetoothUUID]) -> Bool {
    services.contains { wanted.contains($0.uuid) }
  }

  mutating func setValue(_ value: Data, of handle: AttributeHandle) {
    guard let place = places[handle] else { return }
    if let d = place.descriptor {
      services[place.service].characteristics[place.characteristic].descriptors[d].value = value
    } else {
      services[place.service].characteristics[place.characteristic].value = value
    }
  }

  private mutating func nextHandle() -> AttributeHandle {
    precondition(lastHandle < .max, "a GATT database has at most 65,535 attributes")
    lastHandle += 1
    return lastHandle
  }

  private mutating func index() {
    places.removeAll()
    for (s, service) in services.enumerated() {
      for (c, characteristic) in service.characteristics.enumerated() {
        places[characteristic.handle] = Place(service: s, characteristic: c, descriptor: nil)
        for (d, descriptor) in characteristic.descriptors.enumerated() {
          places[descriptor.handle] = Place(service: s, characteristic: c, descriptor: d)
        }
      }
    }
  }
}
