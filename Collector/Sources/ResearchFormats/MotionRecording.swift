import Foundation

/// One stream of a night as the files of Motion-BIDS.
///
/// The samples keep their real times: the first column is the time of a sample in seconds after the first one, and the
/// time of the first one is in the list of scans.
public struct MotionRecording: Sendable {
  public let channels: [MotionChannel]
  private let nominalNanoseconds: Int64?
  private var first: Int64?
  private var last: Int64?
  private var sampleCount = 0
  /// The steps that are not gaps, and the time that they take together.
  private var steps = (count: 0, nanoseconds: Int64(0))

  /// - Parameter nominalNanoseconds: the nominal interval; nil if there is none.
  public init(channels: [(name: String, unit: String)], nominalNanoseconds: Int64?) {
    let described = channels.map { MotionChannel($0.name, unit: $0.unit) }
    let names = Set(channels.map(\.name))
    let latency = names.contains("latency") ? "latency_of_sample" : "latency"
    self.channels = [.latency(latency)] + described
    self.nominalNanoseconds = nominalNanoseconds
  }

  /// Whether a channel describes a movement. Otherwise, the stream is not part of Motion-BIDS.
  public var isMotion: Bool { channels.contains(where: \.isMotion) }

  /// The time of the first sample in nanoseconds since 1970; nil before it.
  public var onset: Int64? { first }

  /// The sample rate in Hz, nominal or measured; nil if neither is known.
  public var samplingFrequency: Double? {
    nominalNanoseconds.map { 1e9 / Double($0) } ?? effectiveFrequency
  }

  private var effectiveFrequency: Double? {
    steps.nanoseconds > 0 ? Double(steps.count) * 1e9 / Double(steps.nanoseconds) : nil
  }

  /// Appends the line of a sample. Samples must be in the order of their times.
  ///
  /// - Parameter values: one per channel, without the first one; nil or NaN for a value that the sample lacks.
  public mutating func append(_ time: Int64, _ values: [Double?], to text: inout String) {
    let onset = first ?? time
    if let last {
      let step = time.subtractingReportingOverflow(last).partialValue
      // A step of more than 1.5 intervals is a gap, as for the recorder.
      if step > 0, nominalNanoseconds.map({ step <= $0 + $0 / 2 }) ?? true {
        steps.count += 1
        steps.nanoseconds = steps.nanoseconds.addingReportingOverflow(step).partialValue
      }
    }
    first = onset
    last = time
    sampleCount += 1
    text += DecimalSeconds.text(time.subtractingReportingOverflow(onset).partialValue, digits: 9)
    for (channel, value) in zip(channels.dropFirst(), values) { text += "\t" + channel.text(value) }
    text += "\n"
  }

  /// The contents of `*_channels.tsv`.
  ///
  /// - Parameter point: what the device was attached to, such as `LeftWrist`.
  public func channelsTable(trackedPoint point: String) -> String {
    TabbedTable.text(
      ["name", "component", "type", "tracked_point", "units"],
      channels.map { channel in
        [
          channel.name, channel.component, channel.kind.rawValue,
          channel.kind == .latency ? "n/a" : point, channel.unit,
        ]
      })
  }

  /// The contents of `*_motion.json`; nil if there are not enough samples to know the sample rate.
  public func sidecar(task: String, trackingSystem: String, hasGaps: Bool) -> [UInt8]? {
    guard let frequency = samplingFrequency, let first, let last else { return nil }
    let duration = Double(last.subtractingReportingOverflow(first).partialValue) / 1e9
    func count(_ kind: MotionChannel.Kind) -> Int { channels.count { $0.kind == kind } }
    return BIDSJSON.bytes(
      Sidecar(
        taskName: task, trackingSystemName: trackingSystem, samplingFrequency: frequency,
        samplingFrequencyEffective: effectiveFrequency, recordingDuration: duration,
        recordingType: hasGaps ? "discontinuous" : "continuous", missingValues: "n/a",
        motionChannelCount: channels.count, trackedPointsCount: 1,
        accelerations: count(.acceleration), rotationRates: count(.rotationRate),
        magneticFields: count(.magneticField), orientations: count(.orientation),
        latencies: count(.latency), others: count(.other)))
  }

  private struct Sidecar: Encodable {
    var taskName: String
    var trackingSystemName: String
    var samplingFrequency: Double
    var samplingFrequencyEffective: Double?
    var recordingDuration: Double
    var recordingType: String
    var missingValues: String
    var motionChannelCount: Int
    var trackedPointsCount: Int
    var accelerations: Int
    var rotationRates: Int
    var magneticFields: Int
    var orientations: Int
    var latencies: Int
    var others: Int

    enum CodingKeys: String, CodingKey {
      case taskName = "TaskName"
      case trackingSystemName = "TrackingSystemName"
      case samplingFrequency = "SamplingFrequency"
      case samplingFrequencyEffective = "SamplingFrequencyEffective"
      case recordingDuration = "RecordingDuration"
      case recordingType = "RecordingType"
      case missingValues = "MissingValues"
      case motionChannelCount = "MotionChannelCount"
      case trackedPointsCount = "TrackedPointsCount"
      case accelerations = "ACCELChannelCount"
      case rotationRates = "GYROChannelCount"
      case magneticFields = "MAGNChannelCount"
      case orientations = "ORNTChannelCount"
      case latencies = "LATENCYChannelCount"
      case others = "MISCChannelCount"
    }
  }

  /// A gap or a mark of the recording, for `*_events.tsv`.
  public struct Event: Sendable {
    /// In nanoseconds since 1970.
    public var start: Int64
    /// After `start`; nil for a moment, or if the end is not known.
    public var end: Int64?
    public var isGap: Bool
    /// The cause of a gap, or the name of a mark.
    public var value: String

    public init(start: Int64, end: Int64?, isGap: Bool, value: String) {
      self.start = start
      self.end = end
      self.isGap = isGap
      self.value = value
    }
  }

  /// The contents of `*_events.tsv`, by time.
  public func eventsTable(_ events: [Event]) -> String {
    let onset = first ?? 0
    return TabbedTable.text(
      ["onset", "duration", "trial_type", "value"],
      events.sorted { ($0.start, $0.value) < ($1.start, $1.value) }.map { event in
        let start = event.start.subtractingReportingOverflow(onset).partialValue
        let duration = event.end.map { $0.subtractingReportingOverflow(event.start).partialValue }
        return [
          DecimalSeconds.text(start, digits: 9),
          duration.map { $0 < 0 ? "n/a" : DecimalSeconds.text($0, digits: 9) } ?? "0",
          event.isGap ? "gap" : "mark", event.value,
        ]
      })
  }

  /// The contents of `*_events.json`.
  public static let eventsDescription = BIDSJSON.bytes([
    "trial_type": [
      "Description":
        "gap: a time without samples, from the last sample before it to the first one after it. mark: a named moment."
    ],
    "value": ["Description": "The cause of a gap, or the name of a mark."],
  ])
}
