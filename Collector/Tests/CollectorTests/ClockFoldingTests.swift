import Chunks
import ClockOffsets
import CollectorContract
import CollectorSQLite
import Foundation
import Logging
import Testing

@testable import Collector
@testable import CollectorSQL

/// The measurements of clocks of earlier days are folded into one row for each day, and nothing else changes.
@Suite(.patience) struct ClockFoldingTests {
  private typealias Fixture = ClockTests
  private static let start = Fixture.start
  private static let dayLength = 86_400 * Fixture.second
  private static let minutesPerDay = ClockDigest.minutesPerDay

  /// Uploads of a phone with random measurements in six days, of which some are there several times.
  private struct Uploads {
    var random: SeededNumbers
    private var number: UInt64 = 0
    private var sent: [ClockMeasurements.Exchange] = []

    init(seed: UInt64) { random = SeededNumbers(seed: seed) }

    private mutating func time() -> Int64 {
      start + Int64.random(in: 0..<6 * 1_440, using: &random) * 60 * Fixture.second
        + Int64.random(in: 0..<90 * Fixture.second, using: &random)
    }

    private mutating func exchange() throws -> ClockMeasurements.Exchange {
      if !sent.isEmpty, Bool.random(using: &random) { return sent.randomElement(using: &random)! }
      let time = time()
      let delays = (0..<3).map { _ in Int64.random(in: 0..<200_000_000, using: &random) }
      let measured = ClockExchange(
        sent: time, arrived: time - Fixture.ahead + delays[0],
        answered: time - Fixture.ahead + delays[0] + delays[1],
        returned: time + delays[0] + delays[1] + delays[2])
      let stamps = try #require(measured)
      let since = start + Int64.random(in: 0..<2, using: &random)
      let exchange = [
        ClockMeasurements.Exchange(.recorded(since: since), to: .collector, stamps),
        .init(.recorded(since: since), to: .relay(since: 5), stamps),
        .init(.relay(since: 5), to: .collector, stamps),
      ].randomElement(using: &random)!
      sent.append(exchange)
      return exchange
    }

    mutating func next(receivedAt: Int64) throws -> CheckedChunk {
      let stream = ["strap", "belt", "accelerometer"].randomElement(using: &random)!
      let first = time()
      let times = (0..<120).map { first + Int64($0) * Fixture.second }
      let values = times.map { _ in
        Double(Int64.random(in: 0..<50_000_000, using: &random)) / 1e9 + 1_000
      }
      let isAccessory = stream != "accelerometer"
      var chunk = try TestChunk(
        stream: stream, sequence: number, channels: [isAccessory ? "accessory-clock" : "x"],
        units: ["s"], times: times,
        values: zip(times, values).map { Double(($0 - start) / Fixture.second) - $1 }
      ).checked()
      number += 1
      chunk.report = DeviceReport(time: receivedAt)
      let time = time()
      chunk.clocks.report = ClockReport(
        stamp: ClockStamp(
          .recorded(since: start), time,
          wall: time + Int64.random(in: 0..<Fixture.second, using: &random)),
        exchanges: try (0..<Int.random(in: 0..<9, using: &random)).map { _ in try exchange() })
      return chunk
    }
  }

  /// Folds what was received before a time, and returns the number of days at which it has looked.
  @discardableResult
  private static func fold(
    _ storage: any CollectorStorage, receivedBefore time: Int64 = .max
  ) async throws -> Int {
    var (day, count): (Int64?, Int) = (nil, 0)
    repeat {
      day = try await storage.foldClocks(of: "phone", after: day, receivedBefore: time)
      count += day == nil ? 0 : 1
    } while day != nil
    return count
  }

  private static func expectEqual(
    _ storage: any CollectorStorage, _ plain: any CollectorStorage, _ comment: Comment
  ) async throws {
    let first = start - 4 * dayLength
    for day in 0..<14 as Range<Int64> {
      let times = first + day * dayLength / 2...first + (day + 1) * dayLength / 2
      let found = try await storage.clockMeasurements(of: "phone", in: times)
      let expected = try await plain.clockMeasurements(of: "phone", in: times)
      #expect(found == expected, comment)
      if day == 8 {
        #expect(DeviceClocks(found, over: times) == DeviceClocks(expected, over: times))
      }
    }
    let all = try await storage.clockMeasurements(of: "phone", in: .min ... .max)
    #expect(try await plain.clockMeasurements(of: "phone", in: .min ... .max) == all, comment)
    let digests = try await storage.clockDigests(of: "phone")
    #expect(try await plain.clockDigests(of: "phone") == digests, comment)
  }

  @Test(arguments: Backend.allCases)
  func `folding changes no answer, also not with late measurements and deletions`(
    _ backend: Backend
  ) async throws {
    try await backend.withStorage { storage in
      let plain = try SQLiteStorage()
      var uploads = Uploads(seed: 7)
      for step in 0..<4 as Range<Int64> {
        for _ in 0..<40 {
          let chunk = try uploads.next(receivedAt: 100 + step)
          for storage in [storage, plain] as [any CollectorStorage] {
            _ = try await storage.store([chunk])
          }
        }
        // Before folding, the latest uploads are rows beside the folded days.
        try await Self.expectEqual(storage, plain, "late \(step)")
        let found = try await storage.clockMeasurements(of: "phone", in: .min ... .max)
        #expect(found.exchanges.count > 10 && found.walls.count > 10 && !found.accessories.isEmpty)
        // The samples of six days reach into a seventh one; all have late measurements, so all are folded again.
        #expect(try await Self.fold(storage) >= 6)
        #expect(try await Self.fold(storage) == 0)
        try await Self.expectEqual(storage, plain, "folded \(step)")
      }
      for _ in 0..<6 {
        let first =
          Self.start + Int64.random(in: 0..<6 * 1_440, using: &uploads.random) * Fixture.minute
        let times =
          first...first + Int64.random(in: 0..<2_000, using: &uploads.random) * Fixture.minute
        let stream = ["strap", "accelerometer", nil, "belt"].randomElement(using: &uploads.random)!
        for storage in [storage, plain] as [any CollectorStorage] {
          _ = try await storage.delete(
            Deletion(device: "phone", stream: stream, times: times, author: "test", time: 1))
        }
        try await Self.expectEqual(storage, plain, "deleted")
      }
      let left = try await storage.clockMeasurements(of: "phone", in: .min ... .max)
      #expect(left != ClockMeasurements())
    }
  }

  @Test(arguments: Backend.allCases)
  func `measurements that are too old disappear from folded days`(
    _ backend: Backend
  ) async throws {
    try await backend.withStorage { storage in
      let plain = try SQLiteStorage()
      var uploads = Uploads(seed: 3)
      for number in 0..<90 as Range<Int64> {
        let chunk = try uploads.next(receivedAt: 100 + number)
        for storage in [storage, plain] as [any CollectorStorage] {
          _ = try await storage.store([chunk])
        }
      }
      try await Self.fold(storage)
      for (days, arrival) in [(1, 130), (3, 150), (3, 190), (5, 1_000), (9, 1_000)]
        as [(Int64, Int64)]
      {
        for storage in [storage, plain] as [any CollectorStorage] {
          _ = try await storage.expire(
            "phone", samplesBefore: Self.start + days * Self.dayLength, arrivedBefore: arrival)
        }
        try await Self.expectEqual(storage, plain, "\(days) days")
      }
      let left = try await storage.clockMeasurements(of: "phone", in: .min ... .max)
      #expect(left == ClockMeasurements())
    }
  }

  @Test(arguments: Backend.allCases)
  func `a day is folded when its measurements have been there for long enough`(
    _ backend: Backend
  ) async throws {
    try await backend.withStorage { storage in
      for (number, receivedAt) in [(0, 1_000), (300, 1_000), (301, 5_000)] as [(Int64, Int64)] {
        var chunk = try Fixture.checked(Fixture.chunk(number), Fixture.report(number))
        chunk.report = DeviceReport(time: receivedAt)
        _ = try await storage.store([chunk])
      }
      let service = ClockFoldingService(
        storage: storage, logger: Logger(label: "test"), pause: .zero)
      let wait = ClockFoldingService.foldedAfterSeconds
      // Chunk 0 is of the first day, and the others of the second one, which had a measurement at 5,000.
      try await service.foldAll(at: 1_000 + wait)
      #expect(try await Self.fold(storage, receivedBefore: 0) == 2)
      try await service.foldAll(at: 1_001 + wait)
      #expect(try await Self.fold(storage, receivedBefore: 0) == 1)
      try await service.foldAll(at: 5_001 + wait)
      #expect(try await Self.fold(storage, receivedBefore: 0) == 0)
      let found = try await storage.clockMeasurements(of: "phone", in: .min ... .max)
      #expect(found.exchanges.count == 3 && found.walls.count == 3)
    }
  }

  @Test func `a folded day that is damaged is left out, and does not hide others`() async throws {
    let storage = try SQLiteStorage()
    for number in [0, 300, 600] as [Int64] {
      _ = try await storage.store([
        Fixture.checked(Fixture.chunk(number), Fixture.report(number))
      ])
    }
    try await Self.fold(storage)
    #expect(try await storage.value("SELECT count(*) FROM clock_days") == 3)
    let times = Self.start...Self.start + Self.dayLength
    #expect(try await storage.clockMeasurements(of: "phone", in: times).exchanges.count == 3)
    let day = (Self.start + 300 * 300 * Fixture.second).day
    let before = try await storage.clockDigests(of: "phone")
    // The digest is computed again from the content.
    try await storage.execute("UPDATE clock_days SET digest = 'x' WHERE day = \(day)")
    #expect(try await storage.clockDigests(of: "phone") == before)
    for content in ["CAST(content || x'00' AS BLOB)", "x''", "x'01'", "zeroblob(100)"] {
      try await storage.execute("UPDATE clock_days SET content = \(content) WHERE day = \(day)")
      let found = try await storage.clockMeasurements(of: "phone", in: times)
      #expect(found.exchanges.map(\.stamps.sent.day) == [day - 1, day + 1], "\(content)")
    }
    // A late measurement is stored in its place.
    _ = try await storage.store([Fixture.checked(Fixture.chunk(302), Fixture.report(302))])
    try await Self.fold(storage)
    #expect(try await storage.clockMeasurements(of: "phone", in: times).exchanges.count == 3)
    // A deletion removes what cannot be read.
    try await storage.execute("UPDATE clock_days SET content = x'00'")
    _ = try await storage.delete(
      Deletion(device: "phone", stream: "strap", times: times, author: "test", time: 1))
    #expect(try await storage.value("SELECT count(*) FROM clock_days") == 1)
  }

  /// Twelve hours of a phone with a strap that uploads every two and a half minutes.
  @Test func `the measurements of a night become one row for each day`() async throws {
    let storage = try SQLiteStorage()
    var random = SeededNumbers(seed: 5)
    let step = 150 * Fixture.second
    for number in 0..<288 as Range<Int64> {
      let first = Self.start + number * step
      // Every other upload has five minutes of the strap.
      let isStrap = number % 2 == 0
      let times = (0..<300).map { first + $0 * Fixture.second }
      let shown = times.map { _ in Double.random(in: 0..<0.03, using: &random) }
      var chunk = try TestChunk(
        stream: isStrap ? "strap" : "accelerometer", sequence: UInt64(number),
        channels: [isStrap ? "accessory-clock" : "x"], units: ["s"], times: times,
        values: zip(times, shown).map { Double(($0 - Self.start) / Fixture.second) - $1 }
      ).checked()
      chunk.report = DeviceReport(time: first / Fixture.second)
      let delays = (0..<3).map { _ in Int64.random(in: 1_000_000..<90_000_000, using: &random) }
      let arrived = first - Fixture.ahead + delays[0]
      let stamps = try #require(
        ClockExchange(
          sent: first, arrived: arrived, answered: arrived + delays[1],
          returned: first + delays[0] + delays[1] + delays[2]))
      chunk.clocks.report = ClockReport(
        stamp: ClockStamp(.recorded(since: Self.start), first, wall: first + delays[2]),
        exchanges: [.init(.recorded(since: Self.start), to: .collector, stamps)])
      _ = try await storage.store([chunk])
    }
    let tables = ["clock_exchanges", "clock_readings", "accessory_readings", "clock_days"]
    func rows() async throws -> [Int?] {
      var rows: [Int?] = []
      for table in tables {
        rows.append(try await storage.value("SELECT count(*) FROM \(table)"))
      }
      return rows
    }
    #expect(try await rows() == [288, 288, 720, 0])
    try await Self.fold(storage)
    // The night goes across midnight in UTC.
    #expect(try await rows() == [0, 0, 0, 2])
    let content = try #require(
      await storage.value("SELECT sum(length(content)) FROM clock_days"))
    #expect(content < 25_000)
  }

  @Test func `measurements are read from bytes as they were written`() throws {
    var random = SeededNumbers(seed: 11)
    var rows: [ClockRow] = []
    for count in 0..<40 {
      for table in ClockTable.allCases {
        rows.append(
          ClockRow(
            table,
            table.texts.map { _ in
              ["recorded:5", "collector", "ströng-1", ""].randomElement(using: &random)!
            },
            table.numbers.map { _ in
              count < 3
                ? [Int64.min, -1, 0, 1, .max].randomElement(using: &random)!
                : Int64.random(in: -1_000...1_000_000, using: &random)
            }, receivedAt: Int64.random(in: 0...9_000_000_000, using: &random)))
      }
      rows.sort { "\($0.table) \($0.texts)" < "\($1.table) \($1.texts)" }
      let bytes = ClockDayContent.encode(rows)
      #expect(ClockDayContent.decode(bytes) == rows)
      #expect(ClockDayContent.decode(bytes.dropLast()) == nil)
      var damaged = bytes
      damaged[random.next(below: bytes.count)] ^= UInt8(1 + random.next(below: 255))
      #expect(ClockDayContent.decode(damaged) == nil)
    }
    #expect(ClockDayContent.decode(ClockDayContent.encode([])) == [])
    // Bytes with a right checksum whose content is not valid.
    let bad: [[UInt8]] = [
      [1], [2, 0], [1, 1], [1, 1, 9, 0], [1, 1, 1, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F], [1, 0, 0],
      [1, 1, 0, 1, 0xFF, 0, 0], [1, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F],
    ]
    for content in bad {
      let bytes = content + ChunkDigest(of: content).bytes.prefix(8)
      #expect(ClockDayContent.decode(bytes) == nil, "\(content)")
    }
  }

  @Test func `digests are read as they were written`() throws {
    var digest = ClockDigest()
    #expect(ClockDigest(digest.text) == digest)
    digest.own.add([1])
    digest.relays.add([2])
    digest.relayDays = -3...40
    for stream in ["strap", "a=b", "0"] { digest.accessories[stream] = digest.relays }
    #expect(ClockDigest(digest.text) == digest)
    for text in [
      "", "0-0-0-0", "0-0-0-0 0-0-0-0", "0-0-0-0 0-0-0-0 5..4", "0-0-0-0 0-0-0-0 - strap",
      "0-0-0-0 0-0-0-0 - strap=1", "0-0-0-0 0-0-0-00 -", "0-0-0-0 0-0-0-g -",
    ] {
      #expect(ClockDigest(text) == nil, "\(text)")
    }
  }
}

extension SeededNumbers: RandomNumberGenerator {}
