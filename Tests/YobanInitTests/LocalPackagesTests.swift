import Foundation
import Testing

@testable import YobanInit

/// Packages on this machine, whose targets are ported as the app's own code is.
@Suite struct LocalPackagesTests {
  /// A project that uses the product Beats of a package in its folder.
  private static let project = ProjectOnDisk.text(
    """
    F1 = {isa = PBXFileReference; path = AppDelegate.swift; sourceTree = "<group>"; };
    F2 = {isa = PBXFileReference; lastKnownFileType = wrapper; path = Packages/Beats; sourceTree = "<group>"; };
    B1 = {isa = PBXBuildFile; fileRef = F1; };
    G0 = {isa = PBXGroup; children = (F1, F2, ); sourceTree = "<group>"; };
    P1 = {isa = PBXSourcesBuildPhase; files = (B1, ); };
    C1 = {isa = XCBuildConfiguration; name = Debug; buildSettings = {SDKROOT = iphoneos; }; };
    L1 = {isa = XCConfigurationList; buildConfigurations = (C1, ); };
    PR1 = {isa = XCSwiftPackageProductDependency; productName = Beats; };
    T1 = {isa = PBXNativeTarget; name = Pulse; productType = "com.apple.product-type.application";
      buildConfigurationList = L1; buildPhases = (P1, ); packageProductDependencies = (PR1, ); };
    PROJECT = {isa = PBXProject; buildConfigurationList = L1; mainGroup = G0; targets = (T1, ); };
    """)

  private static let files = [
    "Pulse.xcodeproj/project.pbxproj": project,
    "AppDelegate.swift":
      "import BeatsKit\nimport UIKit\n@main class AppDelegate: UIResponder, UIApplicationDelegate {}\n",
    "Packages/Beats/Package.swift": "// library(name: \"Beats\")",
    "Packages/Beats/Sources/BeatsKit/Beats.swift":
      "import Algorithms\nimport CBeats\nimport Strap\n",
    "Packages/Beats/Sources/BeatsKit/Old/Old.swift": "import Nothing\n",
    "Packages/Beats/Sources/BeatsKit/table.json": "{}",
    "Packages/Beats/Sources/CBeats/beats.c": "",
    "Packages/Beats/Tests/BeatsTests/Tests.swift": "",
    "Packages/Strap/Package.swift": "",
    "Packages/Strap/Code/Strap.swift": "import CoreBluetooth\n",
  ]

  /// The output of `swift package dump-package` for the two packages, without the values that are not read.
  private static let manifests = [
    "Beats": """
    {"name": "Beats", "toolsVersion": {"_version": "5.9.0"}, "swiftLanguageVersions": null,
     "products": [{"name": "Beats", "targets": ["BeatsKit"], "type": {"library": ["automatic"]}},
       {"name": "Tool", "targets": ["Tool"], "type": {"executable": null}}],
     "dependencies": [
       {"fileSystem": [{"identity": "strap", "path": "FOLDER/Packages/Strap"}]},
       {"sourceControl": [{"identity": "swift-algorithms",
         "location": {"remote": [{"urlString": "https://example.com/apple/swift-algorithms.git"}]},
         "requirement": {"range": [{"lowerBound": "1.2.0", "upperBound": "2.0.0"}]}}]}],
     "targets": [
       {"name": "BeatsKit", "type": "regular", "exclude": ["Old"],
        "resources": [{"path": "table.json", "rule": {"process": {}}}],
        "dependencies": [{"byName": ["CBeats", null]}, {"byName": ["Strap", null]},
          {"product": ["Algorithms", "swift-algorithms", null, {"platformNames": ["ios"]}]},
          {"product": ["AppKitOnly", null, null, {"platformNames": ["macos"]}]}],
        "settings": [
          {"tool": "swift", "kind": {"define": {"_0": "NIGHT"}}, "condition": {"config": "debug"}},
          {"tool": "swift", "kind": {"define": {"_0": "SHIPPED"}}, "condition": {"config": "release"}},
          {"tool": "swift", "kind": {"enableUpcomingFeature": {"_0": "ExistentialAny"}}}]},
       {"name": "CBeats", "type": "regular", "exclude": [], "dependencies": [], "resources": [],
        "publicHeadersPath": "headers",
        "settings": [{"tool": "c", "kind": {"define": {"_0": "RATE=50"}}}]},
       {"name": "BeatsTests", "type": "test", "exclude": [], "dependencies": [], "settings": []}]}
    """,
    "Strap": """
    {"name": "Strap", "toolsVersion": {"_version": "6.0.0"}, "dependencies": [],
     "products": [{"name": "Strap", "targets": ["Strap"], "type": {"library": ["automatic"]}}],
     "targets": [{"name": "Strap", "type": "regular", "path": "Code", "exclude": [],
       "dependencies": [], "settings": []}]}
    """,
  ]

  private struct Fixture {
    let disk: ProjectOnDisk
    var app: AppDescription
    let package: TestPackage

    /// - Parameter manifests: by the names of the packages' folders; a package without one cannot be read.
    init(
      _ files: [String: String] = LocalPackagesTests.files,
      _ manifests: [String: String] = LocalPackagesTests.manifests
    ) throws {
      disk = try ProjectOnDisk(files)
      let folder = disk.folder
      let yoban = YobanCheckout(
        folder.deletingLastPathComponent().appending(path: "yoban"),
        products: ["UIKit", "CoreBluetooth"])
      app = try AppDescription(project: disk.project)
      app.portLocalPackages(yoban: yoban) { package throws(InitError) in
        guard let text = manifests[package.lastPathComponent] else {
          throw InitError("its manifest cannot be read: error: too new")
        }
        return Data(text.replacing("FOLDER", with: folder.path).utf8)
      }
      package = TestPackage(app, yoban: yoban, folder: folder.appending(path: "Tests"))
    }

    func module(_ name: String) throws -> AppDescription.Module {
      try #require(app.modules.first { $0.name == name })
    }
  }

  @Test func `the targets of packages on this machine are modules, in building order`() throws {
    let fixture = try Fixture()
    #expect(fixture.app.modules.map(\.name) == ["Strap", "BeatsKit", "Pulse"])
    #expect(fixture.app.warnings == [] && fixture.package.missingModules == [])
    let beats = try fixture.module("BeatsKit")
    #expect(
      fixture.disk.paths(beats.sources) == ["Packages/Beats/Sources/BeatsKit/Beats.swift"])
    #expect(beats.dependencies == ["Strap"] && beats.cTargets == ["CBeats"])
    #expect(beats.conditions == ["NIGHT", "SWIFT_PACKAGE", "DEBUG"])
    #expect(beats.upcomingFeatures == ["ExistentialAny"] && beats.languageMode == 5)
    #expect(beats.resources.keys.sorted() == ["table.json"])
    let strap = try fixture.module("Strap")
    #expect(strap.languageMode == 6)
    #expect(fixture.disk.paths(strap.sources) == ["Packages/Strap/Code/Strap.swift"])
    #expect(fixture.app.app.dependencies == ["BeatsKit"])
  }

  @Test func `packages of other people stay packages, for the module that uses them`() throws {
    let fixture = try Fixture()
    let expected = PackageDependency(
      identity: "swift-algorithms",
      source: .address(
        "https://example.com/apple/swift-algorithms.git", requirement: "\"1.2.0\"..<\"2.0.0\""),
      products: ["Algorithms"])
    #expect(try fixture.module("BeatsKit").packages == [expected])
    #expect(try fixture.module("Strap").packages == [])
  }

  @Test func `a target in C is linked into the package and built as it is`() throws {
    let fixture = try Fixture()
    let manifest = fixture.package.manifest
    #expect(
      manifest.contains(
        """
              .target(
                name: "CBeats",
                publicHeadersPath: "headers",
                cSettings: [.define("RATE", to: "50")]),
        """))
    #expect(manifest.contains("\"CBeats\",\n        \"Strap\",\n"))
    try fixture.package.write { _ in }
    let link = fixture.package.folder.appending(path: "Sources/CBeats")
    let source = link.appending(path: "beats.c")
    #expect(FileManager.default.fileExists(atPath: source.path))
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: link.path)
        == "../../Packages/Beats/Sources/CBeats")
    let own = try String(
      contentsOf: fixture.package.folder.appending(path: "Sources/BeatsKit/Ported.swift"),
      encoding: .utf8)
    #expect(own.contains("static var module: Bundle { .main }"))
  }

  @Test func `a package that cannot be read is left out with the reason`() throws {
    var manifests = Self.manifests
    manifests["Strap"] = nil
    let fixture = try Fixture(Self.files, manifests)
    #expect(fixture.app.modules.map(\.name) == ["BeatsKit", "Pulse"])
    #expect(
      fixture.app.warnings == [
        "the package in \(fixture.disk.folder.path)/Packages/Strap is left out: its manifest cannot be read: error: too new"
      ])
    #expect(fixture.package.missingModules.map(\.name) == ["Strap"])
  }

  @Test(arguments: ["mm", "m"])
  func `a target in Objective-C is a missing module`(_ kind: String) throws {
    var files = Self.files
    files["Packages/Beats/Sources/CBeats/beats.\(kind)"] = ""
    let fixture = try Fixture(files)
    #expect(fixture.app.cTargets.isEmpty)
    #expect(
      fixture.app.warnings == [
        "\(fixture.disk.folder.path)/Packages/Beats/Sources/CBeats: left out, because it is written in Objective-C"
      ])
  }
}
