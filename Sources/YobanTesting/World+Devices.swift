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
  ) throws -> Phone {
    try addPhone(name, .named(iOS: version.short, phone: model?.rawValue))
  }

  /// Adds an Apple Watch that is on a wrist and paired with a phone.
  ///
  /// - Parameters:
  ///   - phone: an iPhone of this world without another watch.
  ///   - version: from 3 to 11, and from 26 on.
  /// - Throws: `WorldError`, or `UnknownProfile`.
  @discardableResult
  public func addWatch(
    _ name: String = "watch", pairedWith phone: Phone, watchOS version: SystemVersion = 10
  ) throws -> Watch {
    if let other = phone.counterpart { throw WorldError.isPaired(phone.name, with: other.name) }
    let watch = try addWatch(name, .named(watchOS: version.short))
    try pair(watch, with: phone)
    return watch
  }

  /// The findings so far: mistakes of an app that the system does not report, in order.
  public var findings: [Finding] { trace.findings }
}
