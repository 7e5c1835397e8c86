/// An app as it would be shipped: what can be installed on a simulated device.
public struct AppDefinition: Sendable {
  /// Such as `com.example.night`; names the container and the sessions.
  public var bundleIdentifier: String
  /// Short name for traces, such as `NightApp`.
  public var name: String
  public var infoPlist: InfoPlist
  /// The keys of the entitlements that it is signed with, such as `aps-environment`.
  public var entitlements: [String]
  /// The app's entry point, such as `AppDelegate.main`. Called once per launch of the process, on
  /// its main thread; must return (`UIApplicationMain` does, unlike on a device).
  public var main: @MainActor @Sendable () -> Void

  public init(
    bundleIdentifier: String, name: String, infoPlist: InfoPlist, entitlements: [String] = [],
    main: @escaping @MainActor @Sendable () -> Void
  ) {
    self.bundleIdentifier = bundleIdentifier
    self.name = name
    self.infoPlist = infoPlist
    self.entitlements = entitlements
    self.main = main
  }
}

/// Entitlements that the system asks for, by their keys.
enum Entitlement {
  static let pushes = "aps-environment"
  static let healthKit = "com.apple.developer.healthkit"
  static let backgroundGPU = "com.apple.developer.background-tasks.continued-processing.gpu"
}
