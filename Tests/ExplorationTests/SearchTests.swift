import Testing
import YobanTesting
import YobanVirtualTime

@testable import YobanExploration

private typealias Place = YobanExploration.Place

@Suite struct SearchTests {
  private static func place(
    _ event: String, second: Double, occurrence: Int = 1, delay: Duration = .zero
  ) -> Place {
    Place(
      anchor: Anchor(
        subject: Subject(device: "phone", app: "App", launch: 1), event: event,
        occurrence: occurrence, delay: delay),
      instant: .start + .seconds(second))
  }

  private static let places = [
    place("opened", second: 0), place("connected", second: 1),
    place("connected", second: 6.5, delay: .milliseconds(4500)), place("suspended", second: 11),
  ]

  private static func result(
    _ schedule: Schedule = Schedule(), places: [Place] = places,
    happened: [RunResult.Happened] = [], choices: [TakenChoice] = []
  ) -> RunResult {
    RunResult(
      schedule: schedule, failure: nil, happened: happened, places: places, findings: [],
      seen: [],
      hoped: [], digest: "", error: nil,
      targets: .init(apps: ["phone/App"], devices: ["phone"], accessories: ["strap"]),
      choices: choices)
  }

  private static func taken(
    _ name: String, number: Int = 1, _ range: ClosedRange<Int64>, second: Double = 1
  ) -> TakenChoice {
    TakenChoice(
      Choice(
        ChoicePlace(name, of: "phone/App", number: number),
        ChoiceKind(name, "has", basis: "FT10"), at: .start + .seconds(second), in: range,
        standard: range.lowerBound, value: range.lowerBound), grade: .assumed)
  }

  private static func search(
    _ kinds: [FaultKind] = [.jetsam, .lock, .linkLost], depth: Int = 3, seed: UInt64 = 1,
    shard: Shard = .whole, known: [Schedule] = []
  ) -> Search {
    Search(
      baseline: result(), kinds: kinds, depth: depth, seed: seed, shard: shard, known: known)
  }

  /// Moments with the same signature count once. The 9 s between the second connection and the suspension
  /// are a place, too.
  @Test func `places are the moments that differ, and the middles of pauses`() {
    var collector = PlaceCollector()
    func note(_ event: String, second: Double, occurrence: Int = 1) {
      let place = Self.place(event, second: second, occurrence: occurrence)
      collector.note(
        place.anchor, at: place.instant,
        .init(device: "phone", event: event, launch: 1, occurrence: 1, states: 0))
    }
    note("opened", second: 0)
    note("connected", second: 1)
    note("connected", second: 2, occurrence: 2)
    note("suspended", second: 11)
    func words(_ places: [Place]) -> [String] {
      places.map {
        "\($0.anchor.event)*\($0.anchor.occurrence)+\($0.anchor.delay.milliseconds) \($0.instant)"
      }
    }
    #expect(
      words(collector.places) == [
        "opened*1+0 00:00:00.000", "connected*1+0 00:00:01.000", "connected*2+4500 00:00:06.500",
        "suspended*1+0 00:00:11.000",
      ])
    // In the recovery from a fault, a moment counts again.
    collector.beginRecovery()
    note("connected", second: 12, occurrence: 3)
    #expect(words(collector.places).last == "connected*3+0 00:00:12.000")
  }

  @Test func `first comes every single fault, at each place, once`() {
    var search = Self.search()
    #expect(search.singleCount == 4 * 3)
    let singles = (0..<12).map { _ in search.next() }
    #expect(search.phase == .single)
    #expect(singles.allSatisfy { $0.faults.count == 1 && $0.seed == 1 })
    #expect(Set(singles).count == 12)
    #expect(Set(singles.map { $0.faults[0].target }) == ["phone/App", "phone", "strap"])
  }

  @Test func `the second fault of a pair comes in the recovery from the first`() {
    var search = Self.search()
    let singles = (0..<12).map { _ in search.next() }
    let first = singles[0]
    search.passed(
      Self.result(
        first, places: Self.places + [Self.place("recovered", second: 60)],
        happened: [.init(fault: first.faults[0], instant: .start + .seconds(30), after: 1)]))
    let pair = search.next()
    #expect(search.phase == .pair)
    #expect(pair.faults.count == 2)
    #expect(pair.faults[0] == first.faults[0])
    #expect(pair.faults[1].anchor.event == "recovered")
    _ = search.next()
    #expect(search.phase == .swarm)
  }

  /// With the default number of runs, an app with thousands of moments would never meet two faults.
  @Test func `after 500 single faults, combinations come in turn with the rest of them`() {
    let places = (0..<700).map { Self.place("event \($0)", second: Double($0)) }
    let baseline = Self.result(places: places)
    var search = Search(baseline: baseline, kinds: [.jetsam], depth: 3, seed: 1)
    #expect(search.singleCount == 700)
    var phases: [Search.Phase] = []
    var singles: Set<Schedule> = []
    for _ in 0..<1_100 {
      let schedule = search.next()
      phases.append(search.phase)
      guard schedule.size == 1 else { continue }
      singles.insert(schedule)
      search.passed(
        Self.result(
          schedule, places: places,
          happened: [.init(fault: schedule.faults[0], instant: .start, after: 1)]))
    }
    #expect(phases.prefix(500).allSatisfy { $0 == .single })
    #expect(Array(phases[500..<506]) == [.single, .pair, .swarm, .single, .pair, .swarm])
    #expect(phases[500...].count { $0 == .single } == 200)
    #expect(singles.count == 700)
    #expect(phases.last == .pair, "the pairs come before the random schedules again")

    var shallow = Search(baseline: baseline, kinds: [.jetsam], depth: 1, seed: 1)
    for _ in 0..<700 { #expect(shallow.next().size == 1) }
  }

  @Test(arguments: 1...3)
  func `random schedules have no more faults than the depth`(depth: Int) {
    var search = Self.search(depth: depth)
    for _ in 0..<12 { _ = search.next() }
    let swarm = (0..<200).map { _ in search.next() }
    #expect(swarm.map(\.faults.count).max() == depth)
    #expect(Set(swarm.map(\.seed)).count > 150)
  }

  /// The proposals of a search until it has had a number of random combinations, if every run passes.
  private static func proposals(
    of shard: Shard, known: [Schedule] = [], combinations: Int
  ) -> [Search.Phase: [Schedule]] {
    let places = (0..<20).map { place("event \($0)", second: Double($0)) }
    var search = Search(
      baseline: result(places: places), kinds: [.jetsam, .lock], depth: 3, seed: 1, shard: shard,
      known: known)
    var proposals: [Search.Phase: [Schedule]] = [:]
    while proposals[.swarm, default: []].count < combinations {
      let schedule = search.next()
      proposals[search.phase, default: []].append(schedule)
      guard schedule.size == 1 else { continue }
      search.passed(
        result(
          schedule, places: places,
          happened: [.init(fault: schedule.faults[0], instant: .start, after: 1)]))
    }
    return proposals
  }

  @Test(arguments: [2, 4, 16])
  func `the parts of a search together propose what one search proposes, and nothing twice`(
    count: Int
  ) {
    let whole = Self.proposals(of: .whole, combinations: 96)
    let parts = (1...count).map {
      Self.proposals(of: Shard($0, of: count)!, combinations: 96 / count)
    }
    for phase in [Search.Phase.single, .pair, .swarm] {
      let proposed = parts.flatMap { $0[phase] ?? [] }
      #expect(proposed.count == whole[phase]?.count)
      #expect(Set(proposed) == Set(whole[phase] ?? []))
    }
    #expect(whole[.single]?.count == 40 && whole[.pair]?.isEmpty == false)
  }

  /// Each part plays what has failed before, and one of them has it among its own single faults, too.
  @Test func `a known fault that passes gives no pair twice`() {
    let known = Self.proposals(of: .whole, combinations: 1)[.single]!.prefix(3)
    let parts = (1...4).map {
      Self.proposals(of: Shard($0, of: 4)!, known: Array(known), combinations: 1)
    }
    #expect(parts.allSatisfy { Set($0[.known] ?? []) == Set(known) })
    let pairs = parts.flatMap { $0[.pair] ?? [] }
    #expect(Set(pairs).count == pairs.count && !pairs.isEmpty)
  }

  /// Otherwise 16 parts would try 8,000 single faults before the first combination.
  @Test func `the parts of a search begin with the combinations when one search does`() {
    let places = (0..<700).map { Self.place("event \($0)", second: Double($0)) }
    var search = Search(
      baseline: Self.result(places: places), kinds: [.jetsam], depth: 3, seed: 1,
      shard: Shard(2, of: 4)!)
    let phases = (0..<130).map { _ in
      _ = search.next()
      return search.phase
    }
    #expect(phases.firstIndex(of: .swarm) == 126)
  }

  @Test(arguments: ["0/3", "4/3", "1/0", "1/10001", "3", "a/b", "1/2/3", ""])
  func `text that names no part of a search is refused`(text: String) {
    #expect(Shard(text) == nil)
  }

  @Test func `schedules that are known to have failed come first`() {
    let known = [Schedule(seed: 8), Schedule(seed: 9)]
    var search = Self.search(known: known)
    #expect([search.next(), search.next()] == known)
    #expect(search.phase == .known)
    _ = search.next()
    #expect(search.phase == .single)
  }

  @Test func `the same seed proposes the same schedules, another seed others`() {
    func schedules(_ seed: UInt64) -> [Schedule] {
      var search = Self.search(seed: seed)
      return (0..<50).map { _ in search.next() }
    }
    #expect(schedules(1) == schedules(1))
    #expect(schedules(1) != schedules(2))
  }

  @Test func `other decisions are the ends of a large range and all values of a small one`() {
    #expect(Self.taken("a", 0...3).alternatives.map(\.value) == [1, 2, 3])
    #expect(Self.taken("a", 0...1_000).alternatives.map(\.value) == [1_000])
    var middle = Self.taken("a", 0...1_000)
    middle.choice.value = 5
    #expect(middle.alternatives.map(\.value) == [0, 1_000])
  }

  @Test func `the first three decisions of a name are tried beside the single faults`() {
    let choices = (1...5).map { Self.taken("a", number: $0, 0...1) } + [Self.taken("b", 0...1)]
    var search = Search(
      baseline: Self.result(choices: choices), kinds: [], depth: 3, seed: 1)
    #expect(search.singleCount == 4)
    let singles = (0..<4).map { _ in search.next() }
    #expect(singles.allSatisfy { $0.faults.isEmpty && $0.choices.count == 1 })
    #expect(
      Set(singles.map { "\($0.choices[0].place.name)\($0.choices[0].place.number)" })
        == ["a1", "a2", "a3", "b1"])
  }

  @Test func `a decision that is taken only after a fault is tried together with it`() {
    var search = Search(
      baseline: Self.result(places: Array(Self.places.prefix(1))), kinds: [.lock], depth: 2,
      seed: 1)
    let first = search.next()
    search.passed(
      Self.result(
        first, places: [], happened: [.init(fault: first.faults[0], instant: .start, after: 1)],
        choices: [Self.taken("together", 0...1, second: 60)]))
    let pair = search.next()
    #expect(search.phase == .pair)
    #expect(pair.faults == first.faults)
    #expect(pair.choices.map(\.place.name) == ["together"])
    #expect(pair.choices.map(\.value) == [1])
  }

  @Test func `a fault is tried only where it can happen`() {
    var running = Self.place("suspended", second: 1)
    running.states = ["phone/App": .suspended]
    var ended = Self.place("terminated", second: 1.5)
    ended.states = [:]
    var result = Self.result(places: [running, ended])
    result.targets.spared = [.forceQuit: ["phone/App"]]
    var search = Search(
      baseline: result, kinds: [.jetsam, .crash, .prewarm, .forceQuit], depth: 1, seed: 1)
    let singles = (0..<search.singleCount).map { _ in search.next().faults[0] }
    #expect(
      Set(singles.map { "\($0.kind) \($0.anchor.event)" })
        == ["jetsam suspended", "prewarm terminated"])
  }
}
