import Foundation

/// A program that makes an Xcode project from a description, which a repository has instead of the project.
struct ProjectGenerator {
  /// The description, such as `project.yml`.
  let file: URL
  private let command: String

  /// Finds a description in a folder, or up to two folders below.
  init?(in folder: URL) {
    guard let found = Self.files(in: folder, depth: 2).first(where: { Self.command(of: $0) != nil })
    else { return nil }
    self.init(file: found)
  }

  init?(file: URL) {
    guard let command = Self.command(of: file) else { return nil }
    self.file = file
    self.command = command
  }

  /// A sentence that says what to do.
  var advice: String {
    "\(file.lastPathComponent) describes one: run `\(command)` in \(file.deletingLastPathComponent().path) on a Mac, and copy or commit the .xcodeproj and the Info.plist files that it makes."
  }

  private static func command(of file: URL) -> String? {
    func text() -> String {
      (try? Data(contentsOf: file)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
    switch file.lastPathComponent {
    case "project.yml", "project.yaml":
      return text().contains(/(?m)^targets:/) ? "xcodegen generate" : nil
    case "Project.swift", "Workspace.swift":
      return text().contains("ProjectDescription") ? "tuist generate" : nil
    default: return nil
    }
  }

  private static func files(in folder: URL, depth: Int) -> [URL] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let inner = names.sorted().filter { !$0.hasPrefix(".") }.map { folder.appending(path: $0) }
    guard depth > 0 else { return inner }
    return inner
      + inner.filter {
        $0.pathExtension.isEmpty && !FolderContents.otherPeoples.contains($0.lastPathComponent)
      }.flatMap { files(in: $0, depth: depth - 1) }
  }
}
