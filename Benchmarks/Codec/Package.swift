// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that the benchmark is built only when it is needed. It builds only the
// module Chunks of the root package.
let package = Package(
  name: "codec-benchmark",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "yoban", path: "../..")],
  targets: [
    .executableTarget(
      name: "codec-benchmark", dependencies: [.product(name: "Chunks", package: "yoban")])
  ]
)
