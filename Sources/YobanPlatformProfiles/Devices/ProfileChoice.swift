import YobanVirtualTime

/// An error that says why no profile exists for a version and a model, and lists the alternatives.
public struct UnknownProfile: Error, Sendable, Hashable, CustomStringConvertible {
  public let description: String
}

extension DeviceProfile {
  /// Returns the profile of an iOS version and a phone, both written as people write them.
  ///
  /// - Parameters:
  ///   - version: such as `15.1`; from 6 to 18, and from 26 on.
  ///   - phone: such as `iPhone 12`, in any case; nil for a phone of the time of that version.
  /// - Throws: `UnknownProfile`, which lists the alternatives.
  public static func named(
    iOS version: String, phone: String? = nil
  ) throws(UnknownProfile) -> DeviceProfile {
    guard let known = SystemVersion(version), known >= 6, known.exists(jumpingFrom: 18) else {
      let listed = SystemVersion.profiled.map(\.short).joined(separator: ", ")
      throw UnknownProfile(
        description:
          "There is no profile of iOS \(version). There is one for every version from 6 to 18 and from 26 on, such as \(listed)."
      )
    }
    guard let phone else { return .iPhone(iOS: known) }
    guard
      let model = PhoneModel.allCases.first(where: {
        $0.rawValue.lowercased() == phone.lowercased()
      })
    else {
      let listed = PhoneModel.allCases.map { "\($0.rawValue) (iOS \($0.versionsInWords))" }
      throw UnknownProfile(
        description: "There is no phone \(phone). There are: \(listed.joined(separator: ", ")).")
    }
    guard model.versions.contains(known) else {
      let fitting = PhoneModel.allCases.filter { $0.versions.contains(known) }
      throw UnknownProfile(
        description:
          "The \(model.rawValue) runs iOS \(model.versionsInWords), not \(known.short). Phones with iOS \(known.short): \(fitting.map(\.rawValue).joined(separator: ", "))."
      )
    }
    return .iPhone(iOS: known, model)
  }
}

extension DeviceProfile {
  /// Returns the profile of a watchOS version and a watch, both written as people write them.
  ///
  /// - Parameters:
  ///   - version: such as `10`; from 3 to 11, and from 26 on.
  ///   - watch: such as `Apple Watch Series 9` or `Series 9`, in any case; nil for a watch of the
  ///     time of that version.
  /// - Throws: `UnknownProfile`, which lists the alternatives.
  public static func named(
    watchOS version: String, watch: String? = nil
  ) throws(UnknownProfile) -> DeviceProfile {
    guard let known = SystemVersion(version), known >= 3, known.exists(jumpingFrom: 11) else {
      throw UnknownProfile(
        description:
          "There is no profile of watchOS \(version). There is one for every version from 3 to 11 and from 26 on."
      )
    }
    guard let watch else { return .watch(watchOS: known) }
    let wanted = watch.lowercased()
    guard
      let model = WatchModel.allCases.first(where: {
        let name = $0.rawValue.lowercased()
        return name == wanted || name == "apple watch \(wanted)"
      }), model.versions.contains(known)
    else {
      let listed = WatchModel.allCases.map { "\($0.rawValue) (watchOS \($0.versionsInWords))" }
      throw UnknownProfile(
        description:
          "There is no \(watch) with watchOS \(known.short). There are: \(listed.joined(separator: ", "))."
      )
    }
    return .watch(watchOS: known, model)
  }

  /// Returns the profile of an API level and an Android phone.
  ///
  /// - Parameters:
  ///   - level: the API level, from 26 to 37.
  ///   - model: the name of an `AndroidModel`, such as `stock` or `xiaomi`; nil for stock.
  /// - Throws: `UnknownProfile`, which lists the alternatives.
  public static func named(
    api level: String, model: String? = nil
  ) throws(UnknownProfile) -> DeviceProfile {
    guard let number = Int(level), androidLevels.contains(number) else {
      let known = "\(androidLevels.lowerBound) to \(androidLevels.upperBound)"
      throw UnknownProfile(
        description: "There is no profile of API level \(level). There is one for \(known).")
    }
    guard let model else { return .android(api: number) }
    guard let maker = AndroidModel(rawValue: model.lowercased()) else {
      let listed = AndroidModel.allCases.map(\.rawValue).joined(separator: ", ")
      throw UnknownProfile(description: "There is no Android phone \(model). There are: \(listed).")
    }
    return .android(api: number, maker)
  }
}

extension SystemVersion {
  /// The major version after the jump of Apple's numbers in 2025.
  private static let afterJump = 26

  /// Whether the version of Apple's system exists, whose numbers jumped in 2025.
  ///
  /// - Parameter last: the last major version before the jump.
  fileprivate func exists(jumpingFrom last: Int) -> Bool {
    !(last + 1..<Self.afterJump).contains(major)
  }

  /// Reports a mistake if the version of Apple's system never existed.
  ///
  /// - Returns: the version, or the last one before the jump.
  func existing(of system: String, jumpsFrom last: Int) -> SystemVersion {
    if exists(jumpingFrom: last) { return self }
    Misuse.report(
      "There is no \(system) \(short): Apple's numbers jump from \(last) to \(Self.afterJump).")
    return SystemVersion(last)
  }
}

extension PhoneModel {
  /// The iOS versions of the phone that have profiles, such as `14.1 to 26`.
  public var versionsInWords: String {
    let first = max(versions.lowerBound, 6).short
    let last = versions.upperBound
    if last.major == 99 { return "\(first) and later" }
    return "\(first) to \(last.minor == 99 ? "\(last.major)" : last.short)"
  }
}
