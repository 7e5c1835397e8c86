import Foundation
import Testing

@testable import ResearchFormats

@Suite struct MotionTests {
  /// The kinds and components are those of the specification, "Restricted keyword list".
  @Test(
    arguments: [
      ("x", "g", "ACCEL x m/s^2"), ("accelerationY", "m/s²", "ACCEL y m/s^2"),
      ("acc_z", "mg", "ACCEL z m/s^2"), ("rotationRateX", "rad/s", "GYRO x rad/s"),
      ("z", "deg/s", "GYRO z deg/s"), ("y", "µT", "MAGN y µT"), ("roll", "rad", "ORNT x rad"),
      ("yaw", "deg", "ORNT z deg"), ("qw", "", "ORNT quat_w n/a"),
      ("quaternionX", "", "ORNT quat_x n/a"), ("rate", "1/min", "MISC n/a 1/min"),
      ("latitude", "deg", "MISC n/a deg"), ("x", "", "MISC n/a n/a"), ("index", "g", "MISC n/a g"),
      ("temperature", "°C", "MISC n/a °C"),
    ])
  func `a channel is described by its name and unit`(
    name: String, unit: String, description: String
  ) {
    let channel = MotionChannel(name, unit: unit)
    #expect("\(channel.kind.rawValue) \(channel.component) \(channel.unit)" == description)
  }

  private static func recording(_ times: [Int64], interval: Int64? = 20_000_000) -> (
    MotionRecording, String
  ) {
    var recording = MotionRecording(
      channels: [("x", "g"), ("pressure", "hPa")], nominalNanoseconds: interval)
    var text = ""
    for time in times { recording.append(time, [1, nil], to: &text) }
    return (recording, text)
  }

  @Test func `a sample has the time after the first one, and values in m per s²`() {
    let start: Int64 = 1_764_018_000_123_456_789
    let (recording, text) = Self.recording([start, start + 20_000_001])
    #expect(text == "0.000000000\t9.80665\tn/a\n0.020000001\t9.80665\tn/a\n")
    #expect(recording.onset == start)
    #expect(
      recording.channelsTable(trackedPoint: "watch")
        == "name\tcomponent\ttype\ttracked_point\tunits\nlatency\tn/a\tLATENCY\tn/a\ts\n"
        + "x\tx\tACCEL\twatch\tm/s^2\npressure\tn/a\tMISC\twatch\thPa\n")
  }

  private static func sidecar(_ recording: MotionRecording) throws -> [String: Any] {
    let bytes = try #require(
      recording.sidecar(task: "night", trackingSystem: "acc", hasGaps: true))
    return try #require(
      try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
  }

  @Test func `the effective sample rate does not count gaps`() throws {
    // Four steps of 25 ms, and a gap of 10 s.
    let times: [Int64] = [0, 25, 50, 10_050, 10_075, 10_100].map { $0 * 1_000_000 }
    let sidecar = try Self.sidecar(Self.recording(times).0)
    #expect(sidecar["SamplingFrequency"] as? Double == 50)
    #expect(sidecar["SamplingFrequencyEffective"] as? Double == 40)
    #expect(sidecar["RecordingDuration"] as? Double == 10.1)
    #expect(sidecar["RecordingType"] as? String == "discontinuous")
    #expect(sidecar["MotionChannelCount"] as? Int == 3)
    #expect(sidecar["ACCELChannelCount"] as? Int == 1)
    #expect(sidecar["MISCChannelCount"] as? Int == 1)
    #expect(sidecar["LATENCYChannelCount"] as? Int == 1)
  }

  @Test func `without an interval, the sample rate is measured, and unknown for a single time`()
    throws
  {
    let measured = Self.recording([0, 100_000_000, 200_000_000], interval: nil).0
    #expect(try Self.sidecar(measured)["SamplingFrequency"] as? Double == 10)
    let single = Self.recording([5, 5], interval: nil).0
    #expect(single.samplingFrequency == nil)
    #expect(single.sidecar(task: "night", trackingSystem: "acc", hasGaps: false) == nil)
  }

  @Test func `extreme times do not trap`() throws {
    let (recording, _) = Self.recording([.min, .max])
    #expect(recording.onset == .min)
    _ = try Self.sidecar(recording)
    _ = recording.eventsTable([.init(start: .max, end: .min, isGap: true, value: "a")])
    #expect(MotionDataset.Session.time(.min) == "1677-09-21T00:12:43.145224Z")
  }

  @Test func `gaps and marks are events`() {
    let (recording, _) = Self.recording([1_000_000_000])
    let table = recording.eventsTable([
      .init(start: 3_000_000_000, end: nil, isGap: false, value: "stop\tped\n"),
      .init(start: 1_500_000_000, end: 2_000_000_000, isGap: true, value: "killed"),
      .init(start: 0, end: -1, isGap: true, value: "clock"),
    ])
    #expect(
      table == "onset\tduration\ttrial_type\tvalue\n-1.000000000\tn/a\tgap\tclock\n"
        + "0.500000000\t0.500000000\tgap\tkilled\n2.000000000\t0\tmark\tstop ped \n")
  }

  @Test func `labels have only letters and digits, and no two names the same`() {
    let names = ["a-b", "ab", "A.B", "..", "x_1"]
    let labels = BIDSLabels(names)
    #expect(Set(names.map { labels[$0].lowercased() }).count == names.count)
    #expect(names.allSatisfy { MotionDataset.isLabel(labels[$0]) })
    #expect(labels["x_1"] == "x1")
  }

  @Test func `the paths are those of the specification`() {
    let dataset = MotionDataset(
      name: "n", task: "night", authors: [], devices: ["my.watch"], generatorVersion: "1")
    let session = dataset.session(
      of: "my.watch", start: 1_764_018_000_000_000_000, streams: ["acc-1"])
    let paths = session.paths(of: "acc-1", task: "night")
    let name = "sub-mywatch_ses-20251124T210000000000Z"
    let folder = "sub-mywatch/ses-20251124T210000000000Z/"
    #expect(paths.motion == "\(folder)motion/\(name)_task-night_tracksys-acc1_motion.tsv")
    #expect(paths.channels == "\(folder)motion/\(name)_task-night_tracksys-acc1_channels.tsv")
    #expect(session.scans == "\(folder)\(name)_scans.tsv")
    #expect(
      session.scansTable([(paths, 1_764_018_000_000_001_999)])
        == "filename\tacq_time\nmotion/\(name)_task-night_tracksys-acc1_motion.tsv\t"
        + "2025-11-24T21:00:00.000001Z\n")
    #expect(dataset.participants(["my.watch"]).hasSuffix("sub-mywatch\tmy.watch\n"))
  }
}
