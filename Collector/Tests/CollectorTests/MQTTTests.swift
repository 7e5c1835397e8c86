import Chunks
import Collector
import CollectorPostgres
import CollectorSQLite
import Foundation
import GRDB
import TestPrograms
import Testing

/// `yoban-collector mqtt` with Debian's mosquitto: each message is stored exactly once, whoever is killed when.
@Suite(.serialized, .patience, .needsMosquitto) struct MQTTTests {
  private static let locations = ["--format", "owntracks"]
  private static let sensors = ["--format", "theengs"]
  private static let sensorTopic = "home/gateway/BTtoMQTT/A4C138000001"
  private static let sensorMessage = #"{"id":"A4:C1:38:00:00:01","tempc":21.5}"#

  private static func publishLocation(_ number: Int, _ broker: MosquittoBroker) async throws {
    try await broker.publish(location(number), to: "owntracks/jane/phone")
  }

  private static func location(_ number: Int) -> String {
    #"{"_type":"location","lat":\#(number),"lon":0,"tst":\#(1_700_000_000 + number)}"#
  }

  /// Waits until the streams of a device have so many rows, and expects that no further one comes.
  private static func expectRows(
    _ count: Int, of device: String, _ storage: any CollectorStorage,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    while try await rows(of: device, storage) < count {
      try await Task.sleep(for: .milliseconds(20))
    }
    #expect(try await rows(of: device, storage) == count, sourceLocation: sourceLocation)
  }

  private static func rows(of device: String, _ storage: any CollectorStorage) async throws -> Int {
    try await storage.summaries(of: device).reduce(0) { $0 + $1.sampleCount }
  }

  /// The numbers of the stored locations, in the order of their times.
  private static func numbers(_ storage: any CollectorStorage) async throws -> [Double] {
    let name = StreamName(device: "jane.phone", stream: "owntracks.location")
    var rows: [(Int64, Double)] = []
    for record in try await storage.stream(name)?.chunks ?? [] {
      let bytes = try await storage.intactBytes(
        of: ChunkIdentity(device: name.device, stream: name.stream, sequence: record.sequence))
      let contents = try ChunkReader(try #require(bytes)).contents()
      let width = contents.samples.values.count / max(contents.samples.times.count, 1)
      for (row, time) in contents.samples.times.enumerated() {
        rows.append((time, contents.samples.values[row * width]))
      }
    }
    return rows.sorted { $0.0 < $1.0 }.map(\.1)
  }

  @Test func `what is published while the collector does not run arrives later, once`()
    async throws
  {
    try await withTemporaryDirectory { folder in
      let broker = try await MosquittoBroker(in: folder)
      let database = folder + "/db"
      let first = try await MQTTProcess(database, broker, Self.locations)
      try await Self.publishLocation(0, broker)
      let storage = try SQLiteStorage(path: database)
      try await Self.expectRows(1, of: "jane.phone", storage)
      let (output, status) = try await first.stop()
      #expect(status == 0)
      #expect(output == "")
      #expect(first.log.contains("1 messages stored with 1 rows, 0 stored before"))

      for number in 1..<5 { try await Self.publishLocation(number, broker) }
      let second = try await MQTTProcess(database, broker, Self.locations)
      try await Self.expectRows(5, of: "jane.phone", storage)
      #expect(try await Self.numbers(storage) == [0, 1, 2, 3, 4])
      #expect(try await second.stop().status == 0)
    }
  }

  @Test func `a broker that is killed again and again loses and repeats nothing`() async throws {
    try await withTemporaryDirectory { folder in
      let broker = try await MosquittoBroker(in: folder)
      let database = folder + "/db"
      // The session exists from now on.
      #expect(try await MQTTProcess(database, broker, Self.locations).stop().status == 0)
      for number in 0..<30 { try await Self.publishLocation(number, broker) }
      // A broker that is killed loses what it has not written yet, which no subscriber can change.
      try await broker.waitUntilKept(Self.location(29))
      await broker.kill()
      try await broker.start()

      let storage = try SQLiteStorage(path: database)
      let collector = try await MQTTProcess(database, broker, Self.locations)
      // In the middle of the delivery.
      while try await Self.rows(of: "jane.phone", storage) < 3 {
        try await Task.sleep(for: .milliseconds(2))
      }
      await broker.kill()
      try await Task.sleep(for: .milliseconds(100))
      try await broker.start()
      try await Self.expectRows(30, of: "jane.phone", storage)

      for number in 30..<40 { try await Self.publishLocation(number, broker) }
      try await Self.expectRows(40, of: "jane.phone", storage)
      #expect(try await Self.numbers(storage) == (0..<40).map(Double.init))
      #expect(collector.log.contains(": the connection was lost"))
      #expect(try await storage.verify(at: 0).isIntact)
      #expect(try await collector.stop().status == 0)
    }
  }

  /// The messages have no time, so their bytes say nothing about whether they are the same.
  @Test(arguments: Backend.allCases.filter { $0 != .sqliteInMemory })
  func `a collector that is killed between commit and acknowledgment stores each message once`(
    backend: Backend
  ) async throws {
    try await withTemporaryDirectory { folder in
      let library = try await Self.compileKiller(into: folder)
      let broker = try await MosquittoBroker(in: folder)
      let (database, storage) = try await Self.database(backend, in: folder)
      #expect(try await MQTTProcess(database, broker, Self.sensors).stop().status == 0)
      for _ in 0..<5 { try await broker.publish(Self.sensorMessage, to: Self.sensorTopic) }

      for round in 0..<3 {
        let collector = try await MQTTProcess(
          database, broker, Self.sensors,
          // Two messages per round: one whose acknowledgment arrives, and one whose does not.
          environment: ["LD_PRELOAD": library, "YOBAN_PUBACKS": round == 0 ? "0" : "1"],
          in: folder, waits: false)
        #expect(try await collector.waitForExit().status == 128 + SIGKILL)
        // The message was stored before the acknowledgment.
        #expect(try await Self.rows(of: "A4C138000001", storage) == round + 1)
      }
      let last = try await MQTTProcess(database, broker, Self.sensors)
      try await Self.expectRows(5, of: "A4C138000001", storage)
      #expect(try await last.stop().status == 0)
      #expect(try await Self.rows(of: "A4C138000001", storage) == 5)
      #expect(last.log.contains("2 messages stored with 2 rows, 1 stored before"), "\(last.log)")
    }
  }

  @Test func `nothing is acknowledged that is not stored`() async throws {
    try await withTemporaryDirectory { folder in
      let broker = try await MosquittoBroker(in: folder)
      let database = folder + "/db"
      let storage = try SQLiteStorage(path: database)
      let collector = try await MQTTProcess(database, broker, Self.sensors)
      var configuration = Configuration()
      configuration.allowsUnsafeTransactions = true
      let other = try DatabaseQueue(path: database, configuration: configuration)
      try other.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }
      try await broker.publish(Self.sensorMessage, to: Self.sensorTopic)
      // The collector has the message and cannot store it.
      try await Task.sleep(for: .seconds(1))
      await collector.kill()
      try other.inDatabase { try $0.execute(sql: "ROLLBACK") }
      #expect(try await Self.rows(of: "A4C138000001", storage) == 0)

      let second = try await MQTTProcess(database, broker, Self.sensors)
      try await Self.expectRows(1, of: "A4C138000001", storage)
      #expect(try await second.stop().status == 0)
    }
  }

  @Test func `a message that cannot be read is quarantined and does not hold up the others`()
    async throws
  {
    try await withTemporaryDirectory { folder in
      let broker = try await MosquittoBroker(in: folder)
      let database = folder + "/db"
      let collector = try await MQTTProcess(database, broker, Self.locations)
      try await broker.publish("\u{1}garbage", to: "owntracks/jane/phone")
      try await Self.publishLocation(0, broker)
      let storage = try SQLiteStorage(path: database)
      try await Self.expectRows(1, of: "jane.phone", storage)
      #expect(try await collector.stop().status == 0)
      #expect(collector.log.contains("a message was quarantined: not-json"))
      #expect(collector.log.contains("1 quarantined, 0 discarded"))
      let bodies = try await DatabaseQueue(path: database).read {
        try Data.fetchAll($0, sql: "SELECT body FROM imports WHERE is_refused = 1")
      }
      #expect(bodies == [Data("\u{1}garbage".utf8)])
    }
  }

  @Test func `values that the broker had kept get no time of arrival`() async throws {
    try await withTemporaryDirectory { folder in
      let broker = try await MosquittoBroker(in: folder)
      try await broker.publish(Self.sensorMessage, to: Self.sensorTopic, ["-q", "1", "-r"])
      let database = folder + "/db"
      let collector = try await MQTTProcess(database, broker, Self.sensors)
      // The same message is new for a subscription that exists.
      try await broker.publish(Self.sensorMessage, to: Self.sensorTopic, ["-q", "1", "-r"])
      let storage = try SQLiteStorage(path: database)
      try await Self.expectRows(1, of: "A4C138000001", storage)
      #expect(try await collector.stop().status == 0)
      #expect(collector.log.contains("that the broker had kept has no time"))
      #expect(try await Self.rows(of: "A4C138000001", storage) == 1)
    }
  }

  /// Sensor Logger and the gateways publish with QoS 0.
  @Test func `a broker that raises the quality keeps also what is published with QoS 0`()
    async throws
  {
    try await withTemporaryDirectory { folder in
      let broker = try await MosquittoBroker(
        in: folder, ["allow_anonymous true", "upgrade_outgoing_qos true"])
      let database = folder + "/db"
      #expect(try await MQTTProcess(database, broker, Self.sensors).stop().status == 0)
      for _ in 0..<3 {
        try await broker.publish(Self.sensorMessage, to: Self.sensorTopic, ["-q", "0"])
      }
      let collector = try await MQTTProcess(database, broker, Self.sensors)
      let storage = try SQLiteStorage(path: database)
      try await Self.expectRows(3, of: "A4C138000001", storage)
      #expect(try await collector.stop().status == 0)
      #expect(!collector.log.contains("QoS 0"))
    }
  }

  private static func database(
    _ backend: Backend, in folder: String
  ) async throws -> (String, any CollectorStorage) {
    guard backend == .postgres else {
      return (folder + "/db", try SQLiteStorage(path: folder + "/db"))
    }
    let url = try await PostgresServer.shared.get().makeDatabase()
    return (url, try await PostgresStorage(url: url))
  }

  /// LD_PRELOAD cannot name a path with a space, so the collector runs in the folder.
  private static func compileKiller(into folder: String) async throws -> String {
    let compiler = try await runProgram([
      "clang", "-shared", "-fPIC", "-o", folder + "/die-before-puback.so",
      Python.script("die-before-puback.c"), "-ldl",
    ])
    try #require(compiler.status == 0, "\(compiler.output)")
    return "./die-before-puback.so"
  }
}
