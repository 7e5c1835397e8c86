import Foundation

/// The manifest of a package on this machine, as `swift package dump-package` prints it.
struct PackageManifest {
  /// A target with sources that an app can import.
  struct Target: Sendable {
    /// The folder of the sources.
    var folder: URL
    var name: String
    /// `regular`, `macro`, `binary` and so on.
    var kind: String
    var dependencies: [Dependency]
    var excluded: [String]
    /// The files and folders that are the sources; nil for all.
    var sources: [String]?
    var hasResources: Bool
    /// Where a target in C has its public headers.
    var publicHeaders: String?
    var settings: [Setting]
  }

  /// A dependency of a target.
  enum Dependency: Hashable, Sendable {
    case target(String)
    /// A product of another package, whose name or identity may be missing.
    case product(String, package: String?)
    /// A target of this package, or a product.
    case named(String)
  }

  struct Setting: Hashable, Sendable {
    /// `swift`, `c`, `cxx` or `linker`.
    var tool: String
    /// `define`, `headerSearchPath` and so on.
    var kind: String
    var value: String
  }

  let folder: URL
  /// The names of the targets in each library, by the name of the product.
  let products: [String: [String]]
  /// The packages that it depends on, without products.
  let packages: [PackageDependency]
  let targets: [String: Target]
  /// 5 or 6.
  let languageMode: Int

  /// - Parameters:
  ///   - json: the output of `swift package dump-package`.
  ///   - folder: the folder of the package.
  ///   - platform: settings and dependencies for other platforms are left out.
  /// - Throws: `InitError` if it is not such an output.
  init(_ json: Data, folder: URL, _ platform: AppDescription.Platform, _ disk: AppleDisk)
    throws(InitError)
  {
    guard let start = json.firstIndex(of: UInt8(ascii: "{")),
      let root = try? JSONSerialization.jsonObject(with: json[start...]) as? [String: Any]
    else { throw InitError("The manifest of \(folder.path) cannot be read.") }
    self.folder = folder
    products = Self.products(root)
    packages = Self.objects(root["dependencies"]).compactMap { Self.package($0) }
    let listed = Self.objects(root["targets"])
    let isOnly = listed.count { $0["type"] as? String == "regular" } == 1
    targets = Dictionary(
      listed.compactMap { Self.target($0, folder, isOnly: isOnly, platform, disk) }
        .map { ($0.name, $0) }
    ) { first, _ in first }
    let versions = (root["swiftLanguageVersions"] as? [String] ?? []).compactMap { Double($0) }
    let tools = (root["toolsVersion"] as? [String: Any])?["_version"] as? String ?? "5"
    let major = tools.split(separator: ".").first.flatMap { Double($0) } ?? 5
    languageMode = (versions.max() ?? major) >= 6 ? 6 : 5
  }

  /// The packages of this manifest that could have a product.
  func packages(with product: String, named name: String?) -> [PackageDependency] {
    func isNamed(_ package: PackageDependency, _ name: String) -> Bool {
      package.identity.lowercased() == name.lowercased()
    }
    if let name {
      let named = packages.filter { isNamed($0, name) }
      if !named.isEmpty { return named }
    }
    let comparable = XcodeProject.comparable(product)
    let similar = packages.filter { XcodeProject.comparable($0.identity) == comparable }
    return similar.isEmpty ? packages : similar
  }

  // MARK: Reading

  private static func objects(_ value: Any?) -> [[String: Any]] { value as? [[String: Any]] ?? [] }

  private static func products(_ root: [String: Any]) -> [String: [String]] {
    var products: [String: [String]] = [:]
    for product in objects(root["products"]) {
      guard (product["type"] as? [String: Any])?["library"] != nil,
        let name = product["name"] as? String
      else { continue }
      products[name] = product["targets"] as? [String] ?? []
    }
    return products
  }

  private static func package(_ value: [String: Any]) -> PackageDependency? {
    if let local = objects(value["fileSystem"]).first, let path = local["path"] as? String {
      let folder = URL(fileURLWithPath: path).standardized
      return PackageDependency(
        identity: folder.lastPathComponent, source: .path(folder), products: [])
    }
    guard let remote = objects(value["sourceControl"]).first,
      let location = remote["location"] as? [String: Any],
      let address = objects(location["remote"]).first?["urlString"] as? String
        ?? (location["remote"] as? [String])?.first ?? (location["local"] as? [String])?.first
    else { return nil }
    let source = PackageDependency.Source.address(
      address, requirement: requirement(remote["requirement"] as? [String: Any] ?? [:]))
    return PackageDependency(
      identity: XcodeProject.identity(of: source), source: source, products: [])
  }

  private static func requirement(_ value: [String: Any]) -> String {
    func text(_ key: String) -> String? { (value[key] as? [String])?.first }
    if let branch = text("branch") { return "branch: \"\(branch)\"" }
    if let revision = text("revision") { return "revision: \"\(revision)\"" }
    if let version = text("exact") { return "exact: \"\(version)\"" }
    let range = objects(value["range"]).first ?? [:]
    let bounds = ["lowerBound", "upperBound"].map { range[$0] as? String ?? "" }
    return "\"\(bounds[0])\"..<\"\(bounds[1])\""
  }

  private static func target(
    _ value: [String: Any], _ folder: URL, isOnly: Bool, _ platform: AppDescription.Platform,
    _ disk: AppleDisk
  ) -> Target? {
    guard let name = value["name"] as? String, let kind = value["type"] as? String else {
      return nil
    }
    let parents = ["Sources", "Source", "src", "srcs"]
    let usual = parents.map { "\($0)/\(name)" } + (isOnly ? parents : [])
    let paths = (value["path"] as? String).map { [$0] } ?? usual
    let found = paths.lazy.compactMap { disk.find(folder.appending(path: $0)) }.first
    return Target(
      folder: found ?? folder.appending(path: paths[0]), name: name, kind: kind,
      dependencies: objects(value["dependencies"]).compactMap { dependency($0, platform) },
      excluded: value["exclude"] as? [String] ?? [], sources: value["sources"] as? [String],
      hasResources: !objects(value["resources"]).isEmpty,
      publicHeaders: value["publicHeadersPath"] as? String,
      settings: objects(value["settings"]).flatMap { settings($0, platform) })
  }

  private static func dependency(
    _ value: [String: Any], _ platform: AppDescription.Platform
  ) -> Dependency? {
    for (kind, parts) in value {
      guard let parts = parts as? [Any], let name = parts.first as? String,
        applies(parts.last, platform)
      else { continue }
      switch kind {
      case "target": return .target(name)
      case "product":
        return .product(name, package: parts.count > 1 ? parts[1] as? String : nil)
      case "byName": return .named(name)
      default: break
      }
    }
    return nil
  }

  private static func settings(
    _ value: [String: Any], _ platform: AppDescription.Platform
  ) -> [Setting] {
    guard applies(value["condition"], platform), let tool = value["tool"] as? String,
      let kinds = value["kind"] as? [String: [String: Any]]
    else { return [] }
    return kinds.sorted { $0.key < $1.key }.flatMap { kind, value -> [Setting] in
      let values = value["_0"] as? [String] ?? [value["_0"] as? String].compactMap(\.self)
      return values.map { Setting(tool: tool, kind: kind, value: $0) }
    }
  }

  /// Whether a condition holds in a debug build for a platform.
  private static func applies(_ condition: Any?, _ platform: AppDescription.Platform) -> Bool {
    guard let condition = condition as? [String: Any] else { return true }
    let platforms = condition["platformNames"] as? [String] ?? []
    let configuration = condition["config"] as? String ?? "debug"
    return configuration == "debug" && (platforms.isEmpty || platforms.contains(platform.filter))
  }
}
