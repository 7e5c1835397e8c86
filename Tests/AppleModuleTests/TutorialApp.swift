import SimulatedOS
import UIKit

extension AppDefinition {
  /// An app of a tutorial, begun by its delegate.
  static func tutorial(_ delegate: NSObject.Type, _ plist: InfoPlist = InfoPlist()) -> AppDefinition
  {
    let name = NSStringFromClass(delegate)
    return AppDefinition(
      bundleIdentifier: "example.tutorial", name: "Tutorial", infoPlist: plist
    ) {
      _ = UIApplicationMain(CommandLine.argc, CommandLine.unsafeArgv, nil, name)
    }
  }

  /// An app that makes one object of a tutorial at launch and keeps it.
  static func tutorial(
    _ plist: InfoPlist, _ make: @escaping @MainActor @Sendable () -> Any
  ) -> AppDefinition {
    var appFixture = AppFixture { _ in Kept.of("object", make()) }
    appFixture.plist = plist
    return appFixture.definition
  }
}

extension World {
  /// What apps printed on a device.
  func lines(of device: String = "phone") -> [String] {
    trace.events.compactMap { event in
      guard event.device == device, case .output(let line) = event.kind else { return nil }
      return line
    }
  }
}
