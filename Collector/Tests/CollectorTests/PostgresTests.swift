import Chunks
import CollectorPostgres
import Foundation
import Testing

@testable import Collector

/// Tests only for PostgreSQL: several collectors at once, and the loss of a server.
@Suite(.needsPostgres, .patience) struct PostgresTests {
  private static let name = StreamName(device: "phone", stream: "accelerometer")

  private static func chunk(_ number: Int) -> TestChunk {
    let start = Int64(number) * 1_000_000_000
    return TestChunk(sequence: UInt64(number), times: [start, start + 1_000, start + 2_000])
  }

  @Test(arguments: ["synchronous_commit = off", "synchronous_commit = local"])
  func `a database that confirms before it is durable is refused`(setting: String) async throws {
    let server = try await PostgresServer.shared.get()
    let url = try await server.makeDatabase()
    let database = try #require(url.split(separator: "?")[0].split(separator: "/").last)
    try await server.sql("ALTER DATABASE \(database) SET \(setting)")
    let error = await #expect(throws: StorageError.self) { try await PostgresStorage(url: url) }
    guard case .unavailable(let reason)? = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(reason.contains("synchronous_commit"))
    #expect(reason.contains("Set it to on"))
  }

  @Test func `several collectors store the same chunks at once, each exactly once`() async throws {
    let server = try await PostgresServer.shared.get()
    let url = try await server.makeDatabase()
    // All of them create the tables at once, too.
    let outcomes = try await withThrowingTaskGroup(of: [StoreOutcome].self) { tasks in
      for collector in 0..<4 {
        tasks.addTask {
          let storage = try await PostgresStorage(url: url)
          var outcomes: [StoreOutcome] = []
          var random = SeededNumbers(seed: UInt64(collector))
          for number in random.shuffled(Array(0..<60)) {
            outcomes += try await storage.store([Self.chunk(number).checked()])
          }
          return outcomes
        }
      }
      return try await tasks.reduce(into: []) { $0 += $1 }
    }
    let new = outcomes.filter { if case .stored = $0 { true } else { false } }
    let known = outcomes.filter { if case .alreadyStored = $0 { true } else { false } }
    #expect(new.count == 60)
    #expect(known.count == 180)
    let storage = try await PostgresStorage(url: url)
    #expect(try await storage.summaries(of: "phone").map(\.chunkCount) == [60])
    #expect(try await !storage.rebuildSummary(of: Self.name))
    #expect(try await storage.verify(at: 0).isIntact)
  }

  @Test func `a batch does not wait for a device that another transaction changes`() async throws {
    let server = try await PostgresServer.shared.get()
    let storage = try await PostgresStorage(url: try await server.makeDatabase())
    let bad = try TestChunk(device: "bad").checked()
    let good = try Self.chunk(0).checked()
    let (locked, lock) = AsyncStream.makeStream(of: Void.self)
    let end = DispatchSemaphore(value: 0)
    async let other: Void = storage.database.write { session in
      try session.lock(devices: ["bad"])
      lock.finish()
      end.wait()
    }
    for await _ in locked {}
    #expect(
      try await storage.store([bad, good], isWaiting: false)
        == [.deviceIsBusy, .stored(ChunkRecord(good))])
    #expect(try await storage.store([bad], isWaiting: false) == [.deviceIsBusy])
    async let alone = storage.store([bad])
    end.signal()
    let outcomes = try await alone
    #expect(outcomes == [.stored(ChunkRecord(bad))])
    try await other
  }

  @Test func `a connection that was ended is replaced`() async throws {
    let server = try await PostgresServer.shared.get()
    let url = try await server.makeDatabase()
    let storage = try await PostgresStorage(url: url)
    try await storage.store(Self.chunk(0))
    #expect(try await storage.devices() == ["phone"])
    let database = try #require(url.split(separator: "?")[0].split(separator: "/").last)
    try await server.sql(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(database)'")
    #expect(try await storage.devices() == ["phone"])
    try await storage.store(Self.chunk(1))
    #expect(try await storage.stream(Self.name)?.chunks.count == 2)
  }

  /// A primary with a synchronous standby.
  private static func withPair(
    _ body: (_ primary: PostgresServer, _ standby: PostgresServer, _ url: String) async throws ->
      Void
  ) async throws {
    let primary = try await PostgresServer()
    var standby: PostgresServer?
    var failure: (any Error)?
    do {
      let copy = try await PostgresServer(copyOf: primary)
      standby = copy
      try await primary.sql("ALTER SYSTEM SET synchronous_standby_names = '*'")
      try await primary.sql("SELECT pg_reload_conf()")
      while try await primary.sql("SELECT sync_state FROM pg_stat_replication") != "sync" {
        // Throws if the standby has ended.
        try await copy.sql("SELECT 1")
        try await Task.sleep(for: .milliseconds(50))
      }
      try await body(primary, copy, primary.url(standby: copy))
    } catch {
      failure = error
    }
    await standby?.stop()
    await primary.stop()
    if let failure { throw failure }
  }

  /// Two collectors, as behind a load balancer, lose the primary during the uploads, and one of them is lost,
  /// too. Senders use both in turn, and send until they have their receipt.
  @Test
  func `receipts survive the loss of the primary and of a collector during 200 uploads`()
    async throws
  {
    try await Self.withPair { primary, standby, url in
      let (count, senders) = (200, 20)
      let token = try await CollectorProcess.makeToken(url)
      let collectors = [
        try await CollectorProcess(database: url), try await CollectorProcess(database: url),
      ]
      let ports = collectors.map(\.port)
      var statuses: [Int: [Int?]] = [:]
      var statusWithoutPrimary: Int?
      try await withThrowingTaskGroup(of: (Int, [Int?]).self) { tasks in
        for sender in 0..<senders {
          tasks.addTask { try await Self.send(sender, token, ports) }
        }
        var next = senders
        for try await (number, answers) in tasks {
          statuses[number] = answers
          if next < count {
            tasks.addTask { [next] in try await Self.send(next, token, ports) }
            next += 1
          }
          if statuses.count == count / 4 {
            await primary.kill()
            // This chunk has its receipt, but no database can say so.
            statusWithoutPrimary = try await statusOfUpload(Self.chunk(number), token, ports[0])
            try await standby.promote()
            // The new primary has no standby of its own in this test.
            try await standby.sql("ALTER SYSTEM RESET synchronous_standby_names")
            try await standby.sql("SELECT pg_reload_conf()")
          }
          if statuses.count == count / 2 {
            await collectors[1].kill()
            #expect(try await statusOfUpload(Self.chunk(number), token, ports[1]) == nil)
          }
        }
      }
      #expect(statuses.count == count)
      let failures = statuses.values.flatMap { $0.dropLast() }
      #expect(statusWithoutPrimary == 503)
      #expect(failures.allSatisfy { $0 == 503 || $0 == nil }, "no refusal was final")
      let storage = try await PostgresStorage(url: url)
      let stored = try #require(try await storage.stream(Self.name)).chunks
      #expect(stored.map(\.sequence) == (0..<UInt64(count)).map { $0 })
      #expect(try await storage.verify(at: 0).isIntact)
      let rows = try await standby.sql(
        "SELECT count(*) || ' ' || (SELECT count(*) FROM bodies) FROM chunks")
      #expect(rows == "\(count) \(count)")
    }
  }

  /// Sends a chunk until there is a receipt, and returns the statuses of all attempts; nil for no answer.
  private static func send(
    _ number: Int, _ token: String, _ ports: [Int]
  ) async throws -> (Int, [Int?]) {
    var statuses: [Int?] = []
    while true {
      let port = ports[(number + statuses.count) % ports.count]
      statuses.append(try await statusOfUpload(Self.chunk(number), token, port))
      if let status = statuses.last ?? nil, status != 503 { return (number, statuses) }
      try await Task.sleep(for: .milliseconds(100))
    }
  }

  @Test
  func `a chunk gets no receipt before the standby has it`() async throws {
    try await Self.withPair { primary, standby, url in
      let storage = try await PostgresStorage(url: url)
      try await storage.store(Self.chunk(0))
      let receiver = try #require(
        Int32(try await standby.sql("SELECT pid FROM pg_stat_wal_receiver")))
      kill(receiver, SIGSTOP)
      defer { kill(receiver, SIGCONT) }
      // The first upload commits on the primary and waits for the standby; an administrator cancels the wait.
      async let first = Self.outcome(of: Self.chunk(1), in: storage)
      try await Self.cancelWait(in: primary)
      guard case .failure(.unavailable(let reason)) = await first else {
        Issue.record("there was a receipt")
        return
      }
      #expect(reason.contains("canceling wait for synchronous replication"))
      // The second upload finds the chunk on the primary, and must wait as well.
      async let second = Self.outcome(of: Self.chunk(1), in: storage)
      try await Self.cancelWait(in: primary)
      guard case .failure(.unavailable) = await second else {
        Issue.record("there was a receipt for what only the primary has")
        return
      }
      kill(receiver, SIGCONT)
      let record = ChunkRecord(try Self.chunk(1).checked())
      #expect(
        await Self.outcome(of: Self.chunk(1), in: storage) == .success([.alreadyStored(record)]))
    }
  }

  private static func outcome(
    of chunk: TestChunk, in storage: PostgresStorage
  ) async -> Result<[StoreOutcome], StorageError> {
    do {
      return .success(try await storage.store([chunk.checked()]))
    } catch let error as StorageError {
      return .failure(error)
    } catch {
      return .failure(.unavailable("\(error)"))
    }
  }

  /// Waits until a transaction waits for the standby, and cancels this.
  private static func cancelWait(in server: PostgresServer) async throws {
    let cancel = "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
    while try await server.sql(cancel) != "t" { try await Task.sleep(for: .milliseconds(50)) }
  }
}
