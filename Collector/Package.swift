// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "yoban-collector",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "yoban-collector", targets: ["yoban-collector"])
  ],
  dependencies: [
    // Chunks: the recording format, the one thing shared with the runtime.
    .package(name: "yoban", path: ".."),
    // The HTTP server, and its in-process client for tests.
    .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
    // SQLite: one writer, many readers, migrations.
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    // SHA-256 of tokens.
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    // The command line of the server.
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    // Logs on standard error.
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    // Graceful stop on SIGTERM and SIGINT.
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    .target(
      name: "Collector",
      dependencies: [
        .product(name: "Chunks", package: "yoban"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ]
    ),
    .target(
      name: "CollectorSQLite",
      dependencies: [
        "Collector",
        .product(name: "Chunks", package: "yoban"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ]
    ),
    .executableTarget(
      name: "yoban-collector",
      dependencies: [
        "Collector",
        "CollectorSQLite",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ]
    ),
    .testTarget(
      name: "CollectorTests",
      dependencies: [
        "Collector",
        "CollectorSQLite",
        .product(name: "Chunks", package: "yoban"),
        .product(name: "HummingbirdTesting", package: "hummingbird"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)
