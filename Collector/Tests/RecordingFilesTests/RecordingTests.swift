import Chunks
import CollectorImports
import Foundation
import TestPrograms
import Testing

@testable import RecordingFiles

/// Files of every format, compared with what is in them and with readers that other people have written.
///
/// `recordings.py` writes the files from the public descriptions of the formats. With YOBAN_RECORDINGS, the name of a
/// folder, the files in it are compared with the other readers, too.
@Suite(.patience) struct RecordingTests {
  /// The largest differences from another reader.
  struct Tolerance {
    var seconds: Double
    var value = 1e-6
  }

  /// The files, with the differences that their formats have, and whether another reader can read them.
  static let files: [(name: String, tolerance: Tolerance, hasReader: Bool)] = [
    ("new.gt3x", Tolerance(seconds: 1e-6), true),
    ("old.gt3x", Tolerance(seconds: 1e-6, value: 5.1e-4), true),
    ("scale.gt3x", Tolerance(seconds: 1e-6), false),
    ("rotated.gt3x", Tolerance(seconds: 1e-6), false),
    ("damaged.gt3x", Tolerance(seconds: 1e-6), false),
    ("packed.cwa", Tolerance(seconds: 1e-4), true),
    ("unpacked.cwa", Tolerance(seconds: 1e-4), true),
    ("six.cwa", Tolerance(seconds: 1e-4), true), ("damaged.cwa", Tolerance(seconds: 1e-4), false),
    ("whole.bin", Tolerance(seconds: 1e-6, value: 5.1e-5), true),
    ("damaged.bin", Tolerance(seconds: 1e-6, value: 5.1e-5), false),
    ("phone.zip", Tolerance(seconds: 3e-7), true), ("phone.json", Tolerance(seconds: 3e-7), true),
    ("Accelerometer.csv", Tolerance(seconds: 3e-7), true),
  ]

  @Test(arguments: files.map(\.name))
  func `a file has the samples and times that were written`(name: String) async throws {
    let file = try #require(Self.files.first { $0.name == name })
    let path = try await SampleRecordings.path(name)
    let truth = Samples(text: try String(contentsOfFile: path + ".txt", encoding: .utf8))
    let own = try Samples(path: path)
    #expect(Set(own.streams.keys) == Set(truth.streams.keys))
    for stream in truth.streams.keys.sorted() {
      try own.expectEqual(truth, stream, file.tolerance)
    }
  }

  @Test(
    .enabled(
      """
      Skipped: python3 has no readers of these formats. To install them in a virtual environment: \
      export YOBAN_PYTHON="$(Tests/parquet-python)"
      """
    ) { await Python.has("pygt3x, openmovement, skdh, pandas") },
    arguments: files.filter(\.hasReader).map(\.name))
  func `another reader finds the same`(name: String) async throws {
    let file = try #require(Self.files.first { $0.name == name })
    let path = try await SampleRecordings.path(name)
    try await Self.compare(path, file.tolerance)
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["YOBAN_RECORDINGS"] != nil))
  func `another reader finds the same in the recordings of a folder`() async throws {
    let folder = try #require(ProcessInfo.processInfo.environment["YOBAN_RECORDINGS"])
    for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
      // A recording of months without a known time in it.
      try await Self.compare(folder + "/" + name, Tolerance(seconds: 2e-3, value: 5.1e-4))
    }
  }

  /// A gap is from the last sample before it to the first one after it, in seconds from the start of the file.
  @Test(
    arguments: [
      ("new.gt3x", "actigraph.accelerometer", ["5.967 60 sensor-off", "62.967 64 corrupted"]),
      ("asleep.gt3x", "actigraph.accelerometer", ["2 20 sensor-off", "20.967 90 sensor-off"]),
      ("damaged.gt3x", "actigraph.accelerometer", ["1.967 3 corrupted", "3.967 9 unknown"]),
      ("damaged.cwa", "axivity.accelerometer", ["7.44 9.05 corrupted", "16.24 76.25 unknown"]),
      ("damaged.bin", "geneactiv.light", ["11.98 18 corrupted", "29.98 42 unknown"]),
      ("packed.cwa", "axivity.accelerometer", []), ("old.gt3x", "actigraph.accelerometer", []),
    ])
  func `a gap has the cause that the file gives`(
    name: String, stream: String, gaps: [String]
  ) async throws {
    let samples = try Samples(path: try await SampleRecordings.path(name))
    func text(_ time: Int64) -> String {
      "\(Double((time - 1_700_000_000_000_000_000 + 500_000) / 1_000_000) / 1_000)"
        .replacing(/\.0$/, with: "")
    }
    let found = samples.streams[stream]?.gaps.map {
      "\(text($0.start)) \(text($0.end)) \($0.cause.rawValue)"
    }
    #expect(found == gaps)
  }

  @Test(
    arguments: [
      (
        "new.gt3x", "ActiGraph .gt3x", "MOS2D16200021",
        .local(offset: -18_000, start: 1_700_000_000)
      ),
      ("old.gt3x", "ActiGraph .gt3x", "NEO1C16110020", .local(offset: nil, start: 1_700_000_000)),
      ("six.cwa", "Axivity .cwa", "axivity-54321", .local(offset: nil, start: 1_700_000_000)),
      (
        "whole.bin", "GENEActiv .bin", "geneactiv-051386",
        .local(offset: 7_200, start: 1_700_000_000)
      ),
      ("phone.zip", "Sensor Logger ZIP", "Ann-s-iPhone", .utc),
      ("phone.json", "Sensor Logger JSON", "Ann-s-iPhone", .utc),
      ("Accelerometer.csv", "Sensor Logger CSV", nil, .utc),
    ] as [(String, String, String?, RecordingClock)])
  func `a file says what it is`(
    name: String, format: String, device: String?, clock: RecordingClock
  ) async throws {
    let reader = try RecordingFile.open(try await SampleRecordings.path(name))
    #expect(reader.facts == RecordingFacts(format: format, device: device, clock: clock))
  }

  /// A clock that was set in winter stays at winter time.
  @Test(
    arguments: [
      ("UTC", 1_700_000_000, 0), ("Europe/Paris", 1_700_000_000, 3_600),
      ("Europe/Paris", 1_690_000_000, 7_200),
      ("+05:30", 0, 19_800), ("-0330", 0, -12_600), ("Mars/Olympus", 0, nil), ("+25:00", 0, nil),
      ("", 0, nil),
      // The hour of the change, on the clock of the place: at 03:00 it is summer time.
      ("Europe/Paris", 1_711_849_500, 3_600), ("Europe/Paris", 1_711_854_000, 7_200),
    ] as [(String, Int64, Int?)])
  func `a time zone has a difference to UTC at the start`(zone: String, start: Int64, offset: Int?)
  {
    #expect(LocalTime.offset(of: zone, at: start) == offset)
  }

  private static func compare(_ path: String, _ tolerance: Tolerance) async throws {
    let (output, status) = try await Python.run(
      [Python.script("read_recordings.py"), path], errors: false)
    try #require(status == 0, "\(path)")
    let other = Samples(text: output)
    #expect(!other.streams.isEmpty)
    let own = try Samples(path: path)
    for stream in other.streams.keys.sorted() {
      try own.expectEqual(other, stream, tolerance, isOtherReader: true)
    }
  }
}

/// The samples of a file by stream. A value that is absent is NaN.
struct Samples {
  struct Stream {
    var channels: [String]
    var samples: [(time: Double, values: [Double])] = []
    var gaps: [Gap] = []
  }

  private(set) var streams: [String: Stream] = [:]

  /// Reads what the scripts print.
  init(text: String) {
    var stream = ""
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: " ")
      if let time = Double(parts[0]) {
        streams[stream]?.samples.append((time, parts.dropFirst().map { Double($0) ?? .nan }))
      } else {
        stream = String(parts[0])
        streams[stream] = Stream(channels: parts.dropFirst().map(String.init))
      }
    }
  }

  /// Reads a file, on its own clock.
  init(path: String) throws {
    var reader = try RecordingFile.open(path)
    var isAtEnd = false
    while !isAtEnd {
      let next = try reader.next()
      isAtEnd = next == nil
      for part in try next ?? reader.finish() {
        // The order of the channels of Sensor Logger is that of its documentation.
        let isSorted = part.stream.hasPrefix("sensor-logger.")
        let names = part.channels.map(\.name)
        let order = isSorted ? names.indices.sorted { names[$0] < names[$1] } : Array(names.indices)
        var stream = streams[part.stream] ?? Stream(channels: order.map { names[$0] })
        for (row, time) in part.times.enumerated() {
          let values = order.map { part.values[row * names.count + $0] }
          stream.samples.append((Double(time) / 1e9, values))
        }
        stream.gaps += part.gaps
        streams[part.stream] = stream
      }
    }
  }

  func expectEqual(
    _ other: Samples, _ name: String, _ tolerance: RecordingTests.Tolerance,
    isOtherReader: Bool = false
  ) throws {
    let own = try #require(streams[name], "\(name)")
    let expected = try #require(other.streams[name])
    let places = try expected.channels.map {
      try #require(own.channels.firstIndex(of: $0), "\(name)")
    }
    try #require(own.samples.count == expected.samples.count, "\(name)")
    // Open Movement's reader gives the samples before the first known time and after the last one the same times.
    let known = isOtherReader ? expected.timesThatChange : expected.samples.indices
    var worst = (seconds: 0.0, value: 0.0)
    for (index, (sample, truth)) in zip(own.samples, expected.samples).enumerated() {
      if known.contains(index) { worst.seconds = max(worst.seconds, abs(sample.time - truth.time)) }
      for (place, value) in zip(places, truth.values)
      where !(sample.values[place].isNaN && value.isNaN) {
        let difference = abs(sample.values[place] - value)
        worst.value = max(worst.value, difference.isNaN ? .infinity : difference)
      }
    }
    // One value of a block has the time of its first sample here, and the one of the clock's reading there.
    let isOfBlock = ["temperature", "light", "battery"].contains { name == "axivity.\($0)" }
    #expect(worst.seconds <= (isOfBlock ? 1.3 : tolerance.seconds), "\(name)")
    #expect(
      worst.value <= (name.hasSuffix(".light") && isOtherReader ? 1 : tolerance.value), "\(name)")
  }
}

extension Samples.Stream {
  /// The indexes of the samples, without those at both ends that have the same time.
  fileprivate var timesThatChange: Range<Int> {
    let first = samples.indices.dropFirst().first { samples[$0].time != samples[$0 - 1].time } ?? 0
    let last = samples.indices.dropFirst().last { samples[$0].time != samples[$0 - 1].time } ?? 0
    return max(0, first - 1)..<max(0, last)
  }
}
