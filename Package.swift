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
  .library(name: "ClockOffsets", targets: ["ClockOffsets"]),
  .library(name: "CYobanMemory", targets: ["CYobanMemory"]),
  .library(name: "CYobanCurl", targets: ["CYobanCurl"]),
  .library(name: "CYobanManifest", targets: ["CYobanManifest"]),
]
// On Linux, this package contains the modules with Apple's names; on Apple's systems, they come
// with the system. UIKit re-exports YobanFoundation, the replacement for Foundation's URLSession. It is
// listed explicitly so that a change in it rebuilds the targets that use it.
#if os(Linux)
  let runtimeImports: [Target.Dependency] = [
    "UIKit", "YobanFoundation", "CoreLocation", "CoreMotion", "CoreBluetooth", "BackgroundTasks",
    "WatchConnectivity", "WatchKit", "HealthKit",
  ]
  // SHA-256 for the identity of a chunk. On Apple's systems, CryptoKit has it.
  let sha256: [Target.Dependency] = ["CYobanCrypto"]
#else
  let runtimeImports: [Target.Dependency] = []
  let sha256: [Target.Dependency] = []
#endif
var targets: [Target] = [
  .target(name: "CYobanChecksum"),
  // A setting of the C library for the programs: released memory is kept.
  .target(name: "CYobanMemory"),
  // HTTP for the gateway of simulated devices, and for the collector's store of objects.
  .systemLibrary(
    name: "CYobanCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
  // What this manifest says about the modules, for code that must know it.
  .target(name: "CYobanManifest"),
  .target(name: "Chunks", dependencies: ["CYobanChecksum"] + sha256),
  // The offsets of clocks, computed from what was measured; it imports nothing.
  .target(name: "ClockOffsets"),
  // The HTTP API of the collector, shared by its server and its clients.
  .target(name: "CollectorContract", dependencies: ["Chunks", "ClockOffsets"]),
  .target(
    name: "Yoban", dependencies: ["Chunks", "ClockOffsets", "CollectorContract"] + runtimeImports),
]

// The simulator and the modules with Apple's names exist only on Linux; on Apple's systems, the
// modules with these names are Apple's own.
#if os(Linux)
  // An app's source with `@main` defines the C function `main`. Several apps can be parts of one program if
  // each function gets another name.
  func entryPoint(_ app: String) -> [SwiftSetting] {
    [.unsafeFlags(["-Xfrontend", "-entry-point-function-name", "-Xfrontend", "\(app)_main"])]
  }

  /// What most of the modules with Apple's names are built on.
  let system: [Target.Dependency] = [
    "YobanSimulatedApple", "YobanVirtualTime", "YobanFoundation",
  ]

  /// A module with Apple's name: a library product and a target.
  struct AppleModule {
    var name: String
    var dependencies: [Target.Dependency]
    /// The folder of its sources, for a module that does not stand in Sources/AppleModules.
    var folder: String?
    /// The systems of Apple that have it.
    var systems: [String]
    /// Whether it has submodules, such as `import os.log` and `import CoreBluetooth.CBUUID`. Each is declared in a
    /// module map, in Sources/AppleModules/Submodules.
    var hasSubmodules: Bool

    init(
      _ name: String, _ dependencies: [Target.Dependency], in folder: String? = nil,
      on systems: [String] = ["iOS", "watchOS"], submodules hasSubmodules: Bool = false
    ) {
      self.name = name
      self.dependencies = dependencies
      self.folder = folder
      self.systems = systems
      self.hasSubmodules = hasSubmodules
    }

    var dependency: Target.Dependency { .target(name: name) }
    var submodules: String { "CYobanSubmodules_\(name)" }

    var targets: [Target] {
      let own = Target.target(
        name: name, dependencies: dependencies + (hasSubmodules ? [.target(name: submodules)] : []),
        path: folder ?? "Sources/AppleModules/\(name)")
      guard hasSubmodules else { return [own] }
      return [
        own, .systemLibrary(name: submodules, path: "Sources/AppleModules/Submodules/\(name)"),
      ]
    }
  }

  // Everything that must know these modules has them from this table: the products and targets of this package,
  // and, through CYobanManifest, the variables of simulated processes, `yoban init` and `canImport` in ported
  // sources.
  let appleModules = [
    // Darwin's names and `URLSession`. Android uses it, too, so it knows no device of Apple.
    AppleModule(
      "YobanFoundation", ["YobanNetwork", "YobanSimulatedDevices", "YobanVirtualTime"], on: []),
    AppleModule(
      "UIKit",
      system + ["QuartzCore", "UniformTypeIdentifiers", "UserNotifications", "_Testing_UIKit"],
      submodules: true),
    AppleModule("AppIntents", system, in: "Sources/Services/AppIntents/API"),
    AppleModule(
      "WidgetKit", system + ["ActivityKit", "AppIntents", "SwiftUI"],
      in: "Sources/Services/Widgets/API"),
    AppleModule(
      "AccessorySetupKit", system + ["CoreBluetooth", "UIKit"],
      in: "Sources/Services/AccessorySetup/API", on: ["iOS"]),
    AppleModule("ActivityKit", system, in: "Sources/Services/LiveActivities/API", on: ["iOS"]),
    AppleModule(
      "AVFAudio", system, in: "Sources/Services/Audio/API", submodules: true),
    // For apps that import AVFoundation: it has AVFAudio, and the picture of a camera, which is a layer.
    AppleModule(
      "AVFoundation", ["AVFAudio", "QuartzCore", "YobanFoundation"], submodules: true),
    // The delegate of a provider receives the audio session.
    AppleModule(
      "CallKit", system + ["AVFAudio"], in: "Sources/Services/Calls/API/CallKit", on: ["iOS"]),
    AppleModule("PushKit", system, in: "Sources/Services/Calls/API/PushKit"),
    AppleModule("BackgroundTasks", system, in: "Sources/Services/Jobs/API", submodules: true),
    AppleModule(
      "CoreBluetooth", system, in: "Sources/Services/Bluetooth/API", submodules: true),
    // Its stores are files of SQLite.
    AppleModule(
      "CoreData", system + ["Combine", "CYobanSQLite"], in: "Sources/Services/CoreData/API"),
    AppleModule("CoreLocation", system, in: "Sources/Services/Location/API", submodules: true),
    AppleModule("CoreMotion", system, in: "Sources/Services/Motion/API", submodules: true),
    AppleModule("HealthKit", system, in: "Sources/Services/Health/API", submodules: true),
    // The option of a scene about a workout of an iPhone.
    AppleModule("HealthKitUI", system + ["HealthKit", "UIKit"], on: ["iOS"]),
    AppleModule(
      "WatchConnectivity", system, in: "Sources/Services/WatchLink/API", submodules: true),
    AppleModule(
      "WatchKit", system + ["HealthKit"], in: "Sources/Services/Watch/API", on: ["watchOS"],
      submodules: true),
    // A location trigger has a region of Core Location. Importing UIKit also imports this module, as Apple's
    // UIKit does.
    AppleModule(
      "UserNotifications", system + ["CoreLocation"], in: "Sources/Services/Notifications/API"),
    AppleModule("Network", system, in: "Sources/Services/Network/API"),
    AppleModule("Security", system, in: "Sources/Services/Keychain/API"),
    // Classes with `@Model`, on Core Data; the fetches of views are part of it.
    AppleModule(
      "SwiftData", system + ["Combine", "CoreData", "SwiftUI", "_CoreData_SwiftUI"]),
    // The part of SwiftUI that needs Core Data: a module of its own, so that other apps do without SQLite.
    AppleModule("_CoreData_SwiftUI", system + ["Combine", "CoreData", "SwiftUI"]),
    // Views without a screen: identity, state, updates and life cycle.
    AppleModule(
      "SwiftUI",
      system + [
        "UIKit", "WatchKit", "HealthKit", "Combine", "BackgroundTasks", "UniformTypeIdentifiers",
      ]),
    AppleModule("QuartzCore", ["YobanFoundation"], on: ["iOS"]),
    // Maps without tiles, which show what an app of UIKit draws at the places of Core Location.
    AppleModule("MapKit", ["UIKit", "CoreLocation"], on: ["iOS"]),
    // Packages of others import os wherever it can be imported.
    AppleModule("os", ["YobanSimulatedDevices", "YobanVirtualTime"], submodules: true),
    AppleModule("OSLog", ["os", "YobanSimulatedDevices", "YobanVirtualTime"]),
    // OpenCombine under Apple's name, with what it does not have.
    AppleModule(
      "Combine",
      [
        "YobanFoundation", .product(name: "OpenCombine", package: "OpenCombine"),
        .product(name: "OpenCombineDispatch", package: "OpenCombine"),
        .product(name: "OpenCombineFoundation", package: "OpenCombine"),
      ]),
    // swift-crypto under Apple's name, and C functions on top of it.
    AppleModule("CryptoKit", [.product(name: "Crypto", package: "swift-crypto")]),
    AppleModule("CommonCrypto", [.product(name: "Crypto", package: "swift-crypto")]),
    AppleModule("UniformTypeIdentifiers", []),
  ]
  // A program with the variables of SQLite plays its worlds one after the other, so the tests of this package do
  // without Core Data. Its own tests are a package, Tests/CoreData.
  let testedModules = appleModules.filter {
    !["CoreData", "SwiftData", "_CoreData_SwiftUI"].contains($0.name)
  }
  products += appleModules.map { .library(name: $0.name, targets: [$0.name]) }
  targets += appleModules.flatMap(\.targets)

  /// A service of Apple's systems of which everything stands in one folder: `System` is the service, `API` its module
  /// with Apple's name (a line of the table above), `Tests` tests both.
  struct Service {
    var name: String
    var api: Target.Dependency
    /// Whether Android has the service, too: then its system knows no device of Apple.
    var isShared = false
    /// What its system needs besides the common part, such as the system of another service.
    var dependencies: [Target.Dependency] = []
    /// What only its tests import besides the common part, such as other modules with Apple's names.
    var testDependencies: [Target.Dependency] = []
    /// Whether its tests are a target of this package.
    var hasTests = true

    var system: String { "Yoban\(name)" }
    var dependency: Target.Dependency { .target(name: system) }

    var targets: [Target] {
      [
        .target(
          name: system,
          dependencies: (isShared ? [] : ["YobanAppleSystem"]) + [
            "YobanSimulatedDevices", "YobanPlatformProfiles", "YobanVirtualTime",
          ] + dependencies,
          path: "Sources/Services/\(name)/System")
      ] + (hasTests ? [tests] : [])
    }

    private var tests: Target {
      .testTarget(
        name: "\(name)Tests",
        dependencies: [
          dependency, api, "UIKit", "YobanFoundation", "YobanTesting", "YobanScriptedApp",
          "YobanSimulatedOS", "YobanVirtualTime", "_Testing_UIKit",
        ] + testDependencies,
        path: "Sources/Services/\(name)/Tests")
    }
  }

  let services = [
    // A push for a Live Activity is a push, and its alert lights the screen as that of a notification.
    Service(
      name: "LiveActivities", api: "ActivityKit",
      dependencies: ["YobanJobs", "YobanNetwork", "YobanNotifications"],
      testDependencies: ["CoreBluetooth"]),
    // The accessories that the user chooses are peers of Bluetooth.
    Service(
      name: "AccessorySetup", api: "AccessorySetupKit",
      dependencies: ["YobanBluetooth", "YobanSimulatedRadio"],
      testDependencies: ["CoreBluetooth", "YobanPlatformProfiles", "YobanSimulatedRadio"]),
    // An intent may start a Live Activity in background.
    Service(
      name: "AppIntents", api: "AppIntents", dependencies: ["YobanLiveActivities"],
      testDependencies: ["ActivityKit", "WatchKit"]),
    Service(
      name: "Audio", api: "AVFAudio",
      testDependencies: [
        "AVFoundation", "HealthKit", "TutorialsSwift5", "TutorialsSwift6", "WatchKit",
      ]),
    // The number of alerts that wake a watch app is one of the watch's constants.
    Service(
      name: "Bluetooth", api: "CoreBluetooth",
      dependencies: ["YobanSimulatedRadio", "YobanWatch"],
      testDependencies: [
        "CoreLocation", "HealthKit", "TutorialsSwift5", "TutorialsSwift6", "WatchKit",
        "YobanPlatformProfiles", "YobanSimulatedRadio",
      ]),
    // A call is refused during a Focus of the notifications, and activates the audio session. The errors of the push
    // service are those of YobanJobs.
    Service(
      name: "Calls", api: "CallKit",
      dependencies: ["YobanAudio", "YobanJobs", "YobanNetwork", "YobanNotifications"],
      testDependencies: ["AVFAudio", "PushKit"]),
    Service(name: "CoreData", api: "CoreData", hasTests: false),
    // A workout is a session of the watch: its events, its constants and its processor cap are those of YobanWatch.
    Service(
      name: "Health", api: "HealthKit",
      dependencies: ["YobanMotion", "YobanWatch", "YobanWatchLink"],
      testDependencies: ["CoreLocation", "HealthKitUI", "WatchKit"]),
    Service(
      name: "Jobs", api: "BackgroundTasks", dependencies: ["YobanNetwork"],
      testDependencies: ["CoreLocation", "TutorialsSwift5", "TutorialsSwift6"]),
    Service(name: "Keychain", api: "Security", testDependencies: ["TutorialsSwift5"]),
    Service(
      name: "Location", api: "CoreLocation", dependencies: ["YobanNetwork", "YobanSimulatedRadio"],
      testDependencies: [
        "CoreBluetooth", "YobanSimulatedDevices", "TutorialsSwift5", "TutorialsSwift6",
      ]),
    Service(
      name: "Motion", api: "CoreMotion", isShared: true, dependencies: ["CYobanZlib"],
      testDependencies: ["HealthKit", "TutorialsSwift5", "TutorialsSwift6"]),
    Service(
      name: "Network", api: "Network", isShared: true,
      testDependencies: ["YobanSimulatedDevices", "TutorialsSwift5", "TutorialsSwift6"]),
    // A location trigger has a region of Core Location.
    Service(
      name: "Notifications", api: "UserNotifications", dependencies: ["YobanLocation"],
      testDependencies: ["CoreLocation"]),
    Service(
      name: "Widgets", api: "WidgetKit",
      // The finding about a missing entitlement for pushes is that of YobanJobs.
      dependencies: ["YobanJobs", "YobanNetwork"],
      testDependencies: ["AppIntents", "SwiftUI", "WatchKit"]),
    Service(name: "Watch", api: "WatchKit", testDependencies: ["HealthKit"]),
    Service(
      name: "WatchLink", api: "WatchConnectivity",
      // The errors of the push service are those of YobanJobs.
      dependencies: ["YobanJobs", "YobanNetwork"],
      testDependencies: ["PushKit", "WatchKit"]),
  ]
  targets += services.flatMap(\.targets)

  products += [
    .library(name: "AndroidFramework", targets: ["AndroidFramework"]),
    .library(name: "YobanAndroid", targets: ["YobanAndroid"]),
    .library(name: "YobanAndroidComponents", targets: ["YobanAndroidComponents"]),
    .library(name: "YobanTesting", targets: ["YobanTesting"]),
    .library(name: "YobanVirtualTime", targets: ["YobanVirtualTime"]),
    .library(name: "YobanHostGateway", targets: ["YobanHostGateway"]),
    .library(name: "YobanExploration", targets: ["YobanExploration"]),
    .library(name: "YobanNight", targets: ["YobanNight"]),
    .executable(name: "yoban", targets: ["YobanCommand"]),
    .executable(name: "yoban-init", targets: ["YobanInitTool"]),
    .executable(name: "yoban-test-report", targets: ["YobanTestReportTool"]),
  ]
  targets += [
    .target(name: "CYobanVirtualTime"),
    .target(
      name: "YobanVirtualTime",
      dependencies: [
        "CYobanManifest", "CYobanVirtualTime",
        .product(name: "DequeModule", package: "swift-collections"),
      ]),
    .systemLibrary(name: "CYobanCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CYobanSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CYobanZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    // Columns and line breaks for terminal output.
    .target(name: "YobanTextLayout"),
    // Reads Xcode projects and makes test packages, for `yoban init`.
    .target(name: "YobanInit", dependencies: ["CYobanManifest"]),
    .testTarget(name: "YobanInitTests", dependencies: ["YobanInit"]),
    .target(
      name: "YobanInitCommand",
      dependencies: [
        "YobanInit", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    // The command alone, which builds in seconds.
    .executableTarget(name: "YobanInitTool", dependencies: ["YobanInitCommand"]),
    // The report of a run of tests for a build server, and its program, which builds in seconds, too.
    .target(name: "YobanTestReport"),
    .executableTarget(
      name: "YobanTestReportTool",
      dependencies: [
        "YobanTestReport", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .testTarget(name: "TestReportTests", dependencies: ["YobanTestReport"]),
    // The types of a known number and of a rule, and the profile of a device.
    .target(name: "YobanPlatformProfiles", dependencies: ["YobanVirtualTime"]),
    // Bluetooth Low Energy that no platform owns: the air, links, attributes, accessories.
    .target(
      name: "YobanSimulatedRadio", dependencies: ["YobanPlatformProfiles", "YobanVirtualTime"]),
    // The common part of all simulated systems: worlds, devices, apps and their processes, the trace.
    .target(
      name: "YobanSimulatedDevices",
      dependencies: [
        "YobanSimulatedRadio", "YobanPlatformProfiles", "YobanVirtualTime",
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
        "YobanAppleSystem", "YobanSimulatedDevices", "YobanPlatformProfiles",
      ] + services.map(\.dependency)),
    .target(
      name: "YobanSimulatedAndroid",
      dependencies: [
        "YobanSimulatedDevices", "YobanSimulatedRadio", "YobanPlatformProfiles", "YobanVirtualTime",
      ] + services.filter(\.isShared).map(\.dependency)),
    // All of these in one import, for code that plays with devices of every platform.
    .target(
      name: "YobanSimulatedOS",
      dependencies: [
        "YobanSimulatedApple", "YobanSimulatedAndroid", "YobanSimulatedDevices",
        "YobanSimulatedRadio",
        "YobanPlatformProfiles",
      ]),
    .target(
      name: "YobanHostGateway",
      dependencies: ["CYobanCurl", "YobanSimulatedDevices", "YobanVirtualTime"]),
    // The compiler imports this module into files that import both Testing and UIKit.
    .target(name: "_Testing_UIKit", path: "Sources/AppleModules/_Testing_UIKit"),
    .target(
      name: "AndroidFramework",
      dependencies: ["YobanSimulatedAndroid", "YobanVirtualTime", "YobanFoundation"]),
    // The Android runtime, based on Yoban's recorder, store and uploader. It knows a phone only through its protocols.
    .target(name: "YobanAndroid", dependencies: ["Yoban"]),
    // The components of an app with that runtime, on a simulated phone. On a real phone, Android/ has them in Java.
    .target(
      name: "YobanAndroidComponents", dependencies: ["Yoban", "YobanAndroid", "AndroidFramework"]),
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
        "YobanExploration", "YobanPlatformProfiles", "YobanReports", "YobanSimulatedOS",
        "AppIntents", "CoreLocation", "UIKit",
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
        "YobanExploration", "YobanTesting", "AVFoundation", "AndroidFramework", "BackgroundTasks",
        "CoreBluetooth", "CoreLocation", "CoreMotion", "HealthKit", "Security", "UIKit",
        "WatchConnectivity", "WatchKit", "YobanFoundation", "YobanVirtualTime", "_Testing_UIKit",
      ], packageAccess: false),
    // An app that uses SQLite, and what is left of its database. A program of its own, because all
    // simulations of a program take turns if it contains the variables of a C library.
    .executableTarget(
      name: "YobanSQLiteSweep",
      dependencies: [
        "CYobanSQLite", "YobanSimulatedOS", "YobanPlatformProfiles", "YobanVirtualTime",
      ],
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
      name: "YobanNightAndroidApp",
      dependencies: ["Yoban", "YobanAndroid", "YobanAndroidComponents", "AndroidFramework"],
      path: "Examples/NightAndroidApp",
      exclude: ["app", "build.gradle", "settings.gradle"]),
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
      dependencies: ["YobanReports", "YobanSimulatedOS", "YobanVirtualTime"]),
    .testTarget(
      name: "ExplorationTests",
      dependencies: [
        "YobanExploration", "YobanTesting", "YobanSimulatedOS", "YobanVirtualTime",
        "AndroidFramework", "BackgroundTasks", "CoreBluetooth", "CoreLocation", "UIKit",
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
        "YobanMoments", "YobanSimulatedOS", "YobanAppleSystem", "YobanSimulatedAndroid",
        "YobanSimulatedDevices", "YobanSimulatedRadio", "YobanPlatformProfiles",
        "YobanVirtualTime",
      ]),
    // App code in the style of tutorials, in both language modes, and an app with `@main`.
    .executableTarget(
      name: "YobanMainApp", dependencies: ["UIKit", "YobanFoundation"],
      path: "Tests/AppleModuleTests/MainApp"
    ),
    .target(
      name: "TutorialsSwift5",
      dependencies: testedModules.map(\.dependency),
      path: "Tests/AppleModuleTests/TutorialsSwift5", swiftSettings: [.swiftLanguageMode(.v5)]),
    .target(
      name: "TutorialsSwift6",
      dependencies: testedModules.map(\.dependency),
      path: "Tests/AppleModuleTests/TutorialsSwift6"),
    // Moments and seeds, for tests of the simulated systems.
    .target(
      name: "YobanMoments", dependencies: ["YobanVirtualTime"], path: "Tests/Moments"),
    // An app made of closures, for tests of Apple's modules.
    .target(
      name: "YobanScriptedApp",
      dependencies: [
        "CoreLocation", "HealthKit", "UIKit", "WatchKit", "YobanMoments", "YobanTesting",
        "YobanVirtualTime",
      ], path: "Tests/ScriptedApp"),
    // The life of an app on a device: launches, suspension, ends, files, settings, power, clock.
    .testTarget(
      name: "DeviceTests",
      dependencies: [
        "CoreLocation", "CoreMotion", "HealthKit", "Security", "UIKit", "UserNotifications",
        "WatchKit", "YobanFoundation", "YobanScriptedApp", "YobanSimulatedDevices", "YobanTesting",
        "YobanVirtualTime", "_Testing_UIKit",
      ]),
    .testTarget(
      name: "AppleModuleTests",
      dependencies: testedModules.map(\.dependency) + [
        "YobanTesting", "YobanScriptedApp", "YobanSimulatedOS", "YobanSimulatedDevices",
        "YobanVirtualTime", "YobanMainApp", "TutorialsSwift5", "TutorialsSwift6",
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
    .testTarget(
      name: "YobanTests", dependencies: ["Yoban", "Chunks", "ClockOffsets", "CollectorContract"]),
    .testTarget(
      name: "NightTests",
      dependencies: [
        "YobanExperiments", "YobanNight", "YobanReports", "Yoban", "Chunks", "BackgroundTasks",
        "CoreLocation", "CoreMotion", "UIKit", "YobanFoundation", "YobanSimulatedOS",
        "YobanVirtualTime", "_Testing_UIKit",
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
    .testTarget(name: "ClockOffsetsTests", dependencies: ["ClockOffsets"]),
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
    // Nights on devices whose clocks are wrong by known amounts.
    .testTarget(
      name: "ClockNightTests",
      dependencies: [
        "ClockOffsets", "CollectorContract", "Chunks", "Yoban", "YobanNight", "CoreBluetooth",
        "CoreMotion", "WatchConnectivity", "WatchKit", "HealthKit", "UIKit", "YobanFoundation",
        "YobanTesting", "YobanSimulatedOS", "YobanVirtualTime", "_Testing_UIKit",
      ]),
    .testTarget(
      name: "AndroidTests",
      dependencies: [
        "AndroidFramework", "YobanAndroid", "YobanAndroidComponents", "YobanNightAndroidApp",
        "Yoban", "Chunks", "ClockOffsets", "CollectorContract", "YobanTesting", "YobanSimulatedOS",
        "YobanVirtualTime",
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
  let optimized = Set(
    [
      "Chunks", "ClockOffsets", "Yoban", "YobanInit", "YobanVirtualTime", "YobanSimulatedRadio",
      "YobanSimulatedDevices", "YobanAppleSystem", "YobanSimulatedAndroid", "YobanFoundation",
      "CoreMotion", "AndroidFramework", "YobanAndroid", "YobanAndroidComponents",
    ] + services.map(\.system))
  for target in targets where optimized.contains(target.name) {
    target.swiftSettings = [
      .unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))
    ]
  }
  for target in targets where ["CYobanChecksum", "CYobanVirtualTime"].contains(target.name) {
    target.cSettings = [.unsafeFlags(["-O2"], .when(configuration: .debug))]
  }
#endif

#if os(Linux)
  func text(_ lines: [String]) -> String { "\"\(lines.joined(separator: "\\n"))\"" }
  targets.first { $0.name == "CYobanManifest" }?.cSettings = [
    .define("YOBAN_MODULES", to: text(targets.filter { $0.type != .test }.map(\.name))),
    .define("YOBAN_LIBRARIES", to: text(products.compactMap { ($0 as? Product.Library)?.name })),
    .define(
      "YOBAN_APPLE_MODULES",
      to: text(appleModules.map { ([$0.name] + $0.systems).joined(separator: " ") })),
  ]
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
