import Foundation
import Testing

@testable import YobanInit

@Suite struct InputTests {
  @Test func `a folder of sources without a delegate gets an app of its own`() throws {
    let disk = try ProjectOnDisk([
      "Beat Kit/Beat.swift": "import CoreBluetooth\npublic class Beat {}\n",
      "Beat Kit/Deep/Strap.swift": "import Foundation\n",
    ])
    let app = try AppDescription(folder: disk.folder.appending(path: "Beat Kit"))
    #expect(app.name == "Beat Kit" && app.app.name == "Beat_Kit" && app.delegate == nil)
    #expect(disk.paths(app.app.sources) == ["Beat Kit/Beat.swift", "Beat Kit/Deep/Strap.swift"])
    let yoban = YobanCheckout(disk.folder, products: ["UIKit"])
    let package = TestPackage(app, yoban: yoban, folder: disk.folder.appending(path: "Out"))
    #expect(
      package.test.contains("final class EmptyDelegate: UIResponder, UIApplicationDelegate {}"))
  }

  @Test func `a watch app with an extension delegate is installed by the name of the class`() throws
  {
    let disk = try ProjectOnDisk([
      "Wrist/Delegate.swift":
        "import WatchKit\nclass ExtensionDelegate: NSObject, WKExtensionDelegate {}\n"
    ])
    let app = try AppDescription(folder: disk.folder.appending(path: "Wrist"))
    #expect(app.platform == .watchOS)
    let yoban = YobanCheckout(disk.folder, products: [])
    let package = TestPackage(app, yoban: yoban, folder: disk.folder.appending(path: "Out"))
    #expect(package.test.contains("watch.install(.delegate(ExtensionDelegate.self), "))
  }

  @Test(arguments: [
    ("Nothing", "ROOT/Nothing does not exist."),
    ("a.swift", "ROOT/a.swift is a file: name an Xcode project or a folder of sources."),
    (
      "W.xcworkspace",
      "ROOT/W.xcworkspace names no Xcode project that exists: name the .xcodeproj with the app in it."
    ),
    (
      "V.xcworkspace",
      "ROOT/V.xcworkspace contains several Xcode projects: name one of Two/A.xcodeproj, Two/B.xcodeproj."
    ),
    ("Two", "ROOT/Two contains several Xcode projects: name one of A.xcodeproj, B.xcodeproj."),
  ]) func `an input that is no project gives an error that says what to name`(
    _ path: String, _ message: String
  ) throws {
    let disk = try ProjectOnDisk([
      "a.swift": "", "W.xcworkspace/contents.xcworkspacedata": Self.workspace("Gone.xcodeproj"),
      "V.xcworkspace/contents.xcworkspacedata": Self.workspace(
        "two/a.xcodeproj", "Two/B.xcodeproj"),
      "Two/A.xcodeproj/x": "", "Two/B.xcodeproj/x": "",
    ])
    #expect(throws: InitError(message.replacing("ROOT", with: disk.folder.path))) {
      try InitInput(disk.folder.appending(path: path))
    }
  }

  private static func workspace(_ projects: String...) -> String {
    let references = projects.map { "<FileRef location = \"group:\($0)\"></FileRef>" }
    return "<Workspace version = \"1.0\">\(references.joined())</Workspace>"
  }

  @Test func `a folder or a workspace with one Xcode project stands for the project`() throws {
    var files = ProjectOnDisk.classicFiles
    files["Pulse.xcworkspace/contents.xcworkspacedata"] = Self.workspace(
      "Pulse.xcodeproj", "Pods/Pods.xcodeproj")
    files["Pods/Pods.xcodeproj/project.pbxproj"] = ""
    let disk = try ProjectOnDisk(files)
    #expect(try InitInput(disk.folder) == .project(disk.project))
    let workspace = disk.folder.appending(path: "Pulse.xcworkspace")
    #expect(try InitInput(workspace) == .project(disk.project))
  }

  @Test func `a project in a folder of the repository is found`() throws {
    let disk = try ProjectOnDisk([
      "README.md": "", "ios/App/Pulse.xcodeproj/x": "", "ios/Pods/Pods/Other.xcodeproj/x": "",
      "Tools/Script.swift": "",
    ])
    let project = disk.folder.appending(path: "ios/App/Pulse.xcodeproj")
    #expect(try InitInput(disk.folder) == .project(project))
  }

  @Test func `a folder without project file is not a project`() throws {
    let disk = try ProjectOnDisk(["Pulse.xcodeproj/x": ""])
    #expect(
      throws: InitError(
        "\(disk.project.path) is not an Xcode project: it has no file project.pbxproj.")
    ) { try AppDescription(project: disk.project) }
  }

  @Test(arguments: [
    ("$(A)", "one"), ("${A}-$(B)", "one-one two"), ("$(A:upper)", "ONE"), ("$(NONE)x", "x"),
    ("$(NONE:default=d)", "d"), ("$(C:rfc1034identifier)", "a-b-c"),
    ("$(C:c99extidentifier)", "a_b_c"), ("$($(NAME))", "one"), ("$5", "$5"), ("$(LOOP)", ""),
  ]) func `a reference to a build setting is replaced by its value`(
    _ text: String, _ expanded: String
  ) {
    let settings = BuildSettings(defaults: [
      "A": "one", "B": "$(A) two", "C": "a b+c", "NAME": "A", "LOOP": "$(POOL)", "POOL": "$(LOOP)",
    ])
    #expect(settings.expand(text) == expanded)
  }

  @Test func `a higher level inherits a setting from the lower levels`() {
    var settings = BuildSettings(defaults: ["X": "1"], conditions: ["sdk": "iphoneos"])
    settings.add(["X": "$(inherited) 2"])
    settings.add(["Y": "other"])
    settings.add(["X": "$(X) 3", "X[sdk=macosx*]": "no", "Y[sdk=iphone*]": "yes"])
    #expect(settings["X"] == "1 2 3")
    #expect(settings["Y"] == "yes")
    #expect(settings.words("X") == ["1", "2", "3"])
  }
}
