import Foundation
import NightApp
import SimulatedOS
import UIKit

/// The beacons of the house: one UUID and major, a minor for each room.
enum NightBeacons {
  static let uuid = UUID(uuidString: "5A4BCFCE-174E-4BAC-A814-092E77F6B7E5")!
  static let major: UInt16 = 1
}

extension AppDefinition {
  /// The sample app of experiment E5 with settings built in.
  static func nightApp(
    _ plan: NightPlan, device: String, collector: NightRun.Collector
  ) -> AppDefinition {
    var modes = ["location"]
    if plan.hasStrap { modes.append("bluetooth-central") }
    if plan.hasNightlyTask { modes.append("processing") }
    var values: [String: Any] = [
      "UIBackgroundModes": modes,
      "NSLocationWhenInUseUsageDescription":
        "Location keeps the recording running through the night.",
      "NSBluetoothAlwaysUsageDescription": "Your strap tells the heart rate.",
      "RecordsHeartRate": plan.hasStrap,
      "NSMotionUsageDescription": "The recording is made of motion.",
      "RateHz": plan.rateHz,
      "DeviceName": device,
      "CollectorURL": collector.url,
      "CollectorToken": collector.token,
      "LeaveOut": plan.leftOut.map(\.rawValue).sorted(),
    ]
    if plan.hasBeacons {
      values["NSLocationAlwaysAndWhenInUseUsageDescription"] = "Rooms are noted in the night, too."
      values["BeaconUUID"] = NightBeacons.uuid.uuidString
      values["BeaconMajor"] = Int(NightBeacons.major)
      values["Rooms"] = NightPlan.Room.allCases.map(\.rawValue)
    }
    if plan.hasNightlyTask {
      values["BGTaskSchedulerPermittedIdentifiers"] = ["example.night.tidy"]
    }
    return AppDefinition(
      bundleIdentifier: "example.night", name: "NightApp", infoPlist: InfoPlist(values)
    ) {
      UIApplicationMain(0, nil, nil, "NightApp.AppDelegate")
    }
  }
}
