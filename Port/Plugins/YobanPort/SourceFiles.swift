import Foundation

/// The files that a `port.json` names, in the order of their paths.
struct SourceFiles {
  private(set) var swift: [URL] = []
  private(set) var storyboards: [URL] = []
  /// Asset catalogs.
  private(set) var catalogs: [URL] = []
  /// Models of Core Data, which are folders.
  private(set) var models: [URL] = []
  /// Files that cannot be ported.
  private(set) var refused: [URL] = []

  private struct Configuration: Decodable {
    let sources: [String]
    let exclude: [String]?
  }
  private static let keys: Set<String> = [
    "platform", "deploymentTarget", "sources", "exclude", "conditions", "modules", "missingModules",
    "simulator", "architecture", "compilerVersion", "languageVersion", "features",
    "defaultIsolation",
    "leftOut", "assetSymbols",
  ]

  init(configuration file: URL, root: URL) throws {
    let data = try Data(contentsOf: file)
    let object: [String: Any]
    do {
      guard let read = try JSONSerialization.jsonObject(with: data) as? [String: Any] else {
        throw PortError("\(file.path): the file must contain a JSON object.")
      }
      object = read
    } catch let error as PortError {
      throw error
    } catch {
      throw PortError("\(file.path): the file is not valid JSON: \(error.localizedDescription)")
    }
    for key in object.keys.sorted() where !Self.keys.contains(key) {
      throw PortError(
        "\(file.path): the key \"\(key)\" is not known. The keys are "
          + Self.keys.sorted().joined(separator: ", ") + ".")
    }
    guard let platform = object["platform"] as? String, ["iOS", "watchOS"].contains(platform) else {
      throw PortError("\(file.path): \"platform\" must be \"iOS\" or \"watchOS\".")
    }
    guard let sources = object["sources"] as? [String], !sources.isEmpty else {
      throw PortError(
        "\(file.path): \"sources\" must be a list of Swift files and folders, relative to"
          + " \(root.path).")
    }
    let excluded = (object["exclude"] as? [String] ?? []).map { Self.url($0, root) }
    for exclusion in excluded where !FileManager.default.fileExists(atPath: exclusion.path) {
      throw PortError("\(file.path): the excluded \(exclusion.path) does not exist.")
    }
    for source in sources {
      let url = Self.url(source, root)
      guard FileManager.default.fileExists(atPath: url.path) else {
        throw PortError(
          "\(file.path): \(url.path) does not exist. Paths in \"sources\" are relative to"
            + " \(root.path).")
      }
      add(url, excluded: Set(excluded.map(\.path)))
    }
    guard !swift.isEmpty else {
      throw PortError("\(file.path): \"sources\" contains no Swift file.")
    }
    swift = Self.unique(swift)
    storyboards = Self.unique(storyboards)
    catalogs = Self.unique(catalogs)
    models = Self.unique(models)
    refused = Self.unique(refused)
  }

  private static func url(_ path: String, _ root: URL) -> URL {
    let url = path.hasPrefix("/") ? URL(fileURLWithPath: path) : root.appending(path: path)
    return URL(fileURLWithPath: url.standardized.path)
  }

  private static func unique(_ files: [URL]) -> [URL] {
    var seen: Set<String> = []
    return files.filter { seen.insert($0.path).inserted }.sorted { $0.path < $1.path }
  }

  /// The files of the catalogs that say what an asset is.
  var catalogFiles: [URL] {
    catalogs.flatMap { catalog in
      let names = FileManager.default.subpaths(atPath: catalog.path) ?? []
      return names.filter { $0.hasSuffix("set/Contents.json") }.sorted().map {
        URL(fileURLWithPath: catalog.appending(path: $0).path)
      }
    }
  }

  /// The files of the models that say what classes Xcode generates.
  var modelFiles: [URL] {
    models.flatMap { model in
      let names = FileManager.default.subpaths(atPath: model.path) ?? []
      return names.filter { $0.hasSuffix("contents") || $0.hasSuffix(".xccurrentversion") }.sorted()
        .map { URL(fileURLWithPath: model.appending(path: $0).path) }
    }
  }

  /// Folders of other people's code, and of build products.
  private static let otherPeoples: Set<String> = [
    "Pods", "Carthage", "node_modules", "DerivedData", "__MACOSX", "SourcePackages",
  ]

  private mutating func add(_ url: URL, excluded: Set<String>) {
    if excluded.contains(url.path) { return }
    switch url.pathExtension {
    case "swift": swift.append(url)
    case "storyboard", "xib": storyboards.append(url)
    case "xcassets": catalogs.append(url)
    case "xcdatamodeld", "xcdatamodel": models.append(url)
    case "m", "mm", "h", "metal": refused.append(url)
    default:
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder),
        isFolder.boolValue, !["xcodeproj", "framework"].contains(url.pathExtension)
      else { return }
      let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
      for name in names.sorted() where !name.hasPrefix(".") {
        // `yoban init` reads folders in the same way (`FolderContents`).
        let manifest = url.appending(path: "\(name)/Package.swift").path
        if Self.otherPeoples.contains(name) || FileManager.default.fileExists(atPath: manifest) {
          continue
        }
        add(URL(fileURLWithPath: url.appending(path: name).path), excluded: excluded)
      }
    }
  }
}
