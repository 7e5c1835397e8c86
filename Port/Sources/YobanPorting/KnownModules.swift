/// The values of `canImport` for the modules that are not the app's own.
enum KnownModules {
  /// Modules that Apple's systems have and that exist here: Swift's own, and Yoban's.
  static let onBoth: Set<String> = [
    "AVFAudio", "AVFoundation", "BackgroundTasks", "Combine", "CommonCrypto", "CoreBluetooth",
    "CoreLocation", "CoreMotion", "CryptoKit", "Dispatch", "Foundation", "HealthKit", "Network",
    "OSLog", "Observation", "RegexBuilder", "Security", "Swift", "SwiftUI", "Synchronization",
    "MapKit", "QuartzCore", "Testing", "UIKit", "UniformTypeIdentifiers", "UserNotifications",
    "WatchConnectivity", "XCTest",
    "_Concurrency", "_StringProcessing", "os",
  ]
  /// Linux's C library. Code asks for it after it has asked for Darwin, which does not exist here.
  static let here: Set<String> = ["Glibc"]

  static func exists(_ module: String, on platform: PortSettings.Platform) -> Bool {
    if module == "WatchKit" { return platform == .watchOS }
    if module == "MapKit" || module == "QuartzCore" { return platform == .iOS }
    if module != "Darwin", replacements[module] != nil { return true }
    return onBoth.contains(module) || here.contains(module)
  }

  /// The replacement for an import of a module that does not exist here.
  static let replacements = [
    "Darwin": "Glibc", "CoreFoundation": "Foundation", "CoreGraphics": "Foundation",
    "AudioToolbox": "AVFAudio", "CoreServices": "UniformTypeIdentifiers",
    "MobileCoreServices": "UniformTypeIdentifiers",
  ]
  /// Imports that are removed: YobanFoundation has what is needed of these modules.
  static let removed: Set<String> = ["ObjectiveC", "FoundationNetworking"]
}
