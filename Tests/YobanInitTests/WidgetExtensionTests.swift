import Foundation
import Testing

@testable import YobanInit

/// A project whose app contains extensions.
@Suite struct WidgetExtensionTests {
  private static let project = ProjectOnDisk.text(
    """
    PROJECT = {isa = PBXProject; buildConfigurationList = L; targets = (T1, T2, T3, T4, ); mainGroup = G; };
    G = {isa = PBXGroup; children = (S1, S2, S3, S4, ); sourceTree = "<group>"; };
    S1 = {isa = PBXFileSystemSynchronizedRootGroup; exceptions = (E1, ); path = Pulse; sourceTree = "<group>"; };
    S2 = {isa = PBXFileSystemSynchronizedRootGroup; path = "Pulse Widgets"; sourceTree = "<group>"; };
    S3 = {isa = PBXFileSystemSynchronizedRootGroup; path = Share; sourceTree = "<group>"; };
    S4 = {isa = PBXFileSystemSynchronizedRootGroup; path = Kit; sourceTree = "<group>"; };
    E1 = {isa = PBXFileSystemSynchronizedBuildFileExceptionSet; target = T2;
      membershipExceptions = (Shared.swift, ); };
    L = {isa = XCConfigurationList; buildConfigurations = (C, ); };
    C = {isa = XCBuildConfiguration; name = Debug; buildSettings = {
      SDKROOT = iphoneos; IPHONEOS_DEPLOYMENT_TARGET = 17.0; }; };
    L2 = {isa = XCConfigurationList; buildConfigurations = (C2, ); };
    C2 = {isa = XCBuildConfiguration; name = Debug; buildSettings = {
      INFOPLIST_FILE = "Pulse Widgets/Info.plist"; GENERATE_INFOPLIST_FILE = YES;
      PRODUCT_BUNDLE_IDENTIFIER = com.example.pulse.widgets; CODE_SIGN_ENTITLEMENTS = Widgets.entitlements; }; };
    L3 = {isa = XCConfigurationList; buildConfigurations = (C3, ); };
    C3 = {isa = XCBuildConfiguration; name = Debug; buildSettings = {INFOPLIST_FILE = Share.plist; }; };
    D2 = {isa = PBXTargetDependency; target = T2; };
    D3 = {isa = PBXTargetDependency; target = T3; };
    D4 = {isa = PBXTargetDependency; target = T4; };
    T1 = {isa = PBXNativeTarget; name = Pulse; productType = "com.apple.product-type.application";
      buildConfigurationList = L; buildPhases = (); dependencies = (D2, D3, ); fileSystemSynchronizedGroups = (S1, ); };
    T2 = {isa = PBXNativeTarget; name = "Pulse Widgets"; productType = "com.apple.product-type.app-extension";
      buildConfigurationList = L2; buildPhases = (); dependencies = (D4, ); fileSystemSynchronizedGroups = (S2, ); };
    T3 = {isa = PBXNativeTarget; name = Share; productType = "com.apple.product-type.app-extension";
      buildConfigurationList = L3; buildPhases = (); fileSystemSynchronizedGroups = (S3, ); };
    T4 = {isa = PBXNativeTarget; name = Kit; productType = "com.apple.product-type.framework";
      buildConfigurationList = L; buildPhases = (); fileSystemSynchronizedGroups = (S4, ); };
    """)

  private static func propertyList(_ text: String) -> String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\"><dict>\(text)</dict></plist>\n"
  }

  private static func point(_ name: String) -> String {
    propertyList(
      "<key>NSExtension</key><dict><key>NSExtensionPointIdentifier</key><string>\(name)</string></dict>"
    )
  }

  private static let files = [
    "Pulse.xcodeproj/project.pbxproj": project,
    "Pulse/PulseApp.swift": "import SwiftUI\n@main struct PulseApp: App {}\n",
    "Pulse/Shared.swift": "import Foundation\n",
    "Pulse/Sounds.json": "{}",
    "Pulse Widgets/Bundle.swift":
      "import Kit\nimport WidgetKit\n@main\nstruct PulseWidgets: WidgetBundle {}\nstruct Pulse: Widget {}\n",
    "Pulse Widgets/Colors.json": "{}",
    "Pulse Widgets/Info.plist": point("com.apple.widgetkit-extension"),
    "Widgets.entitlements": propertyList(
      "<key>com.apple.security.application-groups</key><array><string>group.pulse</string></array>"
    ),
    "Share/Share.swift": "import UIKit\n", "Share.plist": point("com.apple.share-services"),
    "Kit/Kit.swift": "import Foundation\n",
  ]

  private func package(_ disk: ProjectOnDisk) throws -> TestPackage {
    TestPackage(
      try AppDescription(project: disk.project),
      yoban: YobanCheckout(disk.folder, products: ["SwiftUI", "WidgetKit", "UIKit"]),
      folder: disk.folder.appending(path: "Tests"))
  }

  @Test func `the extension with widgets is a module that the tests install`() throws {
    let disk = try ProjectOnDisk(Self.files)
    let package = try package(disk)
    let app = package.app
    #expect(app.modules.map(\.name) == ["Kit", "Pulse_Widgets", "Pulse"])
    #expect(
      disk.paths(app.modules[1].sources) == ["Pulse/Shared.swift", "Pulse Widgets/Bundle.swift"])
    #expect(app.app.dependencies.isEmpty && app.modules[1].dependencies == ["Kit"])
    let part = try #require(app.extensions.first)
    #expect(part.module == "Pulse_Widgets" && part.entryPoint == "PulseWidgets")
    #expect(
      app.warnings == ["left out: Share; yoban init makes modules of extensions with widgets only"]
    )
    let files = Dictionary(
      uniqueKeysWithValues: try package.files().map {
        ($0.path, String(decoding: $0.contents, as: UTF8.self))
      })
    let values = try PropertyListSerialization.propertyList(
      from: Data(try #require(files["Pulse_Widgets-Info.plist"]).utf8), format: nil)
    #expect(
      (values as? [String: Any])?["CFBundleIdentifier"] as? String == "com.example.pulse.widgets")
    #expect(files["Pulse_Widgets.entitlements"]?.contains("group.pulse") == true)
    #expect(files["Pulse_Widgets-Resources.json"]?.contains("Colors.json") == true)
    #expect(files["Pulse_Widgets-Resources.json"]?.contains("Sounds.json") == false)
    #expect(files["Resources.json"]?.contains("Colors.json") == false)
    #expect(
      files["Tests/PulseBackgroundTests/Pulse_Widgets.swift"]?.contains(
        """
            try install(
              .widgets(PulseWidgets.self), in: app, infoPlist: .file("Pulse_Widgets-Info.plist"), entitlements: .file("Pulse_Widgets.entitlements"), resources: .file("Pulse_Widgets-Resources.json"))
        """) == true)
    #expect(
      files["Tests/PulseBackgroundTests/BackgroundTests.swift"]?.contains(
        """
        resources: .file("Resources.json"))
            try phone.installPulse_Widgets(in: app)

            await phone.open(app)
        """) == true)
    #expect(files["Package.swift"]?.contains("\"Pulse\",\n        \"Pulse_Widgets\",\n") == true)
  }

  @Test(arguments: [
    ("Pulse Widgets/Bundle.swift", "import WidgetKit\n", "has no type with @main"),
    ("Pulse Widgets/Info.plist", propertyList(""), "left out: Pulse Widgets, Share"),
    (
      "Pulse.xcodeproj/project.pbxproj",
      project.replacing(
        "PRODUCT_BUNDLE_IDENTIFIER = com.example.pulse.widgets;",
        with:
          "PRODUCT_BUNDLE_IDENTIFIER = com.example.pulse.widgets; PRODUCT_MODULE_NAME = Pulse;"),
      "give it a PRODUCT_MODULE_NAME of its own"
    ),
  ])
  func `an extension that cannot be launched is left out with the reason`(
    _ file: String, _ contents: String, _ reason: String
  ) throws {
    let disk = try ProjectOnDisk(Self.files.merging([file: contents]) { $1 })
    let app = try package(disk).app
    #expect(app.extensions.isEmpty && app.modules.map(\.name) == ["Pulse"])
    #expect(app.warnings.count { $0.contains(reason) } == 1, "\(app.warnings)")
  }

  @Test func `an app is tried without its extensions if the build fails with them`() throws {
    var trial = AppTrial(packages: [], hasExtensions: true)
    trial.advance("/app/Widgets.swift:1:8: error: no", hasSucceeded: false)
    #expect(trial.next == .build)
    #expect(trial.leftOutExtensions == "/app/Widgets.swift:1:8: error: no")
    trial.advance("/app/App.swift:1:8: error: no", hasSucceeded: false)
    #expect(trial.next == .done(.notBuilt("/app/App.swift:1:8: error: no")))

    let disk = try ProjectOnDisk(Self.files)
    let package = try package(disk)
    try package.write { _ in }
    try package.leavingOutExtensions().rewrite()
    let folder = package.folder
    let manifest = try String(contentsOf: folder.appending(path: "Package.swift"), encoding: .utf8)
    let tests = folder.appending(path: "Tests/PulseBackgroundTests")
    let test = try String(
      contentsOf: tests.appending(path: "BackgroundTests.swift"), encoding: .utf8)
    #expect(!manifest.contains("Pulse_Widgets") && !test.contains("Pulse_Widgets"))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: tests.path) == ["BackgroundTests.swift"])
  }
}
