/// The result of a search, so that a later one only looks at the files that changed since then.
///
/// It is of use only as long as all declarations are the same, because an error in one file can come from a
/// declaration in another.
public struct LeaveOutMemory: Codable {
  struct File: Codable {
    var textHash: UInt64
    var edits: [EditKey: Edit]
  }

  /// A hash of the names of the files and of everything in them but the bodies of functions.
  var declarations: UInt64
  var files: [String: File]
  var placeholders: Placeholders
  var lostNames: Set<String>
  var lostDrawingNames: Set<String>
}

extension LeaveOut {
  /// The present result.
  public var memory: LeaveOutMemory {
    LeaveOutMemory(
      declarations: Self.hashOfDeclarations(files),
      files: Dictionary(
        files.map { ($0.path, .init(textHash: $0.hash, edits: $0.edits)) },
        uniquingKeysWith: { first, _ in first }),
      placeholders: placeholders, lostNames: lostNames, lostDrawingNames: lostDrawingNames)
  }

  /// Takes over what was left out of files that have not changed. Returns the paths of the other files; nil if a
  /// declaration has changed, so that the search begins from the start.
  mutating func recall(_ memory: LeaveOutMemory) -> Set<String>? {
    guard memory.declarations == Self.hashOfDeclarations(files) else { return nil }
    placeholders = memory.placeholders
    lostNames = memory.lostNames
    lostDrawingNames = memory.lostDrawingNames
    var changed: Set<String> = []
    for index in files.indices {
      if let known = memory.files[files[index].path],
        known.textHash == files[index].hash
      {
        for (key, edit) in known.edits { files[index].set(key, edit) }
        files[index].render()
      } else {
        changed.insert(files[index].path)
      }
    }
    return changed
  }

  private static func hashOfDeclarations(_ files: [EditedFile]) -> UInt64 {
    var hash = StableHash()
    for file in files {
      hash.add(file.path.utf8)
      var position = 0
      for node in file.outline.nodes where node.kind.isCode {
        guard let body = node.body, body.lowerBound >= position else { continue }
        hash.add(file.text[position..<body.lowerBound])
        position = body.upperBound
      }
      hash.add(file.text[position...])
    }
    return hash.value
  }
}

extension EditedFile {
  /// A hash of the text and of its places, which the edits name.
  fileprivate var hash: UInt64 {
    var hash = StableHash(text)
    for region in regions { hash.add("\(region.offset) \(region.path) \(region.line)\n".utf8) }
    return hash.value
  }
}
