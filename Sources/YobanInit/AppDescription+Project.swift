import Foundation

extension AppDescription {
  /// Reads an app from an Xcode project.
  ///
  /// - Parameters:
  ///   - project: the folder `NAME.xcodeproj`.
  ///   - targetName: the name of the target; nil if the project has only one app.
  /// - Throws: `InitError` if the project has no such target, or a file cannot be read.
  public init(project url: URL, target targetName: String? = nil) throws(InitError) {
    let project = try XcodeProject(url)
    let target = try project.chosenTarget(named: targetName)
    let platform = try project.platform(of: target)
    let settings = try project.settings(of: target, sdk: platform.sdk)
    var warnings: [String] = []
    var facts: [(URL, SourceFacts)] = []
    var modules: [Module] = []
    for library in project.libraries(of: target) {
      modules.append(
        try project.module(of: library, platform, warnings: &warnings, facts: &facts))
    }
    var appFacts: [(URL, SourceFacts)] = []
    modules.append(try project.module(of: target, platform, warnings: &warnings, facts: &appFacts))
    let names = Set(modules.map(\.name))
    for index in modules.indices {
      modules[index].dependencies = modules[index].imports.filter {
        names.contains($0) && $0 != modules[index].name
      }
    }
    var values = try project.infoPlist(of: target, settings)
    // Xcode writes it into each app that it builds.
    if let oldest = settings[platform.deploymentTarget] { values["MinimumOSVersion"] = oldest }
    self.init(
      name: target.name, platform: platform,
      deploymentTarget: settings[platform.deploymentTarget],
      infoPlist: try Self.data(values),
      backgroundModes: values[platform == .iOS ? "UIBackgroundModes" : "WKBackgroundModes"]
        as? [String] ?? [],
      modules: modules, delegate: Self.delegate(appFacts), warnings: warnings)
    if delegate == nil, target.kind != .library { self.warnings.append(Self.noDelegate(name)) }
  }

  /// The property list as XML, with sorted keys.
  static func data(_ values: [String: Any]) throws(InitError) -> Data {
    do {
      return try PropertyListSerialization.data(fromPropertyList: values, format: .xml, options: 0)
    } catch {
      throw InitError("The Info.plist cannot be written: \(error)")
    }
  }

  /// The type that an app's test installs: the marked delegate or app, or the only class that is a delegate.
  static func delegate(_ facts: [(URL, SourceFacts)]) -> Delegate? {
    (facts.flatMap(\.1.entryPoints).first ?? facts.flatMap(\.1.delegates).first).map {
      Delegate(
        name: $0.type, isSwiftUI: $0.isSwiftUI, isExtensionDelegate: $0.isExtensionDelegate)
    }
  }

  static func noDelegate(_ name: String) -> String {
    "\(name) has no app delegate that can be launched (an app of SwiftUI is not simulated on a watch); the test installs an app of its own"
  }
}

extension XcodeProject {
  /// - Throws: `InitError` with the names of the targets.
  fileprivate func chosenTarget(named name: String?) throws(InitError) -> Target {
    let known = targets
    let list = known.map { "\($0.name) (\($0.kind.words))" }.joined(separator: ", ")
    if let name {
      guard let target = known.first(where: { $0.name == name }) else {
        throw InitError("\(url.lastPathComponent) has no target \(name). Its targets: \(list).")
      }
      guard target.kind.canBeTested else {
        throw InitError(
          "The target \(name) is \(target.kind.words), which cannot be launched by itself. Its targets: \(list)."
        )
      }
      return target
    }
    // Watch apps belong to a phone's app, which comes first.
    let apps = known.filter { $0.kind == .app }
    let phoneApps = apps.filter { (try? platform(of: $0)) == .iOS }
    let choices = phoneApps.isEmpty ? known.filter { $0.kind.canBeTested } : phoneApps
    guard choices.count == 1 else {
      throw InitError(
        choices.isEmpty
          ? "\(url.lastPathComponent) has no target for iOS or watchOS. Its targets: \(list)."
          : "\(url.lastPathComponent) has several targets; choose one with --target. Its targets: \(list)."
      )
    }
    return choices[0]
  }

  /// - Throws: `InitError` if the target is for another platform, such as macOS.
  fileprivate func platform(of target: Target) throws(InitError) -> AppDescription.Platform {
    if target.kind == .watchExtension { return .watchOS }
    let settings = try settings(of: target, sdk: "iphoneos")
    let supported = settings.words("SUPPORTED_PLATFORMS")
    let root = settings["SDKROOT"] ?? "auto"
    if root == "watchos" || supported.first == "watchos" { return .watchOS }
    if root == "iphoneos" || supported.contains("iphoneos") { return .iOS }
    if settings["IPHONEOS_DEPLOYMENT_TARGET"] != nil { return .iOS }
    if settings["WATCHOS_DEPLOYMENT_TARGET"] != nil { return .watchOS }
    throw InitError(
      "The target \(target.name) is for the platform \(root): only iOS and watchOS are simulated.")
  }

  /// The frameworks and static libraries of this project that a target needs, in building order.
  fileprivate func libraries(of target: Target) -> [Target] {
    var result: [Target] = []
    var visited: Set<String> = [target.identifier]
    func visit(_ target: Target) {
      for dependency in dependencies(of: target)
      where dependency.kind == .library && visited.insert(dependency.identifier).inserted {
        visit(dependency)
        result.append(dependency)
      }
    }
    visit(target)
    return result
  }

  fileprivate func module(
    of target: Target, _ platform: AppDescription.Platform, warnings: inout [String],
    facts: inout [(URL, SourceFacts)]
  ) throws(InitError) -> AppDescription.Module {
    let settings = try settings(of: target, sdk: platform.sdk)
    return try AppDescription.Module(
      name: BuildSettings.identifier(settings["PRODUCT_MODULE_NAME"] ?? target.name),
      platform: platform, files: files(of: target, platform: platform.filter),
      folders: synchronizedFolders(of: target), settings: settings,
      packages: try packages(of: target), warnings: &warnings, facts: &facts)
  }

  fileprivate func infoPlist(
    of target: Target, _ settings: BuildSettings
  ) throws(InitError) -> [String: Any] {
    var values: [String: Any] = [:]
    if let path = settings["INFOPLIST_FILE"], !path.isEmpty {
      let file = URL(fileURLWithPath: path, relativeTo: folder).standardized
      guard let data = try? Data(contentsOf: file),
        let list = try? PropertyListSerialization.propertyList(from: data, format: nil),
        let dictionary = list as? [String: Any]
      else {
        throw InitError(
          "\(file.path) cannot be read as a property list; the build setting INFOPLIST_FILE of \(target.name) names it."
        )
      }
      values = dictionary
    }
    return GeneratedInfoPlist.values(file: values, settings: settings)
  }
}

extension XcodeProject.Target.Kind {
  fileprivate var canBeTested: Bool { [.app, .watchExtension, .library].contains(self) }

  /// A phrase for messages.
  fileprivate var words: String {
    switch self {
    case .app: "an app"
    case .watchExtension: "the extension of a watch app"
    case .library: "a library"
    case .tests: "a test bundle"
    case .other(let words): words
    }
  }
}
