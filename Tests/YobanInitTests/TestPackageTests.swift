import Foundation
import Testing

@testable import YobanInit

@Suite struct TestPackageTests {
  private static let products: Set = [
    "UIKit", "YobanFoundation", "CoreBluetooth", "WatchKit", "SwiftUI", "YobanTesting",
  ]

  private func package(_ disk: ProjectOnDisk, target: String? = nil) throws -> TestPackage {
    let app = try AppDescription(project: disk.project, target: target)
    let yoban = YobanCheckout(
      disk.folder.deletingLastPathComponent().appending(path: "yoban"), products: Self.products)
    return TestPackage(app, yoban: yoban, folder: disk.folder.appending(path: "Tests"))
  }

  private func text(_ path: String, of package: TestPackage) throws -> String {
    let file = try #require(package.files().first { $0.path == path })
    return String(decoding: file.contents, as: UTF8.self)
  }

  @Test func `the manifest names the products that the sources import`() throws {
    let disk = try ProjectOnDisk(ProjectOnDisk.classicFiles)
    let manifest = try text("Package.swift", of: package(disk))
    #expect(
      manifest.contains(
        """
            .target(
              name: "Pulse_App",
              dependencies: [
                .product(name: "CoreBluetooth", package: "yoban"),
                .product(name: "UIKit", package: "yoban"),
                .product(name: "YobanFoundation", package: "yoban"),
                .product(name: "Algorithms", package: "swift-algorithms"),
              ],
              exclude: ["port.json"],
              swiftSettings: [
                .swiftLanguageMode(.v5),
                .define("DEBUG"),
                .define("STRAP"),
                .unsafeFlags(["-suppress-warnings"]),
              ],
              plugins: [.plugin(name: "YobanPort", package: "Port")]),
        """))
    #expect(manifest.contains(#".package(name: "yoban", path: yoban),"#))
    #expect(manifest.contains(##".package(path: "\(yoban)/Port"),"##))
    #expect(manifest.contains(#"Context.environment["YOBAN"] ?? "../../yoban""#))
    #expect(
      manifest.contains(
        #".package(url: "https://example.com/apple/swift-algorithms.git", from: "1.2.0"),"#))
  }

  @Test(arguments: [
    (["CoreData", "SwiftUI"], true), (["SwiftData", "SwiftUI"], true), (["SwiftUI"], false),
    (["CoreData"], false), (["SwiftData"], false),
  ])
  func `views of stored objects get what SwiftUI knows of Core Data`(
    _ imports: [String], _ isThere: Bool
  ) throws {
    var files = ProjectOnDisk.classicFiles
    let source = try #require(files.keys.first { $0.hasSuffix("AppDelegate.swift") })
    files[source]! += imports.map { "\nimport \($0)" }.joined()
    let disk = try ProjectOnDisk(files)
    let app = try AppDescription(project: disk.project, target: nil)
    let yoban = YobanCheckout(
      disk.folder, products: ["UIKit", "CoreData", "SwiftData", "SwiftUI", "_CoreData_SwiftUI"])
    let package = TestPackage(app, yoban: yoban, folder: disk.folder.appending(path: "Tests"))
    #expect(package.products(of: app.app).contains("_CoreData_SwiftUI") == isThere)
  }

  @Test func `the plugin gets the files of a project with groups one by one`() throws {
    let disk = try ProjectOnDisk(ProjectOnDisk.classicFiles)
    let json = try text("Sources/Pulse_App/port.json", of: package(disk))
    let values = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    #expect(
      values?["sources"] as? [String] == [
        "../Pulse/AppDelegate.swift", "../Shared/Pulse Monitor.swift",
        "../Pulse/Base.lproj/Main.storyboard",
      ])
    #expect(values?["conditions"] as? [String] == ["DEBUG", "STRAP"])
    #expect(values?["platform"] as? String == "iOS")
    #expect(values?["exclude"] == nil)
  }

  @Test func `the plugin gets a synchronized folder without the files that are left out`() throws {
    let disk = try ProjectOnDisk(ProjectOnDisk.synchronizedFiles)
    let json = try text("Sources/Pulse/port.json", of: package(disk))
    let values = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    #expect(values?["sources"] as? [String] == ["../Pulse"])
    #expect(
      values?["exclude"] as? [String] == [
        "../Pulse/Unused/Old.swift"
      ])
  }

  @Test func `the test of an app of SwiftUI installs its App type, with the product SwiftUI`()
    throws
  {
    let disk = try ProjectOnDisk(ProjectOnDisk.swiftUIFiles)
    let package = try package(disk)
    let manifest = try text("Package.swift", of: package)
    #expect(manifest.contains(#".product(name: "SwiftUI", package: "yoban"),"#))
    let test = try text("Tests/PulseBackgroundTests/BackgroundTests.swift", of: package)
    #expect(
      test.contains("phone.install(.swiftUI(PulseApp.self), infoPlist: .file(\"Info.plist\"))"))
    #expect(!test.contains("EmptyDelegate"))
    #expect(package.missingModules == [])
  }

  @Test func `the first test waits for suspension unless a background mode keeps the app running`()
    throws
  {
    let classic = try ProjectOnDisk(ProjectOnDisk.classicFiles)
    let first = try text(
      "Tests/Pulse_AppBackgroundTests/BackgroundTests.swift", of: package(classic))
    #expect(first.contains("try world.addPhone(iOS: 15)"))
    #expect(
      first.contains("phone.install(.delegate(AppDelegate.self), infoPlist: .file(\"Info.plist\"))")
    )
    #expect(first.contains("app.state == .suspended }"))
    let modern = try ProjectOnDisk(ProjectOnDisk.synchronizedFiles)
    let second = try text("Tests/PulseBackgroundTests/BackgroundTests.swift", of: package(modern))
    #expect(second.contains("try world.addPhone(iOS: 26)"))
    #expect(second.contains("With the background mode audio"))
    let watch = try text(
      "Tests/Pulse_WatchBackgroundTests/BackgroundTests.swift",
      of: package(modern, target: "Pulse Watch"))
    #expect(watch.contains("try world.addWatch(pairedWith: world.addPhone(), watchOS: 10)"))
    #expect(watch.contains("await watch.lowerWrist()"))
  }

  @Test func `an app that may use Bluetooth only before iOS 13 is tested there`() throws {
    var files = ProjectOnDisk.classicFiles
    files["Pulse.xcodeproj/project.pbxproj"]?.replace(
      "IPHONEOS_DEPLOYMENT_TARGET = 15.1", with: "IPHONEOS_DEPLOYMENT_TARGET = 11.2")
    let key = "<key>NSBluetoothPeripheralUsageDescription</key><string>a</string>"
    files["Pulse/Info.plist"]?.replace("</dict></plist>", with: "\(key)</dict></plist>")
    let old = try package(ProjectOnDisk(files)).test
    #expect(
      old.contains(
        """
            let world = try World.current
            // iOS 13 and later end the app: Info.plist has no NSBluetoothAlwaysUsageDescription.
            let phone = try world.addPhone(iOS: 11)
        """))
    files["Pulse/Info.plist"]?.replace("Peripheral", with: "Always")
    let new = try package(ProjectOnDisk(files)).test
    #expect(
      new.contains(
        """
            let world = try World.current
            let phone = try world.addPhone(iOS: 13)
        """))
  }

  @Test func `asset catalogs are ported, with the names that the build settings ask for`() throws {
    var files = ProjectOnDisk.synchronizedFiles
    files["Pulse/Assets.xcassets/Night.colorset/Contents.json"] = "{}"
    let plain = try text("Sources/Pulse/port.json", of: package(ProjectOnDisk(files)))
    #expect(!plain.contains("assetSymbols"))
    files["Pulse.xcodeproj/project.pbxproj"]?.replace(
      "IPHONEOS_DEPLOYMENT_TARGET = 26.0;",
      with:
        "IPHONEOS_DEPLOYMENT_TARGET = 26.0; ASSETCATALOG_COMPILER_GENERATE_SWIFT_ASSET_SYMBOL_EXTENSIONS = YES;"
    )
    let json = try text("Sources/Pulse/port.json", of: package(ProjectOnDisk(files)))
    #expect(json.contains("\"assetSymbols\" : \"extensions\""))
  }

  @Test func `the app is installed with the entitlements of the target`() throws {
    var files = ProjectOnDisk.classicFiles
    files["Pulse.xcodeproj/project.pbxproj"]?.replace(
      "INFOPLIST_FILE = Pulse/Info.plist;",
      with: "INFOPLIST_FILE = Pulse/Info.plist; CODE_SIGN_ENTITLEMENTS = pulse/Pulse.entitlements;")
    let disk = try ProjectOnDisk(files)
    let missing = try package(disk)
    #expect(!missing.test.contains("entitlements:"))
    #expect(missing.app.warnings.contains { $0.contains("Pulse.entitlements does not exist") })
    files["Pulse/Pulse.entitlements"] = """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict>
      <key>com.apple.security.application-groups</key><array><string>group.$(PRODUCT_BUNDLE_IDENTIFIER)</string></array>
      <key>keychain-access-groups</key><array><string>$(AppIdentifierPrefix)com.example.shared</string></array>
      </dict></plist>
      """
    let package = try package(ProjectOnDisk(files))
    #expect(
      package.test.contains(
        """
            let app = try phone.install(
              .delegate(AppDelegate.self), infoPlist: .file("Info.plist"), entitlements: .file("App.entitlements"))
        """))
    let text = try text("App.entitlements", of: package)
    #expect(text.contains("<string>group.com.example.pulse</string>"))
    #expect(text.contains("<string>YOBAN00000.com.example.shared</string>"))
  }

  @Test func `a module that nothing has is listed once, with where it comes from`() throws {
    var files = ProjectOnDisk.classicFiles
    files["Pulse/AppDelegate.swift"]! += "\nimport Charts\nimport SwiftyBeaver\nimport Lottie\n"
    files["Pulse/AppDelegate.swift"]! += "import Submerged\n"
    files["Podfile.lock"] = """
      PODS:
        - "SwiftyBeaver/Core (1.9.5)":
          - Inner (= 1.0)
        - lottie-ios (3.1.9)

      DEPENDENCIES:
        - Charts (9.9)
      """
    files["Cartfile.resolved"] = "github \"danielgindi/Charts\" \"v4.1.0\"\n"
    files[".gitmodules"] = "[submodule \"x\"]\n\tpath = Libraries/Submerged\n\turl = ../x\n"
    let disk = try ProjectOnDisk(files)
    let package = try package(disk)
    let app = "\(disk.folder.path)/Pulse/AppDelegate.swift"
    let monitor = "\(disk.folder.path)/Shared/Pulse Monitor.swift"
    #expect(
      package.missingModules.map(\.name) == ["Charts", "Lottie", "Submerged", "SwiftyBeaver", "os"])
    #expect(
      package.missingModuleNotes == [
        "Charts is missing (the framework Charts of Carthage (v4.1.0)): imported in \(app):6 and 1 more",
        "Lottie is missing (the pod lottie-ios (3.1.9)): imported in \(app):8",
        "Submerged is missing (the submodule Libraries/Submerged): imported in \(app):9",
        "SwiftyBeaver is missing (the pod SwiftyBeaver (1.9.5)): imported in \(app):7",
        "os is missing, unless one of the packages has it: imported in \(monitor):3",
      ])
  }

  @Test func `nothing is written into a folder that is not empty`() throws {
    let disk = try ProjectOnDisk(ProjectOnDisk.classicFiles)
    let app = try AppDescription(project: disk.project)
    let yoban = YobanCheckout(disk.folder, products: Self.products)
    let before = try FileManager.default.contentsOfDirectory(atPath: disk.folder.path).sorted()
    #expect(
      throws: InitError(
        "\(disk.folder.path) exists and is not empty. Remove it, or choose another folder with --output."
      )
    ) {
      try TestPackage(app, yoban: yoban, folder: disk.folder).write { _ in Issue.record() }
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: disk.folder.path).sorted() == before)
  }

  @Test func `the package is written as a whole and listed`() throws {
    let disk = try ProjectOnDisk(ProjectOnDisk.classicFiles)
    let package = try package(disk)
    var lines: [String] = []
    try package.write { lines.append($0) }
    #expect(
      lines == [
        "Creating Package.swift", "Creating .gitignore", "Creating Info.plist",
        "Creating Sources/Pulse_App/port.json", "Creating Sources/Pulse_App/Ported.swift",
        "Creating Tests/Pulse_AppBackgroundTests/BackgroundTests.swift",
      ])
    for line in lines {
      let file = package.folder.appending(path: line.dropFirst("Creating ".count))
      #expect(FileManager.default.fileExists(atPath: file.path))
    }
  }
}
