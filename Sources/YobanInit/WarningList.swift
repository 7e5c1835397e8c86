/// The problems that do not prevent a test package, each once, in the order in which they were found.
final class WarningList {
  private(set) var lines: [String] = []
  private var known: Set<String> = []

  /// The first of some places, and how many others there are.
  static func first(of places: [String]) -> String {
    places.count > 1 ? "\(places[0]) and \(places.count - 1) more" : places.joined()
  }

  func removeAll() {
    lines = []
    known = []
  }

  func add(_ line: String) {
    if known.insert(line).inserted { lines.append(line) }
  }
}
