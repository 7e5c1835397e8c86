import SimulatedOS
import WatchKit

extension Watch {
  /// Installs a watch app with an empty container, from its delegate and its Info.plist.
  ///
  /// - Parameters:
  ///   - delegate: the class that is the app's delegate; marked `@main` in the app's own target or not.
  ///   - infoPlist: the keys that the system acts on, such as `WKBackgroundModes` and
  ///     `WKCompanionAppBundleIdentifier`, which names the app on the phone.
  ///   - bundleIdentifier: Default: `CFBundleIdentifier`, or a name made from the class.
  ///   - entitlements: the keys of the entitlements, such as `com.apple.developer.healthkit`.
  /// - Throws: `InstallError` if the watch has the app already, or what Foundation throws if the
  ///   container cannot be made.
  public func install<Delegate: WKApplicationDelegate>(
    _ delegate: Delegate.Type, infoPlist: InfoPlist = InfoPlist(), bundleIdentifier: String? = nil,
    entitlements: [String] = []
  ) throws -> InstalledApp {
    try install(infoPlist, bundleIdentifier, entitlements, of: delegate) { delegate.main() }
  }

  /// Installs a watch app whose delegate the test makes, so that it can be given what the test knows.
  ///
  /// - Parameter makeDelegate: makes the delegate; called in each launch, in the app's process. For the
  ///   other parameters see `install(_:infoPlist:bundleIdentifier:entitlements:)`.
  public func install<Delegate: WKApplicationDelegate>(
    infoPlist: InfoPlist = InfoPlist(), bundleIdentifier: String? = nil,
    entitlements: [String] = [],
    delegate makeDelegate: @escaping @MainActor @Sendable () -> Delegate
  ) throws -> InstalledApp {
    try install(infoPlist, bundleIdentifier, entitlements, of: Delegate.self) {
      WKApplicationMain(delegate: makeDelegate)
    }
  }

  /// Touches a control of the watch app: runs the body with the app's delegate, in the app's process.
  /// Returns when the body has run or the process has ended.
  ///
  /// Does nothing if the app does not run. Records an issue if its delegate has another class.
  public func touch<Delegate: WKApplicationDelegate>(
    _ app: InstalledApp, _ control: String,
    _ body: @escaping @MainActor @Sendable (Delegate) -> Void
  ) async {
    await touch(app, control, delegate: { WKApplication.shared().delegate }, body)
  }
}
