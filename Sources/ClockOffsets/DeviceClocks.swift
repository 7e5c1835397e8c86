/// The clocks of a device and of its accessories, and what they showed when, as far as measurements tell.
///
/// Pure and deterministic. The time that it takes depends on the number of measurements only.
public struct DeviceClocks: Hashable, Sendable {
  /// The time of the samples.
  public private(set) var recorded = ClockCourse()
  /// The clocks of accessories, by stream.
  public private(set) var accessories: [String: ClockCourse] = [:]
  /// By time.
  public private(set) var jumps: [ClockJump] = []

  /// Within half an hour, the fastest message of an accessory is assumed to take at most this, in nanoseconds: the
  /// connection event after the measurement is at most one or two intervals of 15 ms later.
  public static let accessoryDelayMax: Int64 = 30_000_000

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
      recorded.parts.append(
        ClockCourse.Part(
          times: range, estimate: OffsetEstimate(bounds, over: range, .device),
          measurementCount: bounds.count / 2))
    }
    for (stream, readings) in measurements.accessories {
      let readings = readings.sorted { ($0.recorded, $0.accessory) < ($1.recorded, $1.accessory) }
      let steps = AccessorySteps(readings)
      accessories[stream] = course(of: readings, steps)
      jumps += steps.all.map {
        ClockJump(.accessory(stream: stream), at: readings[$0.index].recorded, by: $0.amount)
      }
    }
    jumps += Self.jumps(ofWall: measurements.walls) + recordedJumps
    jumps = jumps.filter { times.contains($0.time) }.sorted { $0.isBefore($1) }
  }

  /// The time of the collector at a time of the samples; nil if it is not known.
  public func corrected(_ time: Int64) -> CorrectedTime? {
    recorded.index(at: time).flatMap { recorded.parts[$0].estimate?.corrected(time) }
  }

  /// The time of the collector when an accessory's clock showed a time, which is in a sample; nil if it is not known.
  ///
  /// Near a step of the accessory's clock, the sample may belong to either side: it is the one with which it was under
  /// way for the shorter time.
  public func corrected(
    _ time: Int64, ofStream stream: String, showing accessory: Int64
  ) -> CorrectedTime? {
    guard let course = accessories[stream], let arrival = corrected(time) else { return nil }
    let middle = course.parts.firstPlace { $0.times.upperBound >= time }
    let candidates = course.parts[max(0, middle - 1)..<min(course.parts.count, middle + 2)]
      .compactMap { $0.estimate?.corrected(accessory) }
    return candidates.min {
      $0.time.distance(from: arrival.time) < $1.time.distance(from: arrival.time)
    }
  }

  // MARK: Offsets

  /// What is known about the clocks of phones that pass on recordings.
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

  /// - Parameter readings: by time of the samples.
  private func course(
    of readings: [ClockMeasurements.AccessoryReading], _ steps: AccessorySteps
  ) -> ClockCourse {
    var course = ClockCourse()
    var start = readings.startIndex
    for end in steps.all.map(\.index) + [readings.endIndex] {
      let part = readings[start..<end]
      start = end
      guard let first = part.first, let last = part.last else { continue }
      let range = first.recorded...last.recorded
      let arrivals = part.compactMap(arrival)
      let bounds = DelayEnvelope.bounds(arrivals, delayMax: Self.accessoryDelayMax, .accessory)
      let shown = part.map(\.accessory)
      course.parts.append(
        ClockCourse.Part(
          times: range,
          // A sample between two readings can show a little more or less than they do.
          estimate: OffsetEstimate(
            bounds,
            over: shown.min()!.clampedSubtract(Self.margin)...shown.max()!.clampedAdd(Self.margin),
            .accessory), measurementCount: arrivals.count))
    }
    return course
  }

  private static let margin: Int64 = 120_000_000_000

  /// The bound that follows from the arrival of a reading: the accessory has shown this time before that.
  private func arrival(_ reading: ClockMeasurements.AccessoryReading) -> OffsetBound? {
    guard let arrival = corrected(reading.recorded) else { return nil }
    let latest = arrival.time.clampedAdd(arrival.uncertainty)
    return OffsetBound(
      .lowest, reading.accessory.clampedSubtract(latest), at: reading.accessory)
  }

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
