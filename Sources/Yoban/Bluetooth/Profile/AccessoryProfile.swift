import Foundation

/// One service that an app uses, and which of its characteristics.
public struct ServiceProfile: Sendable {
  public let identifier: AttributeIdentifier
  private(set) var characteristics: [CharacteristicProfile] = []

  /// Traps when the characteristics are of different services, or one is there twice.
  public init<First, each Other>(
    _ first: Characteristic<First>, _ others: repeat Characteristic<each Other>
  ) {
    identifier = first.path.service
    add(first)
    for other in repeat each others { add(other) }
  }

  /// The same service, and it is no problem if the accessory has nothing of it.
  public var optional: ServiceProfile {
    var profile = self
    for index in characteristics.indices {
      profile.characteristics[index].uses.insert(.isOptional)
    }
    return profile
  }

  /// Whether an accessory without this service lacks something.
  var isRequired: Bool { characteristics.contains { !$0.uses.contains(.isOptional) } }

  private mutating func add(_ characteristic: Characteristic<some CharacteristicValue>) {
    let path = characteristic.path
    precondition(path.service == identifier, "\(path) is of another service than \(identifier)")
    precondition(!characteristics.contains { $0.path == path }, "\(path) is there twice")
    characteristics.append(CharacteristicProfile(characteristic))
  }
}

/// What an accessory is: how to tell it from others, and what the app uses of it.
///
/// ```swift
/// let strap = AccessoryProfile(
///   name: "chest strap", advertises: ["180D"],
///   services: [.heartRate, .battery.optional, .deviceInformation],
///   accepts: { $0.localName != nil })
/// ```
public struct AccessoryProfile: Sendable {
  /// For people and logs.
  public let name: String
  /// The services that are scanned for; at least one, or nothing is found in background (BT5).
  public let advertises: [AttributeIdentifier]
  public let services: [ServiceProfile]
  /// Whether an accessory that was found is one that the app means.
  public let accepts: @Sendable (Advertisement) -> Bool

  /// Traps when no advertised service is given, or a service is there twice.
  public init(
    name: String, advertises: [AttributeIdentifier], services: [ServiceProfile],
    accepts: @escaping @Sendable (Advertisement) -> Bool = { _ in true }
  ) {
    precondition(!advertises.isEmpty, "a scan without services finds nothing in background (BT5)")
    precondition(
      Set(services.map(\.identifier)).count == services.count, "a service is there twice")
    self.name = name
    self.advertises = advertises
    self.services = services
    self.accepts = accepts
  }

  /// Every characteristic, in the order of the services.
  var characteristics: [CharacteristicProfile] { services.flatMap(\.characteristics) }
}
