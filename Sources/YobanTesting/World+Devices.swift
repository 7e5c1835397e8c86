import SimulatedOS

extension World {
  /// Adds an iPhone that is switched on, unlocked and on Wi-Fi.
  ///
  /// - Parameters:
  ///   - name: unique in the world; the trace uses it.
  ///   - version: from 6 to 18, and from 26 on.
  ///   - model: Default: a model of the time of that version.
  /// - Throws: `WorldError.nameIsTaken`, or `UnknownProfile`, which says which versions and models exist.
  @discardableResult
  public func addPhone(
    _ name: String = "phone", iOS version: SystemVersion = 17, _ model: PhoneModel? = nil
  ) throws -> Device {
    try add(name, .named(iOS: version.short, phone: model?.rawValue))
  }

  /// Adds an Apple Watch that is on a wrist and paired with a phone.
  ///
  /// - Parameters:
  ///   - phone: an iPhone of this world without another watch.
  ///   - version: from 3 to 11, and from 26 on.
  /// - Throws: `WorldError`, or `UnknownProfile`.
  @discardableResult
  public func addWatch(
    _ name: String = "watch", pairedWith phone: Device, watchOS version: SystemVersion = 10
  ) throws -> Device {
    guard phone.profile.platform == .iOS else { throw WorldError.notAPhone(phone.name) }
    if let other = phone.counterpart { throw WorldError.isPaired(phone.name, with: other.name) }
    let watch = try add(name, .named(watchOS: version.short))
    pair(watch, with: phone)
    return watch
  }

  private func add(_ name: String, _ profile: DeviceProfile) throws -> Device {
    guard !devices.contains(where: { $0.name == name }) else { throw WorldError.nameIsTaken(name) }
    return addDevice(name, profile)
  }

  /// The findings so far: mistakes of an app that the system does not report, in order.
  public var findings: [Finding] { trace.findings }
}

/// A device cannot be added to a world.
public enum WorldError: Error, Hashable, CustomStringConvertible {
  case nameIsTaken(String)
  case notAPhone(String)
  case isPaired(String, with: String)

  public var description: String {
    switch self {
    case .nameIsTaken(let name):
      "There is a device named \(name) in this world already: give the new one another name."
    case .notAPhone(let name): "\(name) is not an iPhone: a watch is paired with an iPhone."
    case .isPaired(let phone, let watch):
      "\(phone) is paired with \(watch): add another iPhone for another watch."
    }
  }
}
