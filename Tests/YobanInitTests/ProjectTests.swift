import Foundation
import Testing

@testable import YobanInit

@Suite struct ProjectTests {
  @Test func `a property list of OpenStep has texts, lists, dictionaries and comments`() throws {
    let list = try OpenStepPropertyList(
      parsing: #"""
        // !$*UTF8*$!
        {a = b-c/d.e; "k \"1\"" /* key */ = (x, "y\nz", ); empty = (); nested = {u = "\U00e9"; name = 夜番; }; }
        """#)
    #expect(
      list
        == .dictionary([
          "a": .text("b-c/d.e"), "k \"1\"": .list([.text("x"), .text("y\nz")]), "empty": .list([]),
          "nested": .dictionary(["u": .text("é"), "name": .text("夜番")]),
        ]))
  }

  @Test(arguments: [
    ("{\n a = b }", "line 2: expected the character ;"),
    ("{a = (b c);}", "line 1: expected the character )"),
    ("{a = \"b", "line 1: expected the end of a quoted text"),
    ("{} x", "line 1: expected the end of the file"),
    ("\n{/* ", "line 2: expected the end of a comment"),
  ]) func `an error in a property list has its line`(_ text: String, _ message: String) {
    #expect(throws: InitError(message)) { try OpenStepPropertyList(parsing: text) }
  }

  @Test func `a project with groups gives sources, resources and settings of its app`() throws {
    let disk = try ProjectOnDisk(ProjectOnDisk.classicFiles)
    let app = try AppDescription(project: disk.project)
    #expect(app.name == "Pulse" && app.platform == .iOS && app.deploymentTarget == "15.1")
    #expect(app.modules.map(\.name) == ["Pulse_App"])
    #expect(
      disk.paths(app.app.sources) == ["Pulse/AppDelegate.swift", "Shared/Pulse Monitor.swift"])
    #expect(disk.paths(app.app.storyboards) == ["Pulse/Base.lproj/Main.storyboard"])
    #expect(app.app.conditions == ["DEBUG", "STRAP"])
    #expect(app.app.languageMode == 5)
    #expect(app.delegate?.name == "AppDelegate")
    #expect(
      app.app.imports == ["Algorithms", "Charts", "CoreBluetooth", "TipKit", "UIKit", "os"])
    #expect(
      app.app.packages == [
        PackageDependency(
          identity: "swift-algorithms",
          source: .address(
            "https://example.com/apple/swift-algorithms.git", requirement: "from: \"1.2.0\""),
          products: ["Algorithms"])
      ])
    #expect(app.warnings.isEmpty)
  }

  @Test func `the Info.plist has the values of the build settings`() throws {
    let disk = try ProjectOnDisk(ProjectOnDisk.classicFiles)
    let app = try AppDescription(project: disk.project)
    let values = try Self.values(app)
    #expect(values["CFBundleIdentifier"] as? String == "com.example.pulse")
    #expect(values["Greeting"] as? String == "hello, A1")
    #expect(values["Classes"] as? [String] == ["Pulse_App.SceneDelegate"])
    #expect(app.backgroundModes == ["bluetooth-central"])
  }

  @Test func `a synchronized folder has its files without the exceptions`() throws {
    let disk = try ProjectOnDisk(ProjectOnDisk.synchronizedFiles)
    let app = try AppDescription(project: disk.project)
    #expect(app.modules.map(\.name) == ["PulseKit", "Pulse"])
    #expect(
      disk.paths(app.app.sources) == [
        "Pulse/AppDelegate.swift", "Pulse/Shared.swift", "Pulse/Views/Screen.swift",
      ])
    #expect(disk.paths(app.app.storyboards) == ["Pulse/Views/Base.lproj/Main.storyboard"])
    #expect(app.app.dependencies == ["PulseKit"])
    #expect(app.app.languageMode == 6 && app.app.isMainActorByDefault)
    #expect(
      app.app.upcomingFeatures == ["InferIsolatedConformances", "NonisolatedNonsendingByDefault"])
    #expect(
      app.app.packages.map(\.source) == [.path(disk.folder.appending(path: "Packages/Beats"))])
    #expect(
      app.warnings == [
        "\(disk.folder.path)/Pulse/Bridge.m: left out, because it is written in Objective-C"
      ])
  }

  @Test func `the Info.plist is generated from build settings`() throws {
    let disk = try ProjectOnDisk(ProjectOnDisk.synchronizedFiles)
    let values = try Self.values(AppDescription(project: disk.project))
    #expect(values["CFBundleIdentifier"] as? String == "com.example.pulse")
    #expect(values["CFBundleName"] as? String == "Pulse")
    #expect(values["CFBundleShortVersionString"] as? String == "1.2")
    #expect(values["UIBackgroundModes"] as? [String] == ["audio", "location"])
    #expect(values["UIMainStoryboardFile"] as? String == "Main")
    #expect(values["UIStatusBarHidden"] == nil)
    #expect(
      values["UISupportedInterfaceOrientations~iphone"] as? [String] == [
        "UIInterfaceOrientationPortrait"
      ])
    let manifest = values["UIApplicationSceneManifest"] as? [String: Any]
    #expect(manifest?["UIApplicationSupportsMultipleScenes"] as? Bool == true)
  }

  @Test func `a watch app has the files that another folder gives it`() throws {
    let disk = try ProjectOnDisk(ProjectOnDisk.synchronizedFiles)
    let app = try AppDescription(project: disk.project, target: "Pulse Watch")
    #expect(app.platform == .watchOS && app.deploymentTarget == "10.0")
    #expect(disk.paths(app.app.sources) == ["Pulse/Shared.swift", "Pulse Watch/WatchApp.swift"])
    #expect(app.app.name == "Pulse_Watch" && app.delegate?.name == "WatchDelegate")
  }

  @Test func `an app of SwiftUI is installed by its App type`() throws {
    let disk = try ProjectOnDisk(ProjectOnDisk.swiftUIFiles)
    let app = try AppDescription(project: disk.project)
    #expect(
      app.delegate
        == AppDescription.Delegate(name: "PulseApp", isSwiftUI: true, isExtensionDelegate: false))
    #expect(
      disk.paths(app.app.sources) == [
        "Pulse/PulseApp.swift", "Pulse/Shared.swift", "Pulse/Views/Screen.swift",
      ])
    #expect(app.app.imports == ["Foundation", "SwiftUI"])
    let values = try Self.values(app)
    #expect(values["UIApplicationSceneManifest"] != nil)
  }

  @Test(arguments: [
    (
      "Nothing",
      "Pulse.xcodeproj has no target Nothing. Its targets: Pulse (an app), PulseTests (a test bundle)."
    ),
    (
      "PulseTests",
      "The target PulseTests is a test bundle, which cannot be launched by itself. Its targets: Pulse (an app), PulseTests (a test bundle)."
    ),
  ]) func `a wrong target gives an error that lists the targets`(
    _ name: String, _ message: String
  ) throws {
    let disk = try ProjectOnDisk(ProjectOnDisk.classicFiles)
    #expect(throws: InitError(message)) {
      try AppDescription(project: disk.project, target: name)
    }
  }

  private static func values(_ app: AppDescription) throws -> [String: Any] {
    try #require(
      PropertyListSerialization.propertyList(from: app.infoPlist, format: nil) as? [String: Any])
  }
}
