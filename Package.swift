// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "yoban",
  platforms: [.iOS(.v17), .watchOS(.v10), .macOS(.v15)],
  products: [
    .library(name: "Chunks", targets: ["Chunks"])
  ],
  dependencies: [
    // Double-ended queues for the event loop.
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    // SHA-256 for the identity of a chunk; CryptoKit itself on Apple's systems.
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
  ],
  targets: [
    .target(name: "Chunks", dependencies: [.product(name: "Crypto", package: "swift-crypto")]),
    .target(name: "CVirtualTime"),
    .target(
      name: "VirtualTime",
      dependencies: ["CVirtualTime", .product(name: "DequeModule", package: "swift-collections")]),
    .testTarget(name: "VirtualTimeTests", dependencies: ["VirtualTime"]),
  ]
)
