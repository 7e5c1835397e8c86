import Testing
import YobanSimulatedOS
import YobanVirtualTime

@testable import YobanLocation

@Suite struct BeaconRegionMachineTests {
  enum Input: Sendable {
    case begin, rearm, stop
    /// Has the latency in seconds.
    case received(Double)
    /// Has the moment of the last packet, and the delay in seconds.
    case silent(Double, Double)
    case update
  }

  struct Step: Sendable {
    var at: Double
    var input: Input
    var reports: [RegionTransition] = []
    var known: RegionState
    var next: Double?
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var what: String
    var steps: [Step]
    var testDescription: String { what }
  }

  private static let enters = [RegionTransition(state: .inside, isCrossing: true)]
  private static let leaves = [RegionTransition(state: .outside, isCrossing: true)]
  private static let isInside = [RegionTransition(state: .inside, isCrossing: false)]
  private static let isOutside = [RegionTransition(state: .outside, isCrossing: false)]

  static let rows: [Row] = [
    Row(
      what: "a new region without a beacon becomes outside, then is entered and left (BC3, BC4)",
      steps: [
        Step(at: 0, input: .begin, known: .unknown, next: 3),
        Step(at: 3, input: .update, reports: isOutside, known: .outside),
        Step(at: 100, input: .received(0.5), known: .outside, next: 100.5),
        Step(at: 100.5, input: .update, reports: enters, known: .inside),
        Step(at: 200, input: .silent(199.9, 30), known: .inside, next: 229.9),
        Step(at: 229.9, input: .update, reports: leaves, known: .outside),
      ]),
    Row(
      what: "a packet during the delay takes the exit back (BC4)",
      steps: [
        Step(at: 0, input: .rearm, known: .outside),
        Step(at: 1, input: .received(0), known: .outside, next: 1),
        Step(at: 1, input: .update, reports: enters, known: .inside),
        Step(at: 10, input: .silent(10, 45), known: .inside, next: 55),
        Step(at: 54.9, input: .received(1), known: .inside),
        Step(at: 55, input: .update, known: .inside),
        Step(at: 60, input: .silent(60, 45), known: .inside, next: 105),
        Step(at: 105, input: .update, reports: leaves, known: .outside),
      ]),
    Row(
      what: "a region that is registered inside is determined without an enter (BC10)",
      steps: [
        Step(at: 0, input: .begin, known: .unknown, next: 3),
        Step(at: 0.1, input: .received(1), known: .unknown, next: 1.1),
        Step(at: 1.1, input: .update, reports: isInside, known: .inside),
      ]),
    Row(
      what: "after a boot it counts as outside: who is there enters (BC11)",
      steps: [
        Step(at: 0, input: .stop, known: .unknown),
        Step(at: 10, input: .received(1), known: .unknown),
        Step(at: 180, input: .rearm, known: .outside),
        Step(at: 180.1, input: .received(0.2), known: .outside, next: 180.3),
        Step(at: 180.3, input: .update, reports: enters, known: .inside),
      ]),
    Row(
      what: "a beacon that falls silent before the entry enters and leaves all the same (BC4, BC5)",
      steps: [
        Step(at: 0, input: .rearm, known: .outside),
        Step(at: 1, input: .received(1), known: .outside, next: 2),
        Step(at: 1.5, input: .silent(1.4, 30), known: .outside, next: 2),
        Step(at: 2, input: .update, reports: enters, known: .inside, next: 31.4),
        Step(at: 31.4, input: .update, reports: leaves, known: .outside),
      ]),
    Row(
      what: "and one that comes back before the entry stays",
      steps: [
        Step(at: 0, input: .rearm, known: .outside),
        Step(at: 1, input: .received(1), known: .outside, next: 2),
        Step(at: 1.5, input: .silent(1.4, 30), known: .outside, next: 2),
        Step(at: 1.8, input: .received(1), known: .outside, next: 2),
        Step(at: 2, input: .update, reports: enters, known: .inside),
      ]),
    Row(
      what: "a late update reports both, in order",
      steps: [
        Step(at: 0, input: .rearm, known: .outside),
        Step(at: 1, input: .received(1), known: .outside, next: 2),
        Step(at: 1.5, input: .silent(1.4, 30), known: .outside, next: 2),
        Step(at: 100, input: .update, reports: enters + leaves, known: .outside),
      ]),
    Row(
      what: "what is not watched reports nothing, and forgets",
      steps: [
        Step(at: 0, input: .rearm, known: .outside),
        Step(at: 1, input: .received(0), known: .outside, next: 1),
        Step(at: 1, input: .update, reports: enters, known: .inside),
        Step(at: 2, input: .stop, known: .unknown),
        Step(at: 3, input: .silent(3, 30), known: .unknown),
        Step(at: 90, input: .update, known: .unknown),
        Step(at: 100, input: .begin, known: .unknown, next: 103),
      ]),
    Row(
      what: "a look before the time reports nothing",
      steps: [
        Step(at: 0, input: .begin, known: .unknown, next: 3),
        Step(at: 2.9, input: .update, known: .unknown, next: 3),
        Step(at: 2.95, input: .silent(2, 30), known: .unknown, next: 3),
      ]),
  ]

  @Test(arguments: rows)
  func `packets and their absence change the state as expected (BC3, BC4, BC5, BC10, BC11)`(
    _ row: Row
  ) {
    var machine = BeaconRegionMachine()
    #expect(machine.known == .unknown && machine.nextDeadline == nil)
    for step in row.steps {
      let now = at(step.at)
      var reports: [RegionTransition] = []
      switch step.input {
      case .begin: machine.begin(determination: .seconds(3), at: now)
      case .rearm: machine.rearm()
      case .stop: machine.stop()
      case .received(let latency): machine.received(latency: at(latency) - at(0), at: now)
      case .silent(let last, let delay):
        machine.fellSilent(lastPacket: at(last), delay: at(delay) - at(0))
      case .update: reports = machine.deadlineReached(at: now)
      }
      let context: Comment = "at \(step.at)"
      #expect(reports == step.reports, context)
      #expect(machine.known == step.known, context)
      #expect(machine.nextDeadline == step.next.map(at), context)
    }
  }

  @Test(arguments: manySeeds)
  func `entries and exits alternate, and no exit is reported within the delay (BC4)`(
    _ seed: UInt64
  ) {
    var random = RandomStream(seed: seed, name: "region")
    var machine = BeaconRegionMachine()
    machine.rearm()
    var (now, isInside) = (at(0), false)
    var lastPacket = at(0)
    for step in 0..<400 {
      let context: Comment = "seed \(seed), step \(step)"
      if let next = machine.nextDeadline, random.chance(1, in: 2) { now = max(now, next) }
      for transition in machine.deadlineReached(at: now) {
        #expect(transition.isCrossing && (transition.state == .inside) != isInside, context)
        isInside.toggle()
        if !isInside { #expect(now >= lastPacket + .seconds(30), context) }
      }
      now = now + random.duration(in: .zero...(.seconds(20)))
      if random.chance(1, in: 2) {
        machine.received(latency: random.duration(in: .zero...(.seconds(1))), at: now)
        lastPacket = now
      } else {
        machine.fellSilent(
          lastPacket: lastPacket, delay: random.duration(in: .seconds(30)...(.seconds(45))))
      }
      let isHere = isInside
      #expect((machine.known == .inside) == isHere, context)
    }
  }
}
