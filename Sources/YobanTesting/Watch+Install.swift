import WatchKit
import YobanSimulatedOS

extension Watch {
  /// Installs a watch app with an empty container, from its delegate and its Info.plist.
  ///
  /// - Parameters:
  ///   - delegate: the class of the app's delegate; it may be marked `@main` in the app's own target.
  ///   - infoPlist: the Info.plist keys that the simulated system uses, such as `WKBackgroundModes`
  ///     and `WKCompanionAppBundleIdentifier`, which names the app on the phone.
  ///   - bundleIdentifier: Default: `CFBundleIdentifier`, or `com.example.` and the name of the
  ///     class's module if the Info.plist has none or takes it from Xcode's build settings.
  ///   - entitlements: the keys of the entitlements, such as `com.apple.developer.healthkit`.
  /// - Throws: `InstallError` if the app is already installed or `statics` names an unknown module,
  ///   or a Foundation error if the container cannot be created.
  public func install<Delegate: WKApplicationDelegate>(
    _ delegate: Delegate.Type, infoPlist: InfoPlist = InfoPlist(), bundleIdentifier: String? = nil,
    entitlements: Entitlements = [], resources: BundleResources = BundleResources(),
    statics: StaticVariables = .ofLinkedModules
  ) throws -> InstalledApp {
    try install(infoPlist, bundleIdentifier, entitlements, resources, statics, of: delegate) {
      delegate.main()
    }
  }

  /// Installs a watch app whose delegate the test creates, so that the test can pass values to it.
  ///
  /// - Parameter makeDelegate: creates the delegate; called in each launch, in the app's process. For the
  ///   other parameters see `install(_:infoPlist:bundleIdentifier:entitlements:)`.
  public func install<Delegate: WKApplicationDelegate>(
    infoPlist: InfoPlist = InfoPlist(), bundleIdentifier: String? = nil,
    entitlements: Entitlements = [], resources: BundleResources = BundleResources(),
    statics: StaticVariables = .ofLinkedModules,
    delegate makeDelegate: @escaping @MainActor @Sendable () -> Delegate
  ) throws -> InstalledApp {
    try install(infoPlist, bundleIdentifier, entitlements, resources, statics, of: Delegate.self) {
      WKApplicationMain(delegate: makeDelegate)
    }
  }

  /// Simulates a touch: records `control`, a label of your choice, in the trace, and runs the body
  /// with the app's delegate, in the app's process. Returns when the body has run or the process
  /// has ended.
  ///
  /// If the app does not run, only the trace records the touch. Records an issue if the app's
  /// delegate has another class.
  public func touch<Delegate: WKApplicationDelegate>(
    _ app: InstalledApp, _ control: String,
    _ body: @escaping @MainActor @Sendable (Delegate) -> Void
  ) async {
    await touch(app, control, delegate: { WKApplication.shared().delegate }, body)
  }

  /// As the other `touch`, for an app with a `WKExtensionDelegate`.
  public func touch<Delegate: WKExtensionDelegate>(
    _ app: InstalledApp, _ control: String,
    _ body: @escaping @MainActor @Sendable (Delegate) -> Void
  ) async {
    await touch(app, control, delegate: { WKExtension.shared().delegate }, body)
  }
}
