// swift-tools-version: 6.2
// Ports the sources of an app for Apple's systems to Linux, at build time: see README.md. This is a
// package of its own, so that packages that do not need it never build swift-syntax.
import PackageDescription

let package = Package(
  name: "yoban-port",
  platforms: [.macOS(.v15)],
  products: [
    .plugin(name: "YobanPort", targets: ["YobanPort"])
  ],
  dependencies: [
    // Parses the sources and gives every change its exact position.
    .package(url: "https://github.com/swiftlang/swift-syntax", exact: "603.0.1"),
    // The table of the modules with Apple's names, for `canImport`.
    .package(name: "yoban", path: ".."),
  ],
  targets: [
    .plugin(name: "YobanPort", capability: .buildTool(), dependencies: ["yoban-port-tool"]),
    .executableTarget(
      name: "yoban-port-tool", dependencies: ["YobanLeaveOut", "YobanPorting", "YobanXcodeFiles"]),
    .testTarget(name: "YobanPortToolTests", dependencies: ["yoban-port-tool"]),
    // Finds out what must be left out of the sources so that the rest compiles.
    .target(
      name: "YobanLeaveOut",
      dependencies: [
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
      ]),
    .testTarget(name: "YobanLeaveOutTests", dependencies: ["YobanLeaveOut"]),
    // Compiles storyboards to Swift code, and writes the classes that Xcode generates for data models.
    .target(name: "YobanXcodeFiles"),
    .testTarget(name: "YobanXcodeFilesTests", dependencies: ["YobanXcodeFiles"]),
    .target(
      name: "YobanPorting",
      dependencies: [
        .product(name: "CYobanManifest", package: "yoban"),
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
      ]),
    .testTarget(
      name: "YobanPortingTests",
      dependencies: ["YobanPorting", .product(name: "SwiftParser", package: "swift-syntax")]),
  ],
  swiftLanguageModes: [.v6]
)

// scripts/test-target sets this variable to the names of the test targets that it runs.
if let wanted = Context.environment["YOBAN_TEST_TARGETS"]?.split(separator: " ").map(String.init) {
  package.targets.removeAll { $0.type == .test && !wanted.contains($0.name) }
}
