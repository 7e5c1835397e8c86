import Chunks
import CollectorSQLite
import Foundation
import HTTPTypes
import Synchronization
import Testing

@testable import Collector

/// Each token has limits for what it uses per time, and other tokens are not affected.
@Suite(.patience) struct QuotaTests {
  struct Step {
    var time: Double
    var amount: Double
    /// nil if the amount may be used.
    var wait: Double?
  }

  /// A bucket of 100 with 10 per second.
  private static let bucketSteps: [(name: String, steps: [Step])] = [
    ("what was never used is there at once", [.init(time: 0, amount: 100)]),
    (
      "an empty bucket says when it has something",
      [.init(time: 0, amount: 100), .init(time: 0, amount: 1, wait: 0)]
    ),
    (
      "more than is left is given and owed",
      [
        .init(time: 0, amount: 250), .init(time: 5, amount: 1, wait: 10),
        .init(time: 14.9, amount: 1, wait: 0.1), .init(time: 16, amount: 1),
      ]
    ),
    (
      "it never has more than its capacity",
      [.init(time: 1_000, amount: 101), .init(time: 1_000, amount: 1, wait: 0.1)]
    ),
    (
      "a clock that is set back gives nothing",
      [.init(time: 50, amount: 110), .init(time: 0, amount: 1, wait: 1)]
    ),
  ]

  @Test(arguments: bucketSteps.indices)
  func `a bucket is filled up steadily`(index: Int) throws {
    var bucket = TokenBucket(capacity: 100, perSecond: 10, at: 0)
    for step in Self.bucketSteps[index].steps {
      let wait = bucket.take(step.amount, at: step.time)
      if let expected = step.wait {
        #expect(abs(try #require(wait) - expected) < 1e-9, "\(Self.bucketSteps[index].name)")
      } else {
        #expect(wait == nil, "\(Self.bucketSteps[index].name)")
      }
    }
  }

  private static func configuration(_ quotas: QuotaSettings) -> CollectorConfiguration {
    var configuration = CollectorConfiguration.patient()
    configuration.quotas = quotas
    return configuration
  }

  @Test func `uploads above the bytes per day are refused until there is room again`() async throws
  {
    let chunk = TestChunk()
    let count = try chunk.bytes().count
    // The third chunk is stored, although only one byte is left; it takes hours until there is room for another one.
    let quotas = QuotaSettings(bytesPerDay: count * 2 + 1, requestsPerSecond: nil)
    try await TestServer.run(Self.configuration(quotas)) { server in
      for sequence in 0..<3 as Range<UInt64> {
        #expect(try await server.put(TestChunk(sequence: sequence)).status == 201)
      }
      let refused = TestChunk(sequence: 3)
      let answer = try await server.put(refused)
      try answer.expectProblem(.quotaExceeded)
      let wait = try #require(answer.headers[.retryAfter].flatMap { Int($0) })
      #expect((1...86_400).contains(wait))
      #expect(try await server.get(refused.path).status == 404)
      let other = try await server.storage.makeToken(.device("watch"))
      let path = TestChunk(device: "watch").path
      #expect(
        try await server.put(try TestChunk(device: "watch").bytes(), to: path, token: other).status
          == 201)
      let metrics = try await server.request("/metrics", .get, [:], []).body
      #expect(metrics.contains("rejected_total{code=\"quota-exceeded\"} 1\n"))
      // An import counts in the same way.
      let body = Array("cpu v=1 1000\n".utf8)
      let fields: HTTPFields = [
        .authorization: "Token \(server.token)", .contentLength: "\(body.count)",
      ]
      try await server.request("/write", .post, fields, body).expectProblem(.quotaExceeded)
      #expect(try await server.storage.streams(of: "phone") == ["accelerometer"])
    }
  }

  /// A mark has few bytes in a chunk, but a row of its own in the database.
  @Test func `gaps and marks count more than their bytes`() async throws {
    let quotas = QuotaSettings(bytesPerDay: 100_000, requestsPerSecond: nil)
    try await TestServer.run(Self.configuration(quotas)) { server in
      let marks = (0..<1_000).map { Mark.started(at: $0) }
      #expect(try await server.put(TestChunk(times: [], marks: marks)).status == 201)
      try await server.put(TestChunk(sequence: 1)).expectProblem(.quotaExceeded)
    }
  }

  @Test func `requests above the rate of a token are refused, those of others are not`()
    async throws
  {
    // One request per day, so 100 seconds have a small part of one: the first request is owed.
    let quotas = QuotaSettings(bytesPerDay: nil, requestsPerSecond: 1.0 / 86_400)
    try await TestServer.run(Self.configuration(quotas)) { server in
      #expect(try await server.get("/v1/devices/phone/streams").status == 200)
      try await server.get("/v1/devices/phone/streams").expectProblem(.quotaExceeded)
      try await server.put(TestChunk()).expectProblem(.quotaExceeded)
      #expect(try await server.get("/v1/devices", token: server.admin).status == 200)
      // A wrong token is not counted: it has no quota.
      #expect(try await server.get("/v1/devices", token: "wrong").status == 401)
    }
  }

  @Test func `items of several keys come in turn, those of one in their order`() {
    var queue = TurnQueue<String, Int>()
    for (key, item) in [("a", 1), ("a", 2), ("a", 3), ("b", 4), ("c", 5), ("b", 6)] {
      queue.append(item, of: key)
    }
    #expect(queue.count == 6 && queue.count(of: "a") == 3 && queue.count(of: "d") == 0)
    var order: [Int] = []
    while let (_, item) = queue.next(where: { key, _ in key != "c" }) { order.append(item) }
    #expect(order == [1, 4, 2, 6, 3])
    queue.putBack([7, 8], of: "a")
    queue.putBack([9], of: "c")
    while let (_, item) = queue.next(where: { _, _ in true }) { order.append(item) }
    #expect(order == [1, 4, 2, 6, 3, 7, 9, 8, 5])
    #expect(queue.isEmpty)
  }

  @Test func `tasks of one device come in turn, and not too many wait`() async throws {
    let fair = FairTurns<String>(runningMax: 2, runningOfKeyMax: 1)
    let turns = RequestTurns(turns: fair, waitingMax: 8, refusal: "busy")
    let (started, starts) = AsyncStream.makeStream(of: String.self)
    let (ends, ending) = AsyncStream.makeStream(of: Void.self)
    try await withThrowingTaskGroup(of: Void.self) { group in
      func begin(_ device: String, _ name: String) {
        group.addTask {
          try await turns.withTurn(of: device) {
            starts.yield(name)
            for await _ in ends { break }
          }
        }
      }
      var running = started.makeAsyncIterator()
      begin("phone", "phone 0")
      #expect(await running.next() == "phone 0")
      for number in 1...8 {
        begin("phone", "phone \(number)")
        while fair.waitingCount(of: "phone") < number { await Task.yield() }
      }
      await #expect(throws: Problem.self) { try await turns.withTurn(of: "phone") {} }
      // Another device does not wait, and then nobody else can begin.
      begin("watch", "watch")
      #expect(await running.next() == "watch")
      begin("ring", "ring")
      while fair.waitingCount(of: "ring") < 1 { await Task.yield() }
      ending.yield()
      // The place of the phone or of the watch is free: the next one is a task of the phone or the one of the ring.
      ending.finish()
      var rest: [String] = []
      while rest.count < 9, let name = await running.next() { rest.append(name) }
      #expect(rest.filter { $0 != "ring" } == (1...8).map { "phone \($0)" })
      #expect(rest.firstIndex(of: "ring") ?? 9 <= 1, "\(rest)")
      try await group.waitForAll()
    }
    #expect(fair.waitingCount(of: "phone") == 0)
  }

  /// Clients that only hold connections must not keep others out, whatever the time limits are.
  @Test func `connections without a request make room for new ones`() async throws {
    var configuration = CollectorConfiguration.patient()
    configuration.connectionsMax = 5
    try await TestServer.run(configuration) { server in
      var held: [RawConnection] = []
      for _ in 0..<20 { held.append(try RawConnection(port: server.port)) }
      for _ in 0..<20 {
        #expect(try await server.put(TestChunk()).status / 100 == 2)
        held.append(try RawConnection(port: server.port))
      }
      #expect(held.count == 40)
    }
  }

  /// `run` returns when the server has ended. Without a limit of its own, this would take a day.
  @Test func `a server that stops does not wait for clients that are slow`() async throws {
    var configuration = CollectorConfiguration.patient()
    configuration.stopTimeout = .milliseconds(100)
    try await TestServer.run(configuration) { server in
      try await server.storage.store(TestChunk(times: (0..<200_000).map { $0 }))
      var held: [RawConnection] = []
      let chunk = TestChunk(sequence: 9)
      let bytes = try chunk.bytes()
      let upload = Array(RawConnection.putHead(chunk, bytes, token: server.token).utf8)
      let read =
        "GET /v1/devices/phone/streams/accelerometer/samples.csv HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(server.token)\r\n\r\n"
      for start in [upload, upload + bytes.prefix(9), Array("GET / HT".utf8), Array(read.utf8), []]
      {
        held.append(try RawConnection(port: server.port))
        await held.last?.send(start)
      }
      #expect(try await server.get("/v1/devices/phone/streams").status == 200)
      // The connections are open until the server has ended.
      Self.held.withLock { $0 = held }
    }
    Self.held.withLock { $0 = [] }
  }

  private static let held = Mutex<[RawConnection]>([])
}
