// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that the load program is built only when it is needed.
let package = Package(
  name: "collector-load",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "yoban", path: "../..")
  ],
  targets: [
    // SQLite without a wrapper is the yardstick.
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    // Swift's module of the C library has no epoll.
    .systemLibrary(name: "CEpoll"),
    .executableTarget(
      name: "collector-load",
      dependencies: [
        "CEpoll",
        "CSQLite",
        .product(name: "Chunks", package: "yoban"),
        .product(name: "CollectorContract", package: "yoban"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
