import Foundation
import YobanNight
import Testing
import YobanTesting

@testable import YobanAwaitedAccessoryApp
@testable import YobanBackgroundJobApp
@testable import YobanBeaconApp
@testable import YobanNightApp
@testable import YobanNightWatchApp

/// Installs the sample apps with the Info.plist of their Xcode project.
enum SampleApps {
  /// The Info.plist of an app, with the values that Xcode would enter.
  private static func plist(_ app: String, _ values: [String: Any] = [:]) throws -> InfoPlist {
    var all = try InfoPlist.file("Examples/\(app)/Info.plist").values
    for (key, value) in all {
      // A setting that Examples/Settings.xcconfig leaves empty.
      if let text = value as? String, text.hasPrefix("$(") { all[key] = "" }
    }
    return InfoPlist(all.merging(values) { _, new in new })
  }

  /// The manifest of the Xcode project, with the name of the module in the class of the delegate.
  private static func scene(_ module: String) -> [String: Any] {
    [
      "UIApplicationSceneManifest": [
        "UISceneConfigurations": [
          "UIWindowSceneSessionRoleApplication": [
            ["UISceneDelegateClassName": "\(module).SceneDelegate"]
          ]
        ]
      ]
    ]
  }

  static func night(
    on phone: Phone, collector: MemoryCollector?, _ values: [String: Any] = [:]
  ) throws -> InstalledApp {
    try phone.install(
      .swiftUI(NightApp.self), infoPlist: nightSettings(on: phone, collector: collector, values))
  }

  /// The Info.plist of NightApp with the address of the collector.
  static func nightSettings(
    on phone: Phone, collector: MemoryCollector?, _ values: [String: Any] = [:]
  ) throws -> InfoPlist {
    var settings: [String: Any] = ["RateHz": 10, "ChunkSeconds": 60]
    if let collector {
      phone.world.gateway = collector
      settings["CollectorURL"] = collector.url
      settings["CollectorToken"] = collector.token(of: "iphone")
      settings["DeviceName"] = "iphone"
    }
    return try plist("NightApp", settings.merging(values) { _, new in new })
  }

  static func watchNight(on watch: Watch, _ values: [String: Any] = [:]) throws -> InstalledApp {
    let settings: [String: Any] = [
      "RateHz": 10, "ChunkSeconds": 60, "DeviceName": "watch",
      "WKCompanionAppBundleIdentifier": "com.example.YobanNightApp",
    ]
    return try watch.install(
      .swiftUI(NightWatchApp.self),
      infoPlist: plist("NightWatchApp", settings.merging(values) { _, new in new }),
      entitlements: ["com.apple.developer.healthkit"])
  }

  static func accessory(on phone: Phone) throws -> InstalledApp {
    try phone.install(
      .delegate(YobanAwaitedAccessoryApp.AppDelegate.self),
      infoPlist: plist("AwaitedAccessoryApp", scene("YobanAwaitedAccessoryApp")))
  }

  static func job(on phone: Phone) throws -> InstalledApp {
    try phone.install(
      .delegate(YobanBackgroundJobApp.AppDelegate.self),
      infoPlist: plist("BackgroundJobApp", scene("YobanBackgroundJobApp")))
  }

  static func beacon(on phone: Phone) throws -> InstalledApp {
    try phone.install(
      .delegate(YobanBeaconApp.AppDelegate.self),
      infoPlist: plist("BeaconApp", scene("YobanBeaconApp")))
  }
}
