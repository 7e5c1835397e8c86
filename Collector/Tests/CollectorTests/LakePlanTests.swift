import Chunks
import Foundation
import Testing

@testable import Collector

/// The names of the files of lakes, and which files a stream has.
struct LakePlanTests {
  private static let hour: Int64 = 3_600_000_000_000

  @Test(arguments: [
    (0, "samples/date=1970-01-01/device=d/stream=s/part-00.parquet"),
    (-1, "samples/date=1969-12-31/device=d/stream=s/part-23.parquet"),
    (497_796, "samples/date=2026-10-15/device=d/stream=s/part-12.parquet"),
    (-1_297_105, "samples/date=1822-01-10/device=d/stream=s/part-23.parquet"),
    (LakeTime.hour(of: .max), "samples/date=2262-04-11/device=d/stream=s/part-23.parquet"),
    (LakeTime.hour(of: .min), "samples/date=1677-09-21/device=d/stream=s/part-00.parquet"),
  ])
  func `a part has a path, from which it is read again`(_ hour: Int64, _ path: String) throws {
    let name = StreamName(device: "d", stream: "s")
    let part = LakePart(.samples, hour: hour)
    #expect(part.path(of: name) == path)
    let read = try #require(LakePath.part(of: path))
    #expect(read.name == name && read.part == part)
    #expect(LakePart(part.description) == part)
  }

  /// Foundation's calendar is proleptic only after 1582, which all times are.
  @Test func `dates are those of Foundation`() {
    let style = Date.ISO8601FormatStyle().year().month().day()
    for day in stride(from: Int64(-106_751), through: 106_751, by: 97) {
      let date = LakeTime.date(ofDay: day)
      #expect(date == Date(timeIntervalSince1970: Double(day) * 86_400).formatted(style))
      #expect(LakeTime.day(ofDate: date) == day)
    }
  }

  @Test(arguments: [
    "samples/date=2026-02-30/device=d/stream=s/part-00.parquet",
    "samples/date=2026-02-28/device=d/stream=s/part-24.parquet",
    "samples/date=2026-02-28/device=d/stream=s/part-0.parquet",
    "samples/date=2026-02-28/device=d/stream=s/part-00.parquet.crc",
    "samples/date=2026-02-28/device=d/part-00.parquet", "samples/notes.txt",
    "other/date=2026-02-28/device=d/stream=s/part-00.parquet", "README.md", "",
  ])
  func `other paths are nobody's parts`(_ path: String) {
    #expect(LakePath.part(of: path) == nil)
    #expect(!LakePath.isOwn(path))
  }

  @Test func `times of hours are those between the first and the last nanosecond`() {
    #expect(LakeTime.times(ofHours: 0..<1) == 0...Self.hour - 1)
    #expect(LakeTime.times(ofHours: -1..<1) == -Self.hour...Self.hour - 1)
    let last = LakeTime.hour(of: .max)
    #expect(LakeTime.times(ofHours: last..<last + 1).upperBound == .max)
    let first = LakeTime.hour(of: .min)
    #expect(LakeTime.times(ofHours: first..<first + 1).lowerBound == .min)
    for time in [Int64.min, -1, 0, 1, .max] {
      let hour = LakeTime.hour(of: time)
      #expect(LakeTime.times(ofHours: hour..<hour + 1).contains(time))
    }
  }

  private static func chunk(
    _ sequence: UInt64, hours: ClosedRange<Int64>, samples: Int = 100
  ) -> ChunkRecord {
    ChunkRecord(
      sequence: sequence, digest: ChunkDigest(of: [UInt8(sequence)]), byteCount: 1,
      sampleCount: samples, gapCount: 0,
      times: hours.lowerBound * hour...hours.upperBound * hour, isStrictlyIncreasing: true,
      channels: ["x"])
  }

  private static func files(
    _ chunks: [ChunkRecord], damaged: Set<UInt64> = []
  ) throws -> [LakePart: LakePlan.File] {
    var plan = LakePlan(valuesPerFileMax: 1_000)
    for chunk in chunks {
      let times = try #require(chunk.times)
      let hours = try #require(LakePlan.hours(of: times))
      plan.add(chunk, hours: hours, isDamaged: damaged.contains(chunk.sequence))
    }
    return plan.files()
  }

  @Test(
    arguments: [
      (41, [0]), (42, [0, 12]), (83, [0, 12]), (84, [0, 8, 16]), (1_000, Array(0..<24)),
      (100_000, Array(0..<24)),
    ] as [(Int, [Int64])])
  func `a day has as many files as its number of values needs`(
    _ valuesPerHour: Int, _ hours: [Int64]
  ) throws {
    let files = try Self.files([Self.chunk(0, hours: 0...23, samples: 24 * valuesPerHour)])
    #expect(files.keys.map(\.hour).sorted() == hours)
    // Together, the files have each time of the day once.
    var next: Int64 = 0
    for file in files.sorted(by: { $0.key < $1.key }) {
      #expect(file.value.times.lowerBound == next)
      next = file.value.times.upperBound + 1
    }
    #expect(next == 24 * Self.hour)
  }

  @Test func `hours with many values are files of their own, and those without any have none`()
    throws
  {
    let one = try Self.files([Self.chunk(0, hours: 5...5, samples: 5_000)])
    #expect(one.keys.map(\.hour) == [5])
    let night = try Self.files([
      Self.chunk(0, hours: 21...21, samples: 900), Self.chunk(1, hours: 22...22, samples: 50),
      Self.chunk(2, hours: 23...23, samples: 800), Self.chunk(3, hours: 24...24, samples: 1_000),
    ])
    // Three hours together would have 1,750 values; of two, 20 to 22 has 900 and 22 to 24 has 850.
    #expect(night.keys.map(\.hour).sorted() == [20, 22, 24])
  }

  @Test func `the content depends on the chunks of a file, and not on their order`() throws {
    let chunks = [
      Self.chunk(1, hours: 1...2), Self.chunk(2, hours: 20...25), Self.chunk(3, hours: 30...30),
    ]
    let files = try Self.files(chunks)
    #expect(files.keys.map(\.hour).sorted() == [0, 24])
    #expect(try Self.files(chunks.reversed()) == files)
    // A chunk of the second day only.
    let more = try Self.files(chunks + [Self.chunk(4, hours: 40...40)])
    #expect(more[LakePart(.samples, hour: 0)] == files[LakePart(.samples, hour: 0)])
    #expect(more[LakePart(.samples, hour: 24)] != files[LakePart(.samples, hour: 24)])
    // A chunk in both days.
    let fewer = try Self.files([chunks[0], chunks[2]])
    #expect(fewer.keys.count { fewer[$0]?.content == files[$0]?.content } == 0)
    // Damage changes only what can be read now.
    let damaged = try Self.files(chunks, damaged: [1])
    #expect(damaged.allSatisfy { $0.value.content == files[$0.key]?.content })
    #expect(damaged.keys.filter { damaged[$0] != files[$0] } == [LakePart(.samples, hour: 0)])
  }

  @Test func `a chunk that lasts for months does not have all their hours`() {
    #expect(LakePlan.hours(of: 0...31 * 24 * Self.hour - 1)?.count == 744)
    #expect(LakePlan.hours(of: 0...31 * 24 * Self.hour) == nil)
    #expect(LakePlan.hours(of: .min ... .max) == nil)
  }

  @Test func `states are read again, and others are refused`() {
    var state = LakeState()
    state[LakePart(.events, hour: -24)] = LakeState.File(content: nil, bytes: 0)
    state[LakePart(.samples, hour: 5)] = LakeState.File(content: "a", bytes: 7)
    #expect(LakeState(encoded: state.encoded) == state)
    #expect(state.parts.count == 2)
    for text in ["", "{}", "{\"files\":{\"samples\":{\"bytes\":1}}}"] {
      #expect(LakeState(encoded: Array(text.utf8)) == nil, "\(text)")
    }
  }
}
