import Testing

@testable import ClockOffsets

@Suite struct OffsetEstimateTests {
  typealias Clock = TrueClock
  private let night = Clock.start...(Clock.start + 12 * Clock.hour)

  @Test(arguments: 1...20) func `the truth is within the uncertainty all night`(_ seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    // A drift that changes by 2.6 ppm within an hour, which the model allows.
    let clock = Clock(
      ahead: Int64.random(in: -1_000_000_000_000...1_000_000_000_000, using: &random),
      drift: Double.random(in: -80...80, using: &random), swing: 5)
    var bounds: [OffsetBound] = []
    for minute in stride(from: Int64(0), to: 720, by: 5) {
      let exchange = clock.exchange(
        at: Clock.start + minute * Clock.minute
          + Int64.random(in: 0...Clock.minute, using: &random),
        there: random.delay(), back: random.delay(20_000_000), stay: 3_000_000)
      bounds += exchange.bounds
    }
    let times = clock.time(at: night.lowerBound)...clock.time(at: night.upperBound)
    let estimate = OffsetEstimate(bounds.shuffled(using: &random), over: times, .device)!
    #expect(!estimate.isContradictory && estimate.leftOutCount == 0)
    var widest: Int64 = 0
    var widestWithin: Int64 = 0
    for minute in 0...720 as ClosedRange<Int64> {
      let time = min(times.lowerBound + minute * Clock.minute, times.upperBound)
      let point = estimate.offset(at: time)!
      let error = point.offset - clock.offset(showing: time)
      #expect(error.magnitude <= point.uncertainty.magnitude, "at minute \(minute)")
      widest = max(widest, point.uncertainty)
      if (60...660).contains(minute) { widestWithin = max(widestWithin, point.uncertainty) }
    }
    // A usual message takes at most 65 ms, and its answer 80: half of both is known from one exchange. Together, those
    // of some hours are better, less so at the ends of the night.
    #expect(widest < 72_500_000 && widestWithin < 55_000_000)
    let drift = estimate.drift!
    #expect(abs(drift.partsPerMillion - clock.drift) <= drift.uncertainty + 0.1)
    #expect(drift.uncertainty < 3)
  }

  @Test func `a single exchange is all that is known`() throws {
    // 10 ms there and 30 ms back: the offset is between -10 and +30 ms if the clock is right.
    let exchange = ClockExchange(
      sent: 0, arrived: 10_000_000, answered: 10_000_000, returned: 40_000_000)!
    let second = Clock.second
    let estimate = try #require(
      OffsetEstimate(exchange.bounds, over: -1_000 * second...1_000 * second, .device))
    let near = estimate.offset(at: 0)!
    #expect(abs(near.offset - 10_000_000) < 1_000_000)
    // After 1,000 s, the clock may have drifted by 200 ppm, which is 200 ms, and by the half of 4 ppm in an hour more,
    // which is 0.56 ms. What the times of the two bounds, 40 ms apart, change is 8 us.
    let far = estimate.points.last!
    #expect(far.time == 1_000 * second)
    #expect(abs(far.offset - 10_000_000) < 100_000)
    let expected: Int64 = 20_000_000 + 200_000_000 + 555_556
    // And between two points, 500 s apart, 250 s after one, by 0.035 ms more.
    #expect((expected...(expected + 50_000)).contains(far.uncertainty))
  }

  @Test(arguments: [OffsetBound.Side.lowest, .highest]) func `one side alone tells nothing`(
    _ side: OffsetBound.Side
  ) {
    let bounds = (0..<100).map { OffsetBound(side, 5, at: Int64($0) * Clock.minute) }
    #expect(OffsetEstimate(bounds, over: 0...Clock.hour, .device) == nil)
    #expect(OffsetEstimate([], over: 0...Clock.hour, .device) == nil)
  }

  @Test func `what contradicts most others is left out`() {
    let clock = Clock(ahead: 250_000_000, drift: 10)
    var bounds: [OffsetBound] = []
    for minute in stride(from: Int64(0), to: 60, by: 2) {
      // Every tenth exchange is from a clock that is 5 s off.
      let liar = Clock(ahead: 5_250_000_000, drift: 10)
      let time = Clock.start + minute * Clock.minute
      bounds +=
        (minute % 20 == 10 ? liar : clock).exchange(
          at: time, there: 10_000_000, back: 20_000_000
        ).bounds
    }
    let times = clock.time(at: Clock.start)...clock.time(at: Clock.start + Clock.hour)
    let estimate = OffsetEstimate(bounds, over: times, .device)!
    #expect(!estimate.isContradictory)
    #expect(estimate.leftOutCount > 0 && estimate.leftOutCount <= 6)
    for point in estimate.points {
      let error = point.offset - clock.offset(showing: point.time)
      #expect(error.magnitude <= point.uncertainty.magnitude && point.uncertainty < 40_000_000)
    }
  }

  @Test func `if half contradicts half, the uncertainty covers both`() {
    var bounds: [OffsetBound] = []
    for minute in 0..<60 as Range<Int64> {
      let clock = Clock(ahead: minute % 2 == 0 ? 0 : 8_000_000_000, drift: 0)
      bounds +=
        clock.exchange(
          at: Clock.start + minute * Clock.minute, there: 1_000_000, back: 1_000_000
        ).bounds
    }
    let middle = Clock.start + 30 * Clock.minute
    let estimate = OffsetEstimate(bounds, over: middle...middle, .device)!
    #expect(estimate.isContradictory)
    let point = estimate.points[0]
    #expect(
      point.offset - point.uncertainty <= 0 && point.offset + point.uncertainty >= 8_000_000_000)
  }

  @Test func `a clock that changes faster than the model says is still followed`() {
    // The drift changes by up to 26 ppm within an hour.
    let clock = Clock(ahead: 0, drift: 5, swing: 50)
    var random = SeededRandom(seed: 9)
    let bounds = (0..<720 as Range<Int64>).flatMap { minute in
      clock.exchange(
        at: Clock.start + minute * Clock.minute, there: random.delay(), back: random.delay()
      ).bounds
    }
    let times = clock.time(at: night.lowerBound)...clock.time(at: night.upperBound)
    let estimate = OffsetEstimate(bounds, over: times, .device)!
    for point in estimate.points {
      let error = point.offset - clock.offset(showing: point.time)
      // The uncertainty that the delays of usual messages allow.
      #expect(error.magnitude <= 35_000_000)
    }
  }

  @Test func `any numbers give an answer`() {
    var random = SeededRandom(seed: 3)
    let extremes: [Int64] = [.min, .min + 1, -1, 0, 1, .max - 1, .max, 1 << 62, -(1 << 62)]
    for _ in 0..<300 {
      func number() -> Int64 {
        Bool.random(using: &random)
          ? extremes.randomElement(using: &random)!
          : Int64.random(in: .min ... .max, using: &random)
            >> Int64.random(in: 0...63, using: &random)
      }
      let bounds = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        OffsetBound(Bool.random(using: &random) ? .lowest : .highest, number(), at: number())
      }
      let (one, other) = (number(), number())
      let times = min(one, other)...max(one, other)
      let model = OffsetModel(
        driftMax: [.nan, .infinity, -1, 0, 200].randomElement(using: &random)!,
        driftChange: [.nan, 0, 4].randomElement(using: &random)!,
        wander: [.nan, -.infinity, 2, 1e300].randomElement(using: &random)!,
        window: number(), spacing: number())
      guard let estimate = OffsetEstimate(bounds, over: times, model) else { continue }
      #expect(estimate.points.count <= 500)
      #expect(estimate.points.allSatisfy { $0.uncertainty >= 0 })
      for time in [times.lowerBound, times.upperBound, 0] {
        if let point = estimate.offset(at: time) { #expect(point.uncertainty >= 0) }
      }
    }
  }

  @Test func `thousands of bounds at one moment need no more than those near it`() {
    let bounds = (0..<40_000 as Range<Int64>).map {
      OffsetBound(
        $0 % 2 == 0 ? .lowest : .highest, $0 % 2 == 0 ? 900 - $0 % 7 : 1_000 + $0 % 5, at: $0)
    }
    let estimate = OffsetEstimate(bounds, over: 0...100 * Clock.hour, .device)!
    #expect(estimate.points.count == 500)
    #expect((890...1_010).contains(estimate.points[0].offset))
  }

  struct ExchangeRow: CustomTestStringConvertible {
    var name: String
    var stamps: [Int64]
    var isValid: Bool
    var testDescription: String { name }
  }

  @Test(arguments: [
    ExchangeRow(name: "a usual one", stamps: [100, 205, 207, 110], isValid: true),
    ExchangeRow(name: "no time has passed", stamps: [5, 5, 5, 5], isValid: true),
    ExchangeRow(
      name: "the answer came before the message", stamps: [100, 205, 207, 99], isValid: false),
    ExchangeRow(
      name: "it was answered before it came", stamps: [100, 207, 205, 110], isValid: false),
    ExchangeRow(
      name: "it stayed longer than it was away", stamps: [100, 200, 250, 110], isValid: false),
    ExchangeRow(name: "a stamp is too large", stamps: [.max, .max, .max, .max], isValid: false),
    ExchangeRow(name: "a stamp is too small", stamps: [.min, 0, 0, 0], isValid: false),
  ]) func `only possible exchanges count`(_ row: ExchangeRow) {
    let exchange = ClockExchange(
      sent: row.stamps[0], arrived: row.stamps[1], answered: row.stamps[2], returned: row.stamps[3])
    #expect((exchange != nil) == row.isValid)
  }
}
