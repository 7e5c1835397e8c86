import Foundation

extension TestPackage {
  /// The text of Package.swift.
  var manifest: String {
    """
    // swift-tools-version: 6.2
    // Background tests of \(app.name), made by yoban init. The sources of the app stay where they are:
    // the plugin YobanPort compiles them for Linux, as the files port.json describe.
    \(Self.importing) PackageDescription

    // The checkout of Yoban. On a machine that has it at another place, set the variable YOBAN.
    let yoban = Context.environment["YOBAN"] ?? \(quoted(path(yoban.folder)))

    let package = Package(
      name: "\(name)",
      dependencies: [
    \(lines(packageLines, indentation: 4))
      ],
      targets: [
    \(targets.joined(separator: "\n"))
      ]
    )

    """
  }

  /// The keyword, which is not written in the texts: this module itself imports only Foundation.
  static let importing = "import"

  private func lines(_ lines: [String], indentation: Int) -> String {
    lines.map { String(repeating: " ", count: indentation) + $0 + "," }.joined(separator: "\n")
  }

  private var packageLines: [String] {
    var lines = [
      ".package(name: \"yoban\", path: yoban)", ".package(path: \"\\(yoban)/Port\")",
    ]
    // The app itself comes last, and its requirement counts.
    var identities: Set<String> = []
    for package in app.modules.reversed().flatMap(\.packages)
    where identities.insert(package.identity.lowercased()).inserted {
      let line =
        switch package.source {
        case .path(let folder): ".package(path: \(quoted(path(folder))))"
        case .address(let address, let requirement):
          ".package(url: \(quoted(address)), \(requirement))"
        }
      lines.append(line)
    }
    return lines
  }

  private var targets: [String] {
    app.cTargets.map(target) + app.modules.map(target) + [testTarget]
  }

  private func target(_ module: AppDescription.Module) -> String {
    var dependencies = (module.cTargets + module.dependencies).map(quoted)
    dependencies += products(of: module).map { ".product(name: \(quoted($0)), package: \"yoban\")" }
    for package in module.packages {
      dependencies += package.products.map {
        ".product(name: \(quoted($0)), package: \(quoted(package.identity)))"
      }
    }
    return """
          .target(
            name: \(quoted(module.name)),
            dependencies: [
      \(lines(dependencies, indentation: 8))
            ],
            exclude: ["port.json"],
            swiftSettings: [
      \(lines(settings(of: module), indentation: 8))
            ],
            plugins: [.plugin(name: "YobanPort", package: "Port")]),
      """
  }

  private func target(_ target: LocalPackages.CTarget) -> String {
    var lines = ["name: \(quoted(target.name))"]
    func list(_ values: [String]) -> String { "[\(values.joined(separator: ", "))]" }
    if !target.dependencies.isEmpty {
      lines.append("dependencies: \(list(target.dependencies.map(quoted)))")
    }
    if !target.excluded.isEmpty { lines.append("exclude: \(list(target.excluded.map(quoted)))") }
    if let headers = target.publicHeaders { lines.append("publicHeadersPath: \(quoted(headers))") }
    for (tool, name) in [("c", "cSettings"), ("cxx", "cxxSettings")] {
      let settings = target.settings.filter { $0.tool == tool }.compactMap(setting)
      if !settings.isEmpty { lines.append("\(name): \(list(settings))") }
    }
    return "      .target(\n        \(lines.joined(separator: ",\n        "))),"
  }

  private func setting(_ setting: PackageManifest.Setting) -> String? {
    switch setting.kind {
    case "headerSearchPath": return ".headerSearchPath(\(quoted(setting.value)))"
    case "define":
      let parts = setting.value.split(separator: "=", maxSplits: 1).map { quoted(String($0)) }
      return ".define(\(parts.joined(separator: ", to: ")))"
    default: return nil
    }
  }

  private func settings(of module: AppDescription.Module) -> [String] {
    var settings = [".swiftLanguageMode(.v\(module.languageMode))"]
    settings += module.conditions.map { ".define(\(quoted($0)))" }
    if module.isMainActorByDefault { settings.append(".defaultIsolation(MainActor.self)") }
    settings += module.upcomingFeatures.map { ".enableUpcomingFeature(\(quoted($0)))" }
    // Xcode shows the warnings about the app's code; here they would hide what matters.
    settings.append(".unsafeFlags([\"-suppress-warnings\"])")
    return settings
  }

  /// The tests have the language mode of the app, as in Xcode: they use its variables as its own code does. Swift
  /// Testing needs at least Swift 5.
  private var testTarget: String {
    var dependencies = ([app.app.name] + app.extensions.map(\.module)).map(quoted)
    dependencies.append(".product(name: \"YobanTesting\", package: \"yoban\")")
    if importsAppleModule {
      let ofApp = app.platform == .iOS ? "UIKit" : "WatchKit"
      dependencies.append(".product(name: \"\(ofApp)\", package: \"yoban\")")
    }
    return """
          .testTarget(
            name: \(quoted(name)),
            dependencies: [
      \(lines(dependencies, indentation: 8))
            ],
            swiftSettings: [.swiftLanguageMode(.v\(max(app.app.languageMode, 5)))]),
      """
  }

  /// The products of Yoban that a module imports, and those that ported code needs without an import.
  func products(of module: AppDescription.Module) -> [String] {
    var products = Set(module.imports)
    for missing in module.imports { products.formUnion(Self.broughtModules[missing] ?? []) }
    if module.files.contains(where: \.facts.usesCombine) { products.insert("Combine") }
    if products.contains("SwiftUI"), !products.isDisjoint(with: ["CoreData", "SwiftData"]) {
      products.insert("_CoreData_SwiftUI")
    }
    products.formIntersection(yoban.products)
    products.formUnion([app.platform == .iOS ? "UIKit" : "WatchKit", "YobanFoundation"])
    return products.sorted()
  }

  /// Modules that code with an import of a framework that Yoban does not have can use, too: those of
  /// `AvailableNames.reexports` in the package Port, which the app may not import itself.
  private static let broughtModules: [String: [String]] = [
    "CoreLocationUI": ["CoreLocation"], "AVKit": ["AVFoundation"],
    "AudioToolbox": ["AVFAudio"], "CoreServices": ["UniformTypeIdentifiers"],
    "MobileCoreServices": ["UniformTypeIdentifiers"],
  ]

  /// A string literal of Swift.
  func quoted(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }

  // MARK: The configuration of the plugin

  /// The kinds of files that the plugin reads in the folders of a module.
  private static let portedKinds: Set<String> = [
    "swift", "storyboard", "xib", "xcassets", "xcdatamodel", "xcdatamodeld",
  ]

  /// The contents of a module's port.json.
  func portConfiguration(_ module: AppDescription.Module) throws(InitError) -> Data {
    var configuration: [String: Any] = [
      "platform": app.platform.rawValue, "conditions": module.conditions,
    ]
    if let target = app.deploymentTarget { configuration["deploymentTarget"] = target }
    configuration["languageVersion"] = "\(module.languageMode)"
    if module.isMainActorByDefault { configuration["defaultIsolation"] = "MainActor" }
    if !module.upcomingFeatures.isEmpty { configuration["features"] = module.upcomingFeatures }
    if let symbols = module.assetSymbols, !module.catalogs.isEmpty {
      configuration["assetSymbols"] = symbols
    }
    let files = module.sources + module.storyboards + module.models + module.catalogs
    func isIn(_ folder: URL, _ file: URL) -> Bool { file.path.hasPrefix("\(folder.path)/") }
    let single = files.filter { file in !module.folders.contains { isIn($0, file) } }
    configuration["sources"] = (module.folders + single).map(path)
    let others = module.folders.flatMap(FolderContents.files).filter {
      Self.portedKinds.contains($0.pathExtension) && !files.contains($0)
    }
    if !others.isEmpty { configuration["exclude"] = others.map(path) }
    do {
      return try Self.json(configuration)
    } catch {
      throw InitError("port.json cannot be written: \(error)")
    }
  }
}
