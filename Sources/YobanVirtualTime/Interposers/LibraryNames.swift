import CYobanVirtualTime
import Foundation

/// The names in Swift's libraries on which a simulation depends, and which Swift does not promise.
///
/// The table is in library_names.h, from where the interposers take the names, too.
package enum LibraryNames {
  /// The version of Swift whose libraries Yoban knows.
  static let knownVersion = "6.3"

  /// The advice for libraries of another version.
  package static let remedy =
    "Install Swift \(knownVersion) from swift.org/install/linux, or use the image "
    + "swift:\(knownVersion)-bookworm, and do not link Swift's libraries statically."

  /// A sentence about the names that this process lacks; nil if there are none. Looked up once.
  /// A problem is then also printed on standard error.
  package static let problem: String? = Simulation.onHost {
    var count: Int32 = 0
    let table = UnsafeBufferPointer(start: vt_library_names(&count), count: Int(count))
    var names = missing(in: table)
    if names.isEmpty, vt_folders_are_replaced() == 0 {
      names = ["FileManager.urls(for:in:) (not in the vtable of its class)"]
    }
    guard let problem = sentence(about: names) else { return nil }
    FileHandle.standardError.write(Data("\(problem). \(remedy)\n".utf8))
    return problem
  }

  /// Returns the names that the libraries of this process do not have.
  static func missing(in table: some Sequence<vt_library_name>) -> [String] {
    table.compactMap { name in
      withUnsafePointer(to: name) { vt_library_has($0) != 0 }
        ? nil : "\(String(cString: name.meaning)) (symbol \(String(cString: name.symbol)))"
    }
  }

  /// Returns a sentence about missing names, without its period; nil if there are none.
  static func sentence(about names: [String]) -> String? {
    guard !names.isEmpty else { return nil }
    return "Swift's libraries in this process are not those of Swift \(knownVersion), for which "
      + "Yoban is made: simulated apps get the host's \(names.joined(separator: ", "))"
  }
}
