/// An entry in the list of the services of a platform: how one of them is made for a device.
package struct ServiceEntry: Sendable {
  fileprivate let type: ObjectIdentifier
  fileprivate let make: @Sendable (Device) -> any SystemService

  /// - Parameter make: the initializer of the service, such as `MotionService.init`.
  package init<Owner: Device, Service: SystemService & SendableMetatype>(
    _ make: @escaping @Sendable (Owner) -> Service
  ) {
    type = ObjectIdentifier(Service.self)
    self.make = { device in
      guard let owner = device as? Owner else {
        preconditionFailure("\(Service.self) is listed for \(Swift.type(of: device))")
      }
      return make(owner)
    }
  }
}

/// The services of one device. Each is made when it is first needed, because some need others while they are
/// made.
struct ServiceTable {
  let declarations: [ServiceDeclaration]
  let entries: [ServiceEntry]
  /// Apart from the entries, because a search comes with each call of an app.
  let types: [ObjectIdentifier]
  var services: [(any SystemService)?]

  init(_ declarations: [ServiceDeclaration]) {
    self.declarations = declarations
    entries = declarations.flatMap(\.entries)
    types = entries.map(\.type)
    services = entries.map { _ in nil }
  }
}

extension Device {
  /// The service of a type. The device's platform must have it in its list.
  package final subscript<Service: SystemService>(_ type: Service.Type) -> Service {
    guard let place = table.types.firstIndex(of: ObjectIdentifier(type)) else {
      preconditionFailure("\(type) is not in the list of the services of \(name)")
    }
    return unsafeDowncast(service(at: place), to: Service.self)
  }

  fileprivate final func service(at place: Int) -> any SystemService {
    if let service = table.services[place] { return service }
    let service = table.entries[place].make(self)
    table.services[place] = service
    return service
  }

  /// Makes the services that were not needed yet, and lists all.
  final func makeServices() { services = table.entries.indices.map { service(at: $0) } }
}
