/// The paths of sources as a build server shows them: relative to the repository of the app.
public struct SourcePaths: Sendable {
  private let roots: [String]
  private let changed: Set<String>

  /// - Parameters:
  ///   - roots: the path of the repository, also with its symbolic links resolved.
  ///   - changed: the files that a pull request changes, relative to the repository.
  public init(roots: [String], changed: Set<String> = []) {
    self.roots = roots.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
    self.changed = changed
  }

  /// - Returns: nil for a file outside of the repository.
  func relative(_ path: String) -> String? {
    for root in roots where path.hasPrefix("\(root)/") {
      return String(path.dropFirst(root.count + 1))
    }
    return nil
  }

  func words(_ place: TestRun.Place) -> String {
    let name = relative(place.path) ?? place.path.split(separator: "/").last.map(String.init) ?? ""
    return "\(name):\(place.line)"
  }

  func isChanged(_ path: String) -> Bool { relative(path).map(changed.contains) ?? false }
}
