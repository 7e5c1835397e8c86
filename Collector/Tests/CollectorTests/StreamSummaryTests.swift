import Chunks
import CollectorSQLite
import Foundation
import Testing

@testable import Collector

@Suite(.patience) struct StreamSummaryTests {
  private static let name = StreamName(device: "phone", stream: "accelerometer")

  /// Chunks of one stream, and whether two samples of them may have the same time.
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var chunks: [TestChunk]
    var mayRepeatTimes: Bool
    var missing: [ClosedRange<UInt64>] = []
    var testDescription: String { name }
  }

  private static func chunk(_ sequence: UInt64, _ times: [Int64]) -> TestChunk {
    TestChunk(sequence: sequence, times: times)
  }

  private static let rows = [
    Row(
      name: "one after the other",
      chunks: [chunk(0, [1, 2]), chunk(1, [3, 4]), chunk(2, [5]), chunk(3, [6, 9])],
      mayRepeatTimes: false),
    Row(
      name: "one begins when another ends",
      chunks: [chunk(0, [1, 3]), chunk(1, [3, 4]), chunk(2, [5])], mayRepeatTimes: true),
    Row(
      name: "one inside of another",
      chunks: [chunk(0, [1, 9]), chunk(1, [3, 4]), chunk(2, [20])],
      mayRepeatTimes: true),
    Row(
      name: "a long one that overlaps only the first of two later ones",
      chunks: [chunk(0, [1, 20]), chunk(1, [15, 30]), chunk(2, [31, 40])], mayRepeatTimes: true),
    Row(
      name: "the times of one chunk go back",
      chunks: [chunk(0, [1, 2]), chunk(1, [9, 8]), chunk(2, [20])], mayRepeatTimes: true),
    Row(
      name: "one without samples, and missing sequences",
      chunks: [
        TestChunk(sequence: 2, times: [], gaps: [Gap(start: 1, end: 2, cause: .killed)]),
        chunk(5, [3]), chunk(9, [4]),
      ], mayRepeatTimes: false, missing: [3...4, 6...8]),
    Row(
      name: "the highest sequence", chunks: [chunk(0, [1]), chunk(UInt64(Int64.max), [2])],
      mayRepeatTimes: false, missing: [1...UInt64(Int64.max) - 1]),
  ]

  @Test(arguments: rows, Backend.allCases)
  func `the totals are the same in every order of arrival`(row: Row, backend: Backend) async throws
  {
    for order in permutations(row.chunks) {
      try await backend.withStorage { storage in
        for chunk in order { try await storage.store(chunk, chunk) }
        let summary = try #require(try await storage.summaries(of: "phone").first)
        #expect(summary.units.unit(of: "x") == "g")
        #expect(summary.units.interval == nil)
        #expect(summary.mayRepeatTimes == row.mayRepeatTimes)
        #expect(summary.chunkCount == row.chunks.count)
        #expect(summary.sampleCount == row.chunks.reduce(0) { $0 + $1.times.count })
        #expect(summary.times?.lowerBound == row.chunks.flatMap(\.times).min())
        #expect(summary.times?.upperBound == row.chunks.flatMap(\.times).max())
        let all: ClosedRange<UInt64> = 0...UInt64(Int64.max)
        #expect(
          try await storage.missingRuns(of: Self.name, in: all, atMost: 100) == row.missing)
        #expect(
          summary.missingCount == row.missing.reduce(0) { $0 + $1.upperBound - $1.lowerBound + 1 })
        #expect(try await !storage.rebuildSummary(of: Self.name))
      }
    }
  }

  @Test func `at most the wanted number of runs is returned, the lowest first`() async throws {
    let storage = try SQLiteStorage()
    for sequence in [1, 3, 5, 7] as [UInt64] {
      try await storage.store(TestChunk(sequence: sequence, times: [Int64(sequence)]))
    }
    #expect(
      try await storage.missingRuns(of: Self.name, in: 0...9, atMost: 2) == [2...2, 4...4])
    #expect(try await storage.missingRuns(of: Self.name, in: 3...7, atMost: 2) == [4...4, 6...6])
  }

  @Test func `a chunk adds its channels to those that are known`() async throws {
    let storage = try SQLiteStorage()
    try await storage.store(
      TestChunk(sequence: 0, channels: ["x", "y"], times: [1]),
      TestChunk(sequence: 1, channels: ["z", "x"], times: [2]))
    #expect(try await storage.summaries(of: "phone").map(\.channels) == [["x", "y", "z"]])
  }

  /// A chunk as its sequence, its channels with their units, and its interval in milliseconds.
  private static func chunk(_ sequence: UInt64, _ units: [(String, String)], _ interval: Int64?)
    -> TestChunk
  {
    TestChunk(
      sequence: sequence, channels: units.map(\.0), units: units.map(\.1),
      times: [Int64(sequence) * 10], nominalInterval: interval.map { .milliseconds($0) })
  }

  @Test(arguments: Backend.allCases)
  func `the unit of a channel is that of the latest chunk that has the channel`(
    backend: Backend
  ) async throws {
    // The unit of a begins with a character that combines with the one before it, and b has none in the end.
    let chunks = [
      Self.chunk(1, [("a", "\u{301}m s"), ("b", "V")], 20),
      Self.chunk(2, [("b", "mV"), ("c", "")], 40),
      Self.chunk(3, [("c", "K")], nil), Self.chunk(4, [("b", "")], 50),
      Self.chunk(5, [("c", "°C")], 10),
    ]
    for order in permutations(chunks) {
      try await backend.withStorage { storage in
        for chunk in order { try await storage.store(chunk) }
        func units() async throws -> [String?] {
          let units = try await storage.units(of: Self.name)
          return ["a", "b", "c", "d"].map(units.unit) + [units.interval.map { "\($0)" }]
        }
        #expect(try await units() == ["\u{301}m s", "", "°C", "", "10000000"])
        #expect(try await !storage.rebuildSummary(of: Self.name))
        // Those of a night are those of its own chunks.
        for (times, names, expected, interval) in [
          (10...20, ["a", "b", "c"], ["\u{301}m s", "mV", ""], 40_000_000),
          (30...30, ["c"], ["K"], nil),
          (20...40, ["b", "c"], ["", "K"], 50_000_000),
        ] as [(ClosedRange<Int64>, [String], [String], Int64?)] {
          let channels = try await storage.channels(of: Self.name, in: times)
          let found = Dictionary(uniqueKeysWithValues: zip(channels.names, channels.units))
          #expect(found == Dictionary(uniqueKeysWithValues: zip(names, expected)), "\(times)")
          #expect(channels.interval == interval)
        }
        _ = try await storage.delete(
          Deletion(
            device: "phone", stream: "accelerometer", times: 45...60, author: "test", time: 1))
        #expect(try await units() == ["\u{301}m s", "", "K", "", "50000000"])
      }
    }
  }

  @Test func `an upload does not fail because the totals are damaged`() async throws {
    let storage = try SQLiteStorage()
    try await storage.store(Self.chunk(0, [1, 2]))
    try await storage.execute("UPDATE streams SET chunks = 0")
    #expect(try await storage.value("SELECT chunks FROM streams") == 0)
    try await storage.store(Self.chunk(1, [3]))
    #expect(try await storage.value("SELECT chunks FROM streams") == 2)
    #expect(try await storage.summaries(of: "phone").map(\.chunkCount) == [2])
  }

  @Test func `verify computes wrong totals again, and says so`() async throws {
    let storage = try SQLiteStorage()
    try await storage.store(Self.chunk(0, [1, 2]), Self.chunk(1, [3]))
    let before = try await storage.summaries(of: "phone")
    for damage in [
      "samples = 7", "first_sequence = 5", "chunks = 0", "channels = ''", "units = NULL",
    ] {
      try await storage.execute("UPDATE streams SET \(damage)")
      let found = try await storage.verify(at: 0)
      #expect(
        found.structure == ["the totals of phone/accelerometer were wrong and were computed again"],
        "\(damage)")
      #expect(found.damaged.isEmpty)
      #expect(try await storage.summaries(of: "phone") == before)
      #expect(try await storage.verify(at: 0).isIntact)
    }
  }

  /// All chunks that share a time are in memory at once while samples are sorted by time.
  @Test func `too many chunks of the same times are not sorted`() async throws {
    try await TestServer.run { server in
      for (stream, count) in [("few", 120), ("many", 130)] {
        let chunks = try (0..<UInt64(count)).map {
          try TestChunk(stream: stream, sequence: $0, times: [0, 1_000_000]).checked()
        }
        _ = try await server.storage.store(chunks)
      }
      let base = "/v1/devices/phone/streams"
      #expect(try await server.get("\(base)/few/samples.csv").status == 200)
      for format in ["csv", "jsonl", "parquet"] {
        try await server.get("\(base)/many/samples.\(format)").expectProblem(.invalidRequest)
      }
      // Where they do not share times, they can be read.
      #expect(try await server.get("\(base)/many/chunks").status == 200)
      let reports = try #require(try await server.get(base).json["streams"] as? [[String: Any]])
      #expect(reports.map { $0["duplicates"] as? Int } == [238, nil])
    }
  }
}

/// Every order of some elements.
private func permutations<Element>(_ elements: [Element]) -> [[Element]] {
  guard elements.count > 1 else { return [elements] }
  return elements.indices.flatMap { index in
    var rest = elements
    let first = rest.remove(at: index)
    return permutations(rest).map { [first] + $0 }
  }
}
