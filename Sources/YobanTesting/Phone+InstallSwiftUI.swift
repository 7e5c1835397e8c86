import UIKit
import YobanSimulatedOS

extension Phone {
  /// Installs an iPhone app with SwiftUI's life cycle, from its `App` type and its Info.plist.
  ///
  /// ```swift
  /// let app = try phone.install(PulseApp.self, infoPlist: .file("Info.plist"))
  /// await phone.open(app)
  /// try await app.tap("Start")
  /// ```
  ///
  /// Each launch runs in its own process, which starts with `App.main()`. An app of SwiftUI always has
  /// scenes: a missing `UIApplicationSceneManifest` is added. For the parameters see
  /// `install(_:infoPlist:bundleIdentifier:entitlements:statics:)`.
  public func install<App: _ApplicationEntryPoint>(
    _ app: App.Type, infoPlist: InfoPlist = InfoPlist(), bundleIdentifier: String? = nil,
    entitlements: Entitlements = [], resources: BundleResources = BundleResources(),
    statics: StaticVariables = .ofLinkedModules
  ) throws -> InstalledApp {
    var values = infoPlist.values
    if values["UIApplicationSceneManifest"] == nil {
      values["UIApplicationSceneManifest"] = [String: Any]()
    }
    nonisolated(unsafe) let app = app  // Sendable: a type, used on the main actor only
    return try install(
      InfoPlist(values), bundleIdentifier, entitlements, resources, statics, of: app
    ) {
      app.main()
    }
  }
}
