import YobanSimulatedOS

extension World {
  /// Adds an iPhone that is switched on, unlocked and on Wi-Fi.
  ///
  /// - Parameters:
  ///   - name: unique in the world; the trace uses it.
  ///   - version: from 6 to 18, and from 26 on.
  ///   - model: the model of the phone. Default: a model from the time of that version.
  ///   - change: changes the constants of the phone's services, such as `$0.bootDuration = .zero`.
  /// - Throws: `WorldError.nameIsTaken`, or `UnknownProfile` with the known versions and models.
  @discardableResult
  public func addPhone(
    _ name: String = "phone", iOS version: SystemVersion = 17, _ model: PhoneModel? = nil,
    change: (inout DeviceProfile) -> Void = { _ in }
  ) throws -> Phone {
    try addPhone(name, changed(.named(iOS: version.short, phone: model?.rawValue), change))
  }

  /// Adds an Apple Watch that is on a wrist and paired with a phone.
  ///
  /// - Parameters:
  ///   - name: unique in the world; the trace uses it.
  ///   - phone: an iPhone of this world without another watch; nil for a watch without a phone.
  ///   - version: from 3 to 11, and from 26 on.
  ///   - change: changes the constants of the watch's services.
  /// - Throws: `WorldError`, or `UnknownProfile`.
  @discardableResult
  public func addWatch(
    _ name: String = "watch", pairedWith phone: Phone?, watchOS version: SystemVersion = 10,
    change: (inout DeviceProfile) -> Void = { _ in }
  ) throws -> Watch {
    if let phone, let other = phone.counterpart {
      throw WorldError.isPaired(phone.name, with: other.name)
    }
    let watch = try addWatch(name, changed(.named(watchOS: version.short), change))
    if let phone { try pair(watch, with: phone) }
    return watch
  }

  /// Adds an Android phone that is switched on, unlocked and on Wi-Fi.
  ///
  /// - Parameters:
  ///   - name: unique in the world; the trace uses it.
  ///   - level: the API level, from 26 (Android 8) to 37 (Android 17).
  ///   - model: the maker of the phone, which may add restrictions to Android. Default: none.
  ///   - change: changes the constants of the phone's services.
  /// - Throws: `WorldError.nameIsTaken`, or `UnknownProfile`.
  @discardableResult
  public func addAndroidPhone(
    _ name: String = "phone", api level: Int = 34, _ model: AndroidModel = .stock,
    change: (inout DeviceProfile) -> Void = { _ in }
  ) throws -> AndroidPhone {
    try addAndroidPhone(name, changed(.named(api: "\(level)", model: model.rawValue), change))
  }

  private func changed(
    _ profile: DeviceProfile, _ change: (inout DeviceProfile) -> Void
  ) -> DeviceProfile {
    var profile = profile
    change(&profile)
    return profile
  }

  /// The findings so far, in order: mistakes of an app that the system does not report, and
  /// operations that the simulation could not perform as a device would.
  public var findings: [Finding] { trace.findings }
}
