// swift-tools-version: 6.2
import PackageDescription

var products: [Product] = [
  .library(name: "Yoban", targets: ["Yoban"]),
  .library(name: "Chunks", targets: ["Chunks"]),
  .library(name: "CollectorContract", targets: ["CollectorContract"]),
]
// On Linux, this package contains the modules with Apple's names; on Apple's systems, they come
// with the system. UIKit re-exports URLLoading, the replacement for Foundation's URLSession. It is
// listed explicitly so that a change in it rebuilds the targets that use it.
#if os(Linux)
  let appleModules: [Target.Dependency] = [
    "UIKit", "URLLoading", "CoreLocation", "CoreMotion", "CoreBluetooth", "BackgroundTasks",
    "WatchConnectivity", "WatchKit", "HealthKit",
  ]
#else
  let appleModules: [Target.Dependency] = []
#endif
var targets: [Target] = [
  .target(name: "CChecksum"),
  .target(
    name: "Chunks", dependencies: ["CChecksum", .product(name: "Crypto", package: "swift-crypto")]),
  // The HTTP API of the collector, shared by its server and its clients.
  .target(name: "CollectorContract", dependencies: ["Chunks"]),
  .target(name: "Yoban", dependencies: ["Chunks", "CollectorContract"] + appleModules),
]

// The simulator and the modules with Apple's names exist only on Linux; on Apple's systems, the
// modules with these names are Apple's own.
#if os(Linux)
  products += [
    .library(name: "UIKit", targets: ["UIKit"]),
    .library(name: "URLLoading", targets: ["URLLoading"]),
    .library(name: "CoreLocation", targets: ["CoreLocation"]),
    .library(name: "CoreMotion", targets: ["CoreMotion"]),
    .library(name: "CoreBluetooth", targets: ["CoreBluetooth"]),
    .library(name: "BackgroundTasks", targets: ["BackgroundTasks"]),
    .library(name: "WatchConnectivity", targets: ["WatchConnectivity"]),
    .library(name: "WatchKit", targets: ["WatchKit"]),
    .library(name: "HealthKit", targets: ["HealthKit"]),
    .library(name: "AVFAudio", targets: ["AVFAudio"]),
    .library(name: "AVFoundation", targets: ["AVFoundation"]),
    .library(name: "AndroidFramework", targets: ["AndroidFramework"]),
    .library(name: "YobanAndroid", targets: ["YobanAndroid"]),
    .library(name: "YobanTesting", targets: ["YobanTesting"]),
    .library(name: "Night", targets: ["Night"]),
    .executable(name: "yoban", targets: ["YobanCommand"]),
  ]
  targets += [
    .target(name: "CVirtualTime"),
    .target(
      name: "VirtualTime",
      dependencies: ["CVirtualTime", .product(name: "DequeModule", package: "swift-collections")]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    // Columns and line breaks for terminal output.
    .target(name: "TextLayout"),
    // The known facts about the real systems, as rules with sources.
    .target(name: "PlatformRules"),
    // The known numbers of the real systems, by version: a policy for each service.
    .target(name: "PlatformProfiles", dependencies: ["PlatformRules", "VirtualTime"]),
    // Bluetooth Low Energy that no platform owns: the air, links, attributes, accessories.
    .target(name: "SimulatedRadio", dependencies: ["PlatformProfiles", "VirtualTime"]),
    // The common part of all simulated systems: worlds, devices, apps and their processes, the trace.
    .target(
      name: "SimulatedDevices",
      dependencies: ["SimulatedRadio", "PlatformProfiles", "VirtualTime", "CZlib"]),
    .target(
      name: "SimulatedApple",
      dependencies: ["SimulatedDevices", "SimulatedRadio", "PlatformProfiles", "VirtualTime"]),
    .target(
      name: "SimulatedAndroid",
      dependencies: ["SimulatedDevices", "SimulatedRadio", "PlatformProfiles", "VirtualTime"]),
    // All of these in one import, for code that plays with devices of every platform.
    .target(
      name: "SimulatedOS",
      dependencies: [
        "SimulatedApple", "SimulatedAndroid", "SimulatedDevices", "SimulatedRadio",
        "PlatformProfiles",
      ]),
    .systemLibrary(
      name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .target(name: "HostGateway", dependencies: ["CCurl", "SimulatedDevices", "VirtualTime"]),
    .target(
      name: "URLLoading", dependencies: ["SimulatedDevices"],
      path: "Sources/AppleModules/URLLoading"),
    // The compiler imports this module into files that import both Testing and UIKit.
    .target(name: "_Testing_UIKit", path: "Sources/AppleModules/_Testing_UIKit"),
    .target(
      name: "UIKit",
      dependencies: ["SimulatedApple", "VirtualTime", "URLLoading", "_Testing_UIKit"],
      path: "Sources/AppleModules/UIKit"),
    .target(
      name: "CoreLocation", dependencies: ["SimulatedApple"],
      path: "Sources/AppleModules/CoreLocation"
    ),
    .target(
      name: "CoreMotion", dependencies: ["SimulatedApple"], path: "Sources/AppleModules/CoreMotion"),
    .target(
      name: "CoreBluetooth", dependencies: ["SimulatedApple"],
      path: "Sources/AppleModules/CoreBluetooth"),
    .target(
      name: "BackgroundTasks", dependencies: ["SimulatedApple"],
      path: "Sources/AppleModules/BackgroundTasks"),
    .target(
      name: "WatchConnectivity", dependencies: ["SimulatedApple"],
      path: "Sources/AppleModules/WatchConnectivity"),
    .target(
      name: "HealthKit", dependencies: ["SimulatedApple", "VirtualTime"],
      path: "Sources/AppleModules/HealthKit"),
    .target(
      name: "WatchKit", dependencies: ["SimulatedApple", "VirtualTime", "URLLoading", "HealthKit"],
      path: "Sources/AppleModules/WatchKit"),
    .target(
      name: "AVFAudio", dependencies: ["SimulatedApple", "VirtualTime"],
      path: "Sources/AppleModules/AVFAudio"),
    // For apps that import AVFoundation; it contains only AVFAudio.
    .target(
      name: "AVFoundation", dependencies: ["AVFAudio"], path: "Sources/AppleModules/AVFoundation"),
    .target(
      name: "AndroidFramework", dependencies: ["SimulatedAndroid", "VirtualTime", "URLLoading"]),
    // The Android runtime, based on Yoban's recorder, store and uploader.
    .target(name: "YobanAndroid", dependencies: ["Yoban", "AndroidFramework"]),
    .target(
      name: "LifecycleApp", dependencies: ["UIKit", "URLLoading"], path: "Examples/LifecycleApp"),
    .target(
      name: "AwaitedAccessoryApp", dependencies: ["UIKit", "URLLoading", "CoreBluetooth"],
      path: "Examples/AwaitedAccessoryApp"),
    .target(
      name: "ScratchApp", dependencies: ["Yoban", "UIKit", "URLLoading", "CoreBluetooth"],
      path: "Examples/ScratchApp"),
    .target(
      name: "BackgroundJobApp", dependencies: ["Yoban", "UIKit", "URLLoading"],
      path: "Examples/BackgroundJobApp"),
    .target(
      name: "BeaconApp", dependencies: ["UIKit", "URLLoading", "CoreLocation"],
      path: "Examples/BeaconApp"),
    .target(
      name: "ProximityApp", dependencies: ["UIKit", "URLLoading", "CoreBluetooth"],
      path: "Examples/ProximityApp"),
    .target(
      name: "YobanTesting",
      dependencies: [
        // The documentation links to the types of the modules that SimulatedOS re-exports.
        "SimulatedAndroid", "SimulatedApple", "SimulatedDevices", "SimulatedRadio",
        "PlatformProfiles", "Reports", "SimulatedOS", "UIKit", "URLLoading", "WatchKit",
        "HealthKit",
        "AndroidFramework", "VirtualTime", "_Testing_UIKit",
      ]),
    // Targets without package access see what a package of a user sees.
    .testTarget(
      name: "YobanTestingTests",
      dependencies: [
        "YobanTesting", "CoreBluetooth", "UIKit", "URLLoading", "WatchKit", "HealthKit",
        "AndroidFramework", "_Testing_UIKit",
      ], packageAccess: false),
    .target(
      name: "Experiments",
      dependencies: [
        "SimulatedOS", "VirtualTime", "UIKit", "LifecycleApp", "AwaitedAccessoryApp", "ScratchApp",
        "BackgroundJobApp", "BeaconApp", "ProximityApp", "Night", "TextLayout",
      ]),
    .target(
      name: "NightApp", dependencies: ["Yoban", "UIKit", "URLLoading", "CoreMotion"],
      path: "Examples/NightApp"),
    .target(
      name: "NightWatchApp", dependencies: ["Yoban", "WatchKit", "URLLoading", "CoreMotion"],
      path: "Examples/NightWatchApp"),
    .target(
      name: "NightAndroidApp", dependencies: ["Yoban", "YobanAndroid", "AndroidFramework"],
      path: "Examples/NightAndroidApp"),
    .target(
      name: "Night",
      dependencies: [
        "SimulatedOS", "VirtualTime", "HostGateway", "Chunks", "CollectorContract", "NightApp",
        "NightWatchApp",
        "NightAndroidApp", "UIKit", "WatchKit", "WatchConnectivity", "Yoban",
      ]),
    .target(
      name: "Reports", dependencies: ["SimulatedOS", "TextLayout", "VirtualTime"],
      resources: [.embedInCode("Page")]),
    .testTarget(name: "TidyTests"),
    .testTarget(
      name: "SimulatedOSTests",
      dependencies: [
        "SimulatedOS", "SimulatedApple", "SimulatedAndroid", "SimulatedDevices", "SimulatedRadio",
        "PlatformProfiles", "VirtualTime",
      ]),
    // App code in the style of tutorials, in both language modes, and an app with `@main`.
    .executableTarget(
      name: "MainApp", dependencies: ["UIKit", "URLLoading"], path: "Tests/AppleModuleTests/MainApp"
    ),
    .target(
      name: "TutorialsSwift5", dependencies: appleModules + ["AVFAudio", "AVFoundation"],
      path: "Tests/AppleModuleTests/TutorialsSwift5", swiftSettings: [.swiftLanguageMode(.v5)]),
    .target(
      name: "TutorialsSwift6", dependencies: appleModules + ["AVFAudio", "AVFoundation"],
      path: "Tests/AppleModuleTests/TutorialsSwift6"),
    .testTarget(
      name: "AppleModuleTests",
      dependencies: [
        "UIKit", "CoreLocation", "CoreMotion", "CoreBluetooth", "BackgroundTasks", "URLLoading",
        "WatchConnectivity", "WatchKit", "HealthKit", "AVFAudio", "AVFoundation", "YobanTesting",
        "SimulatedOS",
        "VirtualTime", "MainApp",
        "TutorialsSwift5", "TutorialsSwift6",
      ],
      exclude: ["MainApp", "TutorialsSwift5", "TutorialsSwift6"]),
    .testTarget(name: "YobanTests", dependencies: ["Yoban", "Chunks", "CollectorContract"]),
    .testTarget(
      name: "NightTests",
      dependencies: [
        "Experiments", "Night", "Reports", "Yoban", "BackgroundTasks", "CoreLocation", "CoreMotion",
        "UIKit",
        "URLLoading",
        "SimulatedOS", "VirtualTime", "_Testing_UIKit",
      ]),
    .testTarget(
      name: "ReportsTests", dependencies: ["Reports", "SimulatedOS", "VirtualTime"]),
    .executableTarget(
      name: "YobanCommand",
      // SimulatedOS and VirtualTime are listed explicitly, so that a change of a type's layout in
      // them rebuilds the targets that use them.
      dependencies: [
        "SimulatedOS", "VirtualTime", "Experiments", "Night", "Reports", "TextLayout",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .testTarget(name: "ChunksTests", dependencies: ["Chunks"]),
    // The tests read logs of real phones from the folder Logs.
    .testTarget(
      name: "ExperimentTests", dependencies: ["Experiments", "VirtualTime"], exclude: ["Logs"]),
    .testTarget(
      name: "BluetoothSessionTests",
      dependencies: [
        "Yoban", "Chunks", "CoreBluetooth", "UIKit", "URLLoading", "YobanTesting", "SimulatedOS",
        "VirtualTime",
        "_Testing_UIKit",
      ], packageAccess: false),
    .testTarget(
      name: "JobAndRegionTests",
      dependencies: [
        "Yoban", "Chunks", "BackgroundTasks", "CoreLocation", "UIKit", "URLLoading", "YobanTesting",
        "SimulatedOS",
        "VirtualTime", "_Testing_UIKit",
      ], packageAccess: false),
    .testTarget(
      name: "RelayTests",
      dependencies: [
        "Yoban", "Chunks", "CollectorContract", "CoreMotion", "Night", "WatchConnectivity",
        "WatchKit", "HealthKit",
        "UIKit", "URLLoading", "YobanTesting", "SimulatedOS", "VirtualTime", "_Testing_UIKit",
      ], packageAccess: false),
    .testTarget(
      name: "AndroidTests",
      dependencies: [
        "AndroidFramework", "YobanAndroid", "NightAndroidApp", "Yoban", "Chunks",
        "CollectorContract", "YobanTesting", "SimulatedOS", "VirtualTime",
      ]),
    .testTarget(name: "VirtualTimeTests", dependencies: ["VirtualTime"]),
  ]
#endif

var dependencies: [Package.Dependency] = [
  // Parsing of command-line arguments.
  .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  // Double-ended queues for the event loop.
  .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
  // SHA-256 for the identity of a chunk; CryptoKit itself on Apple's systems.
  .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
]
// scripts/docs sets this variable. Packages that depend on Yoban do not fetch the plugin.
if Context.environment["YOBAN_DOCS"] != nil {
  dependencies.append(
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", exact: "1.5.0"))
}

let package = Package(
  name: "yoban",
  platforms: [.iOS(.v17), .watchOS(.v10), .macOS(.v15)],
  products: products,
  dependencies: dependencies,
  targets: targets,
  swiftLanguageModes: [.v6]
)
