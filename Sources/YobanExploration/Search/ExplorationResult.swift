/// The result of an exploration, or of several parts of one.
public struct ExplorationResult: Sendable, Codable {
  /// The run without faults. If it failed, nothing was searched.
  public var baseline: RunResult
  /// The failure of the run without faults, explained; nil if it passed.
  public var withoutFaults: FoundFailure?
  /// The part of the search; nil for merged parts.
  public var shard: Shard?
  /// The number of runs with faults, without those that made a schedule smaller or explained it.
  public var runs = 0
  /// What was played, and what was left when the search ended.
  public var reach = Reach()
  /// The failures, each of another kind, in the order in which they were found.
  public var found: [FoundFailure] = []
  /// The sentences of `sometimes` that were true in a run.
  public var seen: Set<String>
  /// The runs with faults in which the scenario threw an error; nil if there are none. They are no
  /// failures, but what the scenario does after the error was not played.
  public var endedEarly: EndedEarly?
  /// Real time, in seconds; the sum for merged parts.
  public var seconds = 0.0

  /// Runs that ended early.
  public struct EndedEarly: Sendable, Codable, Hashable {
    /// The number of runs.
    public var runs = 1
    /// The error of the first of them.
    public var error: String
    /// The schedule of the first of them.
    public var schedule: Schedule
  }

  /// How far a search has come. The sums for merged parts.
  public struct Reach: Sendable, Codable, Hashable {
    /// The single faults, and the other single decisions of the systems, that the run without faults has places
    /// for.
    public var singles = 0
    /// Those of them that were played.
    public var singlesPlayed = 0
    /// The pairs that were played: a second fault in the recovery from a first one.
    public var pairsPlayed = 0
    /// The pairs that were drawn and not played.
    public var pairsLeft = 0
    /// The random combinations that were played.
    public var combinationsPlayed = 0
    /// The largest number of faults in a combination.
    public var depth = 0

    mutating func add(_ other: Reach) {
      singles += other.singles
      singlesPlayed += other.singlesPlayed
      pairsPlayed += other.pairsPlayed
      pairsLeft += other.pairsLeft
      combinationsPlayed += other.combinationsPlayed
      depth = max(depth, other.depth)
    }
  }

  init(baseline: RunResult, shard: Shard) {
    self.baseline = baseline
    self.shard = shard
    seen = baseline.seen
  }

  mutating func add(_ run: RunResult, _ phase: Search.Phase) {
    runs += 1
    switch phase {
    case .known: break
    case .single: reach.singlesPlayed += 1
    case .pair: reach.pairsPlayed += 1
    case .swarm: reach.combinationsPlayed += 1
    }
    seen.formUnion(run.seen)
    guard run.failure == nil, let error = run.error else { return }
    if endedEarly == nil {
      endedEarly = EndedEarly(error: error, schedule: run.schedule)
    } else {
      endedEarly!.runs += 1
    }
  }

  /// The sentences of `sometimes` that were true in no run.
  public var unseen: [String] { baseline.hoped.filter { !seen.contains($0) } }

  /// The meaning of the result for a build server.
  public enum Verdict: Int32, Sendable {
    /// No run failed.
    case clean = 0
    /// A run failed.
    case failed = 1
    /// The run without faults failed, or a `sometimes` was true in no run.
    case unusable = 2
  }

  /// A part of a search does not judge `sometimes`, because another part may have seen it.
  public var verdict: Verdict {
    if baseline.failure != nil || baseline.error != nil { return .unusable }
    if !found.isEmpty { return .failed }
    return shard.map { $0.count == 1 } ?? true && !unseen.isEmpty ? .unusable : .clean
  }
}

/// A failure, with the smallest schedule that shows it.
public struct FoundFailure: Sendable, Codable {
  /// The run in which it was found.
  public var first: RunResult
  /// The run with the smallest schedule.
  public var smallest: RunResult
  /// The number of runs that made the schedule smaller.
  public var shrinkRuns: Int
  /// Whether the schedule no longer fails with any fault less, any weaker one or any simpler anchor.
  public var isMinimal: Bool
  /// The part of the search that found it: `known`, `single`, `pair` or `swarm`.
  public var phase = ""
  /// The number of runs until the failure, with its own, in the part of the search that found it.
  public var runsToFailure = 0
  /// The explanation, if it was asked for.
  public var story: Story?
}
