import Foundation
import Testing

@testable import YobanInit

/// `Examples/Examples.xcodeproj`, which is read with the parser of `yoban init`, because the tests run
/// without Xcode.
@Suite struct ExampleProjectTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Examples").standardized
  private static let file = folder.appending(path: "Examples.xcodeproj")
  private static let names = [
    "NightApp", "NightWatchApp", "AwaitedAccessoryApp", "BackgroundJobApp", "BeaconApp",
    "LifecycleApp",
  ]

  private static func target(_ name: String) throws -> (XcodeProject, XcodeProject.Target) {
    let project = try XcodeProject(file)
    return (project, try #require(project.targets.first { $0.name == name }))
  }

  private static func sdk(_ name: String) -> String {
    name == "NightWatchApp" ? "watchos" : "iphoneos"
  }

  private static func dictionary(_ path: String) throws -> [String: Any] {
    let data = try Data(contentsOf: folder.appending(path: path))
    return try #require(
      try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
  }

  @Test
  func `the project has the format of Xcode 16, and each of its references leads to an object`()
    throws
  {
    let text = try String(
      contentsOf: Self.file.appending(path: "project.pbxproj"), encoding: .utf8)
    let list = try OpenStepPropertyList(parsing: text)
    #expect(list.dictionary?["objectVersion"]?.text == "77")
    let project = try XcodeProject(Self.file)
    #expect(project.targets.map(\.name) == Self.names)
    let references = Set(text.matches(of: /E7[0-9A-F]{22}/).map { String($0.output) })
    #expect(references.count >= 60)
    #expect(references == Set(project.objects.keys))
  }

  @Test(arguments: names)
  func `each target builds all sources of its folder, and they exist`(_ name: String) throws {
    let (project, target) = try Self.target(name)
    #expect(target.kind == .app)
    let folder = Self.folder.appending(path: name)
    #expect(project.synchronizedFolders(of: target).map(\.path) == [folder.path])
    let platform = name == "NightWatchApp" ? "watchos" : "ios"
    let sources = project.files(of: target, platform: platform)
      .filter { $0.pathExtension == "swift" }.map(\.lastPathComponent)
    let onDisk = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }
    #expect(sources.count >= 4)
    #expect(sources.sorted() == onDisk.sorted())
    #expect(
      !project.files(of: target, platform: platform).contains {
        $0.lastPathComponent == "Info.plist"
      })
  }

  @Test(arguments: names)
  func `each target's Info.plist, entitlements and settings exist`(_ name: String) throws {
    let (project, target) = try Self.target(name)
    let settings = project.settings(of: target, sdk: Self.sdk(name))
    let plist = try Self.dictionary(try #require(settings["INFOPLIST_FILE"]))
    #expect(settings["PRODUCT_BUNDLE_IDENTIFIER"]?.hasPrefix("com.example.") == true)
    if let entitlements = settings["CODE_SIGN_ENTITLEMENTS"] {
      #expect(try !Self.dictionary(entitlements).isEmpty)
    }
    // A setting that no file has would be replaced by nothing.
    let text = try String(
      contentsOf: Self.folder.appending(path: "\(name)/Info.plist"), encoding: .utf8)
    for reference in text.matches(of: /\$\(([A-Z_]+)\)/) {
      #expect(settings[String(reference.output.1)] != nil, "\(reference.output.0)")
    }
    // The class of the scene's delegate exists.
    let manifest = plist["UIApplicationSceneManifest"] as? [String: Any]
    let roles = manifest?["UISceneConfigurations"] as? [String: [[String: String]]]
    for scene in roles?.values.joined().map(\.self) ?? [] {
      let type = try #require(scene["UISceneDelegateClassName"]?.split(separator: ".").last)
      let sources = project.files(of: target, platform: "ios").compactMap {
        try? String(contentsOf: $0, encoding: .utf8)
      }
      #expect(sources.contains { $0.contains("class \(type)") })
    }
  }

  @Test func `the iPhone's app contains the watch's app, which names it as its companion`() throws {
    let (project, phone) = try Self.target("NightApp")
    #expect(project.dependencies(of: phone).map(\.name) == ["NightWatchApp"])
    let copies = project.objects(phone.object["buildPhases"]).filter {
      $0["isa"]?.text == "PBXCopyFilesBuildPhase"
    }
    #expect(copies.count == 1)
    #expect(copies.first?["dstPath"]?.text == "$(CONTENTS_FOLDER_PATH)/Watch")

    let (_, watch) = try Self.target("NightWatchApp")
    let phoneSettings = project.settings(of: phone, sdk: "iphoneos")
    let watchSettings = project.settings(of: watch, sdk: "watchos")
    let plist = try Self.dictionary("NightWatchApp/Info.plist")
    let companion = try #require(plist["WKCompanionAppBundleIdentifier"] as? String)
    let identifier = try #require(phoneSettings["PRODUCT_BUNDLE_IDENTIFIER"])
    #expect(watchSettings.expand(companion) == identifier)
    #expect(watchSettings["PRODUCT_BUNDLE_IDENTIFIER"]?.hasPrefix("\(identifier).") == true)
  }

  @Test(arguments: ["NightApp", "NightWatchApp", "BackgroundJobApp"])
  func `the apps that use the runtime get it from this package`(_ name: String) throws {
    let (project, target) = try Self.target(name)
    let packages = project.packages(of: target, platform: "ios")
    #expect(packages.map(\.products) == [["Yoban"]])
    let root = Self.folder.deletingLastPathComponent().standardized.path
    let path = packages.compactMap { if case .path(let url) = $0.source { url.path } else { nil } }
    #expect(path.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 } == [root.trimmedSlash])
  }

  @Test func `a test package of an app that uses the runtime depends on Yoban once`() throws {
    let root = Self.folder.deletingLastPathComponent()
    let app = try AppDescription(project: Self.file, target: "NightApp")
    let package = TestPackage(
      app, yoban: try YobanCheckout(root), folder: root.appending(path: "Tests/Night"))
    #expect(package.manifest.components(separatedBy: ".package(").count - 1 == 2)
    #expect(package.manifest.contains(#".product(name: "Yoban", package: "yoban"),"#))
    #expect(package.packageNotes.isEmpty)
    #expect(package.missingModules == [])
  }

  @Test func `a project that is named by a relative path has the same packages`() throws {
    let here = FileManager.default.currentDirectoryPath
    let relative = TestPackage.path(from: URL(fileURLWithPath: here), to: Self.file)
    let project = try XcodeProject(URL(fileURLWithPath: relative))
    let target = try #require(project.targets.first)
    #expect(
      try project.packages(of: target, platform: "ios")
        == Self.target("NightApp").0.packages(of: target, platform: "ios"))
  }

  @Test(arguments: names)
  func `a target depends on the runtime exactly if its sources import it`(_ name: String) throws {
    let (project, target) = try Self.target(name)
    let imports = try project.files(of: target, platform: "ios")
      .filter { $0.pathExtension == "swift" }
      .contains { try String(contentsOf: $0, encoding: .utf8).contains("\nimport Yoban\n") }
    #expect(imports == !project.packages(of: target, platform: "ios").isEmpty)
  }
}

extension String {
  fileprivate var trimmedSlash: String { hasSuffix("/") ? String(dropLast()) : self }
}
