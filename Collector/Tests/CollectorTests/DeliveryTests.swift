import Collector
import CollectorImports
import CollectorSQL
import CollectorSQLite
import Testing

/// A message that a broker delivers again is stored once, also if it has no time of its own.
@Suite(.patience) struct DeliveryTests {
  private static func batch(
    at time: Int64, packet: Int, isRepeated: Bool = false, temperature: Double = 21.5,
    session: String = "s"
  ) throws -> ImportedBatch {
    let body = Array("{\"id\":\"A\",\"tempc\":\(temperature)}".utf8)
    let parser = TheengsParser(receptionTime: time)
    let parsed = try parser.parse(body)
    var batch = ImportedBatch(
      device: "phone", format: .theengs,
      digest: Array(parser.identityPrefix(for: parsed) + body), body: body, series: parsed.series,
      isRefused: false, receivedAt: 0)
    batch.delivery = Delivery(
      session: session, packet: packet, digest: body, isRepeated: isRepeated)
    return batch
  }

  private static func deliver(
    _ storage: any CollectorStorage, at time: Int64, packet: Int, isRepeated: Bool = false,
    temperature: Double = 21.5, session: String = "s"
  ) async throws -> ImportOutcome {
    try await storage.store(
      batch(
        at: time, packet: packet, isRepeated: isRepeated, temperature: temperature, session: session
      ))
  }

  private static func count(_ storage: any CollectorStorage) async throws -> Int {
    try await storage.summaries(of: "phone").reduce(0) { $0 + $1.sampleCount }
  }

  @Test(arguments: Backend.allCases)
  func `equal messages are stored as often as they were sent, and repeated ones once`(
    backend: Backend
  ) async throws {
    try await backend.withStorage { storage in
      #expect(try await Self.deliver(storage, at: 1, packet: 1) == .stored(rows: 1, repeated: 0))
      // The acknowledgment was lost.
      #expect(
        try await Self.deliver(storage, at: 2, packet: 1, isRepeated: true) == .alreadyStored)
      // The same value again, in another packet, and in a packet whose number is used again.
      #expect(try await Self.deliver(storage, at: 3, packet: 2) == .stored(rows: 1, repeated: 0))
      #expect(try await Self.deliver(storage, at: 4, packet: 1) == .stored(rows: 1, repeated: 0))
      let count = try await Self.count(storage)
      #expect(count == 3)
    }
  }

  @Test(arguments: Backend.allCases)
  func `a repeated delivery of which nothing was stored is new`(backend: Backend) async throws {
    try await backend.withStorage { storage in
      let new = ImportOutcome.stored(rows: 1, repeated: 0)
      #expect(try await Self.deliver(storage, at: 1, packet: 1, isRepeated: true) == new)
      #expect(
        try await Self.deliver(storage, at: 2, packet: 1, isRepeated: true, temperature: 22) == new)
      #expect(
        try await Self.deliver(storage, at: 3, packet: 1, isRepeated: true, session: "t") == new)
      let count = try await Self.count(storage)
      #expect(count == 3)
    }
  }

  @Test(arguments: Backend.allCases)
  func `a message that was known for another reason counts as the last one with its number`(
    backend: Backend
  ) async throws {
    try await backend.withStorage { storage in
      _ = try await Self.deliver(storage, at: 1, packet: 1)
      let known = try Self.batch(at: 2, packet: 2, temperature: 22)
      _ = try await storage.store(known)
      var again = known
      again.delivery?.packet = 1
      #expect(try await storage.store(again) == .alreadyStored)
      // The packet 1 had another message since then, so this is not the first one.
      #expect(
        try await Self.deliver(storage, at: 3, packet: 1, isRepeated: true)
          == .stored(rows: 1, repeated: 0))
    }
  }

  @Test(arguments: Backend.allCases)
  func `the deliveries of a session end with it`(backend: Backend) async throws {
    try await backend.withStorage { storage in
      _ = try await Self.deliver(storage, at: 1, packet: 1)
      _ = try await Self.deliver(storage, at: 2, packet: 1, session: "t")
      try await storage.forgetDeliveries(of: "s")
      #expect(
        try await Self.deliver(storage, at: 3, packet: 1, isRepeated: true)
          == .stored(rows: 1, repeated: 0))
      #expect(
        try await Self.deliver(storage, at: 4, packet: 1, isRepeated: true, session: "t")
          == .alreadyStored)
    }
  }
}
