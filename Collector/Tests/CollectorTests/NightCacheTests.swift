import Chunks
import CollectorSQLite
import Synchronization
import Testing

@testable import Collector
@testable import CollectorSQL

/// The kept nights must always be those that all chunks together have.
@Suite(.patience) struct NightCacheTests {
  static let minute: Int64 = 60_000_000_000

  /// Chunks of some nights of two streams, in random order, with some that never arrive.
  private static func chunks(seed: UInt64) -> [TestChunk] {
    var random = SeededNumbers(seed: seed)
    var chunks: [TestChunk] = []
    for stream in ["accelerometer", "gyroscope"] {
      var time: Int64 = 0
      var sequence: UInt64 = 0
      for _ in 0..<random.next(below: 4) + 1 {
        let hasStart = random.next(below: 3) > 0
        let hasStop = random.next(below: 3) > 0
        let count = random.next(below: 5) + 1
        for number in 0..<count {
          var chunk = TestChunk(stream: stream, sequence: sequence, times: [])
          if random.next(below: 5) > 0 {
            chunk.times = [time, time + Int64(random.next(below: 30)) * minute]
          }
          if number == 0, hasStart { chunk.marks.append(.started(at: time)) }
          if random.next(below: 4) == 0 {
            let end = time + Int64(random.next(below: 200)) * minute
            chunk.gaps.append(Gap(start: time, end: end, cause: .killed))
          }
          time += Int64(random.next(below: 50)) * minute
          if number == count - 1, hasStop { chunk.marks.append(.stopped(at: time)) }
          if random.next(below: 8) > 0 { chunks.append(chunk) }
          sequence += 1
        }
        time += Int64(random.next(below: 600)) * minute
        // A clock that is set back.
        if random.next(below: 6) == 0 { time -= Int64(random.next(below: 300)) * minute }
      }
    }
    if seed % 3 == 0 { chunks = withOtherSequences(chunks, &random) }
    return random.shuffled(chunks)
  }

  /// The same chunks, whose sequences do not have the order of their times.
  private static func withOtherSequences(
    _ chunks: [TestChunk], _ random: inout SeededNumbers
  ) -> [TestChunk] {
    let streams = Dictionary(grouping: chunks, by: \.stream).sorted { $0.key < $1.key }
    return streams.flatMap { _, chunks in
      zip(chunks, random.shuffled(chunks.map(\.sequence))).map { chunk, sequence in
        var chunk = chunk
        chunk.sequence = sequence
        return chunk
      }
    }
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `kept nights are those of all chunks, whatever the order of arrival`(
    seed: UInt64
  ) async throws {
    var storage = try SQLiteStorage()
    // Nights are computed together or in parts, some of which contain a single night.
    storage.limits.nightRowsAtOnce = [5_000, 1, 4, 15][Int(seed % 4)]
    var random = SeededNumbers(seed: seed &+ 1_000)
    for chunk in Self.chunks(seed: seed) {
      try await storage.store(chunk)
      // Otherwise the nights that have changed are computed for each page, and not written.
      if random.next(below: 4) == 0 { storage.nightWrites.forget() }
      if random.next(below: 12) == 0 {
        let from = Int64(random.next(below: 1_000)) * Self.minute
        _ = try await storage.delete(
          Deletion(device: "phone", times: from...(from + Self.minute), author: "test", time: 0))
      }
      if random.next(below: 2) == 0 {
        try await Self.expectNights(
          of: storage, "seed \(seed) after \(chunk.stream)/\(chunk.sequence)")
      }
    }
    try await Self.expectNights(of: storage, "seed \(seed) at the end")
  }

  static func expectNights(of storage: SQLiteStorage, _ when: String) async throws {
    var streams: [(name: String, contents: StreamContents)] = []
    for stream in try await storage.streams(of: "phone") {
      let contents = try await storage.stream(StreamName(device: "phone", stream: stream))
      streams.append((stream, try #require(contents)))
    }
    let expected = Array(Night.nights(of: streams).reversed())
    let kept = try await storage.nights(of: "phone", before: nil, atMost: 1_000)
    #expect(kept == expected, "\(when)")
    for night in expected {
      let (start, end) = (night.span.start, night.span.end)
      let containing = expected.filter { $0.span.start <= end && $0.span.end >= end }
      #expect(
        try await storage.night(of: "phone", containing: end)
          == containing.max { $0.span.start < $1.span.start }, "\(when)")
      let later = expected.filter { $0.span.start > start }
      #expect(
        try await storage.firstNight(of: "phone", after: start)
          == later.min { $0.span.start < $1.span.start }, "\(when)")
    }
  }

  /// A device that is switched on and off all day has nights that are close to each other.
  @Test func `a new chunk changes only the nights beside it, however close the others are`()
    async throws
  {
    let storage = try SQLiteStorage()
    func chunk(_ stream: String, _ sequence: UInt64, _ nights: Range<Int64>) -> TestChunk {
      TestChunk(
        stream: stream, sequence: sequence, times: [60 * nights.lowerBound * Self.minute],
        marks: nights.flatMap { night in
          [.started(at: 60 * night * Self.minute), .stopped(at: (60 * night + 1) * Self.minute)]
        })
    }
    var statements: [Int] = []
    for (sequence, count) in [(0, 50), (1, 900)] as [(UInt64, Int64)] {
      try await storage.store(chunk("all", sequence, 0..<count))
      storage.nightWrites.forget()
      #expect(try await storage.nights(of: "phone", before: nil, atMost: 9_999).count == count)
      try await storage.store(chunk("one-\(count)", 0, (count / 2)..<(count / 2 + 1)))
      let (changed, used) = try await storage.read { session in
        let counting = CountingSession(session)
        let changes = try storage.nightCache(of: "phone", in: counting).changes()
        return (changes?.nights.count, counting.count.withLock { $0 })
      }
      #expect(changed == 3)
      statements.append(used)
      try await Self.expectNights(of: storage, "after \(count)")
    }
    // Three queries more for the second stream with a single night.
    #expect(statements[1] - statements[0] < 10, "\(statements)")
  }

  @Test func `a change while nights are computed is not lost`() async throws {
    let storage = try SQLiteStorage()
    try await storage.store(TestChunk(times: [0]))
    let changes = try #require(
      try await storage.read { try storage.nightCache(of: "phone", in: $0).changes() })
    try await storage.store(TestChunk(sequence: 1, times: [Self.minute]))
    #expect(try await storage.keep(changes) == false)
    storage.nightWrites.forget()
    try await Self.expectNights(of: storage, "before the later ones are kept")
    // Another process was slow, and the later nights are kept already.
    #expect(try await storage.keep(changes) == false)
    try await Self.expectNights(of: storage, "after the change")
    #expect(try await storage.value("SELECT count(*) FROM stale_nights WHERE kept < changes") == 0)
  }

  /// Many readers can compute the same nights at the same time, and uploads wait for each of them that writes.
  @Test func `nights that another reader has kept are not written again`() async throws {
    let storage = try SQLiteStorage()
    try await storage.store(TestChunk(times: [0]))
    let changes = try #require(
      try await storage.read { try storage.nightCache(of: "phone", in: $0).changes() })
    #expect(try await storage.keep(changes))
    #expect(try await storage.keep(changes) == false)
  }

  @Test func `of very many gaps in a night the first ones are counted, and all of the next night`()
    async throws
  {
    let storage = try SQLiteStorage()
    let day = 24 * 60 * Self.minute
    var sequence: UInt64 = 0
    for (night, count) in [(0, 12_000), (1, 7)] as [(Int64, Int64)] {
      let start = night * day
      for part in stride(from: 0, to: count, by: 6_000) {
        try await storage.store(
          TestChunk(
            sequence: sequence, times: [start, start + 12_000],
            gaps: (part..<min(part + 6_000, count)).map {
              Gap(start: start + $0, end: start + $0 + 1, cause: .killed)
            }))
        sequence += 1
      }
    }
    try await Self.expectNights(of: storage, "at the end")
    let nights = try await storage.nights(of: "phone", before: nil, atMost: 9)
    #expect(nights.map(\.gapCount) == [7, 10_000])
    #expect(nights.map { $0.gapTotals.map(\.count) } == [[7], [10_000]])
    #expect(NightCard(night: nights[0], device: "phone").html.text.contains("7 gaps"))
    #expect(NightCard(night: nights[1], device: "phone").html.text.contains("10,000 or more gaps"))
  }

  @Test func `deleted chunks change the nights of all their marks`() async throws {
    let storage = try SQLiteStorage()
    let hour = 60 * Self.minute
    try await storage.store(
      TestChunk(sequence: 0, times: [0], marks: [.started(at: 0)]),
      TestChunk(
        sequence: 1, times: [hour], marks: [.stopped(at: 2 * hour), .started(at: 20 * hour)]),
      TestChunk(sequence: 2, times: [25 * hour], marks: [.stopped(at: 26 * hour)]))
    #expect(try await storage.nights(of: "phone", before: nil, atMost: 9).count == 2)
    _ = try await storage.delete(
      Deletion(device: "phone", times: hour...hour, author: "test", time: 0))
    storage.nightWrites.forget()
    try await Self.expectNights(of: storage, "after the deletion")
  }

  @Test func `nights are read in pages, and one by a time in it`() async throws {
    let storage = try SQLiteStorage()
    let day = 24 * 60 * Self.minute
    for night in 0..<5 as Range<Int64> {
      try await storage.store(
        TestChunk(sequence: UInt64(night), times: [night * day, night * day + Self.minute]))
    }
    let first = try await storage.nights(of: "phone", before: nil, atMost: 2)
    #expect(first.map(\.span.start) == [4 * day, 3 * day])
    let second = try await storage.nights(of: "phone", before: 3 * day, atMost: 10)
    #expect(second.map(\.span.start) == [2 * day, day, 0])
    let night = try await storage.night(of: "phone", containing: day + 1)
    #expect(night?.span.start == day)
    #expect(try await storage.night(of: "phone", containing: day - 1) == nil)
    #expect(try await storage.nights(of: "watch", before: nil, atMost: 2).isEmpty)
  }

  @Test func `a damaged night is computed again`() async throws {
    let storage = try SQLiteStorage()
    try await storage.store(TestChunk())
    let nights = try await storage.nights(of: "phone", before: nil, atMost: 1)
    #expect(nights.count == 1)
    for damage in ["content = '{'", "content = ''", "content = 'null'"] {
      try await storage.execute("UPDATE nights SET \(damage)")
      #expect(try await storage.nights(of: "phone", before: nil, atMost: 1) == nights)
    }
  }

  @Test func `verify computes nights again`() async throws {
    let storage = try SQLiteStorage()
    try await storage.store(TestChunk())
    let nights = try await storage.nights(of: "phone", before: nil, atMost: 1)
    try await storage.execute("DELETE FROM nights")
    #expect(try await storage.verify(at: 0).isIntact)
    #expect(try await storage.nights(of: "phone", before: nil, atMost: 1) == nights)
  }

  @Test func `nights can be read from a database that cannot be written`() async throws {
    try await withTemporaryDirectory { directory in
      let storage = try SQLiteStorage(path: directory + "/db")
      try await storage.store(TestChunk())
      #expect(try await storage.nights(of: "phone", before: nil, atMost: 1).count == 1)
      try await storage.store(TestChunk(sequence: 1, times: [9_000]))
      try await storage.setReadOnly(true)
      for _ in 0..<2 {
        storage.nightWrites.forget()
        let nights = try await storage.nights(of: "phone", before: nil, atMost: 1)
        #expect(nights.map(\.span.end) == [9_000])
        #expect(
          try await storage.value("SELECT count(*) FROM stale_nights WHERE kept < changes") == 1)
      }
      try await storage.setReadOnly(false)
      storage.nightWrites.forget()
      let nights = try await storage.nights(of: "phone", before: nil, atMost: 1)
      #expect(nights.map(\.span.end) == [9_000])
      #expect(
        try await storage.value("SELECT count(*) FROM stale_nights WHERE kept < changes") == 0)
    }
  }
}

extension SQLiteStorage {
  /// Keeps nights of the device `phone`; returns whether they are kept.
  func keep(_ changes: NightCache.Changes) async throws -> Bool {
    try await write { session in
      try nightCache(of: "phone", in: session).keep(changes, changes.rows(of: "phone"))
    }
  }
}

/// Counts the queries of a transaction.
private final class CountingSession: SQLSession {
  let count = Mutex(0)
  private let session: any SQLSession

  init(_ session: any SQLSession) { self.session = session }

  func rows(_ sql: String, _ values: [SQLValue]) throws -> [SQLRow] {
    count.withLock { $0 += 1 }
    return try session.rows(sql, values)
  }

  func execute(_ sql: String, _ values: [SQLValue]) throws -> Int {
    try session.execute(sql, values)
  }

  func executeScript(_ sql: String) throws { try session.executeScript(sql) }
  func lock(devices: Set<String>) throws { try session.lock(devices: devices) }
  func tryLock(device: String) throws -> Bool { try session.tryLock(device: device) }
  func synchronizeIdentities(of tables: [String]) throws {
    try session.synchronizeIdentities(of: tables)
  }
  func requireDurability() throws { try session.requireDurability() }
}

/// A small generator of the same numbers for the same seed (SplitMix64).
struct SeededNumbers {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func next(below bound: Int) -> Int { Int(next() % UInt64(bound)) }

  mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    var rest = elements
    return elements.map { _ in rest.remove(at: next(below: rest.count)) }
  }
}
