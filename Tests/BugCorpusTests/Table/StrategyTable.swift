import Foundation
import Testing
import YobanTesting
import YobanVirtualTime

@testable import YobanExploration

/// The runs until a bug for four ways to search, over several seeds: whether the search's order is worth
/// more than chance, and whether guidance by novelty is worth more than the order.
///
/// `YOBAN_CORPUS=strategies swift test --filter StrategyTable` prints the table;
/// `YOBAN_CORPUS_SEEDS` and `YOBAN_CORPUS_RUNS` are the numbers of seeds (default: 20) and of the most
/// runs for each (default: 1,000).
@Suite struct StrategyTable {
  private static let environment = ProcessInfo.processInfo.environment

  private enum Strategy: String, CaseIterable {
    /// One to three faults of any kind after any event.
    case random
    /// Every single fault, then pairs.
    case pairs
    /// Combinations of some kinds only.
    case swarm
    /// The faults of a run that showed new moments, and one more fault, preferably at a new moment.
    case novelty
  }

  private static func number(_ name: String, _ standard: Int) -> Int {
    environment[name].flatMap { Int($0) } ?? standard
  }

  @Test(.enabled(if: environment["YOBAN_CORPUS"] == "strategies"))
  func `the search's order needs fewer runs than chance`() async throws {
    let names = Self.environment["YOBAN_CORPUS_NAMES"]?.split(separator: ",").map(String.init)
    let (seeds, runsMax) = (
      Self.number("YOBAN_CORPUS_SEEDS", 20), Self.number("YOBAN_CORPUS_RUNS", 1_000)
    )
    show("bug | strategy | found of \(seeds) | median of the runs | all")
    for bug in KnownBug.all + KnownBug.others where names?.contains(bug.name) != false {
      for strategy in Strategy.allCases {
        var all: [Int] = []
        for seed in 1...seeds {
          all.append(
            try await Self.runs(until: bug, strategy, seed: UInt64(seed), runsMax) ?? runsMax + 1)
        }
        all.sort()
        let found = all.count { $0 <= runsMax }
        let median = all[all.count / 2]
        let text = median > runsMax ? "more than \(runsMax)" : "\(median)"
        show("\(bug.name) | \(strategy.rawValue) | \(found) | \(text) | \(all)")
      }
    }
  }

  private func show(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }

  /// Returns the number of runs until the first failure; nil if there was none in all of them.
  private static func runs(
    until bug: KnownBug, _ strategy: Strategy, seed: UInt64, _ runsMax: Int
  ) async throws -> Int? {
    let scenario = bug.scenario(.faulty)
    let baseline = try await Explorer.play(scenario, Schedule(seed: seed))
    var search = Search(
      baseline: baseline, kinds: FaultKind.usual, depth: strategy == .pairs ? 2 : 3, seed: seed)
    if strategy == .swarm {
      // Without a result, no pair follows the single faults.
      while search.next().size < 2, search.phase != .swarm {}
    }
    var random = RandomStream(seed: seed, name: "random")
    var novelty = NoveltySearch(baseline: baseline, FaultKind.usual, seed: seed)
    for run in 1...runsMax {
      let schedule =
        switch strategy {
        case .random: chance(baseline, &random)
        case .pairs, .swarm: search.next()
        case .novelty: novelty.next()
        }
      let result = try await Explorer.play(scenario, schedule)
      if result.failure != nil { return run }
      search.passed(result)
      novelty.passed(result)
    }
    return nil
  }

  private static func chance(_ baseline: RunResult, _ random: inout RandomStream) -> Schedule {
    var schedule = Schedule(seed: random.next() % 1_000_000)
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let kind = FaultKind.usual.randomElement(using: &random)!
      guard let target = baseline.targets.names(kind).randomElement(using: &random),
        let place = baseline.places.randomElement(using: &random)
      else { continue }
      schedule.faults.append(Fault(kind, target, at: place.anchor))
    }
    return schedule
  }
}
