import YobanSimulatedOS
import YobanVirtualTime

/// Proposes schedules: those that are known to have failed, every single fault and every other decision of
/// a system, then pairs whose second part comes in the recovery from the first, then random combinations.
///
/// An app with many moments has thousands of single faults. After the first 500 of them, a single fault, a
/// pair and a random combination come in turn, so that a search that ends early has tried all of them.
///
/// Several parts (`Shard`) share the single faults and the numbers of the random combinations. So the draws for the
/// pairs of a single fault depend on this fault alone, and those of a combination on its number: together the parts
/// propose what one search proposes, except for the order, and nothing twice.
struct Search {
  /// The part of the search that proposed a schedule.
  enum Phase: String, Sendable, CaseIterable { case known, single, pair, swarm }

  private let baseline: RunResult
  private let kinds: [FaultKind]
  private let depth: Int
  private let seed: UInt64
  private let shard: Shard
  private var known: [Schedule]
  /// The known schedules that were proposed and have not passed. A single fault among them comes again.
  private var knownProposed: Set<Schedule> = []
  private var singles: [Schedule]
  /// In the order of their ranks. The last comes first.
  private var pairs: [(schedule: Schedule, rank: UInt64)] = []
  /// The schedules of pairs that were proposed already.
  private var proposedPairs: Set<Schedule> = []
  private(set) var phase = Phase.single
  private var singlesProposed = 0
  private var swarmsProposed = 0
  /// The number of schedules since the single faults no longer come alone.
  private var turns = 0

  /// - Parameters:
  ///   - baseline: a run without faults.
  ///   - kinds: the faults that may happen.
  ///   - depth: the largest number of faults in one schedule; 1 or more.
  ///   - seed: the seed of all choices.
  ///   - shard: the part of the single faults, of the pairs that begin with them, and of the random
  ///     combinations.
  ///   - known: the schedules to propose first, in each part.
  init(
    baseline: RunResult, kinds: [FaultKind], depth: Int, seed: UInt64, shard: Shard = .whole,
    known: [Schedule] = []
  ) {
    self.baseline = baseline
    self.known = known.reversed()
    self.kinds = kinds
    self.depth = depth
    self.seed = seed
    self.shard = shard
    var random = RandomStream(seed: seed, name: "exploration")
    let worldSeed = baseline.schedule.seed
    singles = baseline.places.flatMap { place in
      Self.faults(at: place, kinds, baseline.targets).map {
        Schedule(seed: worldSeed, faults: [$0])
      }
    }
    singles += Self.overrides(baseline.choices).map { Schedule(seed: worldSeed, choices: [$0]) }
    // In a random order, so that a search that ends early has tried all parts and kinds. What happens every
    // day comes earlier on average, because its story is believed sooner.
    singles = singles.map { single in
      let draws =
        single.faults.contains { !$0.kind.traits.contains(.everyday) } ? 1 : Self.drawsOfEveryday
      return (single, (0..<draws).map { _ in random.next() }.min()!)
    }.sorted { $0.1 > $1.1 }.map(\.0)
    // Counted from the last, which comes first.
    singles = singles.indices.filter { shard.contains(singles.count - 1 - $0) }.map { singles[$0] }
  }

  /// An everyday fault comes before a rare fault with a probability of 3 to 1.
  private static let drawsOfEveryday = 3

  /// The number of single faults and decisions that were not proposed yet.
  var singleCount: Int { singles.count }
  /// The number of pairs that were drawn and not proposed yet.
  var pairCount: Int { pairs.count }

  /// Returns the next schedule to run.
  mutating func next() -> Schedule {
    if let schedule = known.popLast() {
      phase = .known
      knownProposed.insert(schedule)
      return schedule
    }
    switch nextPhase() {
    case .single:
      singlesProposed += 1
      phase = .single
      return singles.removeLast()
    case .pair:
      phase = .pair
      return pairs.removeLast().schedule
    case .known, .swarm:
      phase = .swarm
      return swarm()
    }
  }

  private mutating func nextPhase() -> Phase {
    let hasPair = depth > 1 && !pairs.isEmpty
    guard !singles.isEmpty else { return hasPair ? .pair : .swarm }
    guard depth > 1, singlesProposed * shard.count >= Self.singlesAlone else { return .single }
    turns += 1
    switch turns % 3 {
    case 1: return .single
    case 2: return hasPair ? .pair : .swarm
    default: return .swarm
    }
  }

  /// The number of single faults before anything else is tried, by all parts of a search.
  static let singlesAlone = 500

  /// Notes a run that passed. After a single fault, its recovery gives places for a second one.
  mutating func passed(_ result: RunResult) {
    // Each part proposes all known schedules, and one of them has each as a single fault of its own.
    guard knownProposed.remove(result.schedule) == nil else { return }
    guard result.schedule.size == 1, let began = Self.began(result) else { return }
    var random = RandomStream(seed: seed, name: "exploration after \(result.schedule)")
    let recovery = result.places.filter {
      $0.instant >= began && $0.instant <= began + Self.recovery
    }
    // A few for each first fault: with all, the pairs with late first faults would never be tried.
    for place in recovery.shuffled(using: &random).prefix(Self.pairsForEach) {
      guard
        let second = Self.faults(at: place, kinds, result.targets).randomElement(using: &random)
      else { continue }
      var pair = result.schedule
      pair.faults.append(second)
      propose(pair, rank: random.next())
    }
    // Decisions that the system takes only after the first fault are places that no single one reaches.
    let known = Set(baseline.choices.map(\.choice.place))
    let new = result.choices.filter {
      $0.choice.instant >= began && !known.contains($0.choice.place)
    }
    for second in Self.overrides(new).shuffled(using: &random).prefix(Self.pairsForEach) {
      var pair = result.schedule
      pair.choices.append(second)
      propose(pair, rank: random.next())
    }
  }

  private mutating func propose(_ pair: Schedule, rank: UInt64) {
    guard proposedPairs.insert(pair).inserted else { return }
    let place = pairs.firstIndex { $0.rank > rank } ?? pairs.count
    pairs.insert((pair, rank), at: place)
  }

  /// The time of the first fault or other decision of a run; nil if there was none.
  private static func began(_ result: RunResult) -> VirtualInstant? {
    let places = Set(result.schedule.choices.map(\.place))
    return result.happened.first?.instant
      ?? result.choices.first { places.contains($0.choice.place) }?.choice.instant
  }

  /// The time after a fault that counts as the recovery from it.
  private static let recovery = Duration.seconds(15 * 60)
  private static let pairsForEach = 3

  /// The faults that can happen at a place.
  static func faults(
    at place: Place, _ kinds: [FaultKind], _ targets: RunResult.Targets
  ) -> [Fault] {
    let (subject, isCall) = (place.anchor.subject, place.anchor.isCall)
    return kinds.flatMap { kind -> [Fault] in
      guard kind.moments == .both || isCall == (kind.moments == .calls) else { return [] }
      return targets.names(kind).filter {
        // What happens inside a call concerns the app that makes it, or its device.
        (!isCall || $0 == subject.path || $0 == subject.device)
          && (place.states == nil || kind.need.isMet(by: place.states?[$0]))
      }.map { Fault(kind, $0, at: place.anchor) }
    }
  }

  /// The other values of the first decisions of each name and subject.
  static func overrides(_ choices: [TakenChoice]) -> [ChoiceOverride] {
    var counts: [ChoicePlace: Int] = [:]
    return choices.flatMap { taken in
      var name = taken.choice.place
      name.number = 0
      counts[name, default: 0] += 1
      return counts[name]! <= choicesForEach ? taken.alternatives : []
    }
  }

  private static let choicesForEach = 3

  /// Two to `depth` faults of some kinds, at any moments of the run without faults, with another seed.
  private mutating func swarm() -> Schedule {
    let number = swarmsProposed * shard.count + shard.number
    swarmsProposed += 1
    var random = RandomStream(seed: seed, name: "exploration combination \(number)")
    // Some kinds are left out, because they hide the effects of others: an app that was force-quit has
    // no other failures.
    var some = kinds.filter { _ in Bool.random(using: &random) }
    if some.isEmpty { some = kinds }
    let places = baseline.places
    let choices = Self.overrides(baseline.choices)
    var schedule = Schedule(seed: random.next() % 1_000_000)
    guard !places.isEmpty else { return schedule }
    for _ in 0..<Int.random(in: min(2, depth)...depth, using: &random) {
      let place = places.randomElement(using: &random)!
      if let fault = Self.faults(at: place, some, baseline.targets).randomElement(using: &random) {
        schedule.faults.append(fault)
      }
    }
    // In some runs one of the faults is another decision of a system.
    if !choices.isEmpty, random.next(below: 3) == 0 {
      if schedule.faults.count == depth { schedule.faults.removeLast() }
      schedule.choices = [choices.randomElement(using: &random)!]
    }
    return schedule
  }
}
