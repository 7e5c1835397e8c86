import ClockOffsets

/// The clocks of a night's device, as its page shows them.
struct NightClocks: Hashable, Sendable {
  /// In nanoseconds.
  struct Ahead: Hashable, Sendable {
    var first: Int64
    var last: Int64
  }

  /// One clock, or the part of it between two steps.
  struct Row: Hashable, Sendable {
    var name: String
    /// The times of the samples, in nanoseconds since 1970.
    var times: ClosedRange<Int64>
    /// By how much the clock was ahead at the beginning and at the end, in nanoseconds; nil for an accessory, whose
    /// clock may count from any moment.
    var ahead: Ahead?
    /// Nil if it is not known.
    var drift: OffsetEstimate.Drift?
    /// The smallest and the largest, in nanoseconds; nil if nothing is known.
    var uncertainty: ClosedRange<Int64>?
    var measurementCount: Int
    var isContradictory = false
  }

  var rows: [Row] = []
  var jumps: [ClockJump] = []

  init() {}

  init(_ clocks: DeviceClocks) {
    jumps = clocks.jumps
    rows = clocks.recorded.parts.map { Row("Device", $0, hasOffset: true) }
    for (stream, course) in clocks.accessories.sorted(by: { $0.key < $1.key }) {
      rows += course.parts.map { part in
        var row = Row("Accessory of \(stream)", part, hasOffset: false)
        // The measured offset is the one to the device.
        let own = clocks.recorded.part(at: part.times.lowerBound)?.estimate
        row.add(own)
        return row
      }
    }
  }

  /// The steps as marks of the charts, without those of the wall clock that the device has marked itself.
  func marks(without own: [NightMark]) -> [NightMark] {
    jumps.compactMap { jump in
      let isMarked = own.contains {
        $0.name == Self.ownMark && $0.time <= jump.time
          && $0.time >= jump.time.clampedSubtract(Self.markedWithin)
      }
      if jump.clock == .wall, isMarked { return nil }
      return NightMark(time: jump.time, name: jump.title)
    }
  }

  private static let ownMark = "clock-changed"
  /// A step of the wall clock is known with the next upload, which comes some minutes after it.
  private static let markedWithin: Int64 = 3_600_000_000_000
}

extension NightClocks.Row {
  fileprivate init(_ name: String, _ part: ClockCourse.Part, hasOffset: Bool) {
    self.init(name: name, times: part.times, measurementCount: part.measurementCount)
    guard let estimate = part.estimate, let first = estimate.points.first,
      let last = estimate.points.last
    else { return }
    if hasOffset { ahead = .init(first: first.offset, last: last.offset) }
    drift = estimate.drift
    let all = estimate.points.map(\.uncertainty)
    uncertainty = (all.min() ?? 0)...(all.max() ?? 0)
    isContradictory = estimate.isContradictory
  }

  /// Makes the offset to a clock that to the clock of the collector; without one, nothing is known.
  fileprivate mutating func add(_ reference: OffsetEstimate?) {
    guard let reference, let known = reference.drift, let own = uncertainty else {
      (drift, uncertainty) = (nil, nil)
      return
    }
    drift?.partsPerMillion += known.partsPerMillion
    drift?.uncertainty += known.uncertainty
    let others = reference.points.map(\.uncertainty)
    let least = own.lowerBound.clampedAdd(others.min() ?? 0)
    uncertainty = least...max(least, own.upperBound.clampedAdd(others.max() ?? 0))
    isContradictory = isContradictory || reference.isContradictory
  }
}

extension ClockJump {
  /// A few words for a chart.
  fileprivate var title: String {
    switch clock {
    case .wall: "clock set"
    case .recorded: "times began again"
    case .accessory(let stream): "clock of \(stream) jumped"
    }
  }
}
