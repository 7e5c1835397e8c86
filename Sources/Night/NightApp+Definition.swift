import NightApp
import SimulatedOS
import UIKit

extension AppDefinition {
  /// The sample app of experiment E5 with settings built in.
  static func nightApp(
    device: String, collector: String, token: String, leavingOut parts: Set<NightPlan.RecipePart>,
    recordsHeartRate: Bool
  ) -> AppDefinition {
    AppDefinition(
      bundleIdentifier: "example.night", name: "NightApp",
      infoPlist: InfoPlist([
        "UIBackgroundModes": recordsHeartRate ? ["location", "bluetooth-central"] : ["location"],
        "NSLocationWhenInUseUsageDescription":
          "Location keeps the recording running through the night.",
        "NSBluetoothAlwaysUsageDescription": "Your strap tells the heart rate.",
        "RecordsHeartRate": recordsHeartRate,
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
