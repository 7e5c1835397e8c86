import Testing

@testable import ClockOffsets

@Suite struct DeviceClocksTests {
  typealias Clock = TrueClock
  typealias Measured = ClockMeasurements
  private let hour = Clock.hour

  private func exchanges(
    of clock: Clock, _ name: MeasuredClock, _ range: Range<Int64>,
    _ random: inout SeededRandom
  ) -> [Measured.Exchange] {
    stride(from: range.lowerBound, to: range.upperBound, by: 5 * Int(Clock.minute)).map { time in
      Measured.Exchange(
        name, to: .collector,
        clock.exchange(at: Int64(time), there: random.delay(), back: random.delay()))
    }
  }

  /// Checks that the truth is within the uncertainty at each minute of the collector's time.
  private func check(
    _ clocks: DeviceClocks, _ clock: Clock, over range: Range<Int64>, within limit: Int64
  ) {
    for time in stride(from: range.lowerBound, to: range.upperBound, by: Int(Clock.minute)) {
      guard let corrected = clocks.corrected(clock.time(at: time)) else {
        Issue.record("nothing is known at \(time)")
        return
      }
      #expect((corrected.time - time).magnitude <= corrected.uncertainty.magnitude)
      #expect(corrected.uncertainty <= limit)
    }
  }

  @Test func `a device that has measured nothing has no corrected times`() {
    let clocks = DeviceClocks(ClockMeasurements(), over: 0...Int64.max)
    #expect(!clocks.recorded.isKnown && clocks.jumps.isEmpty)
    #expect(clocks.corrected(5) == nil)
    #expect(clocks.corrected(5, ofStream: "strap", showing: 5) == nil)
    // That it runs is known, but not its offset.
    let walls = [Measured.WallReading(since: 10, recorded: 20, wall: 30)]
    let heard = DeviceClocks(ClockMeasurements(walls: walls), over: 0...Int64.max)
    #expect(heard.recorded.parts.count == 1 && !heard.recorded.isKnown)
    #expect(heard.corrected(15) == nil)
  }

  @Test func `a boot begins a new clock, with an offset of its own`() throws {
    var random = SeededRandom(seed: 2)
    let before = Clock(ahead: 700_000_000, drift: 20)
    let after = Clock(ahead: -300_000_000, drift: 20)
    let boot = Clock.start + 4 * hour
    let (since, sinceBoot) = (before.time(at: Clock.start), after.time(at: boot))
    let measurements = ClockMeasurements(
      exchanges: exchanges(
        of: before, .recorded(since: since), Clock.start..<(boot - hour), &random)
        + exchanges(of: after, .recorded(since: sinceBoot), boot..<(boot + 4 * hour), &random))
    let clocks = DeviceClocks(measurements, over: since...(sinceBoot + 4 * hour))
    check(clocks, before, over: Clock.start..<(boot - hour), within: 80_000_000)
    check(clocks, after, over: boot..<(boot + 4 * hour), within: 80_000_000)
    let jump = try #require(clocks.jumps.first)
    #expect(clocks.jumps.count == 1 && jump.clock == .recorded && jump.time == sinceBoot)
    // One hour before the boot was not measured.
    #expect(abs(try #require(jump.amount) + 1_000_000_000) < 150_000_000)
    // A sample that was recorded before anything is known has no time.
    #expect(clocks.corrected(since - hour) == nil)
  }

  @Test func `a watch is known through the clock of its phone`() {
    var random = SeededRandom(seed: 6)
    let phone = Clock(ahead: 2_000_000_000, drift: -15)
    let watch = Clock(ahead: -40_000_000_000, drift: 30)
    let end = Clock.start + 8 * hour
    let relay = MeasuredClock.relay(since: phone.time(at: Clock.start))
    let own = MeasuredClock.recorded(since: watch.time(at: Clock.start))
    var measured = exchanges(of: phone, relay, Clock.start..<end, &random)
    for time in stride(from: Clock.start, to: end, by: 3 * Int(Clock.minute)) {
      let (there, back) = (random.delay(), random.delay())
      let stamps = ClockExchange(
        sent: watch.time(at: time), arrived: phone.time(at: time + there),
        answered: phone.time(at: time + there), returned: watch.time(at: time + there + back))!
      measured.append(Measured.Exchange(own, to: relay, stamps))
    }
    let times = watch.time(at: Clock.start)...watch.time(at: end)
    let clocks = DeviceClocks(ClockMeasurements(exchanges: measured), over: times)
    check(clocks, watch, over: Clock.start..<end, within: 120_000_000)
    // Without the phone's exchanges with the collector, nothing is known.
    let alone = measured.filter { $0.clock == own }
    #expect(!DeviceClocks(ClockMeasurements(exchanges: alone), over: times).recorded.isKnown)
    // Another clock of the phone, after its boot, does not help.
    let other = measured.map { exchange in
      exchange.clock == relay
        ? Measured.Exchange(.relay(since: 5), to: .collector, exchange.stamps) : exchange
    }
    #expect(!DeviceClocks(ClockMeasurements(exchanges: other), over: times).recorded.isKnown)
  }

  @Test func `samples of a strap have the time that its own clock tells`() throws {
    var random = SeededRandom(seed: 8)
    let phone = Clock(ahead: 500_000_000, drift: 20)
    let end = Clock.start + 6 * hour
    let reset = Clock.start + 3 * hour
    // 2.4 s a day fast, and then it begins again.
    let before = Clock(ahead: -Clock.start, drift: 27.8)
    let after = Clock(ahead: -reset, drift: 27.8)
    let own = MeasuredClock.recorded(since: phone.time(at: Clock.start))
    var readings: [Measured.AccessoryReading] = []
    for time in stride(from: Clock.start, to: end, by: Int(Clock.minute)) {
      let delay = (0..<60).map { _ in random.delay(3_000_000) }.min()!
      readings.append(
        .init(
          recorded: phone.time(at: time + delay),
          accessory: (time < reset ? before : after).time(at: time)))
    }
    let clocks = DeviceClocks(
      ClockMeasurements(
        exchanges: exchanges(of: phone, own, Clock.start..<end, &random),
        accessories: ["heart": readings]),
      over: phone.time(at: Clock.start)...phone.time(at: end))
    let jump = try #require(clocks.jumps.first)
    #expect(clocks.jumps.count == 1 && jump.clock == .accessory(stream: "heart"))
    #expect((phone.time(at: reset)...(phone.time(at: reset) + Clock.minute)).contains(jump.time))
    for time in stride(from: Clock.start, to: end - Int64(Clock.minute), by: 17 * Int(Clock.second))
    {
      // A sample that arrives late has the time at which it was measured, on both sides of the step.
      let arrived = phone.time(at: time + random.delay(3_000_000))
      let shown = (time < reset ? before : after).time(at: time)
      let corrected = try #require(clocks.corrected(arrived, ofStream: "heart", showing: shown))
      #expect((corrected.time - time).magnitude <= corrected.uncertainty.magnitude)
      #expect(corrected.uncertainty < 120_000_000)
    }
    #expect(clocks.corrected(phone.time(at: end), ofStream: "other", showing: 0) == nil)
  }

  struct WallRow: CustomTestStringConvertible {
    var name: String
    /// Seconds of the recording and of the wall clock.
    var walls: [(since: Double, recorded: Double, wall: Double)]
    var jumps: [Double]
    var testDescription: String { name }
  }

  @Test(arguments: [
    WallRow(name: "no reading", walls: [], jumps: []),
    WallRow(
      name: "a wall clock that is not set",
      walls: [(1, 10, 1_000), (1, 310, 1_300), (1, 610, 1_600)],
      jumps: []),
    WallRow(
      name: "a wall clock that the system corrects by 300 ppm",
      walls: [(1, 10, 1_000), (1, 3_610, 4_601.08)], jumps: []),
    WallRow(
      name: "a wall clock that is set 90 s ahead, and back",
      walls: [(1, 10, 1_000), (1, 310, 1_390), (1, 610, 1_600)], jumps: [90, -90]),
    WallRow(
      name: "a boot is no step of the wall clock", walls: [(1, 10, 1_000), (400, 410, 9_000)],
      jumps: []),
    WallRow(
      name: "readings in any order", walls: [(1, 310, 1_390), (1, 10, 1_000)], jumps: [90]),
  ]) func `steps of the wall clock are distinguished from corrections`(_ row: WallRow) {
    let walls = row.walls.map {
      Measured.WallReading(
        since: Int64($0.since * 1e9), recorded: Int64($0.recorded * 1e9), wall: Int64($0.wall * 1e9)
      )
    }
    let jumps = DeviceClocks(ClockMeasurements(walls: walls), over: 0...Int64.max).jumps
      .filter { $0.clock == .wall }
    #expect(jumps.map { Double($0.amount ?? 0) / 1e9 } == row.jumps)
  }

  @Test func `any measurements give an answer`() {
    var random = SeededRandom(seed: 12)
    func number() -> Int64 {
      Int64.random(in: .min ... .max, using: &random) >> Int64.random(in: 0...63, using: &random)
    }
    func clock() -> MeasuredClock {
      [.recorded(since: number()), .relay(since: number()), .collector].randomElement(
        using: &random)!
    }
    for _ in 0..<200 {
      let measurements = ClockMeasurements(
        exchanges: (0..<30).compactMap { _ in
          let stamps = [number(), number(), number(), number()]
          return ClockExchange(
            sent: stamps[0], arrived: stamps[1], answered: stamps[2], returned: stamps[3]
          ).map { Measured.Exchange(clock(), to: clock(), $0) }
        }, walls: (0..<20).map { _ in .init(since: number(), recorded: number(), wall: number()) },
        accessories: [
          "a": (0..<40).map { _ in .init(recorded: number(), accessory: number()) }
        ])
      let (one, other) = (number(), number())
      let clocks = DeviceClocks(measurements, over: min(one, other)...max(one, other))
      for time in [one, other, 0] {
        if let known = clocks.corrected(time) { #expect(known.uncertainty >= 0) }
        _ = clocks.corrected(time, ofStream: "a", showing: number())
      }
    }
  }
}
