import Foundation

@testable import YobanInit

/// A temporary folder with an Xcode project, removed when the test releases it.
final class ProjectOnDisk {
  let folder: URL
  var project: URL { folder.appending(path: "Pulse.xcodeproj") }

  init(_ files: [String: String]) throws {
    folder =
      FileManager.default.temporaryDirectory.appending(path: "yoban-init-\(UUID())")
      .standardized
    for (path, text) in files {
      let file = folder.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Paths relative to the folder.
  func paths(_ urls: [URL]) -> [String] {
    urls.map { String($0.path.dropFirst(folder.path.count + 1)) }
  }

  /// The text of a project file with the given objects.
  static func text(_ objects: String) -> String {
    """
    // !$*UTF8*$!
    {
    	archiveVersion = 1;
    	objects = {
    \(objects)
    	};
    	rootObject = PROJECT /* Project object */;
    }
    """
  }

  /// A project with one app in groups, as Xcode has written it for many years.
  static let classic = text(
    """
    /* Begin PBXBuildFile section */
    B1 = {isa = PBXBuildFile; fileRef = F1 /* AppDelegate.swift */; };
    B2 = {isa = PBXBuildFile; fileRef = F2; };
    B3 = {isa = PBXBuildFile; fileRef = V1; };
    B4 = {isa = PBXBuildFile; fileRef = F4; platformFilters = (macos, ); };
    B5 = {isa = PBXBuildFile; productRef = PR1; };
    F1 = {isa = PBXFileReference; lastKnownFileType = sourcecode.swift; path = AppDelegate.swift; sourceTree = "<group>"; };
    F2 = {isa = PBXFileReference; path = "Shared/Pulse Monitor.swift"; sourceTree = SOURCE_ROOT; };
    F3 = {isa = PBXFileReference; path = Base.lproj/Main.storyboard; sourceTree = "<group>"; };
    F4 = {isa = PBXFileReference; path = Mac.swift; sourceTree = "<group>"; };
    F5 = {isa = PBXFileReference; path = ja.lproj/Main.strings; sourceTree = "<group>"; };
    F6 = {isa = PBXFileReference; path = Pulse.xcconfig; sourceTree = "<group>"; };
    V1 = {isa = PBXVariantGroup; children = (F5, F3, ); name = Main.storyboard; sourceTree = "<group>"; };
    G0 = {isa = PBXGroup; children = (G1, F2, F6, ); sourceTree = "<group>"; };
    G1 = {isa = PBXGroup; children = (F1, V1, F4, ); path = Pulse; sourceTree = "<group>"; };
    P1 = {isa = PBXSourcesBuildPhase; files = (B1, B2, B4, ); };
    P2 = {isa = PBXResourcesBuildPhase; files = (B3, ); };
    C1 = {isa = XCBuildConfiguration; name = Debug; baseConfigurationReference = F6; buildSettings = {
      SDKROOT = iphoneos; IPHONEOS_DEPLOYMENT_TARGET = 15.1; ORGANIZATION = com.example;
      SWIFT_ACTIVE_COMPILATION_CONDITIONS = DEBUG; }; };
    C2 = {isa = XCBuildConfiguration; name = Release; buildSettings = {
      SDKROOT = iphoneos; IPHONEOS_DEPLOYMENT_TARGET = 99.0; }; };
    C3 = {isa = XCBuildConfiguration; name = Debug; buildSettings = {
      INFOPLIST_FILE = Pulse/Info.plist; PRODUCT_NAME = "$(TARGET_NAME) App";
      PRODUCT_BUNDLE_IDENTIFIER = "$(ORGANIZATION).$(TARGET_NAME:lower)"; SWIFT_VERSION = 5.0;
      SWIFT_ACTIVE_COMPILATION_CONDITIONS = ("$(inherited)", "STRAP", ); }; };
    L1 = {isa = XCConfigurationList; buildConfigurations = (C2, C1, ); };
    L2 = {isa = XCConfigurationList; buildConfigurations = (C3, ); };
    PR1 = {isa = XCSwiftPackageProductDependency; package = R1; productName = Algorithms; };
    R1 = {isa = XCRemoteSwiftPackageReference; repositoryURL = "https://example.com/apple/swift-algorithms.git";
      requirement = {kind = upToNextMajorVersion; minimumVersion = 1.2.0; }; };
    T1 = {isa = PBXNativeTarget; name = Pulse; productType = "com.apple.product-type.application";
      buildConfigurationList = L2; buildPhases = (P1, P2, ); packageProductDependencies = (PR1, ); };
    T2 = {isa = PBXNativeTarget; name = PulseTests; productType = "com.apple.product-type.bundle.unit-test";
      buildConfigurationList = L2; buildPhases = (); };
    PROJECT = {isa = PBXProject; mainGroup = G0; buildConfigurationList = L1; targets = (T1, T2, ); };
    """)

  static let classicFiles = [
    "Pulse.xcodeproj/project.pbxproj": classic,
    "Pulse.xcconfig": "TEAM = A1 // a comment\n#include? \"Missing.xcconfig\"\nGREETING = hello\n",
    "Pulse/Info.plist": """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict>
    <key>CFBundleIdentifier</key><string>$(PRODUCT_BUNDLE_IDENTIFIER)</string>
    <key>Greeting</key><string>${GREETING}, $(TEAM)$(NOTHING)</string>
    <key>UIBackgroundModes</key><array><string>bluetooth-central</string></array>
    <key>Classes</key><array><string>$(PRODUCT_MODULE_NAME).SceneDelegate</string></array>
    </dict></plist>
    """,
    "Pulse/AppDelegate.swift": """
    import UIKit
    // import Comment
    let text = "import Text"
    @UIApplicationMain
    final class AppDelegate: UIResponder, UIApplicationDelegate {}
    """,
    "Pulse/Mac.swift": "import AppKit\n",
    "Pulse/Base.lproj/Main.storyboard": "<document/>",
    "Shared/Pulse Monitor.swift": """
    import CoreBluetooth.CBUUID
    import Algorithms
    @preconcurrency import struct os.Logger; import Charts
    #if canImport(TipKit)
      import TipKit
    #endif
    """,
  ]

  /// A project of Xcode 16 and later, with synchronized folders and a generated Info.plist: an app, its
  /// framework and its watch app.
  static let synchronized = text(
    """
    S1 = {isa = PBXFileSystemSynchronizedRootGroup; exceptions = (E1, E2, ); path = Pulse; sourceTree = "<group>"; };
    S2 = {isa = PBXFileSystemSynchronizedRootGroup; path = PulseKit; sourceTree = "<group>"; };
    S3 = {isa = PBXFileSystemSynchronizedRootGroup; exceptions = (E3, ); path = "Pulse Watch"; sourceTree = "<group>"; };
    E1 = {isa = PBXFileSystemSynchronizedBuildFileExceptionSet;
    target = T1; membershipExceptions = (Info.plist, Unused/Old.swift, ); };
    E2 = {isa = PBXFileSystemSynchronizedBuildFileExceptionSet; target = T3; membershipExceptions = (Shared.swift, ); };
    E3 = {isa = PBXFileSystemSynchronizedBuildFileExceptionSet; target = T3; platformFiltersByRelativePath = {"Phone.swift" = (ios, ); }; };
    G0 = {isa = PBXGroup; children = (S1, S2, S3, ); sourceTree = "<group>"; };
    C1 = {isa = XCBuildConfiguration; name = Debug; buildSettings = {
      SDKROOT = auto; SWIFT_VERSION = 6.0; MARKETING_VERSION = 1.2; }; };
    C2 = {isa = XCBuildConfiguration; name = Debug; buildSettings = {
      SUPPORTED_PLATFORMS = "iphoneos iphonesimulator"; IPHONEOS_DEPLOYMENT_TARGET = 26.0;
      GENERATE_INFOPLIST_FILE = YES; PRODUCT_NAME = "$(TARGET_NAME)";
      PRODUCT_BUNDLE_IDENTIFIER = com.example.pulse; SWIFT_DEFAULT_ACTOR_ISOLATION = MainActor;
      SWIFT_APPROACHABLE_CONCURRENCY = YES; INFOPLIST_KEY_UIBackgroundModes = "audio location";
      INFOPLIST_KEY_UIMainStoryboardFile = Main;
      "INFOPLIST_KEY_UIApplicationSceneManifest_Generation[sdk=iphoneos*]" = YES;
      "INFOPLIST_KEY_UIApplicationSceneManifest_Generation[sdk=macosx*]" = NO;
      "INFOPLIST_KEY_UIStatusBarHidden[sdk=macosx*]" = YES;
      INFOPLIST_KEY_UISupportedInterfaceOrientations_iPhone = UIInterfaceOrientationPortrait; }; };
    C3 = {isa = XCBuildConfiguration; name = Debug; buildSettings = {
      SDKROOT = watchos; WATCHOS_DEPLOYMENT_TARGET = 10.0; GENERATE_INFOPLIST_FILE = YES; }; };
    L1 = {isa = XCConfigurationList; buildConfigurations = (C1, ); };
    L2 = {isa = XCConfigurationList; buildConfigurations = (C2, ); };
    L3 = {isa = XCConfigurationList; buildConfigurations = (C3, ); };
    D1 = {isa = PBXTargetDependency; target = T2; };
    PR1 = {isa = XCSwiftPackageProductDependency; productName = Beats; };
    R1 = {isa = XCLocalSwiftPackageReference; relativePath = Packages/Beats; };
    T1 = {isa = PBXNativeTarget; name = Pulse; productType = "com.apple.product-type.application";
      buildConfigurationList = L2; buildPhases = (); dependencies = (D1, );
      fileSystemSynchronizedGroups = (S1, ); packageProductDependencies = (PR1, ); };
    T2 = {isa = PBXNativeTarget; name = PulseKit; productType = "com.apple.product-type.framework";
      buildConfigurationList = L2; buildPhases = (); fileSystemSynchronizedGroups = (S2, ); };
    T3 = {isa = PBXNativeTarget; name = "Pulse Watch"; productType = "com.apple.product-type.application";
      buildConfigurationList = L3; buildPhases = (); fileSystemSynchronizedGroups = (S3, ); };
    PROJECT = {isa = PBXProject; mainGroup = G0; buildConfigurationList = L1; targets = (T1, T2, T3, ); };
    """)

  /// The same project as an app of SwiftUI.
  static var swiftUIFiles: [String: String] {
    var files = synchronizedFiles
    files["Pulse/AppDelegate.swift"] = nil
    files["Pulse/Bridge.m"] = nil
    files["Pulse/Views/Base.lproj/Main.storyboard"] = nil
    files["Pulse/PulseApp.swift"] = """
      import SwiftUI

      @main
      struct PulseApp: App {
        var body: some Scene { WindowGroup { Screen() } }
      }
      """
    files["Pulse/Views/Screen.swift"] = """
      import SwiftUI

      struct Screen: View {
        var body: some View { Text("Hello") }
      }

      #Preview { Screen() }
      """
    return files
  }

  static let synchronizedFiles = [
    "Pulse.xcodeproj/project.pbxproj": synchronized,
    "Pulse/AppDelegate.swift":
      "import UIKit\nimport PulseKit\n@main class AppDelegate: UIResponder, UIApplicationDelegate {}\n",
    "Pulse/Shared.swift": "import Foundation\n",
    "Pulse/Views/Screen.swift": "import SwiftUI\n",
    "Pulse/Views/Base.lproj/Main.storyboard": "<document/>",
    "Pulse/Unused/Old.swift": "import UIKit\n",
    "Pulse/Bridge.m": "",
    "PulseKit/Kit.swift": "import CoreBluetooth\n",
    "Pulse Watch/WatchApp.swift":
      "import WatchKit\n@main final class WatchDelegate: NSObject, WKApplicationDelegate {}\n",
    "Pulse Watch/Phone.swift": "import UIKit\n",
    "Packages/Beats/Package.swift":
      "let products = [Product.library(name: \"Beats\", targets: [])]\n",
  ]
}
