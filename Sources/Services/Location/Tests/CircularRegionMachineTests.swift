import Testing
import YobanSimulatedOS
import YobanVirtualTime

@testable import YobanLocation

@Suite struct CircularRegionMachineTests {
  private static func circle(_ radius: Double = 200, inside: Bool? = nil) -> CircularRegionMachine {
    var machine = CircularRegionMachine(radius: radius, policy: LocationPolicy(iOS: 17))
    guard let inside else { return machine }
    machine.begin(
      determination: .seconds(3), distance: inside ? 0 : 2 * radius, at: at(-100))
    _ = machine.deadlineReached(at: at(-90))
    return machine
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var what: String
    var startsInside: Bool
    /// Seconds, and meters from the center of a circle of 200 m.
    var moves: [(Double, Double)]
    /// The second at which the crossing is reported.
    var crossed: Double?
    var testDescription: String { what }
  }

  static let rows: [Row] = [
    Row(what: "into the circle", startsInside: false, moves: [(0, 100)], crossed: 20),
    Row(what: "out of it", startsInside: true, moves: [(0, 300)], crossed: 20),
    Row(what: "over the border only", startsInside: false, moves: [(0, 190)], crossed: nil),
    Row(what: "just beyond the margin", startsInside: false, moves: [(0, 180)], crossed: 20),
    Row(what: "out over the border only", startsInside: true, moves: [(0, 210)], crossed: nil),
    Row(what: "out just beyond", startsInside: true, moves: [(0, 220)], crossed: 20),
    Row(
      what: "in and back within the dwell", startsInside: false, moves: [(0, 100), (19.9, 190)],
      crossed: nil),
    Row(
      what: "in, back, and in again", startsInside: false,
      moves: [(0, 100), (10, 300), (15, 50)], crossed: 35),
    Row(
      what: "on and on inwards", startsInside: false,
      moves: [(0, 195), (10, 175), (20, 150), (29, 120)], crossed: 30),
  ]

  @Test(arguments: rows)
  func `a crossing needs a margin and a dwell of 20 s (BC16)`(_ row: Row) {
    var machine = Self.circle(inside: row.startsInside)
    for (seconds, meters) in row.moves { machine.moved(to: meters, at: at(seconds)) }
    #expect(machine.nextDeadline == row.crossed.map(at))
    #expect(machine.known == (row.startsInside ? .inside : .outside))
    let reported = machine.deadlineReached(at: at(row.crossed ?? 1000))
    let state: RegionState = row.startsInside ? .outside : .inside
    #expect(reported == (row.crossed == nil ? [] : [.init(state: state, isCrossing: true)]))
    #expect(machine.deadlineReached(at: at(2000)) == [])
  }

  @Test(arguments: [(0.0, RegionState.inside), (200, .inside), (201, .outside)])
  func `the first state is determined without a crossing (BC10, BC16)`(
    _ distance: Double, _ state: RegionState
  ) {
    var machine = Self.circle()
    machine.begin(determination: .seconds(3), distance: distance, at: at(0))
    #expect(machine.known == .unknown && machine.nextDeadline == at(3))
    #expect(machine.deadlineReached(at: at(3)) == [.init(state: state, isCrossing: false)])
  }

  @Test func `a circle of 10 m can be entered (BC16)`() {
    var machine = Self.circle(10, inside: false)
    machine.moved(to: 4, at: at(0))
    #expect(machine.deadlineReached(at: at(20)) == [.init(state: .inside, isCrossing: true)])
  }

  @Test func `a crossing while the device was down is reported afterwards (BC11)`() {
    var machine = Self.circle(inside: true)
    machine.stop()
    machine.moved(to: 500, at: at(10))
    #expect(machine.deadlineReached(at: at(100)) == [])
    var same = machine
    machine.rearm(wasInside: true, distance: 500, at: at(200))
    #expect(machine.deadlineReached(at: at(220)) == [.init(state: .outside, isCrossing: true)])
    same.rearm(wasInside: true, distance: 0, at: at(200))
    #expect(same.nextDeadline == nil && same.known == .inside)
  }
}
