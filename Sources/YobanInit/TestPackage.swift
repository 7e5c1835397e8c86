import Foundation

/// The files of a package that tests an app in the background of a simulated device.
public struct TestPackage: Sendable {
  public let app: AppDescription
  public let yoban: YobanCheckout
  /// The folder of the package.
  public let folder: URL

  public init(_ app: AppDescription, yoban: YobanCheckout, folder: URL) {
    var app = app
    // An app that uses the runtime depends on Yoban itself, of which there must be one version.
    for index in app.modules.indices {
      app.modules[index].packages.removeAll(where: yoban.isPackage)
    }
    self.app = app
    self.yoban = yoban
    self.folder = folder.standardized
  }

  /// The name of the package and of its tests, such as `PulseBackgroundTests`.
  public static func name(for app: AppDescription) -> String { "\(app.app.name)BackgroundTests" }

  var name: String { Self.name(for: app) }

  /// The contents of all files, by their paths in the package, in the order in which they are listed.
  ///
  /// - Throws: `InitError` if a value cannot be written as JSON.
  public func files() throws(InitError) -> [(path: String, contents: Data)] {
    var files = [
      ("Package.swift", Data(manifest.utf8)), (".gitignore", Data(".build\nattachments\n".utf8)),
      ("Info.plist", app.infoPlist),
    ]
    if let entitlements = app.entitlements { files.append(("App.entitlements", entitlements)) }
    if hasResources { files.append(("Resources.json", try resourceList(of: app.app.name))) }
    for part in app.extensions {
      files.append(("\(part.module)-Info.plist", part.infoPlist))
      if let entitlements = part.entitlements {
        files.append(("\(part.module).entitlements", entitlements))
      }
      if hasResources(part.module) {
        files.append(("\(part.module)-Resources.json", try resourceList(of: part.module)))
      }
      files.append((testFile(of: part), Data(installation(of: part).utf8)))
    }
    for module in app.modules {
      files.append(("Sources/\(module.name)/port.json", try portConfiguration(module)))
      let own = Self.placeholder + (module.hasResourceBundle ? Self.resourceBundle : "")
      files.append(("Sources/\(module.name)/Ported.swift", Data(own.utf8)))
    }
    files.append((testFile, Data(test.utf8)))
    return files
  }

  var testFile: String { "Tests/\(name)/BackgroundTests.swift" }
  func testFile(of part: AppDescription.Extension) -> String {
    "Tests/\(name)/\(part.module).swift"
  }

  var hasResources: Bool { hasResources(app.app.name) }

  func hasResources(_ bundle: String) -> Bool {
    app.bundled(in: bundle).contains { !$0.resources.isEmpty }
  }

  /// The paths of the resources of the app, or of an extension, relative to the package, by their paths in its bundle.
  private func resourceList(of bundle: String) throws(InitError) -> Data {
    var paths: [String: Any] = [:]
    for (name, file) in app.bundled(in: bundle).flatMap(\.resources) {
      paths[name] = file.map(path) ?? ""
    }
    do { return try Self.json(paths) } catch {
      throw InitError("The list of the resources of \(bundle) cannot be written: \(error)")
    }
  }

  private static let placeholder = """
    // The sources of this module stay where they are: port.json names them, and the plugin YobanPort
    // compiles them. This file exists because a target needs one source of its own.

    """

  /// The resources of all modules are in the app's bundle.
  private static let resourceBundle = """

    \(importing) Foundation

    extension Bundle {
      static var module: Bundle { .main }
    }

    """

  /// The folders of sources that are built as they are, by the paths of the links to them in the package.
  var links: [(path: String, folder: URL)] {
    app.cTargets.map { ("Sources/\($0.name)", $0.folder) }
  }

  /// The path of a file, relative to the package's folder.
  func path(_ url: URL) -> String { Self.path(from: folder, to: url) }

  static func path(from folder: URL, to url: URL) -> String {
    let from = folder.standardized.pathComponents
    let to = url.standardized.pathComponents
    let common = zip(from, to).prefix { $0 == $1 }.count
    let parts = Array(repeating: "..", count: from.count - common) + to[common...]
    return parts.isEmpty ? "." : parts.joined(separator: "/")
  }

  /// A module that the sources import, and that neither Yoban, nor the packages, nor the toolchain has.
  public struct MissingModule: Hashable, Sendable {
    public var name: String
    /// Where it comes from, such as `the pod CoreGPX (0.9.2)`; nil if no lock file says it.
    public var origin: String?
    /// The files that import it, with the line, in the order of the sources.
    public var places: [String]
  }

  /// The missing modules, those with the most imports first. Imports within `#if` do not count.
  public var missingModules: [MissingModule] {
    let own = Set(app.modules.map(\.name) + app.cTargets.map(\.name))
    var places: [String: [String]] = [:]
    for module in app.modules {
      let packages = Set(module.packages.flatMap(\.products))
      for file in module.files {
        for found in file.facts.imports where !found.isConditional {
          let name = found.module
          guard !yoban.products.contains(name), !YobanCheckout.toolchainModules.contains(name),
            !YobanCheckout.portedModules.contains(name), !own.contains(name),
            !packages.contains(name)
          else { continue }
          places[name, default: []].append("\(file.url.path):\(found.line)")
        }
      }
    }
    return places.map {
      MissingModule(name: $0.key, origin: app.lockFiles.origin(of: $0.key), places: $0.value)
    }.sorted { ($1.places.count, $0.name) < ($0.places.count, $1.name) }
  }

  /// One line for each missing module.
  public var missingModuleNotes: [String] {
    let hasPackages = app.modules.contains { !$0.packages.isEmpty }
    return missingModules.map { missing in
      let origin =
        missing.origin.map { " (\($0))" }
        ?? (hasPackages ? ", unless one of the packages has it" : "")
      let places = WarningList.first(of: missing.places)
      return "\(missing.name) is missing\(origin): imported in \(places)"
    }
  }

  /// One line for each package that the app depends on.
  public var packageNotes: [String] {
    let names = app.modules.flatMap(\.packages).map(\.identity)
    return names.indices.filter { names.firstIndex(of: names[$0]) == $0 }.map {
      "the package \(names[$0]) is passed on as it is; it may not build on Linux"
    }
  }
}
