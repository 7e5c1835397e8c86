import YobanPlatformProfiles

/// The restrictions that the maker of a phone adds to Android to save power (AN10). Most makers do not document them.
///
/// The maker ends an app as a force stop does: nothing starts it until the user opens it (AN18). A user protects an
/// app in the maker's settings: `AndroidPhone.setProtectedFromMaker`.
public struct MakerRestrictions: OptionSet, Sendable, Hashable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// A foreground service, and with it the app, ends `AndroidPolicy.makerServiceLimit` after the app left the screen.
  public static let endsServices = Self(rawValue: 1 << 0)
  /// A swipe from the recent apps is a force stop.
  public static let stopsOnSwipe = Self(rawValue: 1 << 1)
  /// An app ends that was not opened for `AndroidPolicy.makerSleepAfter`.
  public static let putsToSleep = Self(rawValue: 1 << 2)
  /// The apps in background end when the screen turns off.
  public static let endsAtScreenOff = Self(rawValue: 1 << 3)
  /// The apps in background end when the screen has been off for `AndroidPolicy.makerDarkLimit`.
  public static let endsInTheDark = Self(rawValue: 1 << 4)
  /// The system does not start the process of an app for a broadcast, an alarm, a job or the restart of a service.
  public static let needsAutostart = Self(rawValue: 1 << 5)
  /// Wake locks do not count while the screen is off, if `AndroidPolicy.makerWithholdsWakeLocks` says so.
  public static let withholdsWakeLocks = Self(rawValue: 1 << 6)
  /// No setting protects an app.
  public static let cannotBeLifted = Self(rawValue: 1 << 7)
  /// An app ends that was not opened for `AndroidPolicy.makerDeepSleepAfter`.
  public static let sleepsDeeply = Self(rawValue: 1 << 8)

  /// The restrictions on the phones of a maker, as AN10 reports them.
  public init(of model: AndroidModel) {
    self =
      switch model {
      case .stock: []
      case .aggressive: [.endsServices, .stopsOnSwipe, .putsToSleep]
      case .asus: [.endsAtScreenOff, .needsAutostart]
      case .huawei: [.endsServices, .needsAutostart, .cannotBeLifted]
      case .nokia: [.endsInTheDark, .cannotBeLifted]
      case .oneplus: [.stopsOnSwipe, .needsAutostart]
      case .oppo: [.endsAtScreenOff, .needsAutostart]
      case .samsung: [.sleepsDeeply, .withholdsWakeLocks]
      case .vivo: [.needsAutostart]
      case .xiaomi: [.stopsOnSwipe, .needsAutostart]
      }
  }
}
