import Testing
import YobanVirtualTime

@testable import YobanExploration

@Suite struct SearchTests {
  private static func moment(_ event: String, second: Double, occurrence: Int = 1) -> Moment {
    Moment(
      anchor: Anchor(
        subject: Subject(device: "phone", app: "App", launch: 1), event: event,
        occurrence: occurrence),
      instant: .start + .seconds(second), signature: event)
  }

  private static let moments = [
    moment("opened", second: 0), moment("connected", second: 1),
    moment("connected", second: 2, occurrence: 2), moment("suspended", second: 11),
  ]

  private static func result(
    _ schedule: Schedule = Schedule(), moments: [Moment] = moments,
    happened: [RunResult.Happened] = []
  ) -> RunResult {
    RunResult(
      schedule: schedule, failure: nil, happened: happened, moments: moments, findings: [],
      seen: [],
      hoped: [], digest: "", error: nil,
      targets: .init(apps: ["phone/App"], devices: ["phone"], accessories: ["strap"]))
  }

  private static func search(
    _ kinds: [FaultKind] = [.jetsam, .lock, .linkLost], depth: Int = 3, seed: UInt64 = 1
  ) -> Search {
    Search(baseline: result(), kinds: kinds, depth: depth, seed: seed)
  }

  /// Moments with the same signature count once. The 9 s between the second connection and the suspension
  /// are a place, too.
  @Test func `places are the moments that differ, and the middles of pauses`() {
    #expect(
      Search.places(in: Self.moments).map { "\($0.event)+\($0.delay.milliseconds)" } == [
        "opened+0", "connected+0", "connected+4500", "suspended+0",
      ])
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
        first, moments: Self.moments + [Self.moment("recovered", second: 60)],
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

  @Test func `the same seed proposes the same schedules, another seed others`() {
    func schedules(_ seed: UInt64) -> [Schedule] {
      var search = Self.search(seed: seed)
      return (0..<50).map { _ in search.next() }
    }
    #expect(schedules(1) == schedules(1))
    #expect(schedules(1) != schedules(2))
  }
}
