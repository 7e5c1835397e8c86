import Foundation

/// The Info.plist that Xcode would put into an app: the file of the target with the values of the build
/// settings, and the keys that Xcode generates from build settings.
enum GeneratedInfoPlist {
  /// - Parameter file: the values of the target's own file; empty if it has none.
  static func values(file: [String: Any], settings: BuildSettings) -> [String: Any] {
    var values = file.mapValues { expand($0, settings) }
    guard settings.isOn("GENERATE_INFOPLIST_FILE") else { return values }
    for (key, setting) in [
      ("CFBundleDevelopmentRegion", "DEVELOPMENT_LANGUAGE"),
      ("CFBundleExecutable", "EXECUTABLE_NAME"),
      ("CFBundleIdentifier", "PRODUCT_BUNDLE_IDENTIFIER"), ("CFBundleName", "PRODUCT_NAME"),
      ("CFBundlePackageType", "PRODUCT_BUNDLE_PACKAGE_TYPE"),
      ("CFBundleShortVersionString", "MARKETING_VERSION"),
      ("CFBundleVersion", "CURRENT_PROJECT_VERSION"),
    ] where values[key] == nil {
      if let value = settings[setting], !value.isEmpty { values[key] = value }
    }
    let prefix = "INFOPLIST_KEY_"
    for name in settings.names where name.hasPrefix(prefix) {
      guard let value = settings[name], !value.isEmpty else { continue }
      add(String(name.dropFirst(prefix.count)), value, to: &values)
    }
    return values
  }

  private static func add(_ key: String, _ value: String, to values: inout [String: Any]) {
    switch key {
    case "UIApplicationSceneManifest_Generation":
      guard value == "YES", values["UIApplicationSceneManifest"] == nil else { return }
      values["UIApplicationSceneManifest"] =
        ["UIApplicationSupportsMultipleScenes": true, "UISceneConfigurations": [String: Any]()]
        as [String: Any]
    case "UILaunchScreen_Generation":
      if value == "YES" { values["UILaunchScreen"] = [String: Any]() }
    default:
      var key = key
      for (suffix, device) in [("_iPhone", "~iphone"), ("_iPad", "~ipad")]
      where key.hasSuffix(suffix) {
        key = key.dropLast(suffix.count) + device
      }
      let base = String(key.prefix { $0 != "~" })
      if lists.contains(base) {
        values[key] = BuildSettings.words(in: value)
      } else {
        values[key] = ["YES": true, "NO": false][value] ?? value as Any
      }
    }
  }

  /// The keys whose values are lists of words.
  private static let lists: Set<String> = [
    "UIBackgroundModes", "UISupportedInterfaceOrientations", "UIRequiredDeviceCapabilities",
    "WKBackgroundModes", "BGTaskSchedulerPermittedIdentifiers",
    "UISupportedExternalAccessoryProtocols", "NSBonjourServices",
  ]

  static func expand(_ value: Any, _ settings: BuildSettings) -> Any {
    switch value {
    case let text as String: settings.expand(text)
    case let list as [Any]: list.map { expand($0, settings) }
    case let dictionary as [String: Any]: dictionary.mapValues { expand($0, settings) }
    default: value
    }
  }
}
