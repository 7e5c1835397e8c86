import SimulatedOS
import UIKit

extension AppDefinition {
  /// Returns an app that starts the delegate of a tutorial.
  static func tutorial(_ delegate: NSObject.Type, _ plist: InfoPlist = InfoPlist()) -> AppDefinition
  {
    let name = NSStringFromClass(delegate)
    return AppDefinition(
      bundleIdentifier: "example.tutorial", name: "Tutorial", infoPlist: plist
    ) {
      _ = UIApplicationMain(CommandLine.argc, CommandLine.unsafeArgv, nil, name)
    }
  }

  /// Returns an app that creates one object of a tutorial at launch and retains it.
  static func tutorial(
    _ plist: InfoPlist, _ make: @escaping @MainActor @Sendable () -> Any
  ) -> AppDefinition {
    var appFixture = AppFixture { _ in Kept.of("object", make()) }
    appFixture.plist = plist
    return appFixture.definition
  }
}

extension World {
  /// Returns the lines that apps printed on a device.
  func lines(of device: String = "phone") -> [String] {
    trace.events.compactMap { event in
      guard event.device == device, case .output(let line) = event.kind else { return nil }
      return line
    }
  }
}
