// swift-tools-version: 6.2
import PackageDescription

// On Linux, where the tests run, Yoban has the modules with Apple's names. On Apple's systems they
// come with the SDK, and the app does not use Yoban.
#if os(Linux)
  let appleModules: [Target.Dependency] = ["UIKit", "YobanFoundation", "CoreBluetooth"].map {
    .product(name: $0, package: "yoban")
  }
  let dependencies: [Package.Dependency] = [
    .package(url: "https://github.com/OWNER/yoban", from: "0.1.0")
  ]
  let tests: [Target] = [
    .testTarget(
      name: "PulseAppTests",
      dependencies: ["PulseApp", .product(name: "YobanTesting", package: "yoban")])
  ]
#else
  let appleModules: [Target.Dependency] = []
  let dependencies: [Package.Dependency] = []
  let tests: [Target] = []
#endif

let package = Package(
  name: "PulseApp",
  platforms: [.iOS(.v17)],
  dependencies: dependencies,
  targets: [
    .executableTarget(name: "PulseApp", dependencies: appleModules, exclude: ["Info.plist"])
  ] + tests,
  swiftLanguageModes: [.v6]
)
