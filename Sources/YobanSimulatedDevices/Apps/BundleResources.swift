import Foundation

/// The files that Xcode copies into an app's bundle, where `Bundle.main` finds them.
public struct BundleResources: Sendable, Hashable {
  /// The files, by their paths in the bundle, such as `en.lproj/Localizable.strings`.
  public var files: [String: URL]
  /// The paths in the bundle of what Xcode compiles, such as `Model.momd`: folders without content here.
  public var folders: Set<String>

  public init(_ files: [String: URL] = [:], folders: Set<String> = []) {
    self.files = files
    self.folders = folders
  }

  /// Reads a JSON object that names for each path in the bundle the file, relative to the folder of the JSON
  /// file. An
  /// empty text stands for a folder without content.
  ///
  /// - Throws: a Foundation error if the file cannot be read, or is no such object.
  public init(contentsOf list: URL) throws {
    let paths = try JSONDecoder().decode([String: String].self, from: Data(contentsOf: list))
    let folder = list.deletingLastPathComponent()
    self.init(
      paths.filter { !$0.value.isEmpty }.mapValues { folder.appending(path: $0).standardized },
      folders: Set(paths.filter(\.value.isEmpty).keys))
  }

  /// Copies everything into a bundle.
  ///
  /// - Throws: a Foundation error that names the first file that cannot be copied.
  func copy(into bundle: URL) throws {
    let manager = FileManager.default
    for path in folders {
      try manager.createDirectory(
        at: bundle.appending(path: path), withIntermediateDirectories: true)
    }
    // A file of plural texts is written after the file of texts that it adds to.
    for (path, file) in files.sorted(by: { $0.key < $1.key }) {
      let target = bundle.appending(path: path)
      try manager.createDirectory(
        at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      if target.pathExtension == "stringsdict" {
        let texts = target.deletingPathExtension().appendingPathExtension("strings")
        try PluralTexts(Data(contentsOf: file)).add(to: texts)
      } else {
        try manager.copyItem(at: file, to: target)
      }
    }
  }
}
