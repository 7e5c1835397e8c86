import SwiftSyntax

/// Changes of a text that keep every token on its line.
struct TextEdits {
  private struct Edit {
    let start: Int
    let end: Int
    let replacement: String
    let order: Int
  }
  private var edits: [Edit] = []

  var isEmpty: Bool { edits.isEmpty }

  mutating func replace(_ range: Range<AbsolutePosition>, with replacement: String) {
    edits.append(
      Edit(
        start: range.lowerBound.utf8Offset, end: range.upperBound.utf8Offset,
        replacement: replacement, order: edits.count))
  }

  mutating func remove(_ range: Range<Int>) {
    edits.append(
      Edit(start: range.lowerBound, end: range.upperBound, replacement: "", order: edits.count))
  }

  mutating func insert(_ text: String, at position: AbsolutePosition) {
    replace(position..<position, with: text)
  }

  /// Removes a range. Its line breaks stay.
  mutating func remove(_ range: Range<AbsolutePosition>) { replace(range, with: "") }

  mutating func remove(_ node: some SyntaxProtocol) { remove(node.trimmedRange) }

  func applied(to text: String) -> String { edited(text).text }

  /// Applies the edits. An edit inside a removed range is dropped.
  func edited(_ text: String) -> EditedText {
    let bytes = Array(text.utf8)
    var changes: [EditedText.Change] = []
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 256)
    var position = 0
    for edit in edits.sorted(by: Self.precedes) {
      guard edit.start >= position else { continue }
      result += bytes[position..<edit.start]
      let start = result.count
      result += Array(edit.replacement.utf8)
      let added = edit.replacement.utf8.count { $0 == 10 }
      let removed = bytes[edit.start..<edit.end].count { $0 == 10 }
      if removed > added { result += Array(repeating: 10, count: removed - added) }
      position = edit.end
      changes.append(
        .init(range: edit.start..<edit.end, result: start..<result.count))
    }
    result += bytes[position...]
    return EditedText(bytes: result, changes: changes)
  }

  /// Insertions come before a change at the same place, and a longer change before a shorter one.
  private static func precedes(_ a: Edit, _ b: Edit) -> Bool {
    if a.start != b.start { return a.start < b.start }
    if (a.start == a.end) != (b.start == b.end) { return a.start == a.end }
    if a.end != b.end { return a.end > b.end }
    return a.order < b.order
  }
}

/// A text after its changes, and where its places are now.
struct EditedText {
  struct Change {
    let range: Range<Int>
    let result: Range<Int>
  }
  let bytes: [UInt8]
  fileprivate let changes: [Change]

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The range that a range of the original text has now, with what was inserted at its ends.
  func range(_ range: Range<Int>) -> Range<Int> {
    let start = offset(range.lowerBound, afterInsertions: false)
    return start..<max(start, offset(range.upperBound, afterInsertions: true))
  }

  func offset(_ offset: Int, afterInsertions: Bool) -> Int {
    var added = 0
    for change in changes {
      let isBefore =
        change.range.lowerBound < offset
        || afterInsertions && change.range.isEmpty && change.range.lowerBound == offset
      guard isBefore else { break }
      // A place in a range that was replaced is now at the end of the replacement.
      if change.range.upperBound > offset { return change.result.upperBound }
      added = change.result.upperBound - change.range.upperBound
    }
    return offset + added
  }
}

extension SyntaxProtocol {
  var trimmedRange: Range<AbsolutePosition> {
    positionAfterSkippingLeadingTrivia..<endPositionBeforeTrailingTrivia
  }
}
