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
    guard let platform = project.platform(of: target) else {
      throw InitError(
        "The target \(target.name) is not for iOS or watchOS, which are the systems that are simulated."
      )
    }
    let settings = project.settings(of: target, sdk: platform.sdk)
    let extensions = project.widgetExtensions(
      of: target, platform, beside: project.moduleName(of: target, settings))
    // A framework without Swift is a missing module.
    var modules: [Module] = []
    for library in project.libraries(of: [target] + extensions.map(\.target), platform) {
      let owner = library.project
      let settings = owner.settings(of: library.target, sdk: platform.sdk)
      do { modules.append(try owner.module(of: library.target, platform, settings)) } catch {
        project.warnings.add("\(error) It is left out")
      }
    }
    modules += extensions.map(\.module)
    modules.append(try project.module(of: target, platform, settings))
    let values = project.infoPlist(of: target, platform, settings)
    self.init(
      name: target.name, platform: platform,
      deploymentTarget: settings[platform.deploymentTarget],
      infoPlist: try Self.data(values),
      entitlements: try project.entitlements(of: target, settings).map(Self.data),
      backgroundModes: values[platform == .iOS ? "UIBackgroundModes" : "WKBackgroundModes"]
        as? [String] ?? [],
      modules: modules, extensions: extensions.map(\.description),
      delegate: modules.last.flatMap(Self.delegate),
      lockFiles: LockFiles(near: project.folder, project.disk))
    let configuration = project.debugConfiguration
    if configuration != "Debug" {
      project.warnings.add(
        "the build settings are those of the configuration \(configuration): the project has none with the name Debug"
      )
    }
    if delegate == nil, target.kind != .library { project.warnings.add(Self.noDelegate(name)) }
    warnings = project.warnings.lines
    nameDependencies()
  }

  /// Notes which of the modules each of them imports.
  mutating func nameDependencies() {
    let names = Set(modules.map(\.name))
    for index in modules.indices {
      modules[index].dependencies = modules[index].imports.filter {
        names.contains($0) && $0 != modules[index].name
      }
    }
  }

  /// The property list as XML, with sorted keys.
  static func data(_ values: [String: Any]) throws(InitError) -> Data {
    do {
      return try PropertyListSerialization.data(fromPropertyList: values, format: .xml, options: 0)
    } catch {
      throw InitError("The property list of the app cannot be written: \(error)")
    }
  }

  /// The type that an app's test installs: the marked delegate or app, or the only class that is a delegate.
  static func delegate(_ module: Module) -> Delegate? {
    (module.entryPoints.first ?? module.delegates.first).map {
      Delegate(
        name: $0.type, isSwiftUI: $0.isSwiftUI, isExtensionDelegate: $0.isExtensionDelegate)
    }
  }

  static func noDelegate(_ name: String) -> String {
    "\(name) has no app delegate that can be launched; the test installs an app of its own"
  }
}

extension XcodeProject {
  /// An extension that is compiled with the app.
  fileprivate struct FoundExtension {
    let target: Target
    let module: AppDescription.Module
    let description: AppDescription.Extension
  }

  /// The extensions with widgets that an app contains. The others are a warning.
  ///
  /// - Parameter appModule: the name of the app's module, which no extension can have.
  fileprivate func widgetExtensions(
    of app: Target, _ platform: AppDescription.Platform, beside appModule: String
  ) -> [FoundExtension] {
    var others: [String] = []
    var found: [FoundExtension] = []
    var names: Set = [appModule]
    for dependency in dependencies(of: app, platform: platform.filter)
    where dependency.project.url == url && dependency.target.kind == .appExtension {
      let target = dependency.target
      let settings = settings(of: target, sdk: platform.sdk)
      let values = infoPlist(of: target, platform, settings)
      let point = (values["NSExtension"] as? [String: Any])?["NSExtensionPointIdentifier"]
      guard point as? String == "com.apple.widgetkit-extension" else {
        others.append(target.name)
        continue
      }
      do throws(InitError) {
        let module = try module(of: target, platform, settings)
        guard names.insert(module.name).inserted else {
          throw InitError(
            "The extension \(target.name) has the module name \(module.name), which another target of the test package has; give it a PRODUCT_MODULE_NAME of its own."
          )
        }
        guard let entryPoint = module.files.lazy.compactMap(\.facts.widgets).first else {
          throw InitError(
            "The extension \(target.name) has no type with @main that is a WidgetBundle, a Widget or a ControlWidget."
          )
        }
        let description = AppDescription.Extension(
          module: module.name, entryPoint: entryPoint, infoPlist: try AppDescription.data(values),
          entitlements: try entitlements(of: target, settings).map(AppDescription.data))
        found.append(FoundExtension(target: target, module: module, description: description))
      } catch { warnings.add("\(error) It is left out") }
    }
    if !others.isEmpty {
      warnings.add(
        "left out: \(others.joined(separator: ", ")); yoban init makes modules of extensions with widgets only"
      )
    }
    return found
  }

  /// The frameworks and static libraries that targets need, also of the projects beside this one, in building order.
  fileprivate func libraries(
    of targets: [Target], _ platform: AppDescription.Platform
  ) -> [ProjectTarget] {
    let first = targets.map { ProjectTarget(project: self, target: $0) }
    var result: [ProjectTarget] = []
    var visited = Set(first.map(\.identity))
    func visit(_ needing: ProjectTarget) {
      let project = needing.project
      for dependency in project.dependencies(of: needing.target, platform: platform.filter)
      where visited.insert(dependency.identity).inserted {
        switch dependency.target.kind {
        case .library:
          visit(dependency)
          result.append(dependency)
        case .other("a bundle of resources"):
          warnings.add(
            "the resources of \(dependency.name), which \(needing.name) uses, are left out: its bundle does not exist here"
          )
        default: break
        }
      }
    }
    for target in first { visit(target) }
    return result
  }

  fileprivate func module(
    of target: Target, _ platform: AppDescription.Platform, _ settings: BuildSettings
  ) throws(InitError) -> AppDescription.Module {
    let excluded = settings.words("EXCLUDED_SOURCE_FILE_NAMES")
    let included = settings.words("INCLUDED_SOURCE_FILE_NAMES")
    func isMatch(_ file: URL, _ patterns: [String]) -> Bool {
      patterns.contains {
        fnmatch($0, file.lastPathComponent, 0) == 0 || fnmatch($0, file.path, 0) == 0
      }
    }
    let files = files(of: target, platform: platform.filter).filter {
      !isMatch($0, excluded) || isMatch($0, included)
    }
    return try AppDescription.Module(
      name: moduleName(of: target, settings),
      files: files, folders: synchronizedFolders(of: target), settings: settings,
      packages: packages(of: target, platform: platform.filter), disk, warnings)
  }

  fileprivate func moduleName(of target: Target, _ settings: BuildSettings) -> String {
    BuildSettings.identifier(settings["PRODUCT_MODULE_NAME"] ?? target.name)
  }

  fileprivate func infoPlist(
    of target: Target, _ platform: AppDescription.Platform, _ settings: BuildSettings
  ) -> [String: Any] {
    let file = propertyList("INFOPLIST_FILE", of: target, settings, keys: "background modes")
    var values = GeneratedInfoPlist.values(file: file ?? [:], settings: settings)
    // Xcode writes it into each app and extension that it builds.
    if let oldest = settings[platform.deploymentTarget] { values["MinimumOSVersion"] = oldest }
    return values
  }

  /// The entitlements of a target; nil if it has none.
  fileprivate func entitlements(of target: Target, _ settings: BuildSettings) -> [String: Any]? {
    // A simulated app without a team has this prefix (DP7).
    var settings = settings
    settings.add(["AppIdentifierPrefix": "YOBAN00000.", "TeamIdentifierPrefix": "YOBAN00000."])
    let values = propertyList(
      "CODE_SIGN_ENTITLEMENTS", of: target, settings, keys: "app groups and HealthKit")
    return values?.mapValues { GeneratedInfoPlist.expand($0, settings) }
  }

  /// The property list that a build setting names; nil if there is none. One that cannot be read is a warning.
  private func propertyList(
    _ setting: String, of target: Target, _ settings: BuildSettings, keys: String
  ) -> [String: Any]? {
    guard let path = settings[setting], !path.isEmpty else { return nil }
    let file = URL(fileURLWithPath: path, relativeTo: folder).standardized
    let named = "the build setting \(setting) of \(target.name) names it"
    guard let data = disk.data(at: file) else {
      warnings.add(
        "\(file.path) does not exist (\(named)): the app has none of its keys, such as \(keys)")
      return nil
    }
    let list = try? PropertyListSerialization.propertyList(from: data, format: nil)
    guard let values = list as? [String: Any] else {
      warnings.add("\(file.path) is not a property list (\(named)): the app has none of its keys")
      return nil
    }
    return values
  }
}
