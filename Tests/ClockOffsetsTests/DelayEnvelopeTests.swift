import Testing

@testable import ClockOffsets

@Suite struct DelayEnvelopeTests {
  typealias Clock = TrueClock

  @Test(arguments: 1...20) func `a clock that is only heard is known to half of the assumed delay`(
    _ seed: Int
  ) {
    var random = SeededRandom(seed: UInt64(seed))
    let clock = Clock(
      ahead: -Clock.start + 5, drift: Double.random(in: -400...400, using: &random), swing: 10)
    let arrivals = (0..<720 as Range<Int64>).map { minute in
      let sent = Clock.start + minute * Clock.minute
      // The fastest of the 60 messages of a minute; in some minutes, all are late.
      let isLate = Int.random(in: 0..<8, using: &random) == 0
      let delay = (0..<60).map { _ in random.delay(isLate ? 400_000_000 : 5_000_000) }.min()!
      return OffsetBound(.lowest, clock.time(at: sent) - (sent + delay), at: clock.time(at: sent))
    }
    let delayMax: Int64 = 30_000_000
    let times = arrivals.first!.time...arrivals.last!.time
    let bounds = DelayEnvelope.bounds(
      arrivals.shuffled(using: &random), delayMax: delayMax, .accessory)
    let estimate = OffsetEstimate(bounds, over: times, .accessory)!
    #expect(!estimate.isContradictory)
    for minute in 0..<720 as Range<Int64> {
      let time = min(times.lowerBound + minute * Clock.minute, times.upperBound)
      let point = estimate.offset(at: time)!
      let error = point.offset - clock.offset(showing: time)
      #expect(error.magnitude <= point.uncertainty.magnitude, "at minute \(minute)")
      #expect(point.uncertainty < delayMax / 2 + 25_000_000)
    }
  }

  @Test func `bounds from above are not asked for, and bad numbers not used`() {
    let given = [
      OffsetBound(.highest, 7, at: 7), OffsetBound(.lowest, 3, at: 10),
      OffsetBound(.lowest, .max, at: 10), OffsetBound(.lowest, 0, at: .min),
    ]
    #expect(
      DelayEnvelope.bounds(given, delayMax: 100, .accessory) == [
        OffsetBound(.lowest, 3, at: 10), OffsetBound(.highest, 103, at: 10),
      ])
    #expect(DelayEnvelope.bounds([], delayMax: 100, .accessory).isEmpty)
  }

  struct StepRow: CustomTestStringConvertible {
    var name: String
    /// The times of arrival and of the accessory, in seconds.
    typealias Reading = (recorded: Double, accessory: Double)
    var readings: [Reading]
    /// The indexes of the first readings after steps, and the amounts in seconds.
    var steps: [(index: Int, amount: Double)]
    var testDescription: String { name }
  }

  private static func minutes(
    _ range: Range<Int>, _ shown: (Double) -> Double
  ) -> [StepRow.Reading] {
    range.map { (Double($0) * 60, shown(Double($0) * 60)) }
  }

  private static let buffered: [StepRow.Reading] = (30..<60).map { minute in
    (3_600 + Double(minute) / 1_000, Double(minute) * 60)
  }
  private static let late: [StepRow.Reading] = (0..<60).map { minute in
    let delay: Double = minute % 7 == 3 ? 30 : 0
    return (Double(minute) * 60 + delay, Double(minute) * 60)
  }

  static let stepRows = [
    StepRow(name: "no reading", readings: [], steps: []),
    StepRow(name: "a clock that runs", readings: minutes(0..<60) { $0 }, steps: []),
    StepRow(
      name: "a clock that gains 500 ppm", readings: minutes(0..<720) { $0 * 1.0005 }, steps: []),
    StepRow(
      name: "a clock that is set 5 s ahead",
      readings: minutes(0..<30) { $0 } + minutes(30..<60) { $0 + 5 }, steps: [(30, 5)]),
    StepRow(
      name: "a clock that is set 5 s back",
      readings: minutes(0..<30) { $0 } + minutes(30..<60) { $0 - 5 }, steps: [(30, -5)]),
    StepRow(
      name: "a clock that begins again twice",
      readings: minutes(0..<30) { 5_000 + $0 } + minutes(30..<35) { $0 - 1_800 }
        + minutes(35..<60) { $0 - 2_100 }, steps: [(30, -6_800), (35, -300)]),
    StepRow(
      name: "a pause of an hour", readings: minutes(0..<30) { $0 } + minutes(90..<120) { $0 },
      steps: []),
    StepRow(
      name: "readings of half an hour that arrive at once",
      readings: minutes(0..<30) { $0 } + buffered + minutes(61..<85) { $0 }, steps: []),
    StepRow(name: "single late readings", readings: late, steps: []),
    StepRow(
      name: "a clock that is set 0.5 s ahead: too little to tell from delays",
      readings: minutes(0..<30) { $0 } + minutes(30..<60) { $0 + 0.5 }, steps: []),
  ]

  @Test(arguments: stepRows) func `steps are distinguished from delays`(_ row: StepRow) {
    let readings = row.readings.map {
      ClockMeasurements.AccessoryReading(
        recorded: Int64($0.recorded * 1e9), accessory: Int64($0.accessory * 1e9))
    }
    let found = AccessorySteps(ClockMeasurements.AccessoryReading.fastest(readings)).all
    #expect(found.map(\.index) == row.steps.map(\.index))
    for (step, expected) in zip(found, row.steps) {
      #expect(abs(Double(step.amount) / 1e9 - expected.amount) < 0.01)
    }
  }

  @Test func `the fastest reading of each minute is kept`() {
    typealias Reading = ClockMeasurements.AccessoryReading
    let second: Int64 = 1_000_000_000
    // In the first minute, the second reading was under way for the shortest time.
    let readings = [
      Reading(recorded: 100 * second, accessory: 40 * second),
      Reading(recorded: 101 * second, accessory: 42 * second),
      Reading(recorded: 102 * second, accessory: 42 * second),
      Reading(recorded: 170 * second, accessory: 90 * second),
    ]
    #expect(Reading.fastest(readings) == [readings[1], readings[3]])
    #expect(Reading.fastest([]).isEmpty)
    let wide = (0..<1_000 as Range<Int64>).map { Reading(recorded: $0 << 50, accessory: 0) }
    #expect(Reading.fastest(wide).count <= Reading.keptMax)
    #expect(Reading(recorded: 5, seconds: 1.5)?.accessory == 1_500_000_000)
    for seconds in [Double.nan, .infinity, -1e300, 4.7e9] {
      #expect(Reading(recorded: 5, seconds: seconds) == nil)
    }
    #expect(Reading(recorded: .min, seconds: 1) == nil)
  }

  @Test func `a clock that jumps all the time is divided only so often`() {
    var random = SeededRandom(seed: 4)
    let readings = (0..<5_000 as Range<Int64>).map {
      ClockMeasurements.AccessoryReading(
        recorded: $0, accessory: Int64.random(in: .min ... .max, using: &random))
    }
    #expect(AccessorySteps(readings).all.count == 100)
  }
}
