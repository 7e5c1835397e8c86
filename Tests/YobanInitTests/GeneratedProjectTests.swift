import Foundation
import Testing

@testable import YobanInit

/// Projects as XcodeGen and Tuist make them, and repositories that have only the description of one.
@Suite struct GeneratedProjectTests {
  // MARK: Packages

  private static func project(
    products: String, references: String, files: [String: String] = [:]
  ) throws -> ProjectOnDisk {
    try ProjectOnDisk(
      [
        "Pulse.xcodeproj/project.pbxproj": ProjectOnDisk.text(
          """
          PROJECT = {isa = PBXProject; buildConfigurationList = L; targets = (T, ); packageReferences = (\(references));
            mainGroup = G; };
          G = {isa = PBXGroup; children = (PA, PB, F, ); sourceTree = "<group>"; };
          F = {isa = PBXFileReference; path = A.swift; sourceTree = "<group>"; };
          PA = {isa = PBXFileReference; lastKnownFileType = folder; path = Packages/Feature;
            sourceTree = SOURCE_ROOT; };
          PB = {isa = PBXFileReference; lastKnownFileType = folder; path = Packages/Core;
            sourceTree = SOURCE_ROOT; };
          R1 = {isa = XCRemoteSwiftPackageReference; repositoryURL = "https://example.com/Alamofire/Alamofire.git";
            requirement = {kind = upToNextMajorVersion; minimumVersion = 5.0.0; }; };
          R2 = {isa = XCRemoteSwiftPackageReference; repositoryURL = "https://example.com/x/swift-composable-architecture";
            requirement = {kind = exactVersion; version = 1.0.0; }; };
          L = {isa = XCConfigurationList; buildConfigurations = (C, ); };
          C = {isa = XCBuildConfiguration; name = Debug; buildSettings = {SDKROOT = iphoneos; }; };
          B = {isa = PBXBuildFile; fileRef = F; };
          S = {isa = PBXSourcesBuildPhase; files = (B, ); };
          T = {isa = PBXNativeTarget; name = Pulse; productType = "com.apple.product-type.application";
            buildConfigurationList = L; buildPhases = (S, X, ); packageProductDependencies = (D, ); };
          X = {isa = PBXFrameworksBuildPhase; files = (\(products.contains("FILTER") ? "M, " : "")); };
          M = {isa = PBXBuildFile; productRef = D; platformFilters = (macos, ); };
          D = {isa = XCSwiftPackageProductDependency; productName = \(products.replacing("FILTER", with: "")); };
          """), "A.swift": "",
        "Packages/Feature/Package.swift":
          "Package(name: \"Feature\", products: [.library(name: \"Feature\", targets: [])], targets: [.target(name: \"Feature\", dependencies: [.product(name: \"Core\", package: \"Core\")])])",
        "Packages/Core/Package.swift":
          "Package(name: \"Core\", products: [.library( name: \"Core\", targets: [])])",
      ].merging(files) { $1 })
  }

  @Test(arguments: [
    ("Core", "", "Packages/Core"), ("Feature", "", "Packages/Feature"),
    ("Alamofire", "R1, R2, ", "Alamofire from: \"5.0.0\""),
    ("iOSAlamofire", "R1, R2, ", "Alamofire from: \"5.0.0\""),
    ("Alamofire-Mock", "R1, R2, ", "Alamofire from: \"5.0.0\""),
    ("ComposableArchitecture", "R1, R2, ", "swift-composable-architecture exact: \"1.0.0\""),
  ])
  func `a product without a package is that of the package that declares it, or of its namesake`(
    _ product: String, _ references: String, _ expected: String
  ) throws {
    let disk = try Self.project(products: product, references: references)
    let packages = try AppDescription(project: disk.project).app.packages
    #expect(packages.count == 1)
    switch packages.first?.source {
    case .path(let folder): #expect(disk.paths([folder]) == [expected])
    case .address(_, let requirement):
      #expect("\(packages[0].identity) \(requirement)" == expected)
    case nil: Issue.record("no package")
    }
  }

  @Test func `a product that nothing names is a warning with the packages`() throws {
    let disk = try Self.project(products: "Lottie", references: "R1, R2, ")
    let app = try AppDescription(project: disk.project)
    #expect(app.app.packages.isEmpty)
    #expect(
      app.warnings.contains(
        "the package with the product Lottie, which Pulse uses, is not named by the project: left out; the packages are Alamofire, swift-composable-architecture"
      ))
  }

  @Test func `a product that is linked for another system only is left out`() throws {
    let disk = try Self.project(products: "CoreFILTER", references: "")
    #expect(try AppDescription(project: disk.project).app.packages.isEmpty)
  }

  // MARK: Several projects

  /// A workspace with the project of an app, and that of a framework.
  private static func workspace(
    app objects: String, phases: String, dependencies: String = "", project: String = ""
  ) throws -> ProjectOnDisk {
    let configuration = """
      L = {isa = XCConfigurationList; buildConfigurations = (C2, C1, ); defaultConfigurationName = Prod; };
      C1 = {isa = XCBuildConfiguration; name = Dev; buildSettings = {SDKROOT = iphoneos; SERVER = dev;
        SWIFT_ACTIVE_COMPILATION_CONDITIONS = ("$(inherited)", DEBUG, ); }; };
      C2 = {isa = XCBuildConfiguration; name = Prod; buildSettings = {SDKROOT = iphoneos; SERVER = prod; }; };
      """
    return try ProjectOnDisk([
      "All.xcworkspace/contents.xcworkspacedata":
        "<Workspace version = \"1.0\"><Group location = \"group:Projects\" name = \"Projects\"><FileRef location = \"group:App/Pulse.xcodeproj\"></FileRef><FileRef location = \"group:Core/Core.xcodeproj\"/></Group></Workspace>",
      "Projects/App/Pulse.xcodeproj/project.pbxproj": ProjectOnDisk.text(
        """
        PROJECT = {isa = PBXProject; buildConfigurationList = L; targets = (T, ); mainGroup = G; \(project) };
        G = {isa = PBXGroup; children = (F, O, ); sourceTree = "<group>"; };
        F = {isa = PBXFileReference; path = A.swift; sourceTree = "<group>"; };
        O = {isa = PBXFileReference; lastKnownFileType = "wrapper.pb-project"; path = ../Core/Core.xcodeproj; sourceTree = "<group>"; };
        B = {isa = PBXBuildFile; fileRef = F; };
        S = {isa = PBXSourcesBuildPhase; files = (B, ); };
        T = {isa = PBXNativeTarget; name = Pulse; productType = "com.apple.product-type.application";
          buildConfigurationList = L; buildPhases = (S, \(phases)); dependencies = (\(dependencies)); };
        \(configuration)
        \(objects)
        """),
      "Projects/App/A.swift": "import Core\n",
      "Projects/Core/Core.xcodeproj/project.pbxproj": ProjectOnDisk.text(
        """
        PROJECT = {isa = PBXProject; buildConfigurationList = L; targets = (T, ); mainGroup = G; };
        G = {isa = PBXGroup; children = (F, P, ); sourceTree = "<group>"; };
        F = {isa = PBXFileReference; path = Core.swift; sourceTree = "<group>"; };
        P = {isa = PBXFileReference; path = Core.framework; sourceTree = BUILT_PRODUCTS_DIR; };
        B = {isa = PBXBuildFile; fileRef = F; };
        S = {isa = PBXSourcesBuildPhase; files = (B, ); };
        T = {isa = PBXNativeTarget; name = Core; productType = "com.apple.product-type.framework"; productReference = P;
          buildConfigurationList = L; buildPhases = (S, ); };
        \(configuration)
        """), "Projects/Core/Core.swift": "public let core = 1\n",
    ])
  }

  private static let linked = """
    X = {isa = PBXFrameworksBuildPhase; files = (XB, ); };
    XB = {isa = PBXBuildFile; fileRef = XF; };
    XF = {isa = PBXFileReference; explicitFileType = wrapper.framework; path = Core.framework;
      sourceTree = BUILT_PRODUCTS_DIR; };
    """
  private static let depended = """
    TD = {isa = PBXTargetDependency; name = Core; targetProxy = TP; };
    TP = {isa = PBXContainerItemProxy; containerPortal = O; proxyType = 1; remoteInfo = Core; };
    """

  @Test(arguments: [
    (linked, "X, ", "", ""),
    (depended, "", "TD, ", "projectReferences = ({ProjectRef = O; });"),
  ])
  func `a framework of a project beside it is a module, linked or named`(
    _ objects: String, _ phases: String, _ dependencies: String, _ project: String
  ) throws {
    let disk = try Self.workspace(
      app: objects, phases: phases, dependencies: dependencies, project: project)
    // The workspace, its folder and the project stand for the only project with an app.
    let url = disk.folder.appending(path: "Projects/App/Pulse.xcodeproj")
    for name in ["All.xcworkspace", "", "Projects/App/Pulse.xcodeproj"] {
      #expect(try InitInput(disk.folder.appending(path: name)) == .project(url), "\(name)")
    }
    let app = try AppDescription(project: url)
    #expect(app.modules.map(\.name) == ["Core", "Pulse"])
    #expect(app.app.dependencies == ["Core"])
    #expect(disk.paths(app.modules[0].sources) == ["Projects/Core/Core.swift"])
  }

  @Test func `without a configuration Debug, that with DEBUG or of the scheme is used`() throws {
    let disk = try Self.workspace(app: "", phases: "")
    let url = disk.folder.appending(path: "Projects/App/Pulse.xcodeproj")
    let app = try AppDescription(project: url)
    #expect(app.app.conditions == ["DEBUG"])
    #expect(
      app.warnings.contains(
        "the build settings are those of the configuration Dev: the project has none with the name Debug"
      ))
    let schemes = url.appending(path: "xcshareddata/xcschemes")
    try FileManager.default.createDirectory(at: schemes, withIntermediateDirectories: true)
    try Data(
      "<Scheme><LaunchAction buildConfiguration = \"Prod\"><x BlueprintIdentifier = \"T\"/></LaunchAction></Scheme>"
        .utf8
    ).write(to: schemes.appending(path: "Pulse.xcscheme"))
    #expect(try AppDescription(project: url).app.conditions == [])
  }

  // MARK: Descriptions without a project

  @Test(arguments: [
    (
      "project.yml", "name: Pulse\ntargets:\n  Pulse:\n    type: application\n", "xcodegen generate"
    ),
    (
      "Project.swift", "import ProjectDescription\nlet project = Project(name: \"Pulse\")\n",
      "tuist generate"
    ),
  ])
  func `a repository with the description of a project says which program makes it`(
    _ file: String, _ text: String, _ command: String
  ) throws {
    let disk = try ProjectOnDisk([
      "App/\(file)": text, "App/Sources/A.swift": "", "README.md": "",
    ])
    let advice =
      "\(file) describes one: run `\(command)` in \(disk.folder.path)/App on a Mac, and copy or commit the .xcodeproj and the Info.plist files that it makes."
    let error = #expect(throws: InitError.self) { try InitInput(disk.folder) }
    #expect(error?.description == "\(disk.folder.path) has no Xcode project. \(advice)")
    let absent = disk.folder.appending(path: "App/Pulse.xcodeproj")
    let missing = #expect(throws: InitError.self) { try InitInput(absent) }
    #expect(missing?.description == "\(absent.path) does not exist. \(advice)")
    let named = #expect(throws: InitError.self) {
      try InitInput(disk.folder.appending(path: "App/\(file)"))
    }
    #expect(named?.description == "\(disk.folder.path)/App/\(file) is a file: \(advice)")
  }

  @Test func `a folder of sources with another project.yml is a folder of sources`() throws {
    let disk = try ProjectOnDisk(["project.yml": "name: docs\n", "A.swift": ""])
    #expect(try InitInput(disk.folder) == .folder(disk.folder))
  }

  // MARK: Broken projects

  @Test(arguments: [
    ("", "the file is empty: get it again from the repository."),
    (
      "// !$*UTF8*$!\n{\n<<<<<<< HEAD\n",
      "line 3: the file has a conflict of git: resolve it, and try again."
    ),
    (
      "version https://git-lfs.github.com/spec/v1\n",
      "the file is a pointer of Git LFS: run `git lfs pull`."
    ),
    (
      "// !$*UTF8*$!\n{ objects = {",
      "line 2: expected a text. The file is damaged or incomplete: get it again from the repository."
    ),
  ])
  func `a broken project says what to do`(_ text: String, _ message: String) throws {
    let disk = try ProjectOnDisk(["Pulse.xcodeproj/project.pbxproj": text])
    #expect(throws: InitError("\(disk.project.path)/project.pbxproj: \(message)")) {
      try AppDescription(project: disk.project)
    }
  }

  @Test func `a project that is written as XML is read`() throws {
    let disk = try ProjectOnDisk([:])
    let text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?><plist version=\"1.0\"><dict><key>rootObject</key><string>P</string><key>objects</key><dict><key>P</key><dict><key>isa</key><string>PBXProject</string><key>targets</key><array/></dict></dict></dict></plist>"
    let project = try XcodeProject(disk.project, text: text)
    #expect(project.targets.isEmpty && project.name == "Pulse")
  }

  // MARK: Files

  @Test func `packages and other people's folders in a folder of sources are left out`() throws {
    let disk = try ProjectOnDisk([
      "App/A.swift":
        "import UIKit\n@main class AppDelegate: UIResponder, UIApplicationDelegate {}\n",
      "App/Kit/Package.swift": "", "App/Kit/Sources/K.swift": "", "App/Pods/P.swift": "",
      "App/Aside/W.swift": "@main struct W: WidgetBundle {}\n",
      "App/Aside/Info.plist": Self.plist("<key>NSExtension</key><dict/>"),
      "App/Info.plist": Self.plist(
        "<key>UIBackgroundModes</key><array><string>fetch</string></array>"),
    ])
    let app = try AppDescription(folder: disk.folder.appending(path: "App"))
    #expect(disk.paths(app.app.sources) == ["App/A.swift", "App/Aside/W.swift"])
    #expect(app.delegate?.name == "AppDelegate")
    #expect(app.backgroundModes == ["fetch"])
  }

  private static func plist(_ entries: String) -> String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?><plist version=\"1.0\"><dict>\(entries)</dict></plist>"
  }
}
