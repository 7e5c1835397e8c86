/// Why there is no profile of a version and a phone, with what there is.
public struct UnknownProfile: Error, Sendable, Hashable, CustomStringConvertible {
  public let description: String
}

extension DeviceProfile {
  /// The profile of a version and a phone as people write them.
  ///
  /// - Parameters:
  ///   - version: such as `15.1`; from 6 to 18, and from 26 on.
  ///   - phone: such as `iPhone 12`, in any case; nil: one of the time of that version.
  /// - Throws: what there is instead.
  public static func named(
    iOS version: String, phone: String? = nil
  ) throws(UnknownProfile) -> DeviceProfile {
    guard let known = SystemVersion(version), known.exists else {
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
  /// The profile of a watch as people write it.
  ///
  /// - Parameters:
  ///   - version: such as `10`; from 3 to 11, and from 26 on.
  ///   - watch: such as `Apple Watch Series 9` or `Series 9`, in any case; nil: one of the time.
  /// - Throws: what there is instead.
  public static func named(
    watchOS version: String, watch: String? = nil
  ) throws(UnknownProfile) -> DeviceProfile {
    guard let known = SystemVersion(version), known >= 3, !(12..<26).contains(known) else {
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
          "There is no \(watch) with watchOS \(known.short). There are: \(listed.joined(separator: ", ")).")
    }
    return .watch(watchOS: known, model)
  }

  /// The profile of an Android phone as people write it.
  ///
  /// - Parameters:
  ///   - level: the API level, from 26 to 36.
  ///   - model: `stock` or `aggressive`; nil: stock.
  /// - Throws: what there is instead.
  public static func named(
    api level: String, model: String? = nil
  ) throws(UnknownProfile) -> DeviceProfile {
    guard let number = Int(level), (26...36).contains(number) else {
      throw UnknownProfile(
        description: "There is no profile of API level \(level). There is one for 26 to 36.")
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
  /// Whether there is a profile of it: Apple went from 18 to 26.
  fileprivate var exists: Bool { self >= 6 && !(19..<26).contains(self) }
}

extension PhoneModel {
  /// Such as `14.1 to 26`, as far as there are profiles.
  public var versionsInWords: String {
    let first = max(versions.lowerBound, 6).short
    let last = versions.upperBound
    if last.major == 99 { return "\(first) and later" }
    return "\(first) to \(last.minor == 99 ? "\(last.major)" : last.short)"
  }
}
