import ClockOffsets

/// The clocks of a device and its accessories in a night, as JSON. Times are in nanoseconds.
struct ClockAnswer: Encodable {
  /// A clock, or the part of it between two steps.
  struct Clock: Encodable {
    /// `device`, whose offset is that to the collector, or `accessory`, whose offset is that to the device.
    var clock: String
    /// The stream of the accessory.
    var stream: String?
    /// The times of the samples.
    var start: Int64
    var end: Int64
    var measurements: Int
    var isContradictory: Bool
    var driftPPM: Double?
    var driftUncertaintyPPM: Double?
    var points: [Point]

    enum CodingKeys: String, CodingKey {
      case clock, stream, start, end, measurements, points
      case isContradictory = "is_contradictory"
      case driftPPM = "drift_ppm"
      case driftUncertaintyPPM = "drift_uncertainty_ppm"
    }
  }

  /// The offset at a time of the clock; it changes evenly from point to point.
  struct Point: Encodable {
    var time: Int64
    var offset: Int64
    var uncertainty: Int64
  }

  struct Jump: Encodable {
    var clock: String
    var stream: String?
    var time: Int64
    var amount: Int64?
  }

  var clocks: [Clock]
  var jumps: [Jump]

  init(_ clocks: DeviceClocks) {
    self.clocks = clocks.recorded.parts.map { Clock("device", stream: nil, $0) }
    for (stream, course) in clocks.accessories.sorted(by: { $0.key < $1.key }) {
      self.clocks += course.parts.map { Clock("accessory", stream: stream, $0) }
    }
    jumps = clocks.jumps.map {
      Jump(clock: $0.clock.name, stream: $0.clock.stream, time: $0.time, amount: $0.amount)
    }
  }
}

extension ClockAnswer.Clock {
  fileprivate init(_ clock: String, stream: String?, _ part: ClockCourse.Part) {
    let drift = part.estimate?.drift
    self.init(
      clock: clock, stream: stream, start: part.times.lowerBound, end: part.times.upperBound,
      measurements: part.measurementCount,
      isContradictory: part.estimate?.isContradictory ?? false,
      driftPPM: drift?.partsPerMillion, driftUncertaintyPPM: drift?.uncertainty,
      points: (part.estimate?.points ?? []).map {
        ClockAnswer.Point(time: $0.time, offset: $0.offset, uncertainty: $0.uncertainty)
      })
  }
}
