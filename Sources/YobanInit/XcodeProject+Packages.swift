import Foundation

/// A package that a target depends on, with the products that it uses.
struct PackageDependency: Hashable, Sendable {
  /// The identity by which a manifest refers to the package.
  var identity: String
  var source: Source
  var products: [String]

  enum Source: Hashable, Sendable {
    /// A folder on this machine.
    case path(URL)
    /// An address, with the rest of the manifest's line, such as `from: "1.0.0"`.
    case address(String, requirement: String)
  }
}

/// The packages of a target.
extension XcodeProject {
  /// The packages whose products a target uses, in the order of their first product. One that is not there is a
  /// warning: its modules are missing.
  ///
  /// - Parameter platform: `ios` or `watchos`; products that are linked for other platforms only are left out.
  func packages(of target: Target, platform: String) -> [PackageDependency] {
    var packages: [PackageDependency] = []
    for identifier in target.object["packageProductDependencies"]?.texts ?? [] {
      guard let product = objects[identifier], isLinked(identifier, by: target, platform),
        let name = product["productName"]?.text?.replacing(/^plugin:/, with: "")
      else { continue }
      let reference = product["package"]?.text.flatMap { objects[$0] }
      guard let source = reference.flatMap(source) ?? package(with: name) else {
        let known = remotePackages.map { Self.identity(of: $0) }.joined(separator: ", ")
        warnings.add(
          "the package with the product \(name), which \(target.name) uses, is not named by the project: left out\(known.isEmpty ? "" : "; the packages are \(known)")"
        )
        continue
      }
      if case .path(let folder) = source,
        disk.find(folder.appending(path: "Package.swift")) == nil
      {
        warnings.add(
          "the package in \(folder.path), which \(target.name) uses, does not exist: left out")
        continue
      }
      if let known = packages.firstIndex(where: { $0.source == source }) {
        packages[known].products.append(name)
      } else {
        packages.append(
          PackageDependency(
            identity: Self.identity(of: source), source: source, products: [name]))
      }
    }
    return packages
  }

  private func source(of reference: Object) -> PackageDependency.Source? {
    if reference["isa"]?.text == "XCLocalSwiftPackageReference" {
      return localFolder(of: reference).map { .path($0) }
    }
    guard let address = reference["repositoryURL"]?.text else { return nil }
    return .address(address, requirement: Self.requirement(reference["requirement"]?.dictionary))
  }

  /// Whether a target links a product on a platform. One that no build phase names is linked everywhere.
  private func isLinked(_ product: String, by target: Target, _ platform: String) -> Bool {
    let phases = objects(target.object["buildPhases"])
    let files = phases.flatMap { objects($0["files"]) }.filter { $0["productRef"]?.text == product }
    return files.isEmpty || files.contains { Self.applies($0, to: platform) }
  }

  /// The package with a product that names no package: as Xcode writes it for a package on this machine, and Tuist for
  /// every package.
  private func package(with product: String) -> PackageDependency.Source? {
    let folders = localFolders
    func manifest(_ folder: URL) -> String {
      disk.data(at: folder.appending(path: "Package.swift"))
        .map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
    let declaring = folders.first { folder in
      manifest(folder).matches(of: /\.(?:library|executable|plugin)\(\s*name:\s*"([^"]+)"/)
        .contains { $0.1 == product }
    }
    if let declaring { return .path(declaring) }
    let remote = remotePackages
    let name = Self.comparable(product)
    if let named = remote.first(where: { Self.comparable(Self.identity(of: $0)) == name }) {
      return named
    }
    if let named = folders.first(where: { Self.comparable($0.lastPathComponent) == name }) {
      return .path(named)
    }
    // A product such as `Charts-Mock` beside the product `Charts` of the same package.
    let longer = remote.filter { name.hasPrefix(Self.comparable(Self.identity(of: $0))) }
    let lengths = longer.map { Self.comparable(Self.identity(of: $0)).count }
    if let most = lengths.max(), let index = lengths.firstIndex(of: most) { return longer[index] }
    // A manifest can compute the names of its products.
    if folders.count == 1, remote.isEmpty { return .path(folders[0]) }
    if remote.count == 1, folders.isEmpty { return remote[0] }
    return folders.first { manifest($0).contains("\"\(product)\"") }.map { .path($0) }
  }

  /// The name in lowercase, without hyphens and without `swift` or `ios` at its ends, so that a package and its product
  /// compare equal.
  static func comparable(_ name: String) -> String {
    let letters = name.lowercased().filter { $0.isLetter || $0.isNumber }
    var rest = letters[...]
    for word in ["swift", "ios"] {
      if rest.hasPrefix(word) { rest = rest.dropFirst(word.count) }
      if rest.hasSuffix(word) { rest = rest.dropLast(word.count) }
    }
    return rest.isEmpty ? letters : String(rest)
  }

  /// The packages of other people that the project names, in its order.
  private var remotePackages: [PackageDependency.Source] {
    objects(project["packageReferences"]).compactMap(source).filter {
      if case .address = $0 { true } else { false }
    }
  }

  /// The folders of packages on this machine: those that are references, and those with a manifest that were added to
  /// the project as files.
  private var localFolders: [URL] {
    let identifiers = objects.keys.sorted()
    return identifiers.compactMap { identifier -> URL? in
      guard let object = objects[identifier] else { return nil }
      switch object["isa"]?.text {
      case "XCLocalSwiftPackageReference":
        return localFolder(of: object)
      case "PBXFileReference":
        let type = object["lastKnownFileType"]?.text
        guard type == "wrapper" || type == "folder" || type == "text" else { return nil }
        return location(of: identifier).flatMap { folder in
          let exists = disk.find(folder) != nil
          let hasManifest = disk.find(folder.appending(path: "Package.swift")) != nil
          return hasManifest || (!exists && type == "wrapper") ? folder : nil
        }
      default: return nil
      }
    }
  }

  private func localFolder(of reference: Object) -> URL? {
    let stated = reference["relativePath"]?.text.map { folder.appending(path: $0).standardized }
    return stated.map { disk.find($0) ?? $0 }
  }

  private static func requirement(_ values: Object?) -> String {
    func value(_ key: String) -> String { values?[key]?.text ?? "" }
    return switch value("kind") {
    case "upToNextMinorVersion": ".upToNextMinor(from: \"\(value("minimumVersion"))\")"
    case "exactVersion": "exact: \"\(value("version"))\""
    case "versionRange": "\"\(value("minimumVersion"))\"..<\"\(value("maximumVersion"))\""
    case "branch": "branch: \"\(value("branch"))\""
    case "revision": "revision: \"\(value("revision"))\""
    default: "from: \"\(value("minimumVersion"))\""
    }
  }

  /// The identity that the package manager gives to a package: the last part of its address or folder.
  static func identity(of source: PackageDependency.Source) -> String {
    switch source {
    case .path(let folder): return folder.lastPathComponent
    case .address(let address, _):
      let last = address.split(separator: "/").last.map(String.init) ?? address
      return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
    }
  }
}
