import Testing
import YobanVirtualTime

@testable import YobanExploration

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
    happened: [RunResult.Happened] = []
  ) -> RunResult {
    RunResult(
      schedule: schedule, failure: nil, happened: happened, places: places, findings: [],
      seen: [],
      hoped: [], digest: "", error: nil,
      targets: .init(apps: ["phone/App"], devices: ["phone"], accessories: ["strap"]))
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
      collector.note(place.anchor, at: place.instant, event)
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
        happened: [.init(fault: first.faults[0], instant: .start + .seconds(30))]))
    let pair = search.next()
    #expect(search.phase == .pair)
    #expect(pair.faults.count == 2)
    #expect(pair.faults[0] == first.faults[0])
    #expect(pair.faults[1].anchor.event == "recovered")
    _ = search.next()
    #expect(search.phase == .swarm)
  }

  @Test(arguments: 1...3)
  func `random schedules have no more faults than the depth`(depth: Int) {
    var search = Self.search(depth: depth)
    for _ in 0..<12 { _ = search.next() }
    let swarm = (0..<200).map { _ in search.next() }
    #expect(swarm.map(\.faults.count).max() == depth)
    #expect(Set(swarm.map(\.seed)).count > 150)
  }

  @Test func `the parts of a search share the single faults, and none has one of another`() {
    let parts = (1...3).map { Self.search(shard: Shard($0, of: 3)!) }
    let singles = parts.map { part in
      var part = part
      return (0..<part.singleCount).map { _ in part.next() }
    }
    var whole = Self.search()
    #expect(Set(singles.joined()) == Set((0..<12).map { _ in whole.next() }))
    #expect(singles.map(\.count) == [4, 4, 4])
  }

  @Test(arguments: ["0/3", "4/3", "1/0", "3", "a/b", "1/2/3", ""])
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
}
