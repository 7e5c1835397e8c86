import Chunks
import CollectorSQLite
import Foundation
import Hummingbird
import Logging
import Synchronization
import Testing

@testable import Collector

/// The log of reading, and the rules for the age of recordings.
@Suite(.patience) struct UsageTests {
  private static func read(_ minute: Int64, _ device: String = "phone") -> ReadRecord {
    ReadRecord(minute: minute, reader: "r", device: device, stream: "s", what: "chunk")
  }

  @Test(arguments: Backend.allCases)
  func `requests are added up by minute`(_ backend: Backend) async throws {
    try await backend.withStorage { storage in
      try await storage.add([Self.read(60): 2, Self.read(120): 1, Self.read(60, "watch"): 5])
      try await storage.add([Self.read(60): 3])
      let all = try await storage.reads(of: nil, since: 0)
      #expect(all.map(\.record) == [Self.read(120), Self.read(60), Self.read(60, "watch")])
      #expect(all.map(\.requests) == [1, 5, 5])
      #expect(try await storage.reads(of: "watch", since: 0).map(\.requests) == [5])
      #expect(try await storage.reads(of: nil, since: 61).map(\.requests) == [1])
    }
  }

  @Test func `every way to read is noted with its token, and nothing that was refused`()
    async throws
  {
    try await TestServer.run { server in
      let night = TestChunk(marks: [.started(at: 1_000), .stopped(at: 3_000)])
      #expect(try await server.put(night).status == 201)
      let base = "/v1/devices/phone/streams"
      let stranger = try await server.storage.makeToken(.reader(["watch"]))
      #expect(try await server.get(base, token: stranger).status == 403)
      #expect(try await server.get(base, token: "wrong").status == 401)
      let paths: [(path: String, device: String, stream: String, what: String)] = [
        ("/v1/devices", "", "", "devices"),
        (base, "phone", "", "streams"),
        ("\(base)/accelerometer/chunks", "phone", "accelerometer", "chunks"),
        ("\(base)/accelerometer/chunks/0", "phone", "accelerometer", "chunk"),
        ("\(base)/accelerometer/gaps", "phone", "accelerometer", "gaps"),
        ("\(base)/accelerometer/samples.csv", "phone", "accelerometer", "samples.csv"),
        ("\(base)/accelerometer/samples.jsonl", "phone", "accelerometer", "samples.jsonl"),
        ("\(base)/accelerometer/samples.parquet", "phone", "accelerometer", "samples.parquet"),
      ]
      for path in paths { #expect(try await server.get(path.path).status == 200) }
      let pages: [(path: String, device: String, stream: String, what: String)] = [
        ("/", "", "", "page of devices"),
        ("/devices/phone", "phone", "", "page of nights"),
        ("/devices/phone/nights/2000", "phone", "", "night"),
        ("/devices/phone/nights/2000/data", "phone", "", "night data"),
        (
          "/devices/phone/streams/accelerometer/curve?from=0&to=9000&points=8", "phone",
          "accelerometer", "curve"
        ),
        ("/metrics", "", "", "metrics"),
      ]
      for page in pages {
        #expect(try await server.get(page.path, token: server.admin).status == 200)
      }
      var reads: [(record: ReadRecord, requests: Int)] = []
      // The server writes the log every two seconds.
      while reads.count < paths.count + pages.count {
        try await Task.sleep(for: .milliseconds(100))
        reads = try await server.storage.reads(of: nil, since: 0)
      }
      let id = Token(text: server.token).hash.id
      func found(_ reader: String) -> Set<[String]> {
        Set(
          reads.filter { $0.record.reader == reader }
            .map { [$0.record.device, $0.record.stream, $0.record.what] })
      }
      #expect(found(id) == Set(paths.map { [$0.device, $0.stream, $0.what] }))
      // A program on this machine needs no token for the pages.
      #expect(found("local") == Set(pages.map { [$0.device, $0.stream, $0.what] }))
      #expect(reads.allSatisfy { $0.record.minute % 60 == 0 })
      #expect(reads.count == paths.count + pages.count)
    }
  }

  /// A name in a request can be anything, so only what exists gets a row.
  @Test func `a request that has read nothing is not noted`() async throws {
    try await TestServer.run { server in
      let night = TestChunk(marks: [.started(at: 1_000), .stopped(at: 3_000)])
      #expect(try await server.put(night).status == 201)
      let link = try await server.storage.makeToken(.night(device: "phone", time: 2_000))
      let long = String(repeating: "x", count: 7_500)
      for path in [
        "/shared/\(link)/streams/\(long)/curve?from=0&to=9&points=8",
        "/shared/\(link)/streams/unknown/samples.csv",
        "/v1/devices/phone/streams/unknown/samples.csv", "/v1/devices/phone/streams/unknown/chunks",
        "/v1/devices/phone/streams/unknown/gaps",
        "/v1/devices/phone/streams/accelerometer/chunks/1",
        "/devices/phone/streams/unknown/curve?from=0&to=9&points=8",
        "/devices/unknown", "/devices/phone/nights/1000000",
      ] {
        #expect(try await server.get(path).status == 404, "\(path)")
      }
      #expect(
        try await server.get(
          "/shared/\(link)/streams/accelerometer/curve?from=0&to=9000&points=8"
        ).status == 200)
      var reads: [(record: ReadRecord, requests: Int)] = []
      while reads.isEmpty {
        try await Task.sleep(for: .milliseconds(100))
        reads = try await server.storage.reads(of: nil, since: 0)
      }
      #expect(
        reads.map { [$0.record.device, $0.record.stream, $0.record.what] } == [
          ["phone", "accelerometer", "curve"]
        ])
    }
  }

  @Test(arguments: ["revoked", "expired"])
  func `an open page is no longer informed when its token is no longer valid`(end: String)
    async throws
  {
    try await TestServer.run { server in
      let night = TestChunk(marks: [.started(at: 1_000), .stopped(at: 3_000)])
      #expect(try await server.put(night).status == 201)
      // On a slow machine a token can expire before the page is open; then one that lives longer is tried.
      for life: Int64 in [3, 12, 48] {
        let token = Token.random()
        try await server.storage.add(
          TokenRecord(
            hash: token.hash, holder: .night(device: "phone", time: 2_000), createdAt: 0,
            expiresAt: end == "expired" ? Date.nowInSeconds + life : nil))
        async let events = server.get("/shared/\(token.text)/events")
        if end == "revoked" {
          // The server notes that the page is open, and writes its notes every two seconds.
          while try await server.storage.reads(of: nil, since: 0).isEmpty {
            try await Task.sleep(for: .milliseconds(100))
          }
          #expect(try await server.storage.revokeToken(hash: token.hash, at: Date.nowInSeconds))
        }
        // The answer has an end only because the token is no longer valid.
        let status = try await events.status
        #expect(try await server.get("/shared/\(token.text)/events").status == 404)
        if end == "expired", status == 404, life < 48 { continue }
        #expect(status == 200)
        break
      }
    }
  }

  /// Refuses some records, or fails.
  private final class RefusingStorage: AuditStorage {
    private let isRefused: @Sendable (ReadRecord) -> Bool
    let added = Mutex<[ReadRecord: Int]>([:])

    init(refusing isRefused: @escaping @Sendable (ReadRecord) -> Bool) {
      self.isRefused = isRefused
    }

    func add(_ reads: [ReadRecord: Int]) async throws(StorageError) {
      guard !reads.keys.contains(where: isRefused) else { throw .unavailable("refused") }
      added.withLock { $0.merge(reads, uniquingKeysWith: +) }
    }

    func removeReads(before minute: Int64) async throws(StorageError) {}

    func reads(
      of device: String?, since time: Int64
    ) async throws(StorageError) -> [(record: ReadRecord, requests: Int)] { [] }
  }

  @Test func `a record that the database refuses keeps no other from being written`() async {
    let storage = RefusingStorage { $0.device == "bad" }
    var logger = Logger(label: "test")
    logger.logLevel = .critical
    let log = AuditLog(storage: storage, logger: logger)
    let devices = ["a", "bad", "c", "d"]
    for device in devices { log.note(.local, ReadTarget("night", device: device)) }
    await log.write()
    #expect(storage.added.withLock { Set($0.keys.map(\.device)) } == ["a", "c", "d"])
    // The refused record is not tried again.
    log.note(.local, ReadTarget("night", device: "e"))
    await log.write()
    #expect(storage.added.withLock { Set($0.keys.map(\.device)) } == ["a", "c", "d", "e"])
  }

  @Test func `while the storage fails, the counts wait`() async {
    let isFailing = Mutex(true)
    let storage = RefusingStorage { _ in isFailing.withLock { $0 } }
    var logger = Logger(label: "test")
    logger.logLevel = .critical
    let log = AuditLog(storage: storage, logger: logger)
    for device in ["a", "b", "c"] { log.note(.local, ReadTarget("night", device: device)) }
    await log.write()
    log.note(.local, ReadTarget("night", device: "a"))
    isFailing.withLock { $0 = false }
    await log.write()
    let counts = storage.added.withLock { $0 }
    #expect(counts.count == 3)
    #expect(counts.values.reduce(0, +) == 4)
  }

  @Test(arguments: Backend.allCases)
  func `old reads are removed`(_ backend: Backend) async throws {
    try await backend.withStorage { storage in
      try await storage.add([Self.read(60): 1, Self.read(120): 1, Self.read(180): 1])
      try await storage.removeReads(before: 120)
      #expect(try await storage.reads(of: nil, since: 0).map(\.record.minute) == [180, 120])
    }
  }

  @Test(
    arguments: [
      ("phone", [("phone", 3), (nil, 9)], 3), ("watch", [("phone", 3), (nil, 9)], 9),
      ("watch", [("phone", 3)], nil), ("phone", [("phone", nil), (nil, 9)], nil),
      ("phone", [], nil),
    ] as [(String, [(String?, Int?)], Int?)])
  func `the rule of a device goes before the one for all`(
    device: String, rules: [(String?, Int?)], days: Int?
  ) {
    let rules = rules.map { RetentionRule(device: $0.0, days: $0.1) }
    #expect(RetentionRule.days(for: device, rules) == days)
  }

  @Test(arguments: Backend.allCases)
  func `rules are replaced and removed`(_ backend: Backend) async throws {
    try await backend.withStorage { storage in
      try await storage.set(RetentionRule(device: "watch", days: 2))
      try await storage.set(RetentionRule(device: "phone", days: 4))
      try await storage.set(RetentionRule(device: nil, days: 9))
      try await storage.set(RetentionRule(device: "phone", days: nil))
      #expect(
        try await storage.retentionRules() == [
          RetentionRule(device: nil, days: 9), RetentionRule(device: "phone", days: nil),
          RetentionRule(device: "watch", days: 2),
        ])
      #expect(try await storage.removeRetentionRule(of: nil))
      #expect(try await !storage.removeRetentionRule(of: nil))
      #expect(try await storage.retentionRules().count == 2)
    }
  }

  /// A chunk whose samples begin on a day and that has arrived on a day.
  private static func chunk(
    _ sequence: UInt64, day: Int64, arrived: Int64, device: String = "phone"
  ) throws -> CheckedChunk {
    let time = day * 86_400_000_000_000
    var chunk = try TestChunk(device: device, sequence: sequence, times: [time, time + 1_000])
      .checked()
    chunk.report = DeviceReport(time: arrived * 86_400)
    return chunk
  }

  @Test(arguments: Backend.allCases)
  func `only what is old in both ways is deleted, and it may come again`(
    _ backend: Backend
  ) async throws {
    try await backend.withStorage { storage in
      let old = try Self.chunk(0, day: 10, arrived: 10)
      let late = try Self.chunk(1, day: 11, arrived: 99)
      // The clock of this device was wrong.
      let wrong = try Self.chunk(2, day: 0, arrived: 98)
      let new = try Self.chunk(3, day: 98, arrived: 98)
      let other = try Self.chunk(0, day: 10, arrived: 10, device: "watch")
      _ = try await storage.store([old, late, wrong, new, other])
      _ = try await storage.nights(of: "phone", before: nil, atMost: 10)
      try await storage.set(RetentionRule(device: "phone", days: 30))
      var expired: [String: Int] = [:]
      try await storage.expireByRules(at: 100 * 86_400) { expired[$0] = $1 }
      #expect(expired == ["phone": 1])
      let name = StreamName(device: "phone", stream: "accelerometer")
      #expect(try await storage.stream(name)?.chunks.map(\.sequence) == [1, 2, 3])
      #expect(try await storage.nights(of: "phone", before: nil, atMost: 10).count == 3)
      #expect(try await storage.verify(at: 0).isIntact)
      #expect(try await storage.store([old]) == [.stored(ChunkRecord(old))])
      // Much later, everything is old.
      try await storage.expireByRules(at: 200 * 86_400) { expired[$0] = $1 }
      #expect(expired == ["phone": 4])
      #expect(try await storage.summaries(of: "phone").isEmpty)
      #expect(try await storage.nights(of: "phone", before: nil, atMost: 10).isEmpty)
      #expect(try await storage.summaries(of: "watch").map(\.chunkCount) == [1])
    }
  }

  @Test func `recordings are deleted over HTTP by an admin only`() async throws {
    try await TestServer.run { server in
      for sequence in 0..<4 as Range<UInt64> {
        let time = Int64(sequence) * 100
        #expect(
          try await server.put(TestChunk(sequence: sequence, times: [time, time + 9])).status == 201
        )
      }
      func delete(_ path: String, _ token: String) async throws -> Answer {
        try await server.request(path, .delete, [.authorization: "Bearer \(token)"], [])
      }
      let stream = "/v1/devices/phone/streams/accelerometer"
      try await delete(stream, server.token).expectProblem(.forbidden)
      try await delete(stream, "wrong").expectProblem(.unauthorized)
      try await delete(stream + "?form=100", server.admin).expectProblem(.invalidRequest)
      try await delete(stream + "?from=x", server.admin).expectProblem(.invalidRequest)
      try await delete(stream + "?from=9&to=9", server.admin).expectProblem(.invalidRequest)
      try await delete("/v1/devices/watch", server.admin).expectProblem(.notFound)
      #expect(try await server.storage.summaries(of: "phone").first?.chunkCount == 4)
      // `to` is not included, so the chunk that begins at 200 stays.
      let answer = try await delete(stream + "?from=105&to=200", server.admin)
      #expect(answer.status == 200)
      #expect(answer.body == #"{"chunks":1}"#)
      let author = try await server.storage.deletions().first?.deletion.author
      #expect(author == "token \(Token(text: server.admin).hash.id)")
      #expect(
        try await server.put(TestChunk(sequence: 1, times: [100, 109])).body.contains(
          #""deleted":true"#))
      #expect(try await delete("/v1/devices/phone", server.admin).body == #"{"chunks":3}"#)
      #expect(try await server.storage.summaries(of: "phone").isEmpty)
    }
  }

  /// The requests of other apps hold what was recorded, also if they could not be read.
  @Test func `received requests are deleted and expire like chunks`() async throws {
    let storage = try SQLiteStorage()
    try await TestServer.run(over: storage) { server in
      let secret = Array("secret place, but not JSON".utf8)
      func send() async throws {
        let fields: HTTPFields = [
          .authorization: "Bearer \(server.token)", .contentLength: "\(secret.count)",
        ]
        _ = try await server.request("/v1/import/overland/phone", .post, fields, secret)
      }
      func keptBytes() async throws -> Int? {
        try await storage.value("SELECT coalesce(sum(length(body)), 0) FROM imports")
      }
      try await send()
      #expect(try await keptBytes() == secret.count)
      let metrics = try await server.request("/metrics", .get, [:], []).body
      #expect(metrics.contains("import_bytes_stored_total \(secret.count)\n"))
      #expect(try await storage.streams(of: "phone").isEmpty)
      let answer = try await server.request(
        "/v1/devices/phone", .delete, [.authorization: "Bearer \(server.admin)"], [])
      #expect(answer.body == #"{"chunks":0}"#)
      #expect(try await keptBytes() == 0)
      // Sent again, it is known, and not kept again.
      try await send()
      #expect(try await keptBytes() == 0)

      let now = Date.nowInSeconds
      for (age, kept) in [(10, secret.count), (40, 0)] {
        try await storage.execute(
          """
          DELETE FROM imports;
          INSERT INTO imports (device, format, sha256, received_at, is_refused, body)
          VALUES ('phone', 'overland', x'00', \(now - Int64(age) * 86_400), 1,
            CAST('\(String(decoding: secret, as: UTF8.self))' AS BLOB))
          """)
        try await storage.set(RetentionRule(device: "phone", days: 30))
        try await storage.expireByRules(at: now)
        #expect(try await keptBytes() == kept, "\(age) days")
      }
    }
  }
}
