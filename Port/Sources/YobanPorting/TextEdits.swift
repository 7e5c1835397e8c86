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

  mutating func insert(_ text: String, at position: AbsolutePosition) {
    replace(position..<position, with: text)
  }

  /// Removes a range. Its line breaks stay.
  mutating func remove(_ range: Range<AbsolutePosition>) { replace(range, with: "") }

  mutating func remove(_ node: some SyntaxProtocol) { remove(node.trimmedRange) }

  /// Applies the edits. An edit inside a removed range is dropped.
  func applied(to text: String) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 256)
    var position = 0
    for edit in edits.sorted(by: Self.precedes) {
      guard edit.start >= position else { continue }
      result += bytes[position..<edit.start]
      result += Array(edit.replacement.utf8)
      let added = edit.replacement.utf8.count { $0 == 10 }
      let removed = bytes[edit.start..<edit.end].count { $0 == 10 }
      if removed > added { result += Array(repeating: 10, count: removed - added) }
      position = edit.end
    }
    result += bytes[position...]
    return String(decoding: result, as: UTF8.self)
  }

  /// Insertions come before a change at the same place, and a longer change before a shorter one.
  private static func precedes(_ a: Edit, _ b: Edit) -> Bool {
    if a.start != b.start { return a.start < b.start }
    if (a.start == a.end) != (b.start == b.end) { return a.start == a.end }
    if a.end != b.end { return a.end > b.end }
    return a.order < b.order
  }
}

extension SyntaxProtocol {
  var trimmedRange: Range<AbsolutePosition> {
    positionAfterSkippingLeadingTrivia..<endPositionBeforeTrailingTrivia
  }
}
