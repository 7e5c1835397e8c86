import NightApp
import SimulatedOS
import UIKit

extension AppDefinition {
  /// The sample app of experiment E5 with settings built in.
  static func nightApp(
    device: String, collector: String, token: String, leavingOut parts: Set<NightPlan.RecipePart>
  ) -> AppDefinition {
    AppDefinition(
      bundleIdentifier: "example.night", name: "NightApp",
      infoPlist: InfoPlist([
        "UIBackgroundModes": ["location"],
        "NSLocationWhenInUseUsageDescription":
          "Location keeps the recording running through the night.",
        "NSMotionUsageDescription": "The recording is made of motion.",
        "DeviceName": device,
        "CollectorURL": collector,
        "CollectorToken": token,
        "LeaveOut": parts.map(\.rawValue).sorted(),
      ])
    ) {
      UIApplicationMain(0, nil, nil, "NightApp.AppDelegate")
    }
  }
}
