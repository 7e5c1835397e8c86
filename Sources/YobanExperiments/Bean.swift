import Foundation
import YobanScratchApp
import UIKit
import YobanSimulatedOS

let beanService: BluetoothUUID = "A495FF10-C5B1-4B44-B512-1370F02D74DE"
let beanScratch: BluetoothUUID = "A495FF21-C5B1-4B44-B512-1370F02D74DE"

extension World {
  /// Adds an accessory like the LightBlue Bean, switched off, with a battery level of 87 %.
  func addBean() throws -> Accessory {
    try addAccessory(
      "Bean", advertising: Advertising(services: [beanService], localName: "Bean"),
      services: [
        GATTService(
          "180F", [GATTCharacteristic("2A19", [.read, .notify], value: Data([87]))]),
        GATTService(
          "A495FF20-C5B1-4B44-B512-1370F02D74DE",
          [
            GATTCharacteristic(beanScratch, [.read, .write], value: Data([0, 0]))
          ]),
      ])
  }
}

extension AppDefinition {
  /// Returns the app of experiment E2 with one of its two delegates.
  static func scratch(_ delegate: String, _ more: [String: Any] = [:]) -> AppDefinition {
    let plist: [String: Any] = [
      "UIBackgroundModes": ["bluetooth-central", "fetch"],
      "NSBluetoothAlwaysUsageDescription": "Reads your Bean.",
    ]
    return AppDefinition(
      bundleIdentifier: "example.scratch", name: "ScratchApp",
      infoPlist: InfoPlist(plist.merging(more) { _, new in new })
    ) {
      UIApplicationMain(0, nil, nil, delegate)
    }
  }
}

/// Posts the notification that a button of the app posts.
@MainActor func post(_ name: String) {
  NotificationCenter.default.post(name: Notification.Name(name), object: nil)
}
