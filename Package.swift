// swift-tools-version: 6.2
import PackageDescription

// On Linux, the modules replace functions in the libraries of one version of Swift.
#if os(Linux) && compiler(<6.3)
  #error("Yoban needs Swift 6.3: see swift.org/install/linux, or use the image swift:6.3-bookworm")
#endif

var products: [Product] = [
  .library(name: "Yoban", targets: ["Yoban"]),
  .library(name: "Chunks", targets: ["Chunks"]),
  .library(name: "CollectorContract", targets: ["CollectorContract"]),
  .library(name: "CYobanMemory", targets: ["CYobanMemory"]),
]
// On Linux, this package contains the modules with Apple's names; on Apple's systems, they come
// with the system. UIKit re-exports YobanFoundation, the replacement for Foundation's URLSession. It is
// listed explicitly so that a change in it rebuilds the targets that use it.
#if os(Linux)
  let appleModules: [Target.Dependency] = [
    "UIKit", "YobanFoundation", "CoreLocation", "CoreMotion", "CoreBluetooth", "BackgroundTasks",
    "WatchConnectivity", "WatchKit", "HealthKit",
  ]
  // SHA-256 for the identity of a chunk. On Apple's systems, CryptoKit has it.
  let sha256: [Target.Dependency] = ["CYobanCrypto"]
#else
  let appleModules: [Target.Dependency] = []
  let sha256: [Target.Dependency] = []
#endif
var targets: [Target] = [
  .target(name: "CYobanChecksum"),
  // A setting of the C library for the programs: released memory is kept.
  .target(name: "CYobanMemory"),
  .target(name: "Chunks", dependencies: ["CYobanChecksum"] + sha256),
  // The HTTP API of the collector, shared by its server and its clients.
  .target(name: "CollectorContract", dependencies: ["Chunks"]),
  .target(name: "Yoban", dependencies: ["Chunks", "CollectorContract"] + appleModules),
]

// The simulator and the modules with Apple's names exist only on Linux; on Apple's systems, the
// modules with these names are Apple's own.
#if os(Linux)
  // An app's source with `@main` defines the C function `main`. Several apps can be parts of one program if
  // each function gets another name.
  func entryPoint(_ app: String) -> [SwiftSetting] {
    [.unsafeFlags(["-Xfrontend", "-entry-point-function-name", "-Xfrontend", "\(app)_main"])]
  }

  products += [
    .library(name: "UIKit", targets: ["UIKit"]),
    .library(name: "YobanFoundation", targets: ["YobanFoundation"]),
    .library(name: "CoreLocation", targets: ["CoreLocation"]),
    .library(name: "CoreMotion", targets: ["CoreMotion"]),
    .library(name: "CoreBluetooth", targets: ["CoreBluetooth"]),
    .library(name: "BackgroundTasks", targets: ["BackgroundTasks"]),
    .library(name: "WatchConnectivity", targets: ["WatchConnectivity"]),
    .library(name: "WatchKit", targets: ["WatchKit"]),
    .library(name: "HealthKit", targets: ["HealthKit"]),
    .library(name: "AVFAudio", targets: ["AVFAudio"]),
    .library(name: "AVFoundation", targets: ["AVFoundation"]),
    .library(name: "os", targets: ["os"]),
    .library(name: "OSLog", targets: ["OSLog"]),
    .library(name: "Combine", targets: ["Combine"]),
    .library(name: "SwiftUI", targets: ["SwiftUI"]),
    .library(name: "QuartzCore", targets: ["QuartzCore"]),
    .library(name: "MapKit", targets: ["MapKit"]),
    .library(name: "CryptoKit", targets: ["CryptoKit"]),
    .library(name: "CommonCrypto", targets: ["CommonCrypto"]),
    .library(name: "Security", targets: ["Security"]),
    .library(name: "Network", targets: ["Network"]),
    .library(name: "UniformTypeIdentifiers", targets: ["UniformTypeIdentifiers"]),
    .library(name: "UserNotifications", targets: ["UserNotifications"]),
    .library(name: "AndroidFramework", targets: ["AndroidFramework"]),
    .library(name: "YobanAndroid", targets: ["YobanAndroid"]),
    .library(name: "YobanTesting", targets: ["YobanTesting"]),
    .library(name: "YobanHostGateway", targets: ["YobanHostGateway"]),
    .library(name: "YobanExploration", targets: ["YobanExploration"]),
    .library(name: "YobanNight", targets: ["YobanNight"]),
    .executable(name: "yoban", targets: ["YobanCommand"]),
    .executable(name: "yoban-init", targets: ["YobanInitTool"]),
  ]
  targets += [
    .target(name: "CYobanVirtualTime"),
    .target(
      name: "YobanVirtualTime",
      dependencies: [
        "CYobanVirtualTime", .product(name: "DequeModule", package: "swift-collections"),
      ]),
    .systemLibrary(name: "CYobanCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CYobanZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    // Columns and line breaks for terminal output.
    .target(name: "YobanTextLayout"),
    // Reads Xcode projects and makes test packages, for `yoban init`.
    .target(name: "YobanInit"),
    .testTarget(name: "YobanInitTests", dependencies: ["YobanInit"]),
    .target(
      name: "YobanInitCommand",
      dependencies: [
        "YobanInit", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    // The command alone, which builds in seconds.
    .executableTarget(name: "YobanInitTool", dependencies: ["YobanInitCommand"]),
    // The known facts about the real systems, as rules with sources.
    .target(name: "YobanPlatformRules"),
    // The known numbers of the real systems, by version: a policy for each service.
    .target(
      name: "YobanPlatformProfiles", dependencies: ["YobanPlatformRules", "YobanVirtualTime"]),
    // Bluetooth Low Energy that no platform owns: the air, links, attributes, accessories.
    .target(
      name: "YobanSimulatedRadio", dependencies: ["YobanPlatformProfiles", "YobanVirtualTime"]),
    // The common part of all simulated systems: worlds, devices, apps and their processes, the trace.
    .target(
      name: "YobanSimulatedDevices",
      dependencies: [
        "YobanSimulatedRadio", "YobanPlatformProfiles", "YobanVirtualTime", "CYobanZlib",
      ]),
    // Apple's systems: the devices and their services.
    .target(
      name: "YobanAppleSystem",
      dependencies: [
        "YobanSimulatedDevices", "YobanSimulatedRadio", "YobanPlatformProfiles", "YobanVirtualTime",
      ]),
    // The list of the services of Apple's systems, and the devices that have them.
    .target(
      name: "YobanSimulatedApple",
      dependencies: [
        "YobanAppleSystem", "YobanNotifications", "YobanSimulatedDevices", "YobanPlatformProfiles",
      ]),
    .target(
      name: "YobanSimulatedAndroid",
      dependencies: [
        "YobanSimulatedDevices", "YobanSimulatedRadio", "YobanPlatformProfiles", "YobanVirtualTime",
      ]),
    // All of these in one import, for code that plays with devices of every platform.
    .target(
      name: "YobanSimulatedOS",
      dependencies: [
        "YobanSimulatedApple", "YobanSimulatedAndroid", "YobanSimulatedDevices",
        "YobanSimulatedRadio",
        "YobanPlatformProfiles",
      ]),
    .systemLibrary(
      name: "CYobanCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .target(
      name: "YobanHostGateway",
      dependencies: ["CYobanCurl", "YobanSimulatedDevices", "YobanVirtualTime"]),
    .target(
      name: "YobanFoundation", dependencies: ["YobanSimulatedDevices"],
      path: "Sources/AppleModules/YobanFoundation"),
    // The compiler imports this module into files that import both Testing and UIKit.
    .target(name: "_Testing_UIKit", path: "Sources/AppleModules/_Testing_UIKit"),
    .target(
      name: "UIKit",
      dependencies: [
        "YobanSimulatedApple", "YobanVirtualTime", "YobanFoundation", "QuartzCore",
        "UniformTypeIdentifiers", "UserNotifications",
        "_Testing_UIKit",
      ],
      path: "Sources/AppleModules/UIKit"),
    // The notifications of an app: the system's service, Apple's API, and their tests. UIKit re-exports the
    // API, as Apple's UIKit does.
    .target(
      name: "YobanNotifications",
      dependencies: [
        "YobanAppleSystem", "YobanSimulatedDevices", "YobanPlatformProfiles", "YobanVirtualTime",
      ], path: "Sources/Services/Notifications/System"),
    .target(
      name: "UserNotifications",
      dependencies: ["YobanSimulatedApple", "YobanFoundation", "CoreLocation"],
      path: "Sources/Services/Notifications/API"),
    .testTarget(
      name: "NotificationsTests",
      dependencies: [
        "YobanNotifications", "UserNotifications", "UIKit", "CoreLocation", "YobanFoundation",
        "YobanTesting", "YobanSimulatedOS", "YobanVirtualTime", "_Testing_UIKit",
      ], path: "Sources/Services/Notifications/Tests"),
    .target(
      name: "CoreLocation", dependencies: ["YobanSimulatedApple", "YobanFoundation"],
      path: "Sources/AppleModules/CoreLocation"
    ),
    .target(
      name: "CoreMotion", dependencies: ["YobanSimulatedApple", "YobanFoundation"],
      path: "Sources/AppleModules/CoreMotion"),
    .target(
      name: "CoreBluetooth", dependencies: ["YobanSimulatedApple", "YobanFoundation"],
      path: "Sources/AppleModules/CoreBluetooth"),
    .target(
      name: "BackgroundTasks", dependencies: ["YobanSimulatedApple", "YobanFoundation"],
      path: "Sources/AppleModules/BackgroundTasks"),
    .target(
      name: "WatchConnectivity", dependencies: ["YobanSimulatedApple", "YobanFoundation"],
      path: "Sources/AppleModules/WatchConnectivity"),
    .target(
      name: "HealthKit",
      dependencies: ["YobanSimulatedApple", "YobanVirtualTime", "YobanFoundation"],
      path: "Sources/AppleModules/HealthKit"),
    .target(
      name: "WatchKit",
      dependencies: ["YobanSimulatedApple", "YobanVirtualTime", "YobanFoundation", "HealthKit"],
      path: "Sources/AppleModules/WatchKit"),
    .target(
      name: "AVFAudio",
      dependencies: ["YobanSimulatedApple", "YobanVirtualTime", "YobanFoundation"],
      path: "Sources/AppleModules/AVFAudio"),
    // For apps that import AVFoundation; it contains only AVFAudio.
    .target(
      name: "AVFoundation", dependencies: ["AVFAudio", "QuartzCore", "YobanFoundation"],
      path: "Sources/AppleModules/AVFoundation"),
    .target(
      name: "os", dependencies: ["YobanSimulatedDevices"],
      path: "Sources/AppleModules/os"),
    .target(
      name: "OSLog", dependencies: ["os", "YobanSimulatedDevices", "YobanVirtualTime"],
      path: "Sources/AppleModules/OSLog"),
    // OpenCombine under Apple's name, with what it does not have.
    .target(
      name: "Combine",
      dependencies: [
        "YobanFoundation", .product(name: "OpenCombine", package: "OpenCombine"),
        .product(name: "OpenCombineDispatch", package: "OpenCombine"),
        .product(name: "OpenCombineFoundation", package: "OpenCombine"),
      ], path: "Sources/AppleModules/Combine"),
    // Views without a screen: identity, state, updates and life cycle.
    .target(
      name: "SwiftUI",
      dependencies: [
        "UIKit", "WatchKit", "HealthKit", "Combine", "BackgroundTasks", "YobanFoundation",
        "UniformTypeIdentifiers", "YobanSimulatedApple", "YobanVirtualTime",
      ], path: "Sources/AppleModules/SwiftUI"),
    .target(
      name: "QuartzCore", dependencies: ["YobanFoundation"],
      path: "Sources/AppleModules/QuartzCore"),
    // Maps without tiles.
    .target(
      name: "MapKit", dependencies: ["UIKit", "CoreLocation"],
      path: "Sources/AppleModules/MapKit"),
    // swift-crypto under Apple's name, and C functions on top of it.
    .target(
      name: "CryptoKit", dependencies: [.product(name: "Crypto", package: "swift-crypto")],
      path: "Sources/AppleModules/CryptoKit"),
    .target(
      name: "CommonCrypto", dependencies: [.product(name: "Crypto", package: "swift-crypto")],
      path: "Sources/AppleModules/CommonCrypto"),
    .target(
      name: "Security", dependencies: ["YobanSimulatedApple", "YobanFoundation"],
      path: "Sources/AppleModules/Security"),
    .target(
      name: "Network", dependencies: ["YobanSimulatedApple", "YobanFoundation"],
      path: "Sources/AppleModules/Network"),
    .target(
      name: "UniformTypeIdentifiers", path: "Sources/AppleModules/UniformTypeIdentifiers"),
    .target(
      name: "AndroidFramework",
      dependencies: ["YobanSimulatedAndroid", "YobanVirtualTime", "YobanFoundation"]),
    // The Android runtime, based on Yoban's recorder, store and uploader.
    .target(name: "YobanAndroid", dependencies: ["Yoban", "AndroidFramework"]),
    .target(
      name: "YobanLifecycleApp", dependencies: ["UIKit", "YobanFoundation"],
      path: "Examples/LifecycleApp", exclude: ["Info.plist"],
      swiftSettings: entryPoint("YobanLifecycleApp")),
    .target(
      name: "YobanAwaitedAccessoryApp",
      dependencies: ["UIKit", "YobanFoundation", "CoreBluetooth"],
      path: "Examples/AwaitedAccessoryApp", exclude: ["Info.plist"],
      swiftSettings: entryPoint("YobanAwaitedAccessoryApp")),
    .target(
      name: "YobanScratchApp",
      dependencies: ["Yoban", "UIKit", "YobanFoundation", "CoreBluetooth"],
      path: "Examples/ScratchApp"),
    .target(
      name: "YobanBackgroundJobApp",
      dependencies: ["Yoban", "UIKit", "UserNotifications", "YobanFoundation"],
      path: "Examples/BackgroundJobApp", exclude: ["Info.plist"],
      swiftSettings: entryPoint("YobanBackgroundJobApp")),
    .target(
      name: "YobanBeaconApp", dependencies: ["UIKit", "YobanFoundation", "CoreLocation"],
      path: "Examples/BeaconApp", exclude: ["Info.plist"],
      swiftSettings: entryPoint("YobanBeaconApp")),
    .target(
      name: "YobanProximityApp", dependencies: ["UIKit", "YobanFoundation", "CoreBluetooth"],
      path: "Examples/ProximityApp"),
    .target(
      name: "YobanTesting",
      dependencies: [
        // The documentation links to the types of the modules that YobanSimulatedOS re-exports.
        "YobanSimulatedAndroid", "YobanSimulatedApple", "YobanSimulatedDevices",
        "YobanSimulatedRadio",
        "YobanExploration", "YobanPlatformProfiles", "YobanReports", "YobanSimulatedOS", "UIKit",
        "YobanFoundation",
        "WatchKit",
        "HealthKit",
        "AndroidFramework", "YobanVirtualTime", "_Testing_UIKit",
      ]),
    // Targets without package access see what a package of a user sees.
    .testTarget(
      name: "YobanTestingTests",
      dependencies: [
        "YobanTesting", "CoreBluetooth", "UIKit", "YobanFoundation", "WatchKit", "HealthKit",
        "AndroidFramework", "_Testing_UIKit", "CoreLocation", "CoreMotion", "WatchConnectivity",
        "AVFAudio", "BackgroundTasks", "StaticsSample",
      ], packageAccess: false),
    // Bugs of other people's background apps, each in a small app and found in a story.
    .testTarget(
      name: "BugCorpusTests",
      dependencies: [
        "YobanExploration", "YobanTesting", "BackgroundTasks", "CoreBluetooth", "CoreLocation",
        "Security", "UIKit",
        "WatchConnectivity", "WatchKit", "YobanFoundation", "_Testing_UIKit",
      ], packageAccess: false),
    // An app that uses SQLite, and what is left of its database. A program of its own, because all
    // simulations of a program take turns if it contains the variables of a C library.
    .systemLibrary(
      name: "CSQLite", path: "Tests/CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .executableTarget(
      name: "YobanSQLiteSweep",
      dependencies: ["CSQLite", "YobanSimulatedOS", "YobanPlatformProfiles", "YobanVirtualTime"],
      path: "Tests/SQLiteApp"),
    // The disk of a device: calls of the system, losses of power, free space.
    .testTarget(
      name: "DiskTests",
      dependencies: [
        "YobanTesting", "YobanFoundation", "YobanSimulatedOS", "YobanSimulatedDevices",
        "YobanPlatformProfiles", "YobanVirtualTime",
      ]),
    .testTarget(
      name: "StoryboardTests",
      dependencies: ["YobanTesting", "UIKit", "YobanFoundation", "_Testing_UIKit"],
      packageAccess: false),
    .target(
      name: "YobanExperiments",
      dependencies: [
        "YobanExploration", "YobanReports", "YobanSimulatedOS", "YobanVirtualTime", "UIKit",
        "YobanLifecycleApp",
        "YobanAwaitedAccessoryApp",
        "YobanScratchApp",
        "YobanBackgroundJobApp", "YobanBeaconApp", "YobanProximityApp", "YobanNight",
        "YobanTextLayout",
      ]),
    .target(
      name: "YobanNightApp",
      dependencies: [
        "Yoban", "SwiftUI", "UIKit", "YobanFoundation", "CoreBluetooth", "CoreMotion",
      ],
      path: "Examples/NightApp", exclude: ["Info.plist"], swiftSettings: entryPoint("YobanNightApp")
    ),
    .target(
      name: "YobanNightWatchApp",
      dependencies: ["Yoban", "SwiftUI", "WatchKit", "YobanFoundation", "CoreMotion"],
      path: "Examples/NightWatchApp", exclude: ["Info.plist", "NightWatchApp.entitlements"],
      swiftSettings: entryPoint("YobanNightWatchApp")),
    .target(
      name: "YobanNightAndroidApp", dependencies: ["Yoban", "YobanAndroid", "AndroidFramework"],
      path: "Examples/NightAndroidApp"),
    .target(
      name: "YobanNight",
      dependencies: [
        "YobanExploration", "YobanSimulatedOS", "YobanVirtualTime", "YobanHostGateway", "Chunks",
        "CollectorContract",
        "YobanNightApp",
        "YobanNightWatchApp",
        "YobanNightAndroidApp", "UIKit", "WatchKit", "WatchConnectivity", "Yoban",
      ]),
    // Searches for the faults with which a scenario fails.
    .target(
      name: "YobanExploration",
      dependencies: [
        "YobanPlatformRules", "YobanReports", "YobanSimulatedOS", "YobanVirtualTime",
      ]),
    .testTarget(
      name: "ExplorationTests",
      dependencies: [
        "YobanExploration", "YobanTesting", "AndroidFramework", "BackgroundTasks",
        "CoreBluetooth", "UIKit",
        "WatchConnectivity", "WatchKit",
      ],
      exclude: ["Explorations"]),
    // The style sheet and the scripts of reports, from Sources/YobanReports/Page.
    .target(name: "CYobanReportPage"),
    .target(
      name: "YobanReports",
      dependencies: [
        "CYobanReportPage", "YobanSimulatedOS", "YobanTextLayout", "YobanVirtualTime",
      ], exclude: ["Page"]),
    .testTarget(name: "TidyTests"),
    .testTarget(
      name: "SimulatedOSTests",
      dependencies: [
        "YobanSimulatedOS", "YobanAppleSystem", "YobanSimulatedAndroid", "YobanSimulatedDevices",
        "YobanSimulatedRadio",
        "YobanPlatformProfiles", "YobanVirtualTime",
      ]),
    // App code in the style of tutorials, in both language modes, and an app with `@main`.
    .executableTarget(
      name: "YobanMainApp", dependencies: ["UIKit", "YobanFoundation"],
      path: "Tests/AppleModuleTests/MainApp"
    ),
    .target(
      name: "TutorialsSwift5",
      dependencies: appleModules + [
        "AVFAudio", "AVFoundation", "Security", "Network", "UserNotifications",
      ],
      path: "Tests/AppleModuleTests/TutorialsSwift5", swiftSettings: [.swiftLanguageMode(.v5)]),
    .target(
      name: "TutorialsSwift6",
      dependencies: appleModules + ["AVFAudio", "AVFoundation", "UserNotifications"],
      path: "Tests/AppleModuleTests/TutorialsSwift6"),
    .testTarget(
      name: "AppleModuleTests",
      dependencies: [
        "UIKit", "CoreLocation", "CoreMotion", "CoreBluetooth", "BackgroundTasks",
        "YobanFoundation",
        "WatchConnectivity", "WatchKit", "HealthKit", "AVFAudio", "AVFoundation", "os", "OSLog",
        "Combine", "QuartzCore", "MapKit", "CryptoKit", "CommonCrypto", "Security", "Network",
        "UniformTypeIdentifiers", "UserNotifications", "YobanTesting", "YobanSimulatedOS",
        "YobanVirtualTime", "YobanMainApp",
        "TutorialsSwift5", "TutorialsSwift6",
      ],
      exclude: ["MainApp", "TutorialsSwift5", "TutorialsSwift6"]),
    // Apps with SwiftUI's life cycle, without package access, as a user's tests.
    .testTarget(
      name: "SwiftUITests",
      dependencies: [
        "SwiftUI", "Combine", "UIKit", "WatchKit", "MapKit", "YobanFoundation", "BackgroundTasks",
        "CoreBluetooth", "YobanAwaitedAccessoryApp", "YobanTesting", "_Testing_UIKit",
      ], packageAccess: false),
    // The sample apps, touched as a user touches them.
    .testTarget(
      name: "ExampleTests",
      dependencies: [
        "YobanNightApp", "YobanNightWatchApp", "YobanAwaitedAccessoryApp", "YobanBackgroundJobApp",
        "YobanBeaconApp",
        "YobanNight", "Yoban", "SwiftUI", "UIKit", "WatchKit", "YobanFoundation", "CoreBluetooth",
        "CoreLocation", "YobanTesting", "_Testing_UIKit",
      ], packageAccess: false),
    .testTarget(name: "YobanTests", dependencies: ["Yoban", "Chunks", "CollectorContract"]),
    .testTarget(
      name: "NightTests",
      dependencies: [
        "YobanExperiments", "YobanNight", "YobanReports", "Yoban", "BackgroundTasks",
        "CoreLocation",
        "CoreMotion",
        "UIKit",
        "YobanFoundation",
        "YobanSimulatedOS", "YobanVirtualTime", "_Testing_UIKit",
      ]),
    .testTarget(
      name: "ReportsTests", dependencies: ["YobanReports", "YobanSimulatedOS", "YobanVirtualTime"]),
    .executableTarget(
      name: "YobanCommand",
      // YobanSimulatedOS and YobanVirtualTime are listed explicitly, so that a change of a type's layout in
      // them rebuilds the targets that use them.
      dependencies: [
        "YobanSimulatedOS", "YobanVirtualTime", "YobanExperiments", "YobanExploration",
        "CYobanMemory",
        "YobanNight",
        "YobanInitCommand",
        "YobanReports",
        "YobanTextLayout",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .testTarget(name: "ChunksTests", dependencies: ["Chunks"]),
    // The tests read logs of real phones from the folder Logs.
    .testTarget(
      name: "ExperimentTests",
      dependencies: ["YobanExperiments", "YobanExploration", "YobanVirtualTime"],
      exclude: ["Logs"]),
    .testTarget(
      name: "BluetoothSessionTests",
      dependencies: [
        "Yoban", "Chunks", "CoreBluetooth", "UIKit", "YobanFoundation", "YobanTesting",
        "YobanSimulatedOS",
        "YobanVirtualTime",
        "_Testing_UIKit",
      ], packageAccess: false),
    .testTarget(
      name: "JobAndRegionTests",
      dependencies: [
        "Yoban", "Chunks", "BackgroundTasks", "CoreLocation", "UIKit", "YobanFoundation",
        "YobanTesting",
        "YobanSimulatedOS",
        "YobanVirtualTime", "_Testing_UIKit",
      ], packageAccess: false),
    .testTarget(
      name: "RelayTests",
      dependencies: [
        "Yoban", "Chunks", "CollectorContract", "CoreMotion", "YobanNight", "WatchConnectivity",
        "WatchKit", "HealthKit",
        "UIKit", "YobanFoundation", "YobanTesting", "YobanSimulatedOS", "YobanVirtualTime",
        "_Testing_UIKit",
      ], packageAccess: false),
    .testTarget(
      name: "AndroidTests",
      dependencies: [
        "AndroidFramework", "YobanAndroid", "YobanNightAndroidApp", "Yoban", "Chunks",
        "CollectorContract", "YobanTesting", "YobanSimulatedOS", "YobanVirtualTime",
      ]),
    // A module with static variables of every kind, of which simulated processes get their own.
    .target(
      name: "StaticsSample", path: "Tests/VirtualTimeTests/StaticsSample",
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "VirtualTimeTests",
      dependencies: ["CYobanVirtualTime", "YobanVirtualTime", "StaticsSample"],
      exclude: ["StaticsSample"]),
  ]
#endif

// The submodules of the modules with Apple's names, such as `import os.log` and
// `import CoreBluetooth.CBUUID`, are declared in a module map for each module.
#if os(Linux)
  for module in [
    "AVFAudio", "AVFoundation", "BackgroundTasks", "CoreBluetooth", "CoreLocation", "CoreMotion",
    "HealthKit", "UIKit", "WatchConnectivity", "WatchKit", "os",
  ] {
    let submodules = "CYobanSubmodules_\(module)"
    targets.append(
      .systemLibrary(name: submodules, path: "Sources/AppleModules/Submodules/\(module)"))
    targets.first { $0.name == module }?.dependencies.append(.target(name: submodules))
  }
#endif

var dependencies: [Package.Dependency] = []
// Only the simulator and its modules use other packages, so a Mac fetches none.
#if os(Linux)
  dependencies += [
    // Parsing of command-line arguments.
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    // Double-ended queues for the event loop.
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    // CryptoKit and CommonCrypto, and Combine: fetched by every package that depends on this one, but
    // built only for those that use these products.
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"),
  ]
#endif

#if os(Linux)
  // The simulation, and what records and stores samples, are optimized in debug builds, too: tests are debug
  // builds, and they play whole nights. `yoban init` reads hundreds of files. Assertions stay on.
  let optimized: Set = [
    "Chunks", "Yoban", "YobanInit", "YobanVirtualTime", "YobanSimulatedRadio",
    "YobanSimulatedDevices",
    "YobanAppleSystem", "YobanNotifications", "YobanSimulatedAndroid", "YobanFoundation",
    "CoreMotion",
    "AndroidFramework",
    "YobanAndroid",
  ]
  for target in targets where optimized.contains(target.name) {
    target.swiftSettings = [
      .unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))
    ]
  }
  for target in targets where ["CYobanChecksum", "CYobanVirtualTime"].contains(target.name) {
    target.cSettings = [.unsafeFlags(["-O2"], .when(configuration: .debug))]
  }
#endif

let package = Package(
  name: "yoban",
  platforms: [.iOS(.v17), .watchOS(.v10), .macOS(.v15)],
  products: products,
  dependencies: dependencies,
  targets: targets,
  swiftLanguageModes: [.v6]
)

// scripts/test-target sets this variable to the names of the test targets that it runs.
if let wanted = Context.environment["YOBAN_TEST_TARGETS"]?.split(separator: " ").map(String.init) {
  package.targets.removeAll { $0.type == .test && !wanted.contains($0.name) }
}
