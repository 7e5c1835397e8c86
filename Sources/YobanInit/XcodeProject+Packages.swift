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
  func packages(of target: Target) -> [PackageDependency] {
    var packages: [PackageDependency] = []
    for product in objects(target.object["packageProductDependencies"]) {
      guard let name = product["productName"]?.text?.replacing(/^plugin:/, with: "") else {
        continue
      }
      let reference = product["package"]?.text.flatMap { objects[$0] }
      guard let source = reference.flatMap(source) ?? localPackage(with: name) else {
        warnings.add(
          "the package with the product \(name), which \(target.name) uses, is not named by the project: left out"
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

  /// The package on this machine that has a product: a reference to a local package, or a folder with a
  /// manifest that was added to the project as a file.
  private func localPackage(with product: String) -> PackageDependency.Source? {
    let identifiers = objects.keys.sorted()
    let folders = identifiers.compactMap { identifier -> URL? in
      guard let object = objects[identifier] else { return nil }
      switch object["isa"]?.text {
      case "XCLocalSwiftPackageReference":
        return localFolder(of: object)
      case "PBXFileReference":
        guard
          object["lastKnownFileType"]?.text?.hasPrefix("wrapper") == true
            || object["lastKnownFileType"]?.text == "folder"
        else { return nil }
        return location(of: identifier)
      default: return nil
      }
    }
    for folder in folders {
      guard let data = disk.data(at: folder.appending(path: "Package.swift")) else { continue }
      if String(decoding: data, as: UTF8.self).contains("\"\(product)\"") { return .path(folder) }
    }
    return nil
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
  private static func identity(of source: PackageDependency.Source) -> String {
    switch source {
    case .path(let folder): return folder.lastPathComponent
    case .address(let address, _):
      let last = address.split(separator: "/").last.map(String.init) ?? address
      return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
    }
  }
}
