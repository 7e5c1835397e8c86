import Foundation

/// The facts about an app or a library: everything that its test package needs.
public struct AppDescription: Sendable {
  public enum Platform: String, Sendable {
    case iOS, watchOS

    /// The name in Xcode's platform filters.
    var filter: String { rawValue.lowercased() }
    var sdk: String { self == .iOS ? "iphoneos" : "watchos" }
    var deploymentTarget: String {
      self == .iOS ? "IPHONEOS_DEPLOYMENT_TARGET" : "WATCHOS_DEPLOYMENT_TARGET"
    }
  }

  /// The name of the app, from which the names of the test package are made.
  public var name: String
  public var platform: Platform
  /// The oldest version of the system that the app supports, such as 17.0; nil if it is not known.
  public var deploymentTarget: String?
  /// The app's Info.plist with the values of the build settings, as an XML property list.
  public var infoPlist: Data
  /// The app's entitlements with the values of the build settings, as an XML property list; nil if it has none.
  public var entitlements: Data?
  /// `UIBackgroundModes`, or on a watch `WKBackgroundModes`.
  public var backgroundModes: [String]
  /// The modules that are compiled, the app itself last; the others are its frameworks and its extensions.
  public var modules: [Module]
  /// The extensions of the app that a test can install, in the project's order.
  public var extensions: [Extension] = []
  /// Targets in C of packages on this machine.
  var cTargets: [LocalPackages.CTarget] = []
  /// The type that the test installs: the class of the app's delegate, or SwiftUI's `App`; nil for a
  /// library.
  public var delegate: Delegate?
  /// Where modules that are missing would come from.
  var lockFiles: LockFiles
  /// Problems that do not prevent the test package, each with file and line where there is one.
  public var warnings: [String] = []

  /// The class of an app's delegate, or the type of an app of SwiftUI.
  public struct Delegate: Hashable, Sendable {
    public var name: String
    /// True for a type that conforms to SwiftUI's `App`.
    public var isSwiftUI = false
    /// True for a watch app with a `WKExtensionDelegate`.
    public var isExtensionDelegate: Bool
  }

  /// An extension of an app, with widgets.
  public struct Extension: Sendable {
    /// The name of its module, one of `modules`.
    public var module: String
    /// The type that the test installs, which conforms to `WidgetBundle` or `Widget`.
    public var entryPoint: String
    /// The Info.plist and the entitlements, as those of the app.
    public var infoPlist: Data
    public var entitlements: Data?
  }

  public var app: Module { modules[modules.count - 1] }

  /// The modules whose resources are in the bundle of the app, or in that of one of its extensions: its own module, and
  /// the frameworks.
  func bundled(in bundle: String) -> [Module] {
    modules.filter { module in
      module.name == bundle
        || module.name != app.name && !extensions.contains { $0.module == module.name }
    }
  }

  /// A Swift file, with what it imports and declares.
  public struct SourceFile: Hashable, Sendable {
    public var url: URL
    var facts: SourceFacts
  }

  /// A target of the project that is compiled as a module.
  public struct Module: Sendable {
    public var name: String
    /// The Swift files, with what they import and declare.
    public var files: [SourceFile]
    public var sources: [URL] { files.map(\.url) }
    /// Folders all of whose files belong to the module, as they are when the tests are built, except
    /// those that were left out.
    var folders: [URL]
    public var storyboards: [URL]
    /// The models of Core Data, for the classes that Xcode generates.
    var models: [URL]
    /// The asset catalogs, for the names that Xcode generates for them.
    var catalogs: [URL]
    /// `extensions` or `none`; nil for what Xcode generates by default.
    var assetSymbols: String?
    /// The data of the app's bundle, by the path in the bundle: property lists, texts, sounds and so on, but not
    /// images, which nothing draws. Nil for what Xcode compiles.
    public var resources: [String: URL?]
    /// 4, 5 or 6. Swift 4.2 counts as 5: both have the same names of UIKit.
    public var languageMode: Int
    /// The active compilation conditions, such as `DEBUG`.
    public var conditions: [String]
    public var isMainActorByDefault: Bool
    public var upcomingFeatures: [String]
    /// The modules that the sources import, sorted.
    public var imports: [String]
    /// The types that the system could launch, and the classes that could be a delegate of the app.
    var entryPoints: [SourceFacts.EntryPoint]
    var delegates: [SourceFacts.EntryPoint]
    var packages: [PackageDependency]
    /// The names of the modules of this project that it uses.
    public var dependencies: [String]
    /// The names of the targets in C that it uses.
    var cTargets: [String] = []
    /// Whether it is a target of a package with resources, for which SwiftPM declares `Bundle.module`.
    var hasResourceBundle = false
  }
}

extension AppDescription.Module {
  /// Reads the sources, and sorts the files of a target by what can be done with them.
  ///
  /// - Parameters:
  ///   - disk: finds the files.
  ///   - warnings: receives a line for each file that is missing or left out.
  /// - Throws: `InitError` if there is no Swift source.
  init(
    name: String, files: [URL], folders: [URL], settings: BuildSettings,
    packages: [PackageDependency], _ disk: AppleDisk, _ warnings: WarningList
  ) throws(InitError) {
    var sources: [AppDescription.SourceFile] = []
    var main: AppDescription.SourceFile?
    storyboards = files.filter {
      ["storyboard", "xib"].contains($0.pathExtension) && disk.find($0) != nil
    }
    models = files.filter { $0.pathExtension.hasPrefix("xcdatamodel") && disk.find($0) != nil }
    catalogs = files.filter { $0.pathExtension == "xcassets" && disk.find($0) != nil }
    let symbols = "ASSETCATALOG_COMPILER_GENERATE"
    if settings["\(symbols)_ASSET_SYMBOLS"] == "NO" {
      assetSymbols = "none"
    } else if settings.isOn("\(symbols)_SWIFT_ASSET_SYMBOL_EXTENSIONS") {
      assetSymbols = "extensions"
    }
    for file in files where file.pathExtension == "swift" {
      guard let data = disk.data(at: file) else {
        warnings.add("\(file.path): left out, because the project names it and it does not exist")
        continue
      }
      let source = AppDescription.SourceFile(url: file, facts: SourceFacts(of: data))
      if file.lastPathComponent == "main.swift" {
        warnings.add(
          "\(file.path): left out, because the test launches the app's delegate itself")
        main = source
      } else {
        sources.append(source)
      }
    }
    guard !sources.isEmpty else {
      throw InitError("\(name) has no Swift source that can be compiled.")
    }
    if let header = settings["SWIFT_OBJC_BRIDGING_HEADER"], !header.isEmpty {
      warnings.add(
        "\(header): the names of this bridging header are missing, because they are Objective-C")
    }
    var paths: [String: [String]] = [:]
    var problems: [String] = []
    for file in files {
      guard let problem = Self.problem(ofFileWith: file.pathExtension) else { continue }
      if paths[problem] == nil { problems.append(problem) }
      paths[problem, default: []].append(file.path)
    }
    for problem in problems {
      let files = WarningList.first(of: paths[problem] ?? [])
      warnings.add("\(files): left out, because \(problem)")
    }
    self.name = name
    self.files = sources
    resources = Self.resources(files.filter { disk.find($0) != nil })
    let all = (sources + [main].compactMap(\.self)).map(\.facts)
    entryPoints = all.flatMap(\.entryPoints)
    delegates = all.flatMap(\.delegates)
    self.folders = folders.filter { disk.find($0) != nil }
    let version = settings["SWIFT_VERSION"].flatMap { Double($0) } ?? 5
    languageMode = version >= 6 ? 6 : version >= 4.2 ? 5 : 4
    conditions = Self.conditions(settings)
    isMainActorByDefault = settings["SWIFT_DEFAULT_ACTOR_ISOLATION"] == "MainActor"
    upcomingFeatures = Self.upcomingFeatures(settings, languageMode)
    imports = Set(sources.flatMap(\.facts.imports).map(\.module)).sorted()
    self.packages = packages
    dependencies = []
  }

  private static func resources(_ files: [URL]) -> [String: URL?] {
    let kinds: Set<String> = [
      "plist", "json", "txt", "csv", "tsv", "xml", "html", "css", "js", "md", "rtf", "geojson",
      "gpx", "kml",
      "strings", "stringsdict", "cer", "der", "crt", "pem", "p12", "wav", "mp3", "m4a", "caf",
      "aif", "aiff",
      "bin", "hex", "dat", "zip", "sqlite", "db", "yaml", "yml",
    ]
    var resources: [String: URL?] = [:]
    for file in files {
      let kind = file.pathExtension.lowercased()
      let name = file.lastPathComponent
      if kind.hasPrefix("xcdatamodel") {
        resources.merge(model(file)) { $1 }
      } else if kinds.contains(kind), name != "Info.plist" {
        let folder = file.deletingLastPathComponent().lastPathComponent
        resources[folder.hasSuffix(".lproj") ? "\(folder)/\(name)" : name] = file
      }
    }
    return resources
  }

  /// The files of a Core Data model, by their paths in the app's bundle: `contents` of each version, and the name of
  /// the current one.
  private static func model(_ folder: URL) -> [String: URL?] {
    let name = folder.deletingPathExtension().lastPathComponent
    func version(_ folder: URL) -> [String: URL?] {
      let name = "\(folder.deletingPathExtension().lastPathComponent).mom"
      return ["\(name)/contents": folder.appending(path: "contents")]
    }
    guard folder.pathExtension.lowercased() == "xcdatamodeld" else { return version(folder) }
    var files: [String: URL?] = [:]
    for child in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] {
      let file = folder.appending(path: child)
      if child == ".xccurrentversion" { files[child] = file }
      if file.pathExtension == "xcdatamodel" { files.merge(version(file)) { $1 } }
    }
    return Dictionary(uniqueKeysWithValues: files.map { ("\(name).momd/\($0)", $1) })
  }

  private static func problem(ofFileWith kind: String) -> String? {
    switch kind {
    case "m", "mm": "it is written in Objective-C"
    case "c", "cc", "cpp", "cxx": "it is written in C or C++"
    case "xcmappingmodel": "mapping models of Core Data are not simulated"
    case "metal": "it is written for a graphics processor"
    case "intentdefinition", "mlmodel", "mlpackage": "Xcode generates code from it"
    default: nil
    }
  }

  private static func conditions(_ settings: BuildSettings) -> [String] {
    var conditions = settings.words("SWIFT_ACTIVE_COMPILATION_CONDITIONS")
    let flags = settings.words("OTHER_SWIFT_FLAGS")
    for (index, flag) in flags.enumerated() {
      if flag == "-D", index + 1 < flags.count { conditions.append(flags[index + 1]) }
      if flag.hasPrefix("-D"), flag.count > 2 { conditions.append(String(flag.dropFirst(2))) }
    }
    var seen: Set<String> = []
    return conditions.filter { seen.insert($0).inserted }
  }

  /// The features that build settings enable, by Xcode's names of the settings.
  private static func upcomingFeatures(
    _ settings: BuildSettings, _ languageMode: Int
  ) -> [String] {
    let names: KeyValuePairs = [
      "EXISTENTIAL_ANY": "ExistentialAny", "MEMBER_IMPORT_VISIBILITY": "MemberImportVisibility",
      "INTERNAL_IMPORTS_BY_DEFAULT": "InternalImportsByDefault",
      "INFER_ISOLATED_CONFORMANCES": "InferIsolatedConformances",
      "NONISOLATED_NONSENDING_BY_DEFAULT": "NonisolatedNonsendingByDefault",
      "INFER_SENDABLE_FROM_CAPTURES": "InferSendableFromCaptures",
      "GLOBAL_ACTOR_ISOLATED_TYPES_USABILITY": "GlobalActorIsolatedTypesUsability",
      "DISABLE_OUTWARD_ACTOR_ISOLATION": "DisableOutwardActorInference",
      "DYNAMIC_ACTOR_ISOLATION": "DynamicActorIsolation",
      "GLOBAL_CONCURRENCY": "GlobalConcurrency",
      "FORWARD_TRAILING_CLOSURES": "ForwardTrailingClosures",
      "IMPLICIT_OPEN_EXISTENTIALS": "ImplicitOpenExistentials",
      "REGION_BASED_ISOLATION": "RegionBasedIsolation",
      "CONCISE_MAGIC_FILE": "ConciseMagicFile", "BARE_SLASH_REGEX": "BareSlashRegexLiterals",
      "DEPRECATE_APPLICATION_MAIN": "DeprecateApplicationMain",
    ]
    // Features that a language mode contains cannot be enabled in it.
    let ofSwift6: Set<String> = [
      "InferSendableFromCaptures", "GlobalActorIsolatedTypesUsability",
      "DisableOutwardActorInference", "DynamicActorIsolation", "GlobalConcurrency",
      "ForwardTrailingClosures", "ImplicitOpenExistentials", "RegionBasedIsolation",
      "ConciseMagicFile", "BareSlashRegexLiterals", "DeprecateApplicationMain",
    ]
    let approachable: Set<String> = [
      "DisableOutwardActorInference", "GlobalActorIsolatedTypesUsability",
      "InferIsolatedConformances", "InferSendableFromCaptures", "NonisolatedNonsendingByDefault",
    ]
    let isApproachable = settings.isOn("SWIFT_APPROACHABLE_CONCURRENCY")
    var features = names.filter { setting, feature in
      switch settings["SWIFT_UPCOMING_FEATURE_\(setting)"]?.uppercased() {
      case "YES"?: true
      case "NO"?: false
      default: isApproachable && approachable.contains(feature)
      }
    }.map(\.value)
    if languageMode == 6 { features.removeAll { ofSwift6.contains($0) } }
    if languageMode == 5, settings["SWIFT_STRICT_CONCURRENCY"] == "complete" {
      features.append("StrictConcurrency")
    }
    return features
  }
}
