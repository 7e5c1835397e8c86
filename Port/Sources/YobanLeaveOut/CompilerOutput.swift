/// The output of the compiler in one round.
public struct CompilerOutput {
  /// Errors in the order in which they were printed, each once, with their notes.
  public private(set) var errors: [CompilerMessage] = []
  /// The place at which a compiler that crashed was working.
  public private(set) var crash: CompilerMessage.Place?
  public let hasCrashed: Bool

  /// - Parameters:
  ///   - text: the output with `-diagnostic-style llvm`.
  ///   - hasCrashed: whether a signal ended the compiler.
  public init(_ text: String, hasCrashed: Bool) {
    self.hasCrashed = hasCrashed
    var seen: Set<CompilerMessage> = []
    var isNoteOfRepeated = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: true) {
      if hasCrashed, let place = Self.crashPlace(line) { crash = place }
      guard let (severity, message) = Self.parse(line) else { continue }
      switch severity {
      case "error":
        isNoteOfRepeated = !seen.insert(message).inserted
        if !isNoteOfRepeated { errors.append(message) }
      case "note":
        if !isNoteOfRepeated, !errors.isEmpty, let place = message.place {
          errors[errors.count - 1].notes.append(.init(place: place, text: message.text))
        }
      default: isNoteOfRepeated = true
      }
    }
  }

  /// Reads `/a/File.swift:12:5: error: text`, or `error: text` and `<unknown>:0: error: text`.
  private static func parse(_ line: Substring) -> (severity: Substring, CompilerMessage)? {
    for severity in ["error", "note", "warning"] {
      let mark = "\(severity): "
      guard let found = line.ranges(of: mark).first else { continue }
      let text = String(line[found.upperBound...])
      let head = line[..<found.lowerBound]
      if head.isEmpty || head == "<unknown>:0: " {
        if text.contains("fatalError") { return nil }
        return (line[found].prefix { $0 != ":" }, CompilerMessage(place: nil, text: text))
      }
      guard head.hasSuffix(": "), let place = place(head.dropLast(2)) else { continue }
      return (line[found].prefix { $0 != ":" }, CompilerMessage(place: place, text: text))
    }
    return nil
  }

  /// Reads `/a/File.swift:12:5`.
  private static func place(_ text: Substring) -> CompilerMessage.Place? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count >= 3, let line = Int(parts[parts.count - 2]),
      let column = Int(parts[parts.count - 1])
    else { return nil }
    return .init(file: parts.dropLast(2).joined(separator: ":"), line: line, column: column)
  }

  /// Reads a line of the stack such as `3. While type-checking statement at [/a/File.swift:12:5 - line:14:3]`.
  private static func crashPlace(_ line: Substring) -> CompilerMessage.Place? {
    guard line.first?.isNumber == true, line.contains(".\tWhile ") || line.contains(". While "),
      let start = line.ranges(of: " at ").last
    else { return nil }
    let text = line[start.upperBound...].drop { $0 == "[" }
    return place(text.prefix { $0 != " " && $0 != "]" })
  }
}

/// An error of the compiler.
public struct CompilerMessage: Hashable {
  public struct Place: Hashable {
    public var file: String
    /// From 1.
    public var line: Int
    /// From 1, in bytes.
    public var column: Int
  }
  public struct Note: Hashable {
    public var place: Place
    public var text: String
  }

  public var place: Place?
  public let text: String
  public var notes: [Note] = []
  /// The text without the names: each is `'_'`.
  let shape: String
  /// The names in quotation marks.
  let names: [String]

  public init(place: Place?, text: String) {
    self.place = place
    self.text = text
    var shape = ""
    var names: [String] = []
    for (position, part) in text.split(separator: "'", omittingEmptySubsequences: false)
      .enumerated()
    {
      if position % 2 == 0 {
        shape += part
      } else {
        shape += "'_'"
        names.append(String(part))
      }
    }
    self.shape = shape
    self.names = names
  }

  public static func == (a: CompilerMessage, b: CompilerMessage) -> Bool {
    a.place == b.place && a.text == b.text
  }
  public func hash(into hasher: inout Hasher) {
    hasher.combine(place)
    hasher.combine(text)
  }
}
