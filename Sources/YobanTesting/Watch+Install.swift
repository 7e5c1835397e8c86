import SimulatedOS
import WatchKit

extension Watch {
  /// Installs a watch app with an empty container, from its delegate and its Info.plist.
  ///
  /// - Parameters:
  ///   - delegate: the class of the app's delegate; it may be marked `@main` in the app's own target.
  ///   - infoPlist: the keys of Info.plist that affect the system, such as `WKBackgroundModes` and
  ///     `WKCompanionAppBundleIdentifier`, which names the app on the phone.
  ///   - bundleIdentifier: Default: `CFBundleIdentifier`, or a name derived from the class.
  ///   - entitlements: the keys of the entitlements, such as `com.apple.developer.healthkit`.
  /// - Throws: `InstallError` if the app is already installed, or an error of Foundation if the container
  ///   cannot be created.
  public func install<Delegate: WKApplicationDelegate>(
    _ delegate: Delegate.Type, infoPlist: InfoPlist = InfoPlist(), bundleIdentifier: String? = nil,
    entitlements: [String] = []
  ) throws -> InstalledApp {
    try install(infoPlist, bundleIdentifier, entitlements, of: delegate) { delegate.main() }
  }

  /// Installs a watch app whose delegate the test creates, so that the test can pass values to it.
  ///
  /// - Parameter makeDelegate: creates the delegate; called in each launch, in the app's process. For the
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
