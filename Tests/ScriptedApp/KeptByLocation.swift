import CoreLocation
import UIKit
import YobanTesting

extension CLLocationManager {
  /// Starts updates that keep the app running in the background.
  ///
  /// - Parameter change: changes the properties of the manager.
  package func keepRunning(_ change: (CLLocationManager) -> Void = { _ in }) {
    allowsBackgroundLocationUpdates = true
    pausesLocationUpdatesAutomatically = false
    change(self)
    startUpdatingLocation()
  }

  /// The same with a manager that the calling app keeps.
  @MainActor package static func keepRunning(_ change: (CLLocationManager) -> Void = { _ in }) {
    let manager = CLLocationManager()
    Kept.of("location", manager)
    manager.keepRunning(change)
  }
}

extension AppFixture {
  /// An app that location updates keep running in the background.
  ///
  /// - Parameter launched: called at launch, before the updates start.
  package static func keptByLocation(
    named name: String = "Kept",
    _ launched: @escaping @MainActor @Sendable (CLLocationManager) -> Void = { _ in }
  ) -> AppFixture {
    var app = AppFixture { _ in CLLocationManager.keepRunning(launched) }
    app.name = name
    app.bundleIdentifier = "example.\(name)"
    app.plist = InfoPlist([
      "UIBackgroundModes": ["location"], "NSLocationWhenInUseUsageDescription": "To test.",
      "NSLocationAlwaysAndWhenInUseUsageDescription": "To test.",
    ])
    return app
  }
}

extension Phone {
  /// Installs an app that always may use location, without asking the user.
  package func installWithLocation(_ fixture: AppFixture) throws -> InstalledApp {
    let app = try install(fixture)
    location.setAuthorization(.always, for: app)
    return app
  }
}
