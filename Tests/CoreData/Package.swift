// swift-tools-version: 6.2
import PackageDescription

// The tests of Core Data. They are a package of their own: a program with the variables of SQLite plays its worlds
// one after the other.
let package = Package(
  name: "CoreDataTests",
  dependencies: [.package(name: "yoban", path: "../..")],
  targets: [
    .testTarget(
      name: "CoreDataTests",
      dependencies: ["CoreData", "UIKit", "YobanExploration", "YobanTesting", "YobanVirtualTime"]
        .map {
          .product(name: $0, package: "yoban")
        })
  ])
