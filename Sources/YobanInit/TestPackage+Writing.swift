import Foundation

extension TestPackage {
  /// Writes all files. If it fails, nothing has been written: the files are made in a hidden folder beside
  /// the package's folder, which is then renamed.
  ///
  /// - Parameter report: receives a line for each file, as `swift package init` prints it.
  /// - Throws: `InitError` if the folder exists and is not empty, or if a file cannot be written.
  public func write(report: (String) -> Void) throws(InitError) {
    let manager = FileManager.default
    if manager.fileExists(atPath: folder.path) {
      let contents = try? manager.contentsOfDirectory(atPath: folder.path)
      guard contents == [] else {
        throw InitError(
          "\(folder.path) exists and is not empty. Remove it, or choose another folder with --output."
        )
      }
    }
    let files = try files()
    let parent = folder.deletingLastPathComponent()
    let temporary = parent.appending(
      path: ".\(folder.lastPathComponent)-\(ProcessInfo.processInfo.processIdentifier)")
    do {
      try manager.createDirectory(at: temporary, withIntermediateDirectories: true)
      for (path, contents) in files {
        let file = temporary.appending(path: path)
        try manager.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try contents.write(to: file)
      }
      for (path, target) in links {
        let inner = folder.appending(path: path).deletingLastPathComponent()
        try manager.createSymbolicLink(
          atPath: temporary.appending(path: path).path,
          withDestinationPath: Self.path(from: inner, to: target))
      }
      if manager.fileExists(atPath: folder.path) { try manager.removeItem(at: folder) }
      try manager.moveItem(at: temporary, to: folder)
    } catch {
      try? manager.removeItem(at: temporary)
      throw InitError("\(folder.path) cannot be written: \(error.localizedDescription)")
    }
    for (path, _) in files { report("Creating \(path)") }
  }
}
