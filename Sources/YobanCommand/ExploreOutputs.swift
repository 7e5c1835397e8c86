import ArgumentParser
import Foundation
import YobanExploration
import YobanSimulatedOS

/// The files of an exploration.
struct ExploreOutputs {
  private let json: OutputFile?
  private let junit: OutputFile?
  private let html: OutputFile?

  init(json: String?, junit: String?, html: String?) throws {
    self.json = try json.map { try OutputFile("json", $0) }
    self.junit = try junit.map { try OutputFile("junit", $0) }
    self.html = try html.map { try OutputFile("html", $0) }
  }

  var wantsPage: Bool { html != nil }

  /// Writes the results; the JSON file has one line for each.
  func write(_ files: [ExplorationFile]) throws {
    if let json {
      try json.write(files.map { String(decoding: try $0.write(), as: UTF8.self) }.joined())
    }
    try junit?.write(JUnitReport(files).write())
  }

  func write(page: String?) throws {
    guard let html, let page else { return }
    try html.write(page)
    print("story \(html.path)")
  }
}

/// A list of kinds of faults, such as `jetsam,reboot`.
struct FaultKinds: ExpressibleByArgument, CustomStringConvertible {
  let kinds: [FaultKind]

  static let usual = FaultKinds(FaultKind.usual)

  private init(_ kinds: [FaultKind]) { self.kinds = kinds }

  init?(argument: String) {
    let names = argument.split(separator: ",").map(String.init)
    let kinds = names.compactMap { FaultKind($0) }
    guard !kinds.isEmpty, kinds.count == names.count else { return nil }
    self.kinds = kinds
  }

  static var allValueStrings: [String] { FaultKind.allCases.map(\.name) }
  var description: String { kinds.map(\.name).joined(separator: ",") }
  var defaultValueDescription: String { "usual" }
}

extension Shard: ExpressibleByArgument {}
extension Schedule: ExpressibleByArgument {}
