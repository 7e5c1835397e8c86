import ClockOffsets
import CollectorContract
import CollectorSQLite
import Foundation
import TestPrograms
import Testing

@testable import Collector

/// The corrected times in lakes, and which files new measurements of clocks change.
@Suite(.patience) struct LakeClockTests {
  private typealias Fixture = ClockTests
  private static let dayLength = 86_400 * Fixture.second
  /// The day in UTC of the first samples, since 1970.
  private static let firstDay = Fixture.start / dayLength

  /// - Parameter day: on which the run is made, counted from that of the first samples.
  private static func export(
    _ storage: any CollectorStorage, _ lake: String, onDay day: Int64
  ) async throws -> LakeExport.Report {
    let report = try await LakeExport(storage, to: LakeFolder(lake))
      .run(at: (firstDay + day) * 86_400 + 3_600)
    #expect(report.failures == [] && report.removedFiles == 0)
    return report
  }

  /// The CSV comes through the server, and the lake is read with pyarrow and DuckDB.
  @Test(.needsLakeReaders, arguments: Backend.allCases)
  func `a lake has the times that the CSV has`(_ backend: Backend) async throws {
    try await backend.withStorage { storage in
      try await TestServer.run(over: storage) { server in
        try await withTemporaryDirectory { folder in
          // Half an hour in the evening, and another one across midnight in UTC.
          try await Fixture.fill(server, chunks: 0..<6)
          try await Fixture.fill(server, chunks: 33..<39)
          // A device without measurements.
          try await storage.store(TestChunk(device: "watch"))
          _ = try await Self.export(storage, folder + "/lake", onDay: 1)
          var expected: [String] = []
          for stream in ["accelerometer", "strap"] {
            let csv = try await server.get("/v1/devices/phone/streams/\(stream)/samples.csv").body
            for line in csv.split(separator: "\n").dropFirst() {
              let fields = line.split(separator: ",", omittingEmptySubsequences: false)
              expected.append(
                (["phone", stream, String(fields[0])] + fields.suffix(2).map(String.init))
                  .joined(separator: " "))
            }
          }
          #expect(expected.count == 2 * 12 * 300)
          expected += [1_000, 2_000, 3_000].map { "watch accelerometer \($0)  " }
          try expected.joined(separator: "\n").write(
            toFile: folder + "/expected", atomically: true, encoding: .utf8)
          let read = try await Python.run([
            Python.script("lake.py"), "times", folder + "/lake", folder + "/expected",
          ])
          // The strap has two channels.
          #expect(read.output == "10803 rows, 10800 of them with a corrected time\n")
        }
      }
    }
  }

  /// Stores a chunk with what its upload has measured.
  private static func store(
    _ number: Int64, _ report: ClockReport? = nil, stream: String = "accelerometer",
    in storage: any CollectorStorage
  ) async throws {
    let chunk = try Fixture.checked(Fixture.chunk(number, stream: stream), report)
    guard case .stored = try await storage.store([chunk]).first else {
      Issue.record("the chunk is not new")
      return
    }
  }

  /// An upload of another stream that measures the clock at a time after the first samples.
  private static func measure(
    atHour hour: Int64, in storage: any CollectorStorage
  ) async throws {
    // Of the chunks of this stream, there is one for every five minutes.
    try await store(hour * 12, Fixture.report(hour * 12), stream: "gyroscope", in: storage)
  }

  /// The files of the first day.
  private static func firstFiles(_ lake: String) throws -> [String: Data] {
    try LakeFixture.files(lake).filter { $0.key.contains("2025-11-24/device=phone/stream=acc") }
  }

  @Test(arguments: Backend.allCases)
  func `new measurements change the files around them, once a day`(
    _ backend: Backend
  ) async throws {
    try await backend.withStorage { storage in
      try await withTemporaryDirectory { folder in
        let lake = folder + "/lake"
        try await Self.store(0, in: storage)
        // A sample and an event.
        #expect(try await Self.export(storage, lake, onDay: 0).writtenFiles == 2)
        var before = try Self.firstFiles(lake)
        func changes() throws -> Int {
          let after = try Self.firstFiles(lake)
          defer { before = after }
          return after.count { before[$0.key] != $0.value }
        }

        // The first measurement gives times to samples that had none, at once.
        try await Self.measure(atHour: 1, in: storage)
        #expect(try await Self.export(storage, lake, onDay: 0).writtenFiles == 2)
        #expect(try changes() == 1)
        #expect(try await Self.export(storage, lake, onDay: 0).writtenFiles == 0)

        // Others of the same day wait for the next one.
        try await Self.measure(atHour: 2, in: storage)
        #expect(try await Self.export(storage, lake, onDay: 0).writtenFiles == 1)
        #expect(try changes() == 0)
        #expect(try await Self.export(storage, lake, onDay: 1).writtenFiles == 1)
        #expect(try changes() == 1)
        #expect(try await Self.export(storage, lake, onDay: 1).writtenFiles == 0)

        // With a new chunk, the file has all that is known then.
        try await Self.measure(atHour: 6, in: storage)
        try await Self.store(1, in: storage)
        _ = try await Self.export(storage, lake, onDay: 1)
        #expect(try changes() == 1)
        #expect(try await Self.isAsNew(storage, lake, in: folder))

        // Two days later, a measurement still counts for the first day; three days later, not.
        try await Self.measure(atHour: 49, in: storage)
        #expect(try await Self.export(storage, lake, onDay: 2).writtenFiles > 1)
        let settled = try LakeFixture.inodes(lake)
        try await Self.measure(atHour: 75, in: storage)
        _ = try await Self.export(storage, lake, onDay: 4)
        let path = "samples/date=2025-11-24/device=phone/stream=accelerometer/part-00.parquet"
        #expect(try LakeFixture.inodes(lake)[path] == settled[path])
        #expect(try await Self.isAsNew(storage, lake, in: folder))
        _ = try changes()

        // Where measurements are stored does not count, and those that come once more do not, either.
        var folded: Int64?
        repeat {
          folded = try await storage.foldClocks(of: "phone", after: folded, receivedBefore: .max)
        } while folded != nil
        #expect(try await Self.export(storage, lake, onDay: 5).writtenFiles == 0)
        let again = try Fixture.report(12)
        try await Self.store(901, again, stream: "gyroscope", in: storage)
        #expect(try await Self.export(storage, lake, onDay: 6).writtenFiles == 1)
        #expect(try changes() == 0)

        // A late measurement, and a deleted one.
        try await Self.measure(atHour: 4, in: storage)
        _ = try await Self.export(storage, lake, onDay: 9)
        #expect(try changes() == 1)
        #expect(try await Self.export(storage, lake, onDay: 10).writtenFiles == 0)
        let deleted = Fixture.start + 2 * 3_600 * Fixture.second
        _ = try await storage.delete(
          Deletion(
            device: "phone", times: deleted...deleted + 5 * Fixture.minute, author: "test", time: 0)
        )
        _ = try await Self.export(storage, lake, onDay: 10)
        #expect(try changes() == 1)
        #expect(try await Self.isAsNew(storage, lake, in: folder))
      }
    }
  }

  /// Whether a lake has the same files as one that is written from new.
  private static func isAsNew(
    _ storage: any CollectorStorage, _ lake: String, in folder: String
  ) async throws -> Bool {
    let other = "\(folder)/\(UUID().uuidString)"
    _ = try await LakeExport(storage, to: LakeFolder(other)).run()
    return try LakeFixture.files(lake) == LakeFixture.files(other)
  }

  @Test(
    arguments: [
      // The note of the file: content, clocks, day and size; the clocks now; whether the file is written on day 7.
      ("a", "1", 7, 5, "1", false), ("a", "1", 7, 5, "2", false), ("a", "1", 6, 5, "2", true),
      ("a", "1", 9, 5, "2", true), ("a", "1", 6, 5, "1", false), ("a", nil, 7, 5, "1", true),
      ("a", nil, 6, 5, nil, false), ("a", "1", 6, 5, nil, true), ("a", "1", nil, 5, "2", true),
      ("a", "1", 6, 0, "2", false), ("intact", "1", 7, 5, "2", false), ("b", "1", 7, 5, "1", true),
      (nil, "1", 7, 5, "1", true),
    ] as [(String?, String?, Int64?, Int64, String?, Bool)])
  func `a file is written for its recordings at once, and for clocks once a day`(
    _ content: String?, _ clocks: String?, _ day: Int64?, _ bytes: Int64, _ now: String?,
    _ isWritten: Bool
  ) {
    let noted = LakeState.File(content: content, clocks: clocks, writtenOn: day, bytes: bytes)
    let wanted = LakePlan.File(
      times: 0...1, content: "a", intactContent: "intact", clocks: now)
    #expect(noted.mustBeWritten(as: wanted, on: 7) == isWritten)
  }

  /// A watch whose clock is known from that of its phone.
  @Test func `the clock of a phone counts for the files of the watch that it passes on`() throws {
    let relay = MeasuredClock.relay(since: 50)
    func stamps(_ day: Int64) throws -> ClockExchange {
      let time = day * Self.dayLength
      return try #require(ClockExchange(sent: time, arrived: time, answered: time, returned: time))
    }
    let own = ClockMeasurements.Exchange(.recorded(since: 7), to: relay, try stamps(20))
    let its = ClockMeasurements.Exchange(relay, to: .collector, try stamps(22))
    let known = LakeClocks([20: ClockDigest(ClockMeasurements(exchanges: [own]))])
    let more = LakeClocks([
      20: ClockDigest(ClockMeasurements(exchanges: [own])),
      22: ClockDigest(
        ClockMeasurements(
          exchanges: [its], accessories: ["strap": [.init(recorded: 1, accessory: 2)]])),
    ])
    func content(_ clocks: LakeClocks, _ stream: String, _ day: Int64) -> String? {
      clocks.content(of: stream, onDayOf: day * Self.dayLength + 5)
    }
    for day in [18, 20, 22] as [Int64] {
      #expect(content(known, "x", day) != nil)
      #expect(content(known, "x", day) != content(more, "x", day))
    }
    for day in [17, 23] as [Int64] { #expect(content(more, "x", day) == nil) }
    // The accessory counts for its own stream, near its own time.
    #expect(content(more, "x", 20) != content(more, "strap", 20))
    #expect(content(more, "x", 19) == content(more, "strap", 19))
    #expect(content(more, "strap", 24) != nil && content(more, "strap", 25) == nil)
  }
}
