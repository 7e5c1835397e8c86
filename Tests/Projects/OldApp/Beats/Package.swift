// swift-tools-version:5.5
import PackageDescription

let package = Package(
  name: "Beats",
  products: [.library(name: "Beats", targets: ["BeatsKit"])],
  targets: [
    .target(name: "BeatsKit", dependencies: ["CBeats"], resources: [.process("zones.json")]),
    .target(name: "CBeats"),
  ])
