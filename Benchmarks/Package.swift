// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that the benchmarks are built only when they are needed.
let package = Package(
  name: "yoban-benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "yoban", path: "..")
  ],
  targets: [
    .executableTarget(
      name: "yoban-benchmarks",
      dependencies: [
        .product(name: "CYobanMemory", package: "yoban"),
        .product(name: "YobanTesting", package: "yoban"),
        .product(name: "YobanVirtualTime", package: "yoban"),
        .product(name: "YobanExploration", package: "yoban"),
        .product(name: "YobanNight", package: "yoban"),
        .product(name: "UIKit", package: "yoban"),
        .product(name: "YobanFoundation", package: "yoban"),
        .product(name: "CoreBluetooth", package: "yoban"),
        .product(name: "CoreLocation", package: "yoban"),
      ])
  ]
)
