/// The ported text of a file, with the edits that leave pieces out. The edits keep all line breaks, and are applied
/// to the same text in each round, so that every place in the compiler's output can be mapped back.
struct EditedFile {
  /// The file that the compiler reads.
  let path: String
  /// The user's file; nil for a file that the port wrote.
  let original: String?
  let text: [UInt8]
  /// Where the part begins that the port wrote.
  let generatedStart: Int
  /// The parts with places in the user's files, in their order; empty if every line has its own place.
  let regions: [SourceRegion]
  let outline: Outline
  /// The modules that the file imports, after the edits.
  var imports: Set<String> = []

  private(set) var edits: [EditKey: Edit] = [:]
  private(set) var applied: Set<EditKey> = []
  private(set) var rendered: [UInt8] = []
  private var spans: [(start: Int, origin: Int, key: EditKey?)] = []
  private var lineStarts: [Int] = []
  private var renderedLineStarts: [Int] = []

  init(
    path: String, original: String?, text: String, generatedStart: Int? = nil,
    regions: [SourceRegion] = []
  ) {
    self.path = path
    self.original = original
    self.regions = regions
    self.text = Array(text.utf8)
    self.generatedStart = generatedStart ?? (original == nil ? 0 : self.text.count)
    outline = Outline(text)
    lineStarts = Self.lineStarts(self.text)
    imports = Set(importedModules)
    render()
  }

  private static func lineStarts(_ text: [UInt8]) -> [Int] {
    [0] + text.indices.filter { text[$0] == 10 }.map { $0 + 1 }
  }

  /// The name of a file as a user knows it.
  static func name(_ path: String) -> String {
    String(path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...])
  }

  /// The modules of all imports, without edits.
  var importedModules: [String] { outline.nodes.filter { $0.kind == .import }.map(\.name) }

  func string(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }

  /// The line in the ported text, from 0.
  func lineIndex(of offset: Int) -> Int { Self.index(of: offset, in: lineStarts) }
  func lineStart(_ index: Int) -> Int { lineStarts[index] }

  private static func index(of offset: Int, in starts: [Int]) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  // MARK: Edits

  /// Adds an edit. Returns false if there is one with this key.
  mutating func add(_ key: EditKey, _ edit: Edit) -> Bool {
    guard edits[key] == nil else { return false }
    edits[key] = edit
    return true
  }

  mutating func set(_ key: EditKey, _ edit: Edit) { edits[key] = edit }
  mutating func remove(_ key: EditKey) { edits[key] = nil }

  /// Whether an edit has been added since the edits were applied.
  func isPending(_ key: EditKey) -> Bool { edits[key] != nil && !applied.contains(key) }

  /// Whether an edit that has not been applied yet takes this place out.
  func isPending(at offset: Int) -> Bool {
    edits.contains {
      !applied.contains($0.key) && $0.value.level != nil && $0.value.range.contains(offset)
    }
  }

  /// Applies the edits. One within another, larger edit is not applied.
  mutating func render() {
    rendered = []
    spans = []
    applied = []
    var position = 0
    func put(_ bytes: some Collection<UInt8>, _ origin: Int, _ key: EditKey?) {
      guard !bytes.isEmpty else { return }
      spans.append((rendered.count, origin, key))
      rendered += bytes
    }
    for (key, edit) in edits.sorted(by: Self.precedes) {
      guard edit.range.lowerBound >= position else { continue }
      put(text[position..<edit.range.lowerBound], position, nil)
      let replacement = Array(edit.replacement.utf8)
      let lost = text[edit.range].count { $0 == 10 } - replacement.count { $0 == 10 }
      // As in `if(a) {}`, where a name stands for what is in parentheses.
      if let last = rendered.last, let first = replacement.first, Self.isOfName(last),
        Self.isOfName(first)
      {
        put([32], edit.range.lowerBound, key)
      }
      put(replacement + Array(repeating: 10, count: max(0, lost)), edit.range.lowerBound, key)
      applied.insert(key)
      position = edit.range.upperBound
    }
    put(text[position...], position, nil)
    renderedLineStarts = Self.lineStarts(rendered)
  }

  private static func precedes(_ a: (key: EditKey, value: Edit), _ b: (key: EditKey, value: Edit))
    -> Bool
  {
    let (x, y) = (a.value.range, b.value.range)
    if x.lowerBound != y.lowerBound { return x.lowerBound < y.lowerBound }
    if x.isEmpty != y.isEmpty { return x.isEmpty }
    if x.upperBound != y.upperBound { return x.upperBound > y.upperBound }
    return a.key < b.key
  }

  /// The column of the first character of a line that is no space, from 1.
  func firstColumn(ofLine line: Int) -> Int {
    guard line >= 1, line <= renderedLineStarts.count else { return 1 }
    let start = renderedLineStarts[line - 1]
    return 1 + (rendered[start...].firstIndex { $0 != 32 && $0 != 9 } ?? start) - start
  }

  /// The place in the ported text that a place in the compiler's input comes from, and the edit that it is in.
  func locate(line: Int, column: Int) -> (offset: Int, edit: EditKey?) {
    guard line >= 1, line <= renderedLineStarts.count else { return (max(0, text.count - 1), nil) }
    let offset = min(renderedLineStarts[line - 1] + max(0, column - 1), rendered.count)
    guard let index = spans.lastIndex(where: { $0.start <= offset }) else { return (0, nil) }
    let span = spans[index]
    if let key = span.key { return (span.origin, key) }
    let origin = span.origin + offset - span.start
    // The compiler points behind a token for what is missing there.
    if origin > 0, origin < text.count, Self.isSpace(text[origin]), !Self.isSpace(text[origin - 1])
    {
      return (origin - 1, nil)
    }
    return (origin, nil)
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == 95
      || byte >= 128
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 32 || byte == 10 || byte == 9 || byte == 13
  }
}

/// The purpose of an edit. One node can have several.
struct EditKey: Hashable, Comparable, Codable {
  enum Aspect: String, Codable {
    case module, addedImport, statement, restOfBlock, body, member, value, initial, modifier,
      element
    case conformances, keyword, attribute, addition, condition
  }
  var aspect: Aspect
  /// The number of the node, or -1.
  var node: Int
  /// Which of several parts of the node.
  var part: String

  init(_ aspect: Aspect, _ node: Int = -1, _ part: String = "") {
    self.aspect = aspect
    self.node = node
    self.part = part
  }

  static func < (a: EditKey, b: EditKey) -> Bool {
    (a.aspect.rawValue, a.node, a.part) < (b.aspect.rawValue, b.node, b.part)
  }
}

struct Edit: Codable, Equatable {
  var range: Range<Int>
  var replacement: String
  /// The amount of code that is given up; nil for a change that takes nothing out, such as an import.
  var level: Level?
  /// The message of the compiler.
  var reason: String

  /// In the order in which pieces are given up.
  enum Level: Int, Codable {
    case modifier, condition, value, statement, restOfBlock, body, conformance, member
  }
}
