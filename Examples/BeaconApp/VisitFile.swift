import Foundation

/// The file with the last visits, one in each line. A beacon may launch the app before the first unlock, so
/// the file has no protection.
enum VisitFile {
  private static var url: URL {
    FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
      .appendingPathComponent("Visits.txt")
  }

  static func read() -> [String] {
    guard let text = try? String(contentsOf: url, encoding: .utf8) else { return [] }
    return text.split(separator: "\n").map(String.init)
  }

  static func write(_ visits: [String]) throws {
    let text = visits.joined(separator: "\n")
    try Data(text.utf8).write(to: url, options: [.atomic, .noFileProtection])
  }
}
