import Foundation

/// Makes modules of the targets of packages on this machine: they are the user's own code, and are ported as the app.
/// The packages of other people are passed on to the test package as they are.
struct LocalPackages {
  typealias Module = AppDescription.Module

  /// A target in C, which is built as it is.
  struct CTarget: Sendable {
    var name: String
    var folder: URL
    var publicHeaders: String?
    var excluded: [String]
    var settings: [PackageManifest.Setting]
    /// The names of the C targets that it depends on.
    var dependencies: [String]
  }

  /// The modules in building order.
  private(set) var modules: [Module] = []
  private(set) var cTargets: [CTarget] = []
  private let platform: AppDescription.Platform
  private let disk = AppleDisk()
  private let warnings: WarningList
  private let isExcluded: (PackageDependency) -> Bool
  private let read: (URL) throws(InitError) -> Data
  /// By the path of the folder; nil for a package that cannot be read.
  private var manifests: [String: PackageManifest?] = [:]
  /// The needs of each target, by the path of the package and the target.
  private var visited: [String: Needed] = [:]
  private var names: Set<String>

  /// - Parameters:
  ///   - names: the names of the modules that exist already.
  ///   - isExcluded: whether a package is passed on as it is, although it is on this machine.
  ///   - read: returns the output of `swift package dump-package` for a folder.
  init(
    _ platform: AppDescription.Platform, names: Set<String>, _ warnings: WarningList,
    except isExcluded: @escaping (PackageDependency) -> Bool,
    read: @escaping (URL) throws(InitError) -> Data
  ) {
    self.platform = platform
    self.names = names
    self.warnings = warnings
    self.isExcluded = isExcluded
    self.read = read
  }

  /// Adds the modules that a module of the project needs.
  ///
  /// - Returns: the packages of other people that remain.
  mutating func add(_ packages: [PackageDependency]) -> [PackageDependency] {
    var remaining: [PackageDependency] = []
    for package in packages {
      for product in package.products {
        let needed = add(product, of: package)
        Self.merge(needed.packages, into: &remaining)
      }
    }
    return remaining
  }

  /// The packages of other people and the targets in C that a target needs.
  private typealias Needed = (packages: [PackageDependency], cTargets: [String])

  private mutating func add(_ product: String, of package: PackageDependency) -> Needed {
    guard case .path(let folder) = package.source, !isExcluded(package) else {
      var package = package
      package.products = [product]
      return ([package], [])
    }
    guard let manifest = manifest(of: package) else { return ([], []) }
    let targets = manifest.products[product] ?? (manifest.targets[product] == nil ? [] : [product])
    if targets.isEmpty {
      warnings.add("the package in \(folder.path) has no library \(product): left out")
    }
    var needed: Needed = ([], [])
    for target in targets { Self.join(add(target: target, of: manifest), to: &needed) }
    return needed
  }

  private static func join(_ other: Needed, to needed: inout Needed) {
    merge(other.packages, into: &needed.packages)
    needed.cTargets += other.cTargets.filter { !needed.cTargets.contains($0) }
  }

  private static func merge(
    _ packages: [PackageDependency], into all: inout [PackageDependency]
  ) {
    for package in packages {
      if let known = all.firstIndex(where: { $0.source == package.source }) {
        all[known].products += package.products.filter { !all[known].products.contains($0) }
      } else {
        all.append(package)
      }
    }
  }

  /// The manifest of a package on this machine that can be read.
  private mutating func manifest(of package: PackageDependency) -> PackageManifest? {
    guard case .path(let folder) = package.source, !isExcluded(package) else { return nil }
    if let known = manifests[folder.path] { return known }
    var manifest: PackageManifest?
    do { manifest = try PackageManifest(try read(folder), folder: folder, platform, disk) } catch {
      warnings.add("the package in \(folder.path) is left out: \(error)")
    }
    manifests[folder.path] = manifest
    return manifest
  }

  private mutating func add(target name: String, of manifest: PackageManifest) -> Needed {
    let key = "\(manifest.folder.path)#\(name)"
    if let known = visited[key] { return known }
    visited[key] = ([], [])
    guard let target = manifest.targets[name] else { return ([], []) }
    var needed: Needed = ([], [])
    for dependency in target.dependencies {
      Self.join(add(dependency, of: manifest), to: &needed)
    }
    switch target.kind {
    case "regular": add(target, of: manifest, &needed)
    case "binary", "macro":
      warnings.add(
        "the \(target.kind == "macro" ? "macro" : "binary framework") \(name) of the package in \(manifest.folder.path) is left out"
      )
    default: break
    }
    visited[key] = needed
    return needed
  }

  private mutating func add(
    _ dependency: PackageManifest.Dependency, of manifest: PackageManifest
  ) -> Needed {
    let name: String
    var packageName: String?
    switch dependency {
    case .target(let target): return add(target: target, of: manifest)
    case .named(let target) where manifest.targets[target] != nil:
      return add(target: target, of: manifest)
    case .named(let product): name = product
    case .product(let product, let package):
      name = product
      packageName = package
    }
    let candidates = manifest.packages(with: name, named: packageName)
    // A package on this machine can be asked whether it has the product.
    let local = candidates.first { candidate in
      self.manifest(of: candidate)?.products[name] != nil
    }
    if let local { return add(name, of: local) }
    let other = candidates.first { candidate in
      if case .address = candidate.source { true } else { isExcluded(candidate) }
    }
    guard let other else {
      // A package that cannot be read has a warning.
      guard candidates.allSatisfy({ self.manifest(of: $0) != nil }) else { return ([], []) }
      warnings.add(
        "the product \(name), which the package in \(manifest.folder.path) uses, is in none of its packages: left out"
      )
      return ([], [])
    }
    return add(name, of: other)
  }

  private mutating func add(
    _ target: PackageManifest.Target, of manifest: PackageManifest, _ needed: inout Needed
  ) {
    let files = files(of: target)
    let moduleName = BuildSettings.identifier(target.name)
    let isInC = !files.contains { $0.pathExtension == "swift" }
    if isInC, files.contains(where: { ["m", "mm"].contains($0.pathExtension) }) {
      warnings.add("\(target.folder.path): left out, because it is written in Objective-C")
      return
    }
    guard names.insert(moduleName).inserted else {
      warnings.add(
        "\(target.folder.path): left out, because another module has the name \(moduleName)")
      return
    }
    guard !isInC else {
      if files.isEmpty {
        warnings.add("\(target.folder.path): left out, because it has no sources")
      } else {
        cTargets.append(
          CTarget(
            name: target.name, folder: target.folder, publicHeaders: target.publicHeaders,
            excluded: target.excluded, settings: target.settings, dependencies: needed.cTargets))
        needed.cTargets.append(target.name)
      }
      return
    }
    do {
      modules.append(try module(target, files, needed, manifest))
    } catch { warnings.add("\(error) It is left out") }
  }

  private func module(
    _ target: PackageManifest.Target, _ files: [URL], _ needed: Needed, _ manifest: PackageManifest
  ) throws(InitError) -> Module {
    func values(_ kind: String) -> [String] {
      target.settings.filter { $0.tool == "swift" && $0.kind == kind }.map(\.value)
    }
    let mode = values("swiftLanguageMode").last ?? "\(manifest.languageMode)"
    // SwiftPM defines these two in a debug build.
    let conditions = values("define") + ["SWIFT_PACKAGE", "DEBUG"]
    let settings = BuildSettings(defaults: [
      "SWIFT_VERSION": mode,
      "SWIFT_ACTIVE_COMPILATION_CONDITIONS": conditions.joined(separator: " "),
      "SWIFT_DEFAULT_ACTOR_ISOLATION": values("defaultIsolation").last ?? "",
    ])
    var module = try Module(
      name: BuildSettings.identifier(target.name), files: files, folders: [target.folder],
      settings: settings, packages: needed.packages, disk, warnings)
    module.upcomingFeatures = values("enableUpcomingFeature")
    module.cTargets = needed.cTargets
    module.hasResourceBundle = target.hasResources
    return module
  }

  /// The files of a target, in the order of their paths.
  private func files(of target: PackageManifest.Target) -> [URL] {
    func isIn(_ file: URL, _ paths: [String]) -> Bool {
      paths.contains { path in
        let place = target.folder.appending(path: path).standardized.path.trimmed
        return file.path == place || file.path.hasPrefix("\(place)/")
      }
    }
    return FolderContents.files(in: target.folder).filter { file in
      let isSource = ["swift", "c", "m", "mm", "cpp", "cc", "cxx"].contains(file.pathExtension)
      return !isIn(file, target.excluded)
        && (!isSource || target.sources.map { isIn(file, $0) } ?? true)
    }
  }
}

extension AppDescription {
  /// Makes modules of the targets of packages on this machine that the app uses, also through each other. Yoban itself
  /// stays a package.
  ///
  /// - Parameters:
  ///   - yoban: the checkout on which the test package will depend.
  ///   - read: returns the output of `swift package dump-package` for the folder of a package. A package for which
  ///     it throws is left out, with a warning.
  public mutating func portLocalPackages(
    yoban: YobanCheckout, read: @escaping (URL) throws(InitError) -> Data
  ) {
    let found = WarningList()
    var local = LocalPackages(
      platform, names: Set(modules.map(\.name)), found, except: yoban.isPackage, read: read)
    for index in modules.indices {
      modules[index].packages = local.add(modules[index].packages)
    }
    modules = local.modules + modules
    cTargets = local.cTargets
    warnings += found.lines
    nameDependencies()
    let names = Set(cTargets.map(\.name))
    for index in modules.indices {
      let imported = modules[index].imports.filter { names.contains($0) }
      modules[index].cTargets += imported.filter { !modules[index].cTargets.contains($0) }
    }
  }
}
