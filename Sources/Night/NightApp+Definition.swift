import Foundation
import NightApp
import SimulatedOS
import UIKit

/// The beacons of the house: one UUID and major, a minor for each room.
enum NightBeacons {
  static let uuid = UUID(uuidString: "5A4BCFCE-174E-4BAC-A814-092E77F6B7E5")!
  static let major: UInt16 = 1
}

extension NightPlan {
  /// What is built into the Info.plist of the app.
  func settings(_ device: String, _ collector: NightRun.Collector) -> InfoPlist {
    var modes = ["location"]
    if hasStrap { modes.append("bluetooth-central") }
    if hasNightlyTask { modes.append("processing") }
    var values: [String: Any] = [
      "UIBackgroundModes": modes,
      "NSLocationWhenInUseUsageDescription":
        "Location keeps the recording running through the night.",
      "NSBluetoothAlwaysUsageDescription": "Your strap tells the heart rate.",
      "RecordsHeartRate": hasStrap,
      "NSMotionUsageDescription": "The recording is made of motion.",
      "RateHz": rateHz,
      "ChunkSeconds": chunkSeconds,
      "DeviceName": device,
      "CollectorURL": collector.url,
      "CollectorToken": collector.token,
      "LeaveOut": leftOut.map(\.rawValue).sorted(),
    ]
    if hasBeacons {
      values["NSLocationAlwaysAndWhenInUseUsageDescription"] = "Rooms are noted in the night, too."
      values["BeaconUUID"] = NightBeacons.uuid.uuidString
      values["BeaconMajor"] = Int(NightBeacons.major)
      values["Rooms"] = NightPlan.Room.allCases.map(\.rawValue)
    }
    if hasNightlyTask {
      values["BGTaskSchedulerPermittedIdentifiers"] = ["example.night.tidy"]
    }
    return InfoPlist(values)
  }
}

extension AppDefinition {
  /// The sample app of experiment E5 with settings built in.
  static func nightApp(_ settings: InfoPlist) -> AppDefinition {
    AppDefinition(bundleIdentifier: "example.night", name: "NightApp", infoPlist: settings) {
      UIApplicationMain(0, nil, nil, "NightApp.AppDelegate")
    }
  }
}
