// swift-tools-version: 6.2
import PackageDescription

// The runtime for a real Android phone: Yoban's recorder, store and uploader, and what connects them to Java. The
// sources in Shared/ are those of the main package, where they play on simulated phones.
//
//   swift build --swift-sdk aarch64-unknown-linux-android28 -c release
//
// On Linux the same sources run in a JVM, with a double of the NDK's sensors (scripts/android).

/// Compiles what differs on a phone: nothing runs the main actor there, and Foundation is that of Swift.
let android: [SwiftSetting] = [.define("YOBAN_ANDROID")]

let package = Package(
  name: "yoban-android",
  products: [.library(name: "YobanAndroidJNI", type: .dynamic, targets: ["YobanAndroidJNI"])],
  dependencies: [
    // SHA-256: Android has no C library for it.
    .package(url: "https://github.com/apple/swift-crypto", from: "4.0.0")
  ],
  targets: [
    .target(name: "CYobanChecksum", path: "Shared/CYobanChecksum"),
    .target(
      name: "Chunks",
      dependencies: ["CYobanChecksum", .product(name: "Crypto", package: "swift-crypto")],
      path: "Shared/Chunks", swiftSettings: android),
    .target(name: "ClockOffsets", path: "Shared/ClockOffsets", swiftSettings: android),
    .target(
      name: "CollectorContract", dependencies: ["Chunks", "ClockOffsets"],
      path: "Shared/CollectorContract", swiftSettings: android),
    // The parts that need no framework of Apple.
    .target(
      name: "Yoban", dependencies: ["Chunks", "ClockOffsets", "CollectorContract"],
      path: "Shared/Yoban",
      exclude: ["Bluetooth", "Jobs", "Platforms", "Regions", "Relay", "Sensors"],
      swiftSettings: android),
    .target(
      name: "YobanAndroid", dependencies: ["Yoban"], path: "Shared/YobanAndroid",
      swiftSettings: android),
    // Java's native interface: jni.h of the NDK or, on Linux, of the JDK.
    .target(name: "CYobanJNI"),
    // The NDK's sensors and log. On Linux the folder has a double of the functions that are used.
    .target(
      name: "CYobanNDK",
      linkerSettings: [
        .linkedLibrary("android", .when(platforms: [.android])),
        .linkedLibrary("log", .when(platforms: [.android])),
      ]),
    .target(
      name: "YobanAndroidJNI",
      dependencies: ["YobanAndroid", "Yoban", "Chunks", "CYobanJNI", "CYobanNDK"],
      swiftSettings: android),
  ])
