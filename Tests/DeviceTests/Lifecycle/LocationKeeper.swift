import CoreLocation
import UIKit
import YobanTesting

extension AppFixture {
  /// An app that location updates keep running in the background.
  static func keptByLocation(
    named name: String = "Kept",
    _ launched: @escaping @MainActor @Sendable (CLLocationManager) -> Void = { _ in }
  ) -> AppFixture {
    var app = AppFixture { _ in
      let manager = CLLocationManager()
      manager.allowsBackgroundLocationUpdates = true
      manager.pausesLocationUpdatesAutomatically = false
      Kept.of("manager", manager)
      launched(manager)
      manager.startUpdatingLocation()
    }
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
  func installWithLocation(_ fixture: AppFixture) throws -> InstalledApp {
    let app = try install(fixture)
    location.setAuthorization(.always, for: app)
    return app
  }
}
