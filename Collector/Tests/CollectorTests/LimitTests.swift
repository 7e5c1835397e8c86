import Chunks
import Foundation
import Testing

@testable import Collector

/// A slow, endless or disconnected client must not use the server's resources for long.
///
/// The limits pass in real time, and no test asserts how long something takes. On a slow machine a client of a
/// test can begin its request after a short limit for idle connections, so it tries again until it gets an answer.
@Suite(.patience) struct LimitTests {
  private static let short = Duration.milliseconds(500)
  private static let never = Duration.seconds(86_400)

  /// Runs a real server with a short limit of one kind.
  private static func run(
    request: Duration = never, idle: Duration = never,
    _ body: @escaping @Sendable (TestServer, Int) async throws -> Void
  ) async throws {
    let configuration = CollectorConfiguration(
      port: 0, chunkBytesMax: 100_000, requestTimeout: request, idleTimeout: idle)
    try await TestServer.run(configuration) { server in
      try await body(server, server.port)
      #expect(try await server.storage.streams(of: "phone").isEmpty)

      // A short limit for idle connections can pass before an upload begins.
      #expect(try await Self.answer(server, "/healthz").status == 200)
      if idle == Self.never { #expect(try await server.put(TestChunk()).status == 201) }
    }
  }

  /// Sends a request until its connection is not closed before the request arrives.
  private static func answer(_ server: TestServer, _ path: String) async throws -> Answer {
    while true {
      if let answer = try await server.answer(path, .get, [:], []) { return answer }
    }
  }

  @Test func `a body that stops arriving gets 408 and its connection is closed`() async throws {
    try await Self.run(request: Self.short) { server, port in
      let connection = try RawConnection(port: port)
      let bytes = try TestChunk().bytes()
      await connection.send(RawConnection.putHead(TestChunk(), bytes, token: server.token))
      await connection.send(Array(bytes.prefix(10)))
      try #require(await connection.receive()).expectProblem(.requestTimeout)
      await connection.waitForClose()
    }
  }

  /// The data that a client has sent before its body stops.
  enum Stall: CaseIterable {
    case afterHead, insideBody, afterAnotherRequest, behindAnotherRequest
  }

  /// The answer must not race with anything that closes the connection. 500 connections, 20 at a time.
  @Test(arguments: Stall.allCases)
  func `each body that stops arriving gets 408`(stall: Stall) async throws {
    try await Self.run(request: .milliseconds(50)) { server, port in
      // Stored before, so that the requests of the test find it and store nothing.
      let stored = TestChunk(device: "other")
      try await server.storage.store(stored)
      let other = try await server.storage.makeToken(.device("other"))
      let bytes = try stored.bytes()
      let head = RawConnection.putHead(stored, bytes, token: other)
      let whole = Array(head.utf8) + bytes
      let part = Array(head.utf8) + bytes.prefix(stall == .afterHead ? 0 : 10)
      for _ in 0..<25 {
        let statuses = try await withThrowingTaskGroup(of: [Int?].self) { group in
          for _ in 0..<20 {
            group.addTask {
              let connection = try RawConnection(port: port)
              switch stall {
              case .afterHead, .insideBody:
                await connection.send(part)
                return [await connection.receive()?.status]
              case .afterAnotherRequest:
                await connection.send(whole)
                let first = await connection.receive()?.status
                await connection.send(part)
                return [first, await connection.receive()?.status]
              case .behindAnotherRequest:
                await connection.send(whole + part)
                let text = await connection.textUntilClose()
                return text.components(separatedBy: "HTTP/1.1 ").dropFirst().map {
                  Int($0.prefix(3))
                }
              }
            }
          }
          return try await group.reduce(into: [[Int?]]()) { $0.append($1) }
        }
        let expected: [Int?] = stall == .afterHead || stall == .insideBody ? [408] : [200, 408]
        #expect(statuses == Array(repeating: expected, count: 20))
      }
    }
  }

  /// With more time for each part, the whole body would arrive and be stored.
  @Test func `a body that arrives in small parts gets no extra time`() async throws {
    try await Self.run(request: Self.short) { server, port in
      let connection = try RawConnection(port: port)
      let bytes = try TestChunk().bytes()
      await connection.send(RawConnection.putHead(TestChunk(), bytes, token: server.token))
      for byte in bytes {
        guard !connection.hasReceived, await connection.send([byte]) else { break }
        try await Task.sleep(for: Self.short / 10)
      }
      try #require(await connection.receive()).expectProblem(.requestTimeout)
    }
  }

  @Test func `a connection with an endless head is closed`() async throws {
    try await Self.run(idle: Self.short) { _, port in
      let connection = try RawConnection(port: port)
      await connection.send("GET / HTTP/1.1\r\nHost: ")
      await connection.waitForClose()
    }
  }

  @Test func `a connection without a request is closed`() async throws {
    try await Self.run(idle: Self.short) { _, port in
      let connection = try RawConnection(port: port)
      await connection.waitForClose()
    }
  }

  @Test func `a connection without a second request is closed`() async throws {
    try await Self.run(idle: Self.short) { server, port in
      while true {
        let connection = try RawConnection(port: port)
        await connection.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        guard let answer = await connection.receive() else { continue }
        #expect(answer.status == 200)
        await connection.waitForClose()
        break
      }
    }
  }

  @Test func `a connection is not idle while a request is under way`() async throws {
    try await Self.run(request: Self.short * 3, idle: Self.short) { server, port in
      let bytes = try TestChunk().bytes()
      let head = RawConnection.putHead(TestChunk(), bytes, token: server.token)
      var answer: Answer?
      // If the idle time ended the request, no try would get an answer.
      for _ in 0..<100 where answer == nil {
        let connection = try RawConnection(port: port)
        await connection.send(Array(head.utf8) + bytes.prefix(10))
        answer = await connection.receive()
      }
      try #require(answer).expectProblem(.requestTimeout)
    }
  }

  /// The end of an upload whose client has sent a part of a body, and not announced its length.
  enum CutOff: CaseIterable { case stall, endOfConnection }

  @Test(arguments: CutOff.allCases)
  func `a cut-off body without a length is not stored`(cutOff: CutOff) async throws {
    try await Self.run(request: cutOff == .stall ? Self.short : Self.never) { server, port in
      let connection = try RawConnection(port: port)
      let line = "door open=1 1764018000000000000\ndoor open=2"
      await connection.send(
        """
        POST /api/v2/write?precision=ns HTTP/1.1\r
        Host: localhost\r
        Authorization: Token \(server.token)\r
        Transfer-Encoding: chunked\r
        \r
        \(String(line.utf8.count, radix: 16))\r
        \(line)\r

        """)
      switch cutOff {
      case .stall: try #require(await connection.receive()).expectProblem(.requestTimeout)
      case .endOfConnection: connection.endSending()
      }
      await connection.waitForClose()
      var counts: [Int?] = [0, 0]
      // The server may still be working on a request whose connection is closed.
      while counts == [0, 0], try await server.storage.streams(of: "phone").isEmpty {
        let metrics = try await Self.answer(server, "/metrics").body
        counts = ["request-timeout", "invalid-request"].map { code in
          let text = metrics.split(separator: "rejected_total{code=\"\(code)\"} ").last ?? ""
          return Int(text.prefix { $0.isNumber })
        }
      }
      #expect(counts == (cutOff == .stall ? [1, 0] : [0, 1]))
    }
  }

  @Test func `a declared length above the limit gets a response before the body`() async throws {
    try await Self.run { server, port in
      let connection = try RawConnection(port: port)
      await connection.send(
        RawConnection.putHead(TestChunk(), [], token: server.token, length: 1 << 40))
      let answer = try #require(await connection.receiveAnswer())
      #expect(answer.hasPrefix("HTTP/1.1 413 "))
    }
  }

  @Test func `a body without a length is refused without waiting for the rest`() async throws {
    try await Self.run { server, port in
      let connection = try RawConnection(port: port)
      await connection.send(
        """
        PUT \(TestChunk().path) HTTP/1.1\r
        Host: localhost\r
        Authorization: Bearer \(server.token)\r
        Transfer-Encoding: chunked\r
        \r

        """)
      let answer = try #require(await connection.receiveAnswer())
      #expect(answer.hasPrefix("HTTP/1.1 411 "))
    }
  }

  /// On a slow machine the time may be over before the refusal, which the two tests above check.
  @Test func `the rest of a refused body is read only until the time of its request is over`()
    async throws
  {
    try await Self.run(request: Self.short) { server, port in
      let silent = try RawConnection(port: port)
      await silent.send(
        RawConnection.putHead(TestChunk(), [], token: server.token, length: 1 << 40))
      await silent.waitForClose()

      let endless = try RawConnection(port: port)
      await endless.send(
        """
        PUT \(TestChunk().path) HTTP/1.1\r
        Host: localhost\r
        Authorization: Bearer \(server.token)\r
        Transfer-Encoding: chunked\r
        \r

        """)
      // It ends when the server closes the connection.
      while await endless.send("1000\r\n" + String(repeating: "x", count: 0x1000) + "\r\n") {}
    }
  }

  @Test func `an upload whose client disconnects stores nothing`() async throws {
    try await Self.run { server, port in
      let bytes = try TestChunk().bytes()
      for length in [0, 1, bytes.count - 1] {
        let connection = try RawConnection(port: port)
        await connection.send(RawConnection.putHead(TestChunk(), bytes, token: server.token))
        await connection.send(Array(bytes.prefix(length)))
        connection.endSending()
        // The server has seen the end of the upload when it closes the connection.
        await connection.waitForClose()
      }
    }
  }

  @Test func `data that is not HTTP gets a response and the connection is closed`() async throws {
    try await Self.run { _, port in
      let connection = try RawConnection(port: port)
      await connection.send("\u{1}\u{2}\u{3}\r\n\r\n")
      await connection.waitForClose()
    }
  }

  #if os(Linux)
    @Test func `the system keeps only a part of the answers that a client does not read`()
      async throws
    {
      try await TestServer.run { server in
        let connection = try RawConnection(port: server.port)
        // 13 MB of answers.
        let request = "GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
        await connection.send(String(repeating: request, count: 100))
        var before = 0
        var kept = 0
        repeat {
          try await Task.sleep(for: .milliseconds(200))
          (before, kept) = (kept, try Self.unsentBytes(from: server.port))
        } while kept == 0 || kept > before
        withExtendedLifetime(connection) {}
        #expect(kept <= 1 << 20)
      }
    }

    /// The bytes that the system has taken from the program that listens on a port, and not delivered.
    private static func unsentBytes(from port: Int) throws -> Int {
      // A line is `sl local_address rem_address st tx_queue:rx_queue ...`, with hexadecimal numbers.
      // `String(contentsOfFile:)` reads only the first 4 KiB of it, because its size is 0.
      let file = try FileHandle(forReadingFrom: URL(filePath: "/proc/net/tcp"))
      let lines = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self).split(
        separator: "\n")
      return lines.dropFirst().reduce(0) { sum, line in
        let fields = line.split(separator: " ")
        guard fields[1].split(separator: ":").last.flatMap({ Int($0, radix: 16) }) == port,
          fields[3] == "01"
        else { return sum }
        return sum + (fields[4].split(separator: ":").first.flatMap { Int($0, radix: 16) } ?? 0)
      }
    }
  #endif
}

/// The `Content-Digest` field of some bytes.
func digestField(_ bytes: [UInt8]) -> String {
  ChunkDigest(of: bytes).contentDigestField
}
