/// The names of the entries of an archive. They can all be extracted into an empty folder, on every
/// file system, and nothing is extracted outside of that folder.
struct ZipNames {
  private static let charactersMax = 1_024
  private static let forbidden = Set(#"\:*?"<>|"#.utf8)

  private var files: Set<String> = []
  private var folders: Set<String> = []

  /// Adds a name. If it throws, nothing was added.
  mutating func insert(_ name: String) throws(ZipError) {
    try Self.check(name)
    // The names are ASCII, so this is the same in every language.
    let folded = name.lowercased()
    let parents = folded.utf8.indices.filter { folded.utf8[$0] == UInt8(ascii: "/") }
      .map { String(folded[..<$0]) }
    guard !files.contains(folded), !folders.contains(folded), files.isDisjoint(with: parents)
    else { throw .conflictingName(name) }
    files.insert(folded)
    folders.formUnion(parents)
  }

  private static func check(_ name: String) throws(ZipError) {
    func refusal(_ reason: String) -> ZipError { .invalidName(name, reason: reason) }
    if name.isEmpty { throw refusal("it is empty") }
    if name.utf8.count > charactersMax {
      throw refusal("it has more than \(charactersMax) characters")
    }
    for byte in name.utf8 where !(0x20...0x7e).contains(byte) || forbidden.contains(byte) {
      throw refusal(
        "it has a character that is not printable ASCII, or one of \\ : * ? \" < > |")
    }
    for part in name.split(separator: "/", omittingEmptySubsequences: false) {
      if part.isEmpty {
        throw refusal("it begins or ends with a slash, or has two slashes in a row")
      }
      if part == "." || part == ".." { throw refusal("a part of it is \"\(part)\"") }
      if part.last == "." || part.last == " " {
        throw refusal("a part of it ends with a dot or a space")
      }
    }
  }
}
