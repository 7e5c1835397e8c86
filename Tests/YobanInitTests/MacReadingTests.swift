import Foundation
import Testing

@testable import YobanInit

/// A clone of a project is read as Xcode reads it on a Mac, and what a fresh clone lacks does not end it.
@Suite struct MacReadingTests {
  @Test func `names need not have the case and the accents' encoding of the disk`() throws {
    var files: [String: String] = [:]
    for (path, text) in ProjectOnDisk.classicFiles {
      files[path.hasPrefix("Pulse/") ? path.lowercased() : path] = text
    }
    files["pulse.XCCONFIG"] = files.removeValue(forKey: "Pulse.xcconfig")
    // The project has one character for é, and the disk an e with a combining accent.
    files["Pulse.xcodeproj/project.pbxproj"] = ProjectOnDisk.classic.replacing(
      "Shared/Pulse Monitor.swift", with: "Shared/Caf\u{e9}.swift")
    files["shared/CAFE\u{301}.swift"] = files.removeValue(forKey: "Shared/Pulse Monitor.swift")
    let disk = try ProjectOnDisk(files)
    let app = try AppDescription(project: disk.project)
    #expect(
      disk.paths(app.app.sources) == ["pulse/appdelegate.swift", "shared/CAFE\u{301}.swift"])
    #expect(disk.paths(app.app.storyboards) == ["pulse/base.lproj/main.storyboard"])
    #expect(app.backgroundModes == ["bluetooth-central"])
    #expect(String(decoding: app.infoPlist, as: UTF8.self).contains("hello, A1"))
    #expect(app.warnings.isEmpty)
  }

  static let missing: [(file: String, warning: String)] = [
    (
      "Pulse.xcconfig",
      "ROOT/Pulse.xcconfig does not exist: the build settings are read without it; what it would set is missing"
    ),
    (
      "Pulse/Info.plist",
      "ROOT/Pulse/Info.plist does not exist (the build setting INFOPLIST_FILE of Pulse names it): the app has none of its keys, such as background modes"
    ),
    (
      "Shared/Pulse Monitor.swift",
      "ROOT/Shared/Pulse Monitor.swift: left out, because the project names it and it does not exist"
    ),
  ]

  @Test(arguments: missing)
  func `a missing file is a warning that says what follows`(
    _ file: String, _ warning: String
  ) throws {
    var files = ProjectOnDisk.classicFiles
    files[file] = nil
    let disk = try ProjectOnDisk(files)
    let app = try AppDescription(project: disk.project)
    #expect(app.warnings == [warning.replacing("ROOT", with: disk.folder.path)])
    #expect(disk.paths(app.app.sources).contains("Pulse/AppDelegate.swift"))
  }

  @Test func `an Info.plist that cannot be read is a warning`() throws {
    var files = ProjectOnDisk.classicFiles
    files["Pulse/Info.plist"] = "no property list"
    let disk = try ProjectOnDisk(files)
    #expect(
      try AppDescription(project: disk.project).warnings == [
        "\(disk.folder.path)/Pulse/Info.plist is not a property list (the build setting INFOPLIST_FILE of Pulse names it): the app has none of its keys"
      ])
  }

  @Test func `packages that are not there, and frameworks without Swift, are missing modules`()
    throws
  {
    var files = ProjectOnDisk.synchronizedFiles
    files["Packages/Beats/Package.swift"] = nil
    files["PulseKit/Kit.swift"] = nil
    files["PulseKit/Kit.m"] = ""
    let disk = try ProjectOnDisk(files)
    let app = try AppDescription(project: disk.project)
    #expect(app.modules.map(\.name) == ["Pulse"] && app.app.packages.isEmpty)
    #expect(
      app.warnings == [
        "PulseKit has no Swift source that can be compiled. It is left out",
        "the package in \(disk.folder.path)/Packages/Beats, which Pulse uses, does not exist: left out",
        "\(disk.folder.path)/Pulse/Bridge.m: left out, because it is written in Objective-C",
      ])
    let package = TestPackage(
      app, yoban: YobanCheckout(disk.folder, products: []), folder: disk.folder)
    #expect(package.missingModules.contains { $0.name == "PulseKit" })
  }

  @Test func `many files of a kind that cannot be used are one warning`() throws {
    var files = ProjectOnDisk.synchronizedFiles
    files["Pulse/A.metal"] = ""
    files["Pulse/B.metal"] = ""
    files["Pulse/C.metal"] = ""
    let disk = try ProjectOnDisk(files)
    #expect(
      try AppDescription(project: disk.project).warnings == [
        "\(disk.folder.path)/Pulse/A.metal and 2 more: left out, because it is written for a graphics processor",
        "\(disk.folder.path)/Pulse/Bridge.m: left out, because it is written in Objective-C",
      ])
  }

  // MARK: Several targets

  /// A project with apps for iOS that have the given names, and the sources of the first in all of them, except those
  /// in `apart`.
  private static func project(_ names: [String], apart: Set<String> = []) -> [String: String] {
    let targets = names.enumerated().map { index, name in
      """
      T\(index) = {isa = PBXNativeTarget; name = "\(name)"; productType = "com.apple.product-type.application";
        buildConfigurationList = L2; buildPhases = (P\(apart.contains(name) ? 3 : 1), ); };
      """
    }
    let list = names.indices.map { "T\($0), " }.joined()
    return [
      "Pulse.xcodeproj/project.pbxproj": ProjectOnDisk.text(
        """
        \(targets.joined(separator: "\n"))
        B1 = {isa = PBXBuildFile; fileRef = F1; };
        B2 = {isa = PBXBuildFile; fileRef = F2; };
        F1 = {isa = PBXFileReference; path = App.swift; sourceTree = "<group>"; };
        F2 = {isa = PBXFileReference; path = Other.swift; sourceTree = "<group>"; };
        G0 = {isa = PBXGroup; children = (F1, F2, ); sourceTree = "<group>"; };
        P1 = {isa = PBXSourcesBuildPhase; files = (B1, ); };
        P3 = {isa = PBXSourcesBuildPhase; files = (B2, ); };
        C1 = {isa = XCBuildConfiguration; name = Debug; buildSettings = {SDKROOT = iphoneos; }; };
        L2 = {isa = XCConfigurationList; buildConfigurations = (C1, ); };
        PROJECT = {isa = PBXProject; mainGroup = G0; buildConfigurationList = L2; targets = (\(list)); };
        """),
      "App.swift": "@main class A: UIResponder, UIApplicationDelegate {}\n",
      "Other.swift": "@main class B: UIResponder, UIApplicationDelegate {}\n",
    ]
  }

  private static func scheme(_ target: String) -> String {
    """
    <Scheme><BuildAction><BuildableReference BlueprintIdentifier = "T9"/></BuildAction>
    <LaunchAction><BuildableProductRunnable><BuildableReference
       BlueprintIdentifier = "\(target)"/></BuildableProductRunnable></LaunchAction></Scheme>
    """
  }

  @Test func `the app of the only shared scheme is tested, and the message says so`() throws {
    var files = Self.project(["One", "Two", "Three"], apart: ["One", "Three"])
    files["Pulse.xcodeproj/xcshareddata/xcschemes/X.xcscheme"] = Self.scheme("T1")
    let disk = try ProjectOnDisk(files)
    let app = try AppDescription(project: disk.project)
    #expect(app.name == "Two")
    #expect(
      app.warnings == [
        "the target Two is tested, and not One, Three: --target chooses another"
      ])
  }

  @Test(arguments: [
    (["Pulse", "Pulse-staging"], "Pulse"), (["App Staging", "App", "App Beta"], "App"),
    (["Zebra", "PULSE"], "PULSE"),
  ])
  func `copies of an app are no reason to stop`(_ names: [String], _ tested: String) throws {
    let disk = try ProjectOnDisk(Self.project(names))
    #expect(try AppDescription(project: disk.project).name == tested)
  }

  @Test func `the app that contains others comes before one that is alone`() throws {
    var files = Self.project(["One", "Two"], apart: ["One"])
    files["Pulse.xcodeproj/project.pbxproj"]!
      .replace("name = \"One\";", with: "name = \"One\"; dependencies = (D1, );")
    files["Pulse.xcodeproj/project.pbxproj"]!
      .replace(
        "B1 = ",
        with: """
          D1 = {isa = PBXTargetDependency; target = W1; };
          W1 = {isa = PBXNativeTarget; name = W; productType = "com.apple.product-type.application.watchapp2";
            buildConfigurationList = L2; buildPhases = (); };
          B1 =
          """ + " ")
    files["Pulse.xcodeproj/project.pbxproj"]!.replace("targets = (", with: "targets = (W1, ")
    let disk = try ProjectOnDisk(files)
    #expect(try AppDescription(project: disk.project).name == "One")
  }

  @Test func `two apps of equal right need a choice`() throws {
    let disk = try ProjectOnDisk(Self.project(["One", "Two"], apart: ["One"]))
    #expect(
      throws: InitError(
        "Pulse.xcodeproj has several targets; choose one with --target. Its targets: One (an app), Two (an app)."
      )
    ) { try AppDescription(project: disk.project) }
  }
}
