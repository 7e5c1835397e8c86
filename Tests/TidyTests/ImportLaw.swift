extension TidyTests {
  /// The modules that each module may import. This table defines the architecture; ARCHITECTURE.md
  /// shows it as a diagram.
  static let law: [(folder: String, allowed: Set<String>)] = [
    (
      "Sources/YobanVirtualTime",
      [
        "CYobanVirtualTime", "DequeModule", "Foundation", "Glibc", "Synchronization",
        "_Concurrency",
      ]
    ),
    ("Sources/YobanTextLayout", []),
    ("Sources/YobanInit", ["Foundation"]),
    ("Sources/YobanInitCommand", ["ArgumentParser", "Foundation", "YobanInit"]),
    ("Sources/YobanInitTool", ["YobanInitCommand"]),
    ("Sources/YobanPlatformRules", []),
    ("Sources/YobanPlatformProfiles", ["YobanPlatformRules", "YobanVirtualTime"]),
    ("Sources/YobanSimulatedRadio", ["YobanPlatformProfiles", "YobanVirtualTime", "Foundation"]),
    (
      "Sources/YobanSimulatedDevices",
      [
        "YobanSimulatedRadio", "YobanPlatformProfiles", "YobanVirtualTime", "CYobanZlib",
        "Foundation", "Glibc",
        "Synchronization",
      ]
    ),
    // Neither platform knows the other.
    (
      "Sources/YobanAppleSystem",
      [
        "YobanSimulatedDevices", "YobanSimulatedRadio", "YobanPlatformProfiles", "YobanVirtualTime",
        "Foundation",
      ]
    ),
    (
      "Sources/YobanSimulatedAndroid",
      [
        "YobanSimulatedDevices", "YobanSimulatedRadio", "YobanPlatformProfiles", "YobanVirtualTime",
        "Foundation",
      ]
    ),
    (
      "Sources/Services/Notifications/System",
      [
        "YobanAppleSystem", "YobanSimulatedDevices", "YobanPlatformProfiles", "YobanVirtualTime",
        "Foundation",
      ]
    ),
    (
      "Sources/Services/Notifications/Tests",
      [
        "CoreLocation", "Foundation", "Testing", "UIKit", "UserNotifications", "YobanNotifications",
        "YobanSimulatedOS", "YobanTesting", "YobanVirtualTime",
      ]
    ),
    (
      "Sources/YobanSimulatedApple",
      ["YobanAppleSystem", "YobanNotifications", "YobanPlatformProfiles", "YobanSimulatedDevices"]
    ),
    (
      "Sources/YobanSimulatedOS",
      ["YobanPlatformProfiles", "YobanSimulatedApple", "YobanSimulatedAndroid"]
    ),
    // YobanFoundation is also used on Android, so it knows no Apple device.
    (
      "Sources/AppleModules/YobanFoundation",
      [
        "YobanSimulatedDevices", "YobanVirtualTime", "Foundation", "FoundationNetworking",
        "FoundationXML", "Synchronization",
      ]
    ),
    // Packages of others import os wherever it can be imported.
    ("Sources/AppleModules/os", ["Dispatch", "Foundation", "Glibc", "Synchronization"]),
    // SwiftUI is built on UIKit, WatchKit, Combine and the scheduler of background tasks. `Swift` names the
    // reflection of the standard library.
    (
      "Sources/AppleModules/SwiftUI",
      [
        "BackgroundTasks", "Combine", "HealthKit", "Observation", "Swift", "UIKit",
        "UniformTypeIdentifiers", "WatchKit", "YobanSimulatedApple", "YobanVirtualTime",
      ]
    ),
    // A location trigger has a region of Core Location. Importing UIKit also imports UserNotifications,
    // whose responses a scene receives.
    (
      "Sources/Services/Notifications/API",
      ["CoreLocation", "Foundation", "YobanFoundation", "YobanSimulatedApple"]
    ),
    // The picture of a camera is a layer.
    ("Sources/AppleModules/AVFoundation", ["AVFAudio", "Foundation", "QuartzCore"]),
    // A map shows what an app of UIKit draws at the places of Core Location.
    ("Sources/AppleModules/MapKit", ["CoreLocation", "UIKit"]),
    (
      "Sources/AppleModules/UIKit",
      [
        "Foundation", "UserNotifications", "QuartzCore", "UniformTypeIdentifiers",
        "YobanFoundation", "YobanSimulatedApple", "YobanVirtualTime",
      ]
    ),
    (
      "Sources/AppleModules",
      [
        "YobanSimulatedApple", "YobanSimulatedDevices", "YobanVirtualTime", "Foundation",
        "FoundationNetworking",
        "YobanFoundation", "HealthKit", "AVFAudio", "os", "Crypto", "Glibc", "OpenCombine",
        "OpenCombineDispatch",
        "OpenCombineFoundation",
      ]
    ),
    (
      "Sources/Chunks",
      ["CYobanChecksum", "CYobanCrypto", "CryptoKit", "FoundationEssentials", "Foundation"]
    ),
    ("Sources/CollectorContract", ["Chunks", "FoundationEssentials", "Foundation"]),
    (
      "Sources/Yoban",
      [
        "Chunks", "CollectorContract", "Foundation", "UIKit", "CoreLocation", "CoreMotion",
        "CoreBluetooth",
        "BackgroundTasks", "WatchConnectivity", "WatchKit", "HealthKit",
      ]
    ),
    (
      "Sources/AndroidFramework",
      ["YobanSimulatedAndroid", "YobanVirtualTime", "Foundation", "YobanFoundation"]
    ),
    ("Sources/YobanAndroid", ["Yoban", "Chunks", "AndroidFramework", "Foundation"]),
    (
      "Sources/YobanExploration",
      [
        "YobanPlatformRules", "YobanReports", "YobanSimulatedOS", "YobanVirtualTime", "Foundation",
      ]
    ),
    (
      "Sources/YobanTesting",
      [
        "AndroidFramework", "Foundation", "YobanExploration", "YobanReports", "YobanSimulatedOS",
        "Synchronization",
        "Testing",
        "UIKit", "YobanVirtualTime", "WatchKit",
      ]
    ),
    // The files of the tutorial are an app, its tests and its manifest.
    (
      "Sources/YobanTesting/YobanTesting.docc",
      [
        "CoreBluetooth", "Foundation", "PackageDescription", "PulseApp", "Testing", "UIKit",
        "YobanTesting",
      ]
    ),
    ("Sources/YobanHostGateway", ["CYobanCurl", "YobanSimulatedDevices", "YobanVirtualTime"]),
    (
      "Sources/YobanReports",
      [
        "CYobanReportPage", "YobanSimulatedOS", "YobanTextLayout", "YobanVirtualTime", "Foundation",
      ]
    ),
    (
      "Sources/YobanExperiments",
      [
        "YobanExploration", "YobanReports", "YobanSimulatedOS", "YobanVirtualTime", "Foundation",
        "UIKit",
        "YobanLifecycleApp",
        "YobanAwaitedAccessoryApp",
        "YobanScratchApp", "YobanBackgroundJobApp", "YobanBeaconApp", "YobanProximityApp",
        "YobanNight", "YobanTextLayout",
      ]
    ),
    (
      "Sources/YobanNight",
      [
        "YobanExploration", "YobanSimulatedOS", "YobanVirtualTime", "YobanHostGateway", "Chunks",
        "CollectorContract",
        "Foundation",
        "Synchronization",
        "UIKit", "WatchKit", "WatchConnectivity", "Yoban", "YobanNightApp", "YobanNightWatchApp",
        "YobanNightAndroidApp",
      ]
    ),
    (
      "Sources/YobanCommand",
      [
        "ArgumentParser", "CYobanMemory", "YobanExperiments", "YobanExploration", "YobanNight",
        "YobanInitCommand", "YobanReports",
        "YobanSimulatedOS",
        "YobanTextLayout",
        "YobanVirtualTime", "Foundation",
      ]
    ),
    (
      "Examples",
      [
        "Observation", "SwiftUI", "UIKit", "CoreLocation", "CoreMotion", "CoreBluetooth",
        "BackgroundTasks", "Foundation", "UserNotifications",
        "WatchConnectivity", "WatchKit", "HealthKit", "AVFAudio", "AVFoundation",
        "AndroidFramework",
        "Yoban", "YobanAndroid",
      ]
    ),
    // The template is a package of its own; its app imports nothing of Yoban.
    ("Examples/Template/Sources", ["UIKit", "CoreBluetooth", "Foundation"]),
    // Apps from Xcode projects, with their tests.
    (
      "Tests/Projects/LeftOutApp",
      [
        "CoreBluetooth", "FirebaseCore", "LeftOutApp", "LedgerKit", "SceneKit", "Testing", "UIKit",
        "YobanTesting",
      ]
    ),
    (
      "Tests/Projects/OldApp",
      [
        "BeatsKit", "CBeats", "CoreBluetooth", "OldApp", "PackageDescription", "Testing", "UIKit",
        "YobanTesting",
      ]
    ),
    (
      "Examples/PortedApp",
      ["Combine", "Foundation", "PortedApp", "Testing", "UIKit", "YobanTesting", "os"]
    ),
    (
      "Examples/StoryboardApp",
      ["CoreBluetooth", "Foundation", "StoryboardApp", "Testing", "UIKit", "YobanTesting"]
    ),
    ("Examples/Template/Tests", ["Foundation", "PulseApp", "Testing", "YobanTesting"]),
    (
      "Collector/Sources/Collector",
      [
        "CZlib", "Chunks", "CollectorContract", "CollectorImports", "Curves", "Foundation",
        "FoundationEssentials", "FoundationNetworking", "HTTPTypes", "Hummingbird",
        "HummingbirdCore", "Logging", "NIOCore", "NIOHTTP1", "NIOHTTPTypes",
        "NIOHTTPTypesHTTP1", "NIOPosix", "NightArchive", "OrderedCollections", "ParquetWriter",
        "ServiceLifecycle", "Synchronization", "ZipArchive",
      ]
    ),
    ("Collector/Sources/Curves", []),
    ("Collector/Sources/ParquetWriter", ["CZlib"]),
    ("Collector/Sources/ZipArchive", ["CArchive", "Foundation"]),
    ("Collector/Sources/NightArchive", ["CSQLite3", "Foundation"]),
    ("Collector/Sources/CollectorImports", ["Chunks", "Foundation"]),
    (
      "Collector/Sources/CollectorSQL",
      [
        "Chunks", "Collector", "CollectorImports", "Foundation", "OrderedCollections",
        "Synchronization",
      ]
    ),
    (
      "Collector/Sources/CollectorSQLite",
      ["Chunks", "Collector", "CollectorSQL", "Foundation", "GRDB", "GRDBSQLite"]
    ),
    (
      "Collector/Sources/CollectorPostgres",
      ["CLibPQ", "Chunks", "Collector", "CollectorSQL", "Dispatch", "Synchronization"]
    ),
    (
      "Collector/Tests/TestPrograms",
      ["Foundation", "Subprocess", "Synchronization", "System", "SystemPackage", "Testing"]
    ),
  ]
}
