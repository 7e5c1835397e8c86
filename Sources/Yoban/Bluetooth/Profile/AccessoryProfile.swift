import Foundation

/// One service that an app uses, and the characteristics that it uses.
public struct ServiceProfile: Sendable {
  public let identifier: AttributeIdentifier
  private(set) var characteristics: [CharacteristicProfile] = []

  /// Traps when the characteristics belong to different services, or one is given twice.
  public init<First, each Other>(
    _ first: Characteristic<First>, _ others: repeat Characteristic<each Other>
  ) {
    identifier = first.path.service
    add(first)
    for other in repeat each others { add(other) }
  }

  /// The same service as an optional part: an accessory without it is not a problem.
  public var optional: ServiceProfile {
    var profile = self
    for index in characteristics.indices {
      profile.characteristics[index].uses.insert(.isOptional)
    }
    return profile
  }

  /// Whether a missing service is a problem.
  var isRequired: Bool { characteristics.contains { !$0.uses.contains(.isOptional) } }

  private mutating func add(_ characteristic: Characteristic<some CharacteristicValue>) {
    let path = characteristic.path
    precondition(
      path.service == identifier, "\(path) belongs to another service than \(identifier)")
    precondition(!characteristics.contains { $0.path == path }, "\(path) is listed twice")
    characteristics.append(CharacteristicProfile(characteristic))
  }
}

/// A kind of accessory: how to recognize it, and the services that the app uses.
///
/// ```swift
/// let strap = AccessoryProfile(
///   name: "chest strap", advertises: ["180D"],
///   services: [.heartRate, .battery.optional, .deviceInformation],
///   accepts: { $0.localName != nil })
/// ```
public struct AccessoryProfile: Sendable {
  /// A readable name, for users and logs.
  public let name: String
  /// The services to scan for; at least one, because a scan without services finds nothing in
  /// the background (BT5).
  public let advertises: [AttributeIdentifier]
  public let services: [ServiceProfile]
  /// Returns whether a discovered accessory is of this kind.
  public let accepts: @Sendable (Advertisement) -> Bool

  /// Traps when no advertised service is given, or a service is given twice.
  public init(
    name: String, advertises: [AttributeIdentifier], services: [ServiceProfile],
    accepts: @escaping @Sendable (Advertisement) -> Bool = { _ in true }
  ) {
    precondition(!advertises.isEmpty, "a scan without services finds nothing in background (BT5)")
    precondition(
      Set(services.map(\.identifier)).count == services.count, "a service is listed twice")
    self.name = name
    self.advertises = advertises
    self.services = services
    self.accepts = accepts
  }

  /// Every characteristic, in the order of the services.
  var characteristics: [CharacteristicProfile] { services.flatMap(\.characteristics) }
}
