import Chunks
import CollectorSQLite
import Foundation
import TestPrograms
import Testing

@testable import Collector

/// Tests of the real binary, from outside.
@Suite(.serialized, .patience) struct ProcessTests {
  @Test func `the server prints one line and exits with 0 after SIGTERM`() async throws {
    try await withTemporaryDirectory { directory in
      let server = try await CollectorProcess(database: directory + "/db")
      server.terminate()
      let (output, status) = try await server.waitForExit()
      #expect(output == "")
      #expect(status == 0)
    }
  }

  @Test func `the server finishes a request in progress before it stops`() async throws {
    try await withTemporaryDirectory { directory in
      let token = try await CollectorProcess.makeToken(directory + "/db")
      let server = try await CollectorProcess(database: directory + "/db")
      let bytes = try TestChunk().bytes()
      let connection = try RawConnection(port: server.port)
      let head = RawConnection.putHead(TestChunk(), bytes, token: token)
      await connection.send(String(head.dropLast(1)) + "Expect: 100-continue\r\n\r\n")
      #expect(await connection.receiveAnswer() == "HTTP/1.1 100 Continue\r\n\r\n")
      server.terminate()
      // A server that stops accepts no connection.
      while (try? RawConnection(port: server.port)) != nil {
        try await Task.sleep(for: .milliseconds(20))
      }
      await connection.send(bytes)
      #expect(await connection.receiveAnswer()?.hasPrefix("HTTP/1.1 201 ") == true)
      #expect(try await server.waitForExit().status == 0)
    }
  }

  @Test func `tokens can be created and revoked while the server runs`() async throws {
    try await withTemporaryDirectory { directory in
      let database = directory + "/db"
      let server = try await CollectorProcess(database: database)
      let token = try await CollectorProcess.makeToken(database)
      #expect(token.wholeMatch(of: /yb_[A-Za-z0-9_-]{43}/) != nil)
      #expect(try await upload(TestChunk(), token, server.port) == 201)

      let id = Token(text: token).hash.id
      let list = try await CollectorProcess.run("token", "list", "--database", database)
      #expect(list.output.hasPrefix("\(id)  phone  "))
      #expect(!list.output.contains(token))
      #expect(
        try await CollectorProcess.run("token", "revoke", "--database", database, id).status == 0)
      #expect(try await upload(TestChunk(), token, server.port) == 401)
      let stored = try Data(contentsOf: URL(filePath: database))
      #expect(stored.range(of: Data(token.utf8)) == nil)
    }
  }

  @Test(
    arguments: [
      (["serve"], 64), (["serve", "--database", "/nowhere/db"], 2),
      (["serve", "--database", "DIR/db", "--port", "USED"], 3),
      (["serve", "--database", "DIR/db", "--port", "65536"], 64),
      (["token", "create", "--database", "DIR/db"], 64),
      (["verify", "--database", "DIR/missing"], 2),
      (["token", "create", "--database", "DIR/db", "--device", "a/b"], 64),
      (["token", "revoke", "--database", "DIR/db", "00000000"], 4),
    ] as [([String], Int32)])
  func `every failure has its exit code and prints nothing to standard output`(
    arguments: [String], status: Int32
  ) async throws {
    try await withTemporaryDirectory { directory in
      try await TestServer.run { server in
        let arguments = arguments.map {
          $0.replacing("DIR", with: directory).replacing("USED", with: String(server.port))
        }
        let result = try await CollectorProcess.run(arguments)
        #expect(result.status == status)
        #expect(result.output == "")
      }
    }
  }

  /// Eight clients upload continuously; the server is killed during the uploads, three times.
  @Test func `after SIGKILL every chunk with a receipt is stored exactly once`() async throws {
    try await withTemporaryDirectory { directory in
      let database = directory + "/db"
      let token = try await CollectorProcess.makeToken(database)
      var receipts: Set<UInt64> = []
      for round in 0..<3 as Range<UInt64> {
        let server = try await CollectorProcess(database: database)
        let port = server.port
        let (arrivals, arrived) = AsyncStream<Void>.makeStream()
        let storm = Task {
          defer { arrived.finish() }
          return await Self.storm(round: round, token: token, port: port) { arrived.yield() }
        }
        // The first receipt takes long on a busy machine.
        for await _ in arrivals.prefix(1 + 20 * Int(round)) {}
        await server.kill()
        let received = await storm.value
        #expect(!received.isEmpty)
        receipts.formUnion(received)
      }

      let server = try await CollectorProcess(database: database)
      let name = StreamName(device: "phone", stream: "accelerometer")
      let contents = try #require(try await SQLiteStorage(path: database).stream(name))
      let stored = contents.chunks.map(\.sequence)
      #expect(Set(stored).count == stored.count)
      #expect(receipts.subtracting(stored).isEmpty)
      #expect(contents.conflicts.isEmpty)
      for sequence in stored {
        #expect(try await upload(Self.stormChunk(sequence), token, server.port) == 200)
      }
    }
  }

  /// Uploads until the connection breaks; returns the sequences whose receipts arrived. Calls `onReceipt`
  /// after each of them.
  static func storm(
    round: UInt64, token: String, port: Int, onReceipt: @escaping @Sendable () -> Void
  ) async -> [UInt64] {
    await withTaskGroup(of: [UInt64].self) { group in
      for client in 0..<8 as Range<UInt64> {
        group.addTask {
          var received: [UInt64] = []
          guard let connection = try? RawConnection(port: port) else { return [] }
          for index in 0..<10_000 as Range<UInt64> {
            let chunk = stormChunk((round * 8 + client) * 10_000 + index)
            guard let bytes = try? chunk.bytes(),
              await connection.send(RawConnection.putHead(chunk, bytes, token: token)),
              await connection.send(bytes),
              await connection.receiveAnswer()?.hasPrefix("HTTP/1.1 201 ") == true
            else { break }
            received.append(chunk.sequence)
            onReceipt()
          }
          return received
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
  }

  static func stormChunk(_ sequence: UInt64) -> TestChunk {
    TestChunk(sequence: sequence, times: (0..<100).map { Int64(sequence) * 100 + $0 })
  }

  @Test func `two servers on one file store every chunk exactly once`() async throws {
    try await withTemporaryDirectory { directory in
      let database = directory + "/db"
      let token = try await CollectorProcess.makeToken(database)
      let servers = [
        try await CollectorProcess(database: database),
        try await CollectorProcess(database: database),
      ]
      let ports = servers.map(\.port)
      for sequence in 0..<20 as Range<UInt64> {
        async let first = upload(Self.stormChunk(sequence), token, ports[0])
        async let second = upload(Self.stormChunk(sequence), token, ports[1])
        #expect(try await [first, second].sorted() == [200, 201])
      }
      let verified = try await CollectorProcess.run("verify", "--database", database)
      #expect(verified.status == 0)
      let lines = verified.output.split(separator: "\n")
      #expect(lines.first?.hasSuffix(" bytes per sample") == true)
      #expect(lines.last?.hasPrefix("20 chunks with ") == true)
    }
  }

  @Test func `verify names what is damaged`() async throws {
    try await withTemporaryDirectory { directory in
      let database = directory + "/db"
      let token = try await CollectorProcess.makeToken(database)
      let server = try await CollectorProcess(database: database)
      for sequence in 0..<3 as Range<UInt64> {
        #expect(try await upload(Self.stormChunk(sequence), token, server.port) == 201)
      }
      try await SQLiteStorage(path: database)
        .execute("UPDATE bodies SET body = zeroblob(100) WHERE id = 2")
      let verified = try await CollectorProcess.run("verify", "--database", database)
      #expect(verified.status == 5)
      let lines = verified.output.split(separator: "\n")
      #expect(lines.first == "damaged: phone/accelerometer/1")
      #expect(lines.last?.hasSuffix(" 1 damaged") == true)
      #expect(try await upload(Self.stormChunk(1), token, server.port) == 200)
      #expect(try await CollectorProcess.run("verify", "--database", database).status == 0)
    }
  }

  @Test(.enabled { await TemporaryVolume.canMount() })
  func `a full disk loses no data, and uploads succeed again when there is space`() async throws {
    try await TemporaryVolume.with(megabytes: 2) { directory in
      let database = directory + "/db"
      let token = try await CollectorProcess.makeToken(database)
      let server = try await CollectorProcess(database: database)
      let ballast = directory + "/ballast"
      try Data(count: 1_000_000).write(to: URL(filePath: ballast))

      var stored: [UInt64] = []
      var status = 201
      for sequence in 0..<200 as Range<UInt64> where status == 201 {
        status = try await upload(Self.largeChunk(sequence), token, server.port)
        if status == 201 { stored.append(sequence) }
      }
      #expect(status == 507)
      #expect(!stored.isEmpty)
      #expect(try await upload(Self.largeChunk(0), token, server.port) == 200)

      try FileManager.default.removeItem(atPath: ballast)
      let next = UInt64(stored.count)
      #expect(try await upload(Self.largeChunk(next), token, server.port) == 201)
      await server.kill()
      let name = StreamName(device: "phone", stream: "accelerometer")
      let contents = try await SQLiteStorage(path: database).stream(name)
      #expect(contents?.chunks.map(\.sequence) == stored + [next])
    }
  }

  @Test func `a database at its size limit is reported and stays readable`() async throws {
    try await withTemporaryDirectory { directory in
      let token = try await CollectorProcess.makeToken(directory + "/db")
      let server = try await CollectorProcess(
        database: directory + "/db", ["--max-database-bytes", "600000"])
      var status = 201
      var sequence: UInt64 = 0
      while status == 201, sequence < 100 {
        status = try await upload(Self.largeChunk(sequence), token, server.port)
        sequence += 1
      }
      #expect(status == 507)
      #expect(sequence > 1)
      #expect(try await upload(Self.largeChunk(0), token, server.port) == 200)
    }
  }

  @Test func `a backup that is made during uploads has one state and can be served`() async throws {
    try await withTemporaryDirectory { directory in
      let database = directory + "/db"
      let token = try await CollectorProcess.makeToken(database)
      let server = try await CollectorProcess(database: database)
      try await storeLargeChunks(0..<40, token, server.port)
      async let more: Void = storeLargeChunks(40..<80, token, server.port)
      let copy = directory + "/copy"
      let (output, status) = try await CollectorProcess.run(
        "backup", "--database", database, copy)
      #expect(status == 0)
      #expect(output.hasSuffix("bytes copied to \(copy)\n"))
      try await more
      let mode = try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions]
      #expect(mode as? Int == 0o600)
      #expect(
        try await CollectorProcess.run("backup", "--database", database, copy).status == 2)
      #expect(
        try await CollectorProcess.run("backup", "--database", directory + "/no", copy).status == 2)

      let restored = try await CollectorProcess(database: copy)
      for sequence in 0..<40 as Range<UInt64> {
        #expect(try await upload(Self.largeChunk(sequence), token, restored.port) == 200)
      }
      #expect(try await CollectorProcess.run("verify", "--database", copy).status == 0)
    }
  }

  private func storeLargeChunks(
    _ sequences: Range<UInt64>, _ token: String, _ port: Int
  ) async throws {
    for sequence in sequences {
      #expect(try await upload(Self.largeChunk(sequence), token, port) == 201)
    }
  }

  /// A chunk of about 33 kB, without repeated data.
  static func largeChunk(_ sequence: UInt64) -> TestChunk {
    TestChunk(
      sequence: sequence, times: (0..<4_096).map { Int64(sequence) * 4_096 + $0 },
      values: (0..<4_096).map { Double($0) * 0.1 })
  }
}

/// Uploads a chunk over its own connection; returns the status of the response.
func upload(_ chunk: TestChunk, _ token: String, _ port: Int) async throws -> Int {
  let bytes = try chunk.bytes()
  let connection = try RawConnection(port: port)
  await connection.send(RawConnection.putHead(chunk, bytes, token: token))
  await connection.send(bytes)
  let answer = try #require(await connection.receiveAnswer())
  return try #require(Int(answer.dropFirst("HTTP/1.1 ".count).prefix(3)))
}

/// As `upload(_:_:_:)`; nil if the server cannot be reached or is lost before its answer.
func statusOfUpload(_ chunk: TestChunk, _ token: String, _ port: Int) async throws -> Int? {
  let bytes = try chunk.bytes()
  guard let connection = try? RawConnection(port: port),
    await connection.send(RawConnection.putHead(chunk, bytes, token: token)),
    await connection.send(bytes),
    let answer = await connection.receiveAnswer()
  else { return nil }
  return Int(answer.dropFirst("HTTP/1.1 ".count).prefix(3))
}
