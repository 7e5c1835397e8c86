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

    var isSwift: Bool { path.hasSuffix(".swift") }
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
  /// Files that are not in Swift, and of which parts or everything is not compiled.
  public var otherFiles: [File] = []
  public var missingModules: [Missing]
  /// Types that are declared as placeholders.
  public var placeholders: Int
  /// Errors that could not be removed.
  public var errors: [String]

  mutating func summarize() { summary = line }

  /// Adds a file that is not in Swift, with what is not compiled of it.
  public mutating func add(_ path: String, _ lost: [LostCode]) {
    guard !lost.isEmpty else { return }
    otherFiles.append(
      File(
        path: path, isBackground: false, lines: 0, changedLines: 0, functions: .init(),
        pieces: lost.map(\.piece)))
    summarize()
  }

  public var functions: Functions { files.reduce(into: Functions()) { $0 += $1.functions } }
  public var backgroundFunctions: Functions {
    files.filter(\.isBackground).reduce(into: Functions()) { $0 += $1.functions }
  }
  public var lines: Int { files.reduce(0) { $0 + $1.lines } }
  public var isEmpty: Bool {
    (files + otherFiles).allSatisfy(\.pieces.isEmpty) && missingModules.isEmpty && errors.isEmpty
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
    for piece in (files + otherFiles).flatMap(\.pieces) { counts[piece.reason, default: 0] += 1 }
    return counts.map { Missing(name: $0.key, places: $0.value) }
      .sorted { ($1.places, $0.name) < ($0.places, $1.name) }
  }
}

extension LeaveOut {
  private static let backgroundModules: Set<String> = [
    "CoreBluetooth", "CoreLocation", "CoreMotion", "BackgroundTasks", "HealthKit",
    "WatchConnectivity",
    "UserNotifications", "AVFoundation", "AVFAudio", "Network", "ActivityKit",
    "AppIntents", "WidgetKit", "CallKit", "PushKit", "AccessorySetupKit",
  ]

  /// The present result.
  public func report(module: String) -> LeftOutReport {
    var reports = accounts
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

  /// The account of each of the user's files. Code of it can stand in several ported files.
  private var accounts: [LeftOutReport.File] {
    var accounts = Dictionary(
      files.compactMap { file in file.original.map { ($0, account(file, $0)) } },
      uniquingKeysWith: { first, _ in first })
    var changed: [String: Set<Int>] = [:]
    for (path, lost) in lostCode {
      for code in lost {
        changed[path, default: []].formUnion(code.line...max(code.line, code.lastLine))
        accounts[path]?.functions.leftOut += code.functions
        accounts[path]?.pieces.append(code.piece)
      }
    }
    for file in files where file.original != nil {
      let cuts = file.edits.filter { file.applied.contains($0.key) && $0.value.level != nil }
        .map(\.value)
      for cut in cuts {
        for (path, line) in file.lines(of: cut.range) { changed[path, default: []].insert(line) }
        accounts[file.source(at: cut.range.lowerBound).path]?.pieces.append(piece(cut, in: file))
      }
      count(file, cuts, &accounts)
    }
    return accounts.values.map { account in
      var account = account
      account.changedLines = changed[account.path]?.count ?? 0
      account.pieces.sort {
        ($0.line, $0.lastLine, $0.kind, $0.reason) < ($1.line, $1.lastLine, $1.kind, $1.reason)
      }
      return account
    }
  }

  /// The account of a file before its code is counted.
  private func account(_ file: EditedFile, _ path: String) -> LeftOutReport.File {
    let end = min(file.generatedStart, file.text.count)
    let text = String(decoding: file.text[..<end], as: UTF8.self)
    let imported = Set(
      file.outline.nodes.filter { $0.kind == .import && $0.range.lowerBound < end }.map(\.name))
    return LeftOutReport.File(
      path: path,
      isBackground: !imported.isDisjoint(with: Self.backgroundModules)
        || text.contains(".background(withIdentifier"),
      lines: max(0, file.source(at: end).line - 1), changedLines: 0, functions: .init(), pieces: [])
  }

  private func piece(_ cut: Edit, in file: EditedFile) -> LeftOutReport.Piece {
    let lines = file.lines(of: cut.range)
    return .init(
      line: lines[0].line, lastLine: lines[lines.count - 1].line, kind: cut.level?.name ?? "",
      reason: cut.reason, effect: cut.effect)
  }

  /// Counts the functions of a ported file in the accounts of the files that they come from.
  private func count(
    _ file: EditedFile, _ cuts: [Edit], _ accounts: inout [String: LeftOutReport.File]
  ) {
    for node in file.outline.nodes
    where node.kind.isCode && node.range.lowerBound < file.generatedStart {
      guard let body = node.body, !file.isLocal(node), !file.isWrittenByPort(node) else { continue }
      let (path, line) = file.source(at: node.range.lowerBound)
      let lastLine = file.source(at: max(node.range.lowerBound, node.range.upperBound - 1)).line
      let isLeftOut = cuts.contains {
        $0.range.lowerBound <= body.lowerBound && body.upperBound <= $0.range.upperBound
      }
      let isInPart =
        cuts.contains { body.contains($0.range.lowerBound) }
        || lostCode[path, default: []].contains {
          $0.kind == "statement" && line <= $0.line && $0.lastLine <= lastLine
        }
      if isLeftOut {
        accounts[path]?.functions.leftOut += 1
      } else if isInPart {
        accounts[path]?.functions.partly += 1
      } else {
        accounts[path]?.functions.unchanged += 1
      }
    }
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
