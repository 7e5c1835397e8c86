import Foundation
import YobanExploration

/// The settings of all explorations in the environment of the tests: how long they search, and which part of
/// the search they do if several build jobs share it.
struct ExplorationEnvironment {
  /// The part of each search; the whole without `YOBAN_EXPLORE_SHARD`.
  var shard = Shard.whole
  /// The folder for the results, for `yoban explore merge`; nil without `YOBAN_EXPLORE_RESULTS`.
  var results: URL?
  /// The largest number of runs, and the real time, in place of those of the tests.
  var runs: Int?
  var time: Duration?

  init(_ variables: [String: String]) throws {
    if let text = variables["YOBAN_EXPLORE_SHARD"] {
      guard let shard = Shard(text) else {
        throw ExplorationEnvironmentError("YOBAN_EXPLORE_SHARD", text, "a part such as 3/16")
      }
      self.shard = shard
    }
    if let text = variables["YOBAN_EXPLORE_RESULTS"] {
      guard !text.isEmpty else {
        throw ExplorationEnvironmentError("YOBAN_EXPLORE_RESULTS", text, "the path of a folder")
      }
      results = URL(fileURLWithPath: text, isDirectory: true)
    }
    if let text = variables["YOBAN_EXPLORE_RUNS"] {
      guard let runs = Int(text), runs >= 1 else {
        throw ExplorationEnvironmentError(
          "YOBAN_EXPLORE_RUNS", text, "a number of runs, at least 1")
      }
      self.runs = runs
    }
    if let text = variables["YOBAN_EXPLORE_TIME"] {
      guard let seconds = Int32(text), seconds >= 1 else {
        throw ExplorationEnvironmentError(
          "YOBAN_EXPLORE_TIME", text, "a whole number of seconds, at least 1")
      }
      time = .seconds(seconds)
    }
  }

  func apply(to explorer: inout Explorer) {
    explorer.shard = shard
    if let runs { explorer.runsMax = runs }
    if let time { explorer.timeMax = time }
  }

  /// Writes the result of an exploration into the folder for results, if there is one.
  ///
  /// - Throws: an error of the file system.
  func write(_ file: ExplorationFile, named name: String) throws {
    guard let results else { return }
    try FileManager.default.createDirectory(at: results, withIntermediateDirectories: true)
    try file.write().write(
      to: results.appending(component: "\(name)-\(shard.number)-of-\(shard.count).json"))
  }
}

/// A variable of the environment that cannot be used.
struct ExplorationEnvironmentError: Error, Hashable, CustomStringConvertible {
  let description: String

  init(_ name: String, _ value: String, _ expected: String) {
    description =
      "The environment variable \(name) is \"\(value)\". Set it to \(expected), or remove it."
  }
}
