import YobanAwaitedAccessoryApp
import Foundation
import UIKit
import YobanSimulatedOS

/// The app of experiment E1 with the settings of its Info.plist.
struct AwaitedAccessory: Sendable {
  static let service = "A1B2"
  static let restoreIdentifier = "awaited-accessory"

  var backgroundModes = ["bluetooth-central"]
  var usageText: String? = "Finds your tag."
  var scannedService: String? = service
  var restores = false
  /// Scenes exist from iOS 13 on.
  var hasScene = true
  var usesAccessorySetupKit = false

  var app: AppDefinition {
    var plist: [String: Any] = ["UIBackgroundModes": backgroundModes]
    plist["NSBluetoothAlwaysUsageDescription"] = usageText
    plist["NSBluetoothPeripheralUsageDescription"] = usageText
    plist["AccessoryService"] = scannedService
    if usesAccessorySetupKit { plist["NSAccessorySetupKitSupports"] = ["Bluetooth"] }
    if restores { plist["RestoreIdentifier"] = Self.restoreIdentifier }
    if hasScene {
      plist["UIApplicationSceneManifest"] = InfoPlist.sceneManifest(
        delegate: "YobanAwaitedAccessoryApp.SceneDelegate")
    }
    return AppDefinition(
      bundleIdentifier: "example.awaited-accessory", name: "AwaitedAccessoryApp",
      infoPlist: InfoPlist(plist)
    ) {
      UIApplicationMain(0, nil, nil, "YobanAwaitedAccessoryApp.AppDelegate")
    }
  }
}

extension World {
  /// Adds the accessory that the app waits for; it advertises a service, but no name.
  func addTag() throws -> Accessory {
    let tag = try addAccessory(
      "tag", advertising: Advertising(services: [BluetoothUUID(AwaitedAccessory.service)!]),
      services: [
        GATTService(
          BluetoothUUID(AwaitedAccessory.service)!, [GATTCharacteristic("A1B3", [.read, .notify])])
      ])
    tag.gapName = nil
    // In S0, the counter printed a line between didConnect and didDiscoverServices, so service
    // discovery takes up to a second.
    tag.serviceDiscoveryTime = .milliseconds(300)...(.seconds(1))
    return tag
  }
}
