import UIKit
import YobanTesting

/// An app of a tutorial.
struct TutorialApp: Sendable {
  fileprivate let install: @Sendable (Phone) throws -> InstalledApp

  /// Returns an app that starts the delegate of a tutorial.
  static func tutorial<Delegate: UIApplicationDelegate & SendableMetatype>(
    _ delegate: Delegate.Type, _ plist: InfoPlist = InfoPlist()
  ) -> TutorialApp {
    TutorialApp { phone in
      try phone.install(delegate, infoPlist: plist, bundleIdentifier: "example.tutorial")
    }
  }

  /// Returns an app that creates one object of a tutorial at launch and retains it.
  static func tutorial(
    _ plist: InfoPlist, _ make: @escaping @MainActor @Sendable () -> Any
  ) -> TutorialApp {
    var appFixture = AppFixture { _ in Kept.of("object", make()) }
    appFixture.plist = plist
    return TutorialApp { [appFixture] phone in try phone.install(appFixture) }
  }
}

extension Phone {
  func install(_ app: TutorialApp) throws -> InstalledApp { try app.install(self) }
}

extension World {
  /// Returns the lines that apps printed on a device.
  func lines(of device: String = "phone") -> [String] {
    devices.first { $0.name == device }?.log.texts ?? []
  }
}
