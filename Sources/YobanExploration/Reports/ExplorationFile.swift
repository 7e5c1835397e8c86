import Foundation

/// The result of an exploration as a JSON file, with which the parts of a search are merged.
public struct ExplorationFile: Sendable, Codable {
  /// The version of the format.
  public static let version = 1
  public var version = Self.version
  /// The name of the scenario.
  public var scenario: String
  public var seed: UInt64
  public var result: ExplorationResult

  public init(scenario: String, seed: UInt64, result: ExplorationResult) {
    (self.scenario, self.seed, self.result) = (scenario, seed, result)
  }

  /// Merges the parts of several searches, such as those of all explorations of a test package.
  ///
  /// - Returns: one result for each search, in the order of their scenarios.
  /// - Throws: as `merged(_:)`, for any of the searches.
  public static func mergedByScenario(_ files: [ExplorationFile]) throws -> [ExplorationFile] {
    guard !files.isEmpty else { throw ExplorationFileError("There is no file to merge.") }
    let searches = Dictionary(grouping: files, by: \.scenario)
    return try searches.keys.sorted().map { try merged(searches[$0]!) }
  }

  /// Reads a file.
  ///
  /// - Throws: `ExplorationFileError`.
  public init(_ data: Data, name: String) throws {
    struct Version: Codable { var version: Int }
    guard let version = try? JSONDecoder().decode(Version.self, from: data).version else {
      throw ExplorationFileError("\(name) is not a result of yoban explore --json.")
    }
    guard version == Self.version else {
      throw ExplorationFileError(
        "\(name) has version \(version) of the format; this yoban reads version \(Self.version). Run the exploration again with the same yoban."
      )
    }
    do { self = try JSONDecoder().decode(Self.self, from: data) } catch {
      throw ExplorationFileError("\(name) is damaged: \(error)")
    }
  }

  /// The same file always has the same bytes.
  public func write() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self) + [0x0A]
  }

  /// Merges the parts of one search.
  ///
  /// - Throws: `ExplorationFileError` if the parts do not belong together, if one is missing, or if one
  ///   is given twice.
  public static func merged(_ files: [ExplorationFile]) throws -> ExplorationFile {
    guard var merged = files.first else { throw ExplorationFileError("There is no file to merge.") }
    let count = merged.result.shard?.count ?? 0
    var numbers: Set<Int> = []
    for file in files {
      guard file.scenario == merged.scenario, file.seed == merged.seed else {
        throw ExplorationFileError(
          "The files are of different searches: \(merged.scenario) with seed \(merged.seed), and \(file.scenario) with seed \(file.seed)."
        )
      }
      guard let shard = file.result.shard, shard.count == count else {
        throw ExplorationFileError("The files are not parts of the same number of parts.")
      }
      guard numbers.insert(shard.number).inserted else {
        throw ExplorationFileError("The part \(shard) of \(file.scenario) is given twice.")
      }
      guard file.result.baseline.digest == merged.result.baseline.digest else {
        throw ExplorationFileError(
          "The runs without faults differ, so the parts were not searched by the same program.")
      }
    }
    if let missing = (1...max(1, count)).first(where: { !numbers.contains($0) }) {
      throw ExplorationFileError("The part \(missing)/\(count) of \(merged.scenario) is missing.")
    }
    merged.result.shard = nil
    merged.result.found = []
    merged.result.runs = 0
    merged.result.reach = .init()
    merged.result.seconds = 0
    merged.result.endedEarly = nil
    var found: [(failure: FoundFailure, shard: Int)] = []
    for file in files.sorted(by: { $0.result.shard!.number < $1.result.shard!.number }) {
      merged.result.runs += file.result.runs
      merged.result.reach.add(file.result.reach)
      merged.result.seconds += file.result.seconds
      merged.result.seen.formUnion(file.result.seen)
      if let early = file.result.endedEarly {
        var first = merged.result.endedEarly ?? early
        first.runs = early.runs + (merged.result.endedEarly?.runs ?? 0)
        merged.result.endedEarly = first
      }
      found += file.result.found.map { ($0, file.result.shard!.number) }
    }
    // The same failure of another part would be the same story again. The run that comes first if the parts
    // take turns is kept: of the single faults, the one that one search finds first.
    found.sort { ($0.failure.runsToFailure, $0.shard) < ($1.failure.runsToFailure, $1.shard) }
    var kinds: Set<RunFailure.Kind> = []
    merged.result.found = found.map(\.failure).filter {
      kinds.insert($0.smallest.failure!.kind).inserted
    }
    return merged
  }
}

/// An error of a file with a result; it says what to do.
public struct ExplorationFileError: Error, Hashable, CustomStringConvertible {
  public let description: String
  init(_ description: String) { self.description = description }
}
