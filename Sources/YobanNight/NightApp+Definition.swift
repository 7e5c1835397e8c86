import Foundation
import YobanNightAndroidApp
import YobanNightApp
import YobanNightWatchApp
import UIKit
import WatchKit
import YobanSimulatedOS

/// The beacons of the house: one UUID and one major, and a minor for each room.
enum NightBeacons {
  static let uuid = UUID(uuidString: "5A4BCFCE-174E-4BAC-A814-092E77F6B7E5")!
  static let major: UInt16 = 1
}

/// The bundle identifiers of the apps.
enum NightBundle {
  static let phone = "example.night"
  static let watch = "example.night.watchkitapp"
}

/// The settings that are built into the apps: the common ones and those of each device.
struct NightSettings {
  let plan: NightPlan
  let collector: any NightCollector
  /// The names of the devices at the collector.
  let names: [NightDevice: String]

  private func common(_ device: NightDevice) throws -> [String: Any] {
    let name = names[device]!
    return [
      "RateHz": plan.rateHz, "ChunkSeconds": plan.chunkSeconds, "DeviceName": name,
      // The user stops the recording.
      "Hours": plan.hours + 1,
      "CollectorURL": collector.url, "CollectorToken": try collector.token(of: name),
      "LeaveOut": plan.leftOut.map(\.rawValue).sorted(),
    ]
  }

  func phone() throws -> InfoPlist {
    var modes = ["location"]
    if plan.hasStrap { modes.append("bluetooth-central") }
    if plan.hasNightlyTask { modes.append("processing") }
    var values = plan.devices.contains(.iphone) ? try common(.iphone) : try common(.watch)
    values["UIBackgroundModes"] = modes
    values["UIApplicationSceneManifest"] = [String: Any]()
    values["NSLocationWhenInUseUsageDescription"] =
      "Location updates keep the recording running through the night."
    values["NSBluetoothAlwaysUsageDescription"] =
      "The app records the heart rate of your chest strap."
    values["RecordsHeartRate"] = plan.hasStrap
    values["NSMotionUsageDescription"] = "The app records your motion."
    if !plan.devices.contains(.iphone) {
      values["DeviceName"] = "relay"
      values["RecordsMotion"] = false
    }
    if plan.devices.contains(.watch) {
      let watch = names[.watch]!
      values["WatchName"] = watch
      values["WatchToken"] = try collector.token(of: watch)
    }
    if plan.hasBeacons {
      values["NSLocationAlwaysAndWhenInUseUsageDescription"] =
        "The app records the room that you are in, also at night."
      values["BeaconUUID"] = NightBeacons.uuid.uuidString
      values["BeaconMajor"] = Int(NightBeacons.major)
      values["Rooms"] = NightPlan.Room.allCases.map(\.rawValue)
    }
    if plan.hasNightlyTask {
      values["BGTaskSchedulerPermittedIdentifiers"] = ["example.night.tidy"]
    }
    return InfoPlist(values)
  }

  func watch() throws -> InfoPlist {
    var values = try common(.watch)
    values["WKApplication"] = true
    values["MeasuresClock"] = !plan.clockDrifts.isEmpty
    values["WKBackgroundModes"] = ["workout-processing"]
    values["WKCompanionAppBundleIdentifier"] = NightBundle.phone
    values["NSHealthShareUsageDescription"] = "A workout session keeps the recording running."
    values["NSHealthUpdateUsageDescription"] = "A workout session keeps the recording running."
    values["NSMotionUsageDescription"] = "The app records your motion."
    return InfoPlist(values)
  }

  func android() throws -> InfoPlist { InfoPlist(try common(.android)) }
}

extension AppDefinition {
  /// Returns the sample app of experiment E5 with settings built in.
  static func nightApp(_ settings: InfoPlist, _ faults: Set<RelayFault>) -> AppDefinition {
    AppDefinition(bundleIdentifier: NightBundle.phone, name: "NightApp", infoPlist: settings) {
      RelayFault.inject(faults, atEndOf: UIApplication.didFinishLaunchingNotification)
      NightApp.main()
    }
  }

  /// Returns its companion app for the watch.
  static func nightWatchApp(_ settings: InfoPlist, _ faults: Set<RelayFault>) -> AppDefinition {
    AppDefinition(
      bundleIdentifier: NightBundle.watch, name: "NightWatchApp", infoPlist: settings,
      entitlements: ["com.apple.developer.healthkit"]
    ) {
      RelayFault.inject(faults, atEndOf: WKApplication.didFinishLaunchingNotification)
      NightWatchApp.main()
    }
  }

  /// Returns the same app for an Android phone.
  static func nightAndroidApp(_ settings: InfoPlist) -> AppDefinition {
    .android(
      NightAndroidApp.manifest(package: NightBundle.phone), name: "NightAndroidApp",
      settings: settings
    ) {
      NightAndroidApp.main()
    }
  }
}
