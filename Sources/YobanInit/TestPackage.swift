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
    for module in app.modules {
      files.append(("Sources/\(module.name)/port.json", try portConfiguration(module)))
      files.append(("Sources/\(module.name)/Ported.swift", Data(Self.placeholder.utf8)))
    }
    files.append(("Tests/\(name)/BackgroundTests.swift", Data(test.utf8)))
    return files
  }

  private static let placeholder = """
    // The sources of this module stay where they are: port.json names them, and the plugin YobanPort
    // compiles them. This file exists because a target needs one source of its own.

    """

  /// The path of a file, relative to the package's folder.
  func path(_ url: URL) -> String { Self.path(from: folder, to: url) }

  static func path(from folder: URL, to url: URL) -> String {
    let from = folder.standardized.pathComponents
    let to = url.standardized.pathComponents
    let common = zip(from, to).prefix { $0 == $1 }.count
    let parts = Array(repeating: "..", count: from.count - common) + to[common...]
    return parts.isEmpty ? "." : parts.joined(separator: "/")
  }

  /// One line for each import that no module of Yoban, of the packages or of the toolchain satisfies.
  public func unknownImports(read: (URL) -> String?) -> [String] {
    let own = app.modules.map(\.name)
    return app.modules.flatMap { module in
      let packages = module.packages.flatMap(\.products)
      return module.sources.flatMap { file in
        let facts = SourceFacts(of: read(file) ?? "")
        return facts.imports.filter { found in
          !found.isConditional && !yoban.products.contains(found.module)
            && !YobanCheckout.toolchainModules.contains(found.module)
            && !YobanCheckout.portedModules.contains(found.module) && !own.contains(found.module)
            && !packages.contains(found.module)
        }.map { found in
          let reason =
            packages.isEmpty
            ? "which Yoban does not have"
            : "which Yoban does not have; the build succeeds only if one of the packages has it"
          return "\(file.path):\(found.line): imports \(found.module), \(reason)"
        }
      }
    }
  }

  /// One line for each package that the app depends on.
  public var packageNotes: [String] {
    let packages = app.modules.flatMap(\.packages)
    return packages.indices.filter { packages.firstIndex(of: packages[$0]) == $0 }.map {
      "the package \(packages[$0].identity) is passed on as it is; it may not build on Linux"
    }
  }
}
