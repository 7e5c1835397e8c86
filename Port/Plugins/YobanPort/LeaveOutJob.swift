import Foundation
import PackagePlugin

/// The input of the tool for the check of the ported sources with the compiler. The tool declares the same types.
struct LeaveOutJob: Codable {
  struct Module: Codable {
    let name: String
    let files: [String]
    let isImportable: Bool
  }
  struct Compiler: Codable {
    let moduleName: String
    let modules: String
    let moduleMaps: [String]
    let headers: [String]
    let isExecutable: Bool
    let packageName: String
  }
  let compiler: Compiler
  let modules: [Module]
  /// Modules in C that the sources can import.
  let clangModules: [String]
  /// The files in the target's own folder, which are compiled as they are.
  let ownFiles: [String]
  let placeholders: String
  let folder: String

  /// - Parameters:
  ///   - work: the plugin's folder for this target.
  ///   - build: the folder of the build, in which SwiftPM also makes the tools of plugins.
  ///   - package: the identity of the package.
  init(_ target: Target, of package: String, work: URL, build: URL) {
    let dependencies = target.recursiveTargetDependencies
    let direct = Set(
      target.dependencies.flatMap { dependency -> [String] in
        switch dependency {
        case .target(let target): [(target as? SourceModuleTarget)?.moduleName].compactMap { $0 }
        case .product(let product): product.sourceModules.map(\.moduleName)
        @unknown default: []
        }
      })
    modules = dependencies.compactMap { $0 as? SwiftSourceModuleTarget }.filter {
      $0.kind == .generic
    }.map {
      Module(
        name: $0.moduleName, files: $0.sourceFiles(withSuffix: ".swift").map(\.url.path).sorted(),
        isImportable: direct.contains($0.moduleName))
    }.sorted { $0.name < $1.name }
    clangModules = dependencies.filter {
      $0 is ClangSourceModuleTarget || $0 is SystemLibraryTarget
    }
    .map { ($0 as? SourceModuleTarget)?.moduleName ?? $0.name }.sorted()
    var maps: [String] = []
    var headers: [String] = []
    for module in dependencies.compactMap({ $0 as? ClangSourceModuleTarget }) {
      guard let folder = module.publicHeadersDirectoryURL else { continue }
      headers.append(folder.path)
      let own = folder.appending(path: "module.modulemap")
      let isOwn = FileManager.default.fileExists(atPath: own.path)
      maps.append(
        isOwn ? own.path : build.appending(path: "\(module.name).build/module.modulemap").path)
    }
    for module in dependencies where module is SystemLibraryTarget {
      maps.append(module.directoryURL.appending(path: "module.modulemap").path)
    }
    compiler = Compiler(
      moduleName: (target as? SourceModuleTarget)?.moduleName ?? target.name,
      modules: build.appending(path: "Modules").path, moduleMaps: maps, headers: headers,
      isExecutable: (target as? SwiftSourceModuleTarget)?.kind == .executable,
      packageName: Self.packageName(package))
    ownFiles =
      ((target as? SourceModuleTarget)?.sourceFiles(withSuffix: ".swift").map(\.url.path) ?? [])
      .sorted()
    placeholders = work.appending(path: "YobanPlaceholders.swift").path
    folder = work.appending(path: "check").path
  }

  /// The identity as SwiftPM makes it an identifier of C99.
  private static func packageName(_ identity: String) -> String {
    let name = identity.map { $0.isLetter || $0.isNumber ? $0 : "_" }
    return (name.first?.isNumber == true ? "_" : "") + String(name)
  }

  /// The compiled modules of the dependencies. As inputs of the tool, they are built before it runs.
  var compiledModules: [URL] {
    modules.map { URL(fileURLWithPath: compiler.modules).appending(path: "\($0.name).swiftmodule") }
  }
}
