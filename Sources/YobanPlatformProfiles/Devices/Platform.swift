/// A family of operating systems.
public enum Platform: String, Sendable, Hashable, CaseIterable {
  case iOS
  case watchOS
  /// Its versions are API levels, such as 34.
  case android = "Android"

  /// The versions that have a column in the table of profiles; each of them changed some behavior.
  public var profiledVersions: [SystemVersion] {
    switch self {
    case .iOS: SystemVersion.profiled
    case .watchOS: [3, 4, 5, 8, 9, 10, 26]
    case .android: [26, 28, 29, 31, 33, 34, 35, 36]
    }
  }
}

extension SystemVersion {
  /// Returns the iOS version of the same autumn as a watchOS version: seven higher up to watchOS
  /// 11, the same from 26 on.
  public static func iOS(of watchOS: SystemVersion) -> SystemVersion {
    watchOS >= 26 ? watchOS : SystemVersion(watchOS.major + 7, watchOS.minor)
  }
}

/// The device model.
public enum Hardware: Sendable, Hashable {
  case phone(PhoneModel)
  case watch(WatchModel)
  case android(AndroidModel)

  /// The name of the model, such as `iPhone 12`.
  public var name: String {
    switch self {
    case .phone(let model): model.rawValue
    case .watch(let model): model.rawValue
    case .android(let model): model.rawValue
    }
  }
}

/// An Apple Watch model that can be simulated.
public enum WatchModel: String, Sendable, Hashable, CaseIterable {
  case series3 = "Apple Watch Series 3"
  case series4 = "Apple Watch Series 4"
  case series6 = "Apple Watch Series 6"
  case series9 = "Apple Watch Series 9"
  case series10 = "Apple Watch Series 10"
  case ultra = "Apple Watch Ultra"

  /// The identifier of the model, of the smaller case and without mobile network where there are several.
  public var machine: String {
    switch self {
    case .series3: "Watch3,3"
    case .series4: "Watch4,1"
    case .series6: "Watch6,1"
    case .series9: "Watch7,3"
    case .series10: "Watch7,8"
    case .ultra: "Watch6,18"
    }
  }

  /// The versions of watchOS that run on the model; the newest models run every later version.
  public var versions: ClosedRange<SystemVersion> {
    switch self {
    case .series3: 3...8.8
    case .series4: 5...10.6
    case .series6: 7..."26.99"
    case .series9: 10..."99.99"
    case .series10: 11..."99.99"
    case .ultra: 9..."99.99"
    }
  }

  /// The versions as text, such as `5 to 10.6`.
  public var versionsInWords: String {
    let last = versions.upperBound
    if last.major == 99 { return "\(versions.lowerBound.short) and later" }
    return
      "\(versions.lowerBound.short) to \(last.minor == 99 ? "\(last.major)" : last.short)"
  }

  /// Returns a model that was common when the version was new.
  package static func common(in version: SystemVersion) -> WatchModel {
    switch version {
    case ..<5: .series3
    case ..<7: .series4
    case ..<10: .series6
    default: .series9
    }
  }
}

/// An Android phone model that can be simulated. The models differ in how their manufacturer treats
/// background apps (AN10).
public enum AndroidModel: String, Sendable, Hashable, CaseIterable {
  /// Android as the Android Open Source Project publishes it.
  case stock
  /// A system that ends foreground services after a while and treats a swipe as a force stop.
  case aggressive
  // These do what developers report about the phones of the maker. A phone or a version may be better, or worse.
  case asus, huawei, nokia, oneplus, oppo, samsung, vivo, xiaomi

  public var inWords: String {
    switch self {
    case .stock: "Android as the project publishes it"
    case .aggressive: "ends foreground services after a while; a swipe is a force stop (AN10)"
    case .asus: "ends apps when the screen turns off; starts no app without its permission (AN10)"
    case .huawei:
      "ends foreground services after an hour, whatever the user sets; starts no app without its permission (AN10)"
    case .nokia:
      "with Android 8 ends apps after 20 minutes with the screen off, whatever the user sets (AN10)"
    case .oneplus: "a swipe is a force stop; starts no app without its permission (AN10)"
    case .oppo: "ends apps when the screen turns off; starts no app without its permission (AN10)"
    case .samsung:
      "ends apps that were not opened for 16 days; Android 11 to 13: ignores wake locks in the dark (AN10)"
    case .vivo: "starts no app without its permission (AN10)"
    case .xiaomi: "a swipe is a force stop; starts no app without its permission (AN10)"
    }
  }
}
