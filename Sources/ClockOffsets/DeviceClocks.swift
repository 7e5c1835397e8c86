/// The clocks of a device and of its accessories, and what they showed when, as far as measurements tell.
///
/// Pure and deterministic. The time that it takes depends on the number of measurements only.
public struct DeviceClocks: Hashable, Sendable {
  /// The time of the samples, whose offset is that to the clock of the collector.
  public private(set) var recorded = ClockCourse()
  /// The clocks of accessories, by stream, whose offsets are those to the time of the samples.
  public private(set) var accessories: [String: ClockCourse] = [:]
  /// By time.
  public private(set) var jumps: [ClockJump] = []

  /// Within half an hour, the fastest message of an accessory is assumed to take at most this, in nanoseconds: one
  /// interval of the connection, 15 to 30 ms, and some milliseconds in the accessory and in the system.
  public static let accessoryDelayMax: Int64 = 50_000_000

  /// - Parameter times: the times of the samples that are asked for.
  public init(_ measurements: ClockMeasurements, over times: ClosedRange<Int64>) {
    let starts = Set(
      measurements.walls.map(\.since)
        + measurements.exchanges.compactMap {
          if case .recorded(let since) = $0.clock { since } else { nil }
        }
    ).sorted()
    let relays = Self.relays(measurements.exchanges)
    let exchanges = Dictionary(grouping: measurements.exchanges, by: \.clock)
    for (start, range) in ClockCourse.ranges(from: starts, within: times) {
      let bounds = Self.bounds(of: exchanges[.recorded(since: start)] ?? [], relays)
      let known = Self.range(range, near: bounds)
      recorded.parts.append(
        ClockCourse.Part(
          times: range, estimate: known.flatMap { OffsetEstimate(bounds, over: $0, .device) },
          measurementCount: bounds.count / 2))
    }
    for (stream, readings) in measurements.accessories {
      let readings = readings.sorted { ($0.recorded, $0.accessory) < ($1.recorded, $1.accessory) }
      var course = ClockCourse()
      for part in partsWithoutBoot(of: readings) { add(part, of: stream, to: &course) }
      accessories[stream] = course
    }
    jumps += Self.jumps(ofWall: measurements.walls) + recordedJumps
    jumps = jumps.filter { times.contains($0.time) }.sorted { $0.isBefore($1) }
  }

  /// The time of the collector at a time of the samples; nil if it is not known.
  public func corrected(_ time: Int64) -> CorrectedTime? {
    recorded.part(at: time)?.estimate?.corrected(time)
  }

  /// The time of the collector when an accessory's clock showed a time, which is in a sample; nil if it is not known.
  ///
  /// Near a step of the accessory's clock, the sample may belong to either side: it is the one with which it was under
  /// way for the shorter time.
  public func corrected(
    _ time: Int64, ofStream stream: String, showing accessory: Int64
  ) -> CorrectedTime? {
    guard let course = accessories[stream], let own = recorded.part(at: time)?.estimate else {
      return nil
    }
    let middle = course.parts.firstPlace { $0.times.upperBound >= time }
    let measured = course.parts[max(0, middle - 1)..<min(course.parts.count, middle + 2)]
      .compactMap { $0.estimate?.corrected(accessory) }
      .min { $0.time.distance(from: time) < $1.time.distance(from: time) }
    guard let measured, let offset = own.offset(nearest: measured.time) else { return nil }
    return CorrectedTime(
      measured.time.clampedSubtract(offset.offset),
      uncertainty: measured.uncertainty.clampedAdd(offset.uncertainty))
  }

  /// The longest time before the first and after the last measurement for which an offset is computed: two days, in
  /// which a clock can drift by half a minute.
  private static let reach: Int64 = 172_800_000_000_000

  private static func range(
    _ times: ClosedRange<Int64>, near bounds: [OffsetBound]
  ) -> ClosedRange<Int64>? {
    guard let first = bounds.map(\.time).min(), let last = bounds.map(\.time).max() else {
      return nil
    }
    let start = max(times.lowerBound, first.clampedSubtract(reach))
    let end = min(times.upperBound, last.clampedAdd(reach))
    return start <= end ? start...end : nil
  }

  // MARK: Offsets

  /// The offsets of the clocks of phones that pass on recordings.
  private static func relays(
    _ exchanges: [ClockMeasurements.Exchange]
  ) -> [MeasuredClock: OffsetEstimate] {
    var direct: [MeasuredClock: [OffsetBound]] = [:]
    var used: [MeasuredClock: ClosedRange<Int64>] = [:]
    for exchange in exchanges {
      if case .relay = exchange.clock, exchange.reference == .collector {
        direct[exchange.clock, default: []] += exchange.stamps.bounds
      }
      if case .relay = exchange.reference {
        let (first, last) = (exchange.stamps.arrived, exchange.stamps.answered)
        let known = used[exchange.reference] ?? first...last
        used[exchange.reference] = min(known.lowerBound, first)...max(known.upperBound, last)
      }
    }
    return used.reduce(into: [:]) { estimates, entry in
      estimates[entry.key] = OffsetEstimate(direct[entry.key] ?? [], over: entry.value, .device)
    }
  }

  /// The bounds for the offset of a clock to that of the collector: of its exchanges with it, and of those with a phone
  /// whose clock is known.
  private static func bounds(
    of exchanges: [ClockMeasurements.Exchange], _ relays: [MeasuredClock: OffsetEstimate]
  ) -> [OffsetBound] {
    exchanges.flatMap { exchange -> [OffsetBound] in
      let stamps = exchange.stamps
      if exchange.reference == .collector { return stamps.bounds }
      guard let relay = relays[exchange.reference],
        let arrival = relay.offset(at: stamps.arrived),
        let answer = relay.offset(at: stamps.answered)
      else { return [] }
      let lowest = stamps.lowest.clampedAdd(arrival.offset.clampedSubtract(arrival.uncertainty))
      let highest = stamps.highest.clampedAdd(answer.offset.clampedAdd(answer.uncertainty))
      return [
        OffsetBound(.lowest, lowest, at: stamps.sent),
        OffsetBound(.highest, highest, at: stamps.returned),
      ]
    }
  }

  /// The readings of an accessory between boots of the device, which begin another time of the samples.
  private func partsWithoutBoot(
    of readings: [ClockMeasurements.AccessoryReading]
  ) -> [ArraySlice<ClockMeasurements.AccessoryReading>] {
    let boots = recorded.parts.dropFirst().map { part in
      readings.firstPlace { $0.recorded >= part.times.lowerBound }
    }
    let places = [readings.startIndex] + boots + [readings.endIndex]
    return zip(places, places.dropFirst()).map { readings[$0..<$1] }
  }

  /// Adds the offset of an accessory's clock to the time of the samples between two boots, with its steps.
  private mutating func add(
    _ readings: ArraySlice<ClockMeasurements.AccessoryReading>, of stream: String,
    to course: inout ClockCourse
  ) {
    let steps = AccessorySteps(Array(readings)).all
    jumps += steps.map {
      ClockJump(
        .accessory(stream: stream), at: readings[readings.startIndex + $0.index].recorded,
        by: $0.amount)
    }
    let places = [0] + steps.map(\.index) + [readings.count]
    for (start, end) in zip(places, places.dropFirst()) {
      let part = readings.dropFirst(start).prefix(end - start)
      guard let first = part.first, let last = part.last else { continue }
      // An accessory has shown a time before the sample arrived.
      let arrivals = part.map {
        OffsetBound(.lowest, $0.accessory.clampedSubtract($0.recorded), at: $0.accessory)
      }
      let bounds = DelayEnvelope.bounds(arrivals, delayMax: Self.accessoryDelayMax, .accessory)
      let shown = part.map(\.accessory)
      course.parts.append(
        ClockCourse.Part(
          times: first.recorded...last.recorded,
          // A sample between two readings can show a little more or less than they do.
          estimate: OffsetEstimate(
            bounds,
            over: shown.min()!.clampedSubtract(Self.margin)...shown.max()!.clampedAdd(Self.margin),
            .accessory), measurementCount: arrivals.count))
    }
  }

  private static let margin: Int64 = 120_000_000_000

  // MARK: Jumps

  /// A wall clock that moves by more than this within an instant was set, in nanoseconds.
  private static let wallStepMin: Int64 = 100_000_000
  /// The system may correct the wall clock by letting it run faster or slower by this, in parts per million.
  private static let slewMax = 500.0

  private static func jumps(ofWall walls: [ClockMeasurements.WallReading]) -> [ClockJump] {
    let walls = walls.sorted { ($0.since, $0.recorded, $0.wall) < ($1.since, $1.recorded, $1.wall) }
    return zip(walls, walls.dropFirst()).compactMap { before, after in
      guard before.since == after.since else { return nil }
      let passed = after.recorded.clampedSubtract(before.recorded)
      let amount = after.wall.clampedSubtract(before.wall).clampedSubtract(passed)
      let slewed = Int64(nearest: Double(passed) * slewMax / 1e6)
      guard amount.magnitude > wallStepMin.clampedAdd(max(0, slewed)).magnitude else { return nil }
      return ClockJump(.wall, at: after.recorded, by: amount)
    }
  }

  /// The beginnings of the time of the samples after the first one.
  private var recordedJumps: [ClockJump] {
    zip(recorded.parts, recorded.parts.dropFirst()).map { before, after in
      let start = after.times.lowerBound
      let offsets = before.estimate?.points.last.flatMap { last in
        after.estimate?.points.first.map { $0.offset.clampedSubtract(last.offset) }
      }
      return ClockJump(.recorded, at: start, by: offsets)
    }
  }
}

extension ClockJump {
  fileprivate func isBefore(_ other: ClockJump) -> Bool {
    (time, clock.order, amount ?? .min) < (other.time, other.clock.order, other.amount ?? .min)
  }
}

extension ClockJump.Clock {
  /// Names of streams have no slash.
  fileprivate var order: String {
    switch self {
    case .wall: "/1"
    case .recorded: "/2"
    case .accessory(let stream): stream
    }
  }
}

extension Int64 {
  fileprivate func distance(from other: Int64) -> UInt64 { clampedSubtract(other).magnitude }
}
