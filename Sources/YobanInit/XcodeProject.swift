import Foundation

/// The contents of an Xcode project, as its file `project.pbxproj` has them.
struct XcodeProject {
  typealias Object = [String: OpenStepPropertyList]

  /// The folder `NAME.xcodeproj`.
  let url: URL
  let objects: [String: Object]
  let project: Object
  /// The projects beside this one, with what all of them share.
  let neighborhood: Neighborhood
  var disk: AppleDisk { neighborhood.disk }
  /// Receives what is missing or cannot be read.
  var warnings: WarningList { neighborhood.warnings }
  /// For each file or group, the identifier of the group that contains it.
  private let parents: [String: String]

  /// Reads a project.
  ///
  /// - Throws: `InitError` if it is no project or cannot be read.
  init(_ url: URL, _ neighborhood: Neighborhood? = nil) throws(InitError) {
    let file = url.appending(path: "project.pbxproj")
    guard let data = try? Data(contentsOf: file) else {
      throw InitError("\(url.path) is not an Xcode project: it has no file project.pbxproj.")
    }
    do { try self.init(url, text: String(decoding: data, as: UTF8.self), neighborhood) } catch {
      throw InitError("\(file.path): \(error)")
    }
  }

  init(_ url: URL, text: String, _ neighborhood: Neighborhood? = nil) throws(InitError) {
    let list = try OpenStepPropertyList(project: text)
    guard let objects = list.dictionary?["objects"]?.dictionary?.compactMapValues(\.dictionary),
      let root = list.dictionary?["rootObject"]?.text, let project = objects[root],
      project["isa"]?.text == "PBXProject"
    else {
      throw InitError("This is not an Xcode project: it has no object of the class PBXProject.")
    }
    // The folders of local packages may lie above the project's own.
    self.url = URL(fileURLWithPath: url.absoluteURL.path).standardized
    self.neighborhood = neighborhood ?? Neighborhood()
    self.objects = objects
    self.project = project
    var parents: [String: String] = [:]
    for (identifier, object) in objects.sorted(by: { $0.key < $1.key }) {
      for child in object["children"]?.texts ?? [] { parents[child] = identifier }
    }
    self.parents = parents
    self.neighborhood.add(self)
  }

  /// The name of the project, such as `Pulse` for `Pulse.xcodeproj`.
  var name: String { url.deletingPathExtension().lastPathComponent }

  /// The folder to which the paths of the project are relative.
  var folder: URL {
    var folder = url.deletingLastPathComponent()
    for key in ["projectDirPath", "projectRoot"] {
      if let path = project[key]?.text, !path.isEmpty { folder = folder.appending(path: path) }
    }
    return folder.standardized
  }

  func objects(_ list: OpenStepPropertyList?) -> [Object] {
    (list?.texts ?? []).compactMap { objects[$0] }
  }

  /// The location of a file or a group, as it is called on this disk; nil if it is not in the project's folders, such
  /// as a framework of the system. It may not exist.
  func location(of identifier: String) -> URL? {
    statedLocation(of: identifier).map { disk.find($0) ?? $0 }
  }

  /// The location as the project has it.
  private func statedLocation(of identifier: String) -> URL? {
    guard let object = objects[identifier] else { return nil }
    let path = object["path"]?.text ?? ""
    switch object["sourceTree"]?.text ?? "<group>" {
    case "<group>":
      let parent = parents[identifier].flatMap { statedLocation(of: $0) } ?? folder
      return path.isEmpty ? parent : parent.appending(path: path).standardized
    case "SOURCE_ROOT": return folder.appending(path: path).standardized
    case "<absolute>": return URL(fileURLWithPath: path).standardized
    default: return nil
    }
  }

  // MARK: Targets

  /// The targets that Xcode itself builds, in the project's order.
  var targets: [Target] {
    (project["targets"]?.texts ?? []).compactMap { identifier in
      guard let object = objects[identifier], object["isa"]?.text == "PBXNativeTarget" else {
        return nil
      }
      return Target(identifier: identifier, object: object)
    }
  }

  struct Target {
    let identifier: String
    let object: Object

    var name: String { object["name"]?.text ?? identifier }

    var kind: Kind {
      let type = (object["productType"]?.text ?? "").replacing("com.apple.product-type.", with: "")
      return switch type {
      case "application": .app
      case "application.watchapp2-container": .other("a container of a watch app, without code")
      case "application.watchapp2":
        .other("a watch app of WatchKit 2; its code is in its extension")
      case "watchkit2-extension", "app-extension.watchkit2": .watchExtension
      case "framework", "framework.static", "library.static", "library.dynamic": .library
      case "bundle.unit-test", "bundle.ui-testing": .tests
      case "bundle": .other("a bundle of resources")
      case "application.on-demand-install-capable": .other("an App Clip")
      case "application.messages": .other("an app of Messages, without code")
      case let type where type.hasPrefix("app-extension") || type.hasPrefix("extensionkit"):
        .appExtension
      default: .other(type)
      }
    }

    enum Kind: Hashable {
      case app, watchExtension, appExtension, library, tests
      case other(String)
    }
  }

  // MARK: Build settings

  /// The settings of a target in the configuration for debugging (`debugConfiguration`).
  func settings(of target: Target, sdk: String) -> BuildSettings {
    let configuration = configuration(of: project)?["name"]?.text ?? "Debug"
    var settings = BuildSettings(
      defaults: [
        "TARGET_NAME": target.name, "PROJECT_NAME": name, "CONFIGURATION": configuration,
        "SRCROOT": folder.path, "SOURCE_ROOT": folder.path, "PROJECT_DIR": folder.path,
        "PROJECT_FILE_PATH": url.path, "PRODUCT_NAME": "$(TARGET_NAME)",
        "PRODUCT_MODULE_NAME": "$(PRODUCT_NAME:c99extidentifier)",
        "EXECUTABLE_NAME": "$(PRODUCT_NAME)", "DEVELOPMENT_LANGUAGE": "en",
        "PRODUCT_BUNDLE_PACKAGE_TYPE": target.kind == .app ? "APPL" : "XPC!",
      ],
      conditions: [
        "config": configuration, "arch": "arm64", "sdk": sdk,
      ])
    for owner in [project, target.object] {
      guard let configuration = self.configuration(of: owner) else { continue }
      if let file = configurationFile(of: configuration) { settings.add(file) }
      settings.add(
        (configuration["buildSettings"]?.dictionary ?? [:]).mapValues { value in
          value.text ?? value.texts.map(Self.quoted).joined(separator: " ")
        })
    }
    return settings
  }

  private static func quoted(_ word: String) -> String {
    word.contains(where: \.isWhitespace) && !word.contains("\"") ? "\"\(word)\"" : word
  }

  private func configuration(of owner: Object) -> Object? {
    let all = configurations(of: owner)
    let name = debugConfiguration
    return all.first { $0["name"]?.text == name }
      ?? all.first { $0["name"]?.text == defaultConfiguration(of: owner) } ?? all.first
  }

  private func configurations(of owner: Object) -> [Object] {
    objects(list(of: owner)?["buildConfigurations"])
  }

  private func list(of owner: Object) -> Object? {
    owner["buildConfigurationList"]?.text.flatMap { objects[$0] }
  }

  private func defaultConfiguration(of owner: Object) -> String? {
    list(of: owner)?["defaultConfigurationName"]?.text
  }

  /// The name of the configuration in which an app is debugged: Debug; without it, the one with which a shared scheme
  /// launches, or one that defines DEBUG or is not optimized; else the default one.
  var debugConfiguration: String {
    let all = configurations(of: project)
    let names = all.compactMap { $0["name"]?.text }
    if names.contains("Debug") { return "Debug" }
    if let launched = configurationsOfSharedSchemes.first(where: names.contains) { return launched }
    func isForDebugging(_ configuration: Object) -> Bool {
      let settings = configuration["buildSettings"]?.dictionary ?? [:]
      func words(_ key: String) -> [String] {
        (settings[key]?.texts ?? [])
          + (settings[key]?.text ?? "").split(separator: " ").map(String.init)
      }
      return words("SWIFT_ACTIVE_COMPILATION_CONDITIONS").contains("DEBUG")
        || words("SWIFT_OPTIMIZATION_LEVEL").contains("-Onone")
    }
    // The settings of targets count, too.
    let debugging = Set(
      objects.values.filter { $0["isa"]?.text == "XCBuildConfiguration" && isForDebugging($0) }
        .compactMap { $0["name"]?.text })
    return names.first(where: debugging.contains) ?? defaultConfiguration(of: project)
      ?? names.first ?? "Debug"
  }

  private func configurationFile(of configuration: Object) -> [String: String]? {
    var file = configuration["baseConfigurationReference"]?.text.flatMap { location(of: $0) }
    if let anchor = configuration["baseConfigurationReferenceAnchor"]?.text,
      let path = configuration["baseConfigurationReferenceRelativePath"]?.text
    {
      file = location(of: anchor)?.appending(path: path)
    }
    guard let file else { return nil }
    return XCConfig.settings(of: file) { url, isOptional in
      if let data = disk.data(at: url) { return String(decoding: data, as: UTF8.self) }
      if !isOptional { warnings.add(Self.missing(configuration: url)) }
      return nil
    }
  }

  private static func missing(configuration file: URL) -> String {
    let reason =
      file.path.contains("/Pods/") || file.lastPathComponent.hasPrefix("Pods-")
      ? "CocoaPods makes it, and the pods are missing modules here"
      : "what it would set is missing"
    return "\(file.path) does not exist: the build settings are read without it; \(reason)"
  }
}
