/// The problems that do not prevent a test package, each once, in the order in which they were found.
final class WarningList {
  private(set) var lines: [String] = []
  private var known: Set<String> = []

  func removeAll() {
    lines = []
    known = []
  }

  func add(_ line: String) {
    if known.insert(line).inserted { lines.append(line) }
  }
}
