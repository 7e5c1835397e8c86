/// The account of a module: for each file the amount of code that is the app's own, and each cut with its reason.
public struct LeftOutReport: Codable, Equatable, Sendable {
  /// The number of functions, accessors and initializers, by how much of them is left out.
  public struct Functions: Codable, Equatable, Sendable {
    public var unchanged = 0
    /// Those of which a part is left out.
    public var partly = 0
    public var leftOut = 0
    public var count: Int { unchanged + partly + leftOut }

    static func += (a: inout Functions, b: Functions) {
      a.unchanged += b.unchanged
      a.partly += b.partly
      a.leftOut += b.leftOut
    }
  }

  public struct Piece: Codable, Equatable, Sendable {
    /// The first line of the piece in the user's file, from 1, and the last.
    public var line: Int
    public var lastLine: Int
    /// The kind, such as `statement`.
    public var kind: String
    /// The message of the compiler.
    public var reason: String
    /// The effect when the app gets there.
    public var effect: Effect
  }

  public enum Effect: String, Codable, Sendable {
    case stops = "ends the app"
    case skips = "is skipped"
    case none = "is absent"
  }

  public struct File: Codable, Equatable, Sendable {
    public var path: String
    /// Whether the file uses Bluetooth, location, transfers or another service that runs in the background.
    public var isBackground: Bool
    public var lines: Int
    /// Lines that are not as the app has them.
    public var changedLines: Int
    public var functions: Functions
    public var pieces: [Piece]
  }

  public struct Missing: Codable, Equatable, Sendable {
    public var name: String
    public var places: Int
  }

  public var module: String
  /// One line for the whole module.
  public private(set) var summary = ""
  /// Files that use the background first, then those of which most is left out.
  public var files: [File]
  public var missingModules: [Missing]
  /// Types that are declared as placeholders.
  public var placeholders: Int
  /// Errors that could not be removed.
  public var errors: [String]

  mutating func summarize() { summary = line }

  public var functions: Functions { files.reduce(into: Functions()) { $0 += $1.functions } }
  public var backgroundFunctions: Functions {
    files.filter(\.isBackground).reduce(into: Functions()) { $0 += $1.functions }
  }
  public var lines: Int { files.reduce(0) { $0 + $1.lines } }
  public var isEmpty: Bool {
    files.allSatisfy(\.pieces.isEmpty) && missingModules.isEmpty && errors.isEmpty
  }

  /// Whether something is left out at a place such as `Model.swift:12`.
  public func hasPiece(at place: String) -> Bool {
    files.contains { file in
      file.pieces.contains { "\(EditedFile.name(file.path)):\($0.line)" == place }
    }
  }

  /// The number of places of each reason, the most frequent first.
  public var reasons: [Missing] {
    var counts: [String: Int] = [:]
    for piece in files.flatMap(\.pieces) { counts[piece.reason, default: 0] += 1 }
    return counts.map { Missing(name: $0.key, places: $0.value) }
      .sorted { ($1.places, $0.name) < ($0.places, $1.name) }
  }
}

extension LeaveOut {
  private static let backgroundModules: Set<String> = [
    "CoreBluetooth", "CoreLocation", "CoreMotion", "BackgroundTasks", "HealthKit",
    "WatchConnectivity",
    "UserNotifications", "AVFoundation", "AVFAudio", "Network",
  ]

  /// The present result.
  public func report(module: String) -> LeftOutReport {
    var reports = files.filter { $0.original != nil }.map(report)
    reports.sort { a, b in
      if a.isBackground != b.isBackground { return a.isBackground }
      let (x, y) = (
        a.functions.leftOut + a.functions.partly, b.functions.leftOut + b.functions.partly
      )
      return x != y ? x > y : a.path < b.path
    }
    var errors: [String] = []
    if case .failed(let remaining) = next { errors = remaining }
    var report = LeftOutReport(
      module: module, files: reports,
      missingModules: missingModules.map { .init(name: $0.key, places: $0.value.count) }
        .sorted { ($1.places, $0.name) < ($0.places, $1.name) },
      placeholders: placeholders.count, errors: errors)
    report.summarize()
    return report
  }

  private func report(_ file: EditedFile) -> LeftOutReport.File {
    let cuts = file.edits.filter { file.applied.contains($0.key) && $0.value.level != nil }.map(
      \.value
    )
    .sorted { $0.range.lowerBound < $1.range.lowerBound }
    var changed: Set<Int> = []
    for cut in cuts {
      changed.formUnion(
        file.line(
          at: cut.range.lowerBound)...file.line(
            at: max(cut.range.lowerBound, cut.range.upperBound - 1)))
    }
    var functions = LeftOutReport.Functions()
    for node in file.outline.nodes
    where node.kind.isCode && node.range.lowerBound < file.generatedStart {
      guard let body = node.body, !file.isLocal(node) else { continue }
      if cuts.contains(where: {
        $0.range.lowerBound <= body.lowerBound && body.upperBound <= $0.range.upperBound
      }) {
        functions.leftOut += 1
      } else if cuts.contains(where: { body.contains($0.range.lowerBound) }) {
        functions.partly += 1
      } else {
        functions.unchanged += 1
      }
    }
    let own = file.text[..<min(file.generatedStart, file.text.count)]
    let text = String(decoding: own, as: UTF8.self)
    let imported = Set(file.importedModules)
    return LeftOutReport.File(
      path: file.original ?? file.path,
      isBackground: !imported.isDisjoint(with: Self.backgroundModules)
        || text.contains(".background(withIdentifier"),
      lines: max(0, own.count { $0 == 10 } - 1), changedLines: changed.count, functions: functions,
      pieces: cuts.map { cut in
        .init(
          line: file.line(at: cut.range.lowerBound),
          lastLine: file.line(at: max(cut.range.lowerBound, cut.range.upperBound - 1)),
          kind: cut.level?.name ?? "", reason: cut.reason, effect: cut.effect)
      })
  }
}

extension EditedFile {
  /// Whether a function is within another function or a closure.
  fileprivate func isLocal(_ node: Outline.Node) -> Bool {
    var parent = node.parent
    while parent >= 0 {
      let around = outline.nodes[parent]
      if around.kind.isCode || around.kind == .closure { return true }
      parent = around.parent
    }
    return false
  }
}

extension Edit {
  fileprivate var effect: LeftOutReport.Effect {
    if replacement.contains("yobanLeftOut") { return .stops }
    if replacement.contains("yobanSkip") || replacement.contains("yobanEmpty") { return .skips }
    return .none
  }
}

extension Edit.Level {
  fileprivate var name: String {
    switch self {
    case .modifier: "modifier"
    case .condition: "condition"
    case .value: "value"
    case .statement: "statement"
    case .restOfBlock: "rest of a block"
    case .body: "body"
    case .conformance: "conformance"
    case .member: "declaration"
    }
  }
}
