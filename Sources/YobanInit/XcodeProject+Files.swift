import Foundation

/// The files that a target builds.
extension XcodeProject {
  /// The sources and resources of a target, from its build phases and its synchronized folders.
  ///
  /// - Parameter platform: `ios` or `watchos`; files that are filtered for other platforms are left out.
  func files(of target: Target, platform: String) -> [URL] {
    var files: [URL] = []
    for phase in objects(target.object["buildPhases"])
    where ["PBXSourcesBuildPhase", "PBXResourcesBuildPhase"].contains(phase["isa"]?.text) {
      for file in objects(phase["files"]) where Self.applies(file, to: platform) {
        if let reference = file["fileRef"]?.text { files += self.files(of: reference) }
      }
    }
    files += synchronizedFiles(of: target, platform: platform)
    var seen: Set<URL> = []
    return files.filter { seen.insert($0).inserted }
  }

  /// Whether a file or a dependency is meant for a platform.
  static func applies(_ file: Object, to platform: String) -> Bool {
    let filters = (file["platformFilters"]?.texts ?? []) + [file["platformFilter"]?.text ?? ""]
    return filters == [""] || filters.contains(platform)
  }

  /// The file of a reference. Of a localized file, only the base or English version is used, or the
  /// first one.
  private func files(of reference: String) -> [URL] {
    guard let object = objects[reference] else { return [] }
    guard object["isa"]?.text == "PBXVariantGroup" else {
      return location(of: reference).map { [$0] } ?? []
    }
    let versions = (object["children"]?.texts ?? []).compactMap { location(of: $0) }
    let best =
      versions.first { $0.path.lowercased().contains("/base.lproj/") }
      ?? versions.first { $0.path.lowercased().contains("/en.lproj/") } ?? versions.first
    return best.map { [$0] } ?? []
  }

  // MARK: Synchronized folders

  /// The folders of a target whose files Xcode reads from the disk.
  func synchronizedFolders(of target: Target) -> [URL] {
    (target.object["fileSystemSynchronizedGroups"]?.texts ?? []).compactMap { location(of: $0) }
  }

  /// The files of folders that Xcode 16 and later read from the disk. A file is a member of the targets
  /// of its folder, without those that an exception set names; an exception set of another target adds
  /// files to that target.
  private func synchronizedFiles(of target: Target, platform: String) -> [URL] {
    let own = target.object["fileSystemSynchronizedGroups"]?.texts ?? []
    var files: [URL] = []
    let groups = objects.filter {
      $0.value["isa"]?.text == "PBXFileSystemSynchronizedRootGroup"
    }
    for identifier in groups.keys.sorted() {
      guard let group = groups[identifier], let folder = location(of: identifier) else { continue }
      let isOwn = own.contains(identifier)
      var exceptions: [String] = []
      var others: Set<String> = []
      for set in objects(group["exceptions"]) where set["target"]?.text == target.identifier {
        exceptions += set["membershipExceptions"]?.texts ?? []
        let filters = set["platformFiltersByRelativePath"]?.dictionary ?? [:]
        for (path, names) in filters where !names.texts.contains(platform) { others.insert(path) }
      }
      guard isOwn || !exceptions.isEmpty else { continue }
      files += FolderContents.files(in: folder).filter { file in
        let path = String(file.path.dropFirst(folder.path.count + 1))
        let isException = exceptions.contains { path == $0 || path.hasPrefix("\($0)/") }
        return isOwn != isException && !others.contains(path)
      }
    }
    return files
  }
}

/// The files below a folder.
enum FolderContents {
  /// Folders of other people's code, and of build products.
  static let otherPeoples: Set<String> = [
    "Pods", "Carthage", "node_modules", "DerivedData", "__MACOSX", "SourcePackages",
  ]

  /// All files in the order of their paths, without hidden ones, those of packages and those of other people. A folder
  /// that is a document, such as an asset catalogue, counts as a file. The plugin `YobanPort` reads folders in the same
  /// way.
  static func files(in folder: URL) -> [URL] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().flatMap { name -> [URL] in
      guard !name.hasPrefix(".") else { return [] }
      let url = folder.appending(path: name).standardized
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
      guard isFolder.boolValue else { return [url] }
      if url.pathExtension == "lproj" {
        return ["Base", "en"].contains(url.deletingPathExtension().lastPathComponent)
          ? files(in: url) : []
      }
      if documents.contains(url.pathExtension) { return [url] }
      let manifest = url.appending(path: "Package.swift").path
      if otherPeoples.contains(name) || FileManager.default.fileExists(atPath: manifest) {
        return []
      }
      return files(in: url)
    }
  }

  private static let documents: Set<String> = [
    "xcassets", "xcdatamodeld", "xcdatamodel", "xcodeproj", "xcworkspace", "bundle", "framework",
    "xcframework", "docc", "playground", "mlpackage", "scnassets", "xcmappingmodel",
  ]
}
