import Foundation

/// The libraries that a fresh clone does not contain, by the lock files beside a project: pods, frameworks of Carthage,
/// and submodules.
struct LockFiles: Sendable {
  /// Phrases such as `the pod CoreGPX (0.9.2)`, by the lowercase names of modules.
  private var origins: [String: String] = [:]

  /// Reads the lock files in a folder and in those above it, up to the one of the repository.
  ///
  /// - Parameter disk: finds the files.
  init(near folder: URL, _ disk: AppleDisk) {
    var folder = folder.standardized
    for _ in 0..<4 {
      func text(_ name: String) -> String {
        disk.data(at: folder.appending(path: name)).map { String(decoding: $0, as: UTF8.self) }
          ?? ""
      }
      readPods(text("Podfile.lock"))
      readCarthage(text("Cartfile.resolved"))
      readSubmodules(text(".gitmodules"))
      let isRoot = disk.find(folder.appending(path: ".git")) != nil
      guard !isRoot, folder.path != "/" else { return }
      folder = folder.deletingLastPathComponent().standardized
    }
  }

  /// Where a module would come from; nil if no lock file names it.
  func origin(of module: String) -> String? { origins[Self.key(module)] }

  private mutating func add(_ name: some StringProtocol, _ origin: String) {
    let key = Self.key(name)
    if origins[key] == nil { origins[key] = origin }
  }

  /// Modules are often called as their repositories, without marks and a word for the platform or the language.
  private static func key(_ name: some StringProtocol) -> String {
    var key = name.lowercased().filter { $0.isLetter || $0.isNumber }
    for word in ["swift", "ios", "sdk"] where key.hasSuffix(word) && key.count > word.count {
      key.removeLast(word.count)
    }
    return key
  }

  /// The lines are `  - Name/Part (1.2.3):`.
  private mutating func readPods(_ text: String) {
    var isPods = false
    for line in text.split(whereSeparator: \.isNewline) {
      if !line.hasPrefix(" ") { isPods = line == "PODS:" }
      guard isPods, let match = line.wholeMatch(of: #/[ ]{2}- "?([^/( "]+)[^(]*\(([^)]*)\)"?:?/#)
      else {
        continue
      }
      add(match.1, "the pod \(match.1) (\(match.2))")
    }
  }

  /// The lines are `github "owner/Name" "1.2.3"`.
  private mutating func readCarthage(_ text: String) {
    for match in text.matches(of: /(?:github|git|binary) "([^"]+)" "([^"]+)"/) {
      let last = match.1.split(separator: "/").last ?? match.1
      let name = last.split(separator: ".").first ?? last
      add(name, "the framework \(name) of Carthage (\(match.2))")
    }
  }

  private mutating func readSubmodules(_ text: String) {
    for match in text.matches(of: /path\s*=\s*([^\n]+)/) {
      let path = match.1.trimmingCharacters(in: .whitespaces)
      add(path.split(separator: "/").last ?? "", "the submodule \(path)")
    }
  }
}
