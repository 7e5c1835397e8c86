extension LeaveOut {
  /// A file of the module as it was ported.
  public struct Input {
    public var path: String
    /// The user's file; nil for a file that the port wrote.
    public var original: String?
    public var text: String
    /// Where the part begins that the port wrote, as a UTF-8 offset.
    public var generatedStart: Int?
    /// The parts with places in the user's files. Empty if the second line is the first one of the original.
    public var regions: [SourceRegion]
    /// What the port did not take over from the original.
    public var lost: [LostCode]

    public init(
      path: String, original: String?, text: String, generatedStart: Int? = nil,
      regions: [SourceRegion] = [], lost: [LostCode] = []
    ) {
      self.path = path
      self.original = original
      self.text = text
      self.generatedStart = generatedStart
      self.regions = regions
      self.lost = lost
    }
  }
}

/// A part of a ported file, with its place in a file of the user. It ends where the next one begins.
public struct SourceRegion: Equatable, Sendable {
  /// The beginning of the part's first line in the ported text, as a UTF-8 offset.
  public var offset: Int
  /// The user's file.
  public var path: String
  /// The number of the part's first line in that file, from 1.
  public var line: Int

  public init(offset: Int, path: String, line: Int) {
    self.offset = offset
    self.path = path
    self.line = line
  }
}

/// Code of a file that the port did not take over, so that the compiler does not see it.
public struct LostCode: Equatable, Sendable {
  /// The first line in the user's file, from 1, and the last.
  public var line: Int
  public var lastLine: Int
  /// The kind, such as `declaration`.
  public var kind: String
  public var reason: String
  /// The number of functions, accessors and initializers that are lost as a whole.
  public var functions: Int

  public init(
    line: Int, lastLine: Int, kind: String, reason: String, functions: Int
  ) {
    self.line = line
    self.lastLine = lastLine
    self.kind = kind
    self.reason = reason
    self.functions = functions
  }

  var piece: LeftOutReport.Piece {
    .init(
      line: line, lastLine: lastLine, kind: kind, reason: reason, effect: .none)
  }
}

extension EditedFile {
  /// The user's file and line of a place, and whether the code has moved from another of the user's files.
  func source(at offset: Int) -> (path: String, line: Int) {
    let index = lineIndex(of: offset)
    // The first line of the ported text is not the user's.
    guard let region = regions.last(where: { $0.offset <= offset }) else {
      return (original ?? path, max(1, index))
    }
    return (region.path, region.line + index - lineIndex(of: region.offset))
  }

  /// The user's lines that a range touches.
  func lines(of range: Range<Int>) -> [(path: String, line: Int)] {
    let last = lineIndex(of: max(range.lowerBound, range.upperBound - 1))
    return (lineIndex(of: range.lowerBound)...last).map {
      source(at: max(range.lowerBound, lineStart($0)))
    }
  }

  /// Whether the port wrote a function: the accessors of Core Data, and what makes its objects.
  func isWrittenByPort(_ node: Outline.Node) -> Bool {
    guard let body = node.body else { return false }
    return node.name == "yobanInstance"
      || ["{ yobanValue(", "{ yobanSet(", "{ yobanCall("].contains {
        text[body].starts(with: $0.utf8)
      }
  }
}
