import UIKit
import YobanSimulatedOS

extension Watch {
  /// Installs a watch app with SwiftUI's life cycle, from its `App` type and its Info.plist.
  ///
  /// ```swift
  /// let app = try watch.install(PulseApp.self, infoPlist: .file("Info.plist"))
  /// await watch.open(app)
  /// try await app.tap("Start")
  /// ```
  ///
  /// Each launch runs in its own process, which starts with `App.main()`. For the parameters see
  /// `install(_:infoPlist:bundleIdentifier:entitlements:statics:)`.
  public func install<App: _ApplicationEntryPoint>(
    _ app: App.Type, infoPlist: InfoPlist = InfoPlist(), bundleIdentifier: String? = nil,
    entitlements: Entitlements = [], resources: BundleResources = BundleResources(),
    statics: StaticVariables = .ofLinkedModules
  ) throws -> InstalledApp {
    nonisolated(unsafe) let app = app  // Sendable: a type, used on the main actor only
    return try install(infoPlist, bundleIdentifier, entitlements, resources, statics, of: app) {
      app.main()
    }
  }
}
