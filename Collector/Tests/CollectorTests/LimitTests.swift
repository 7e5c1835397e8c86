import Chunks
import Foundation
import Testing

@testable import Collector

/// A slow, endless or disconnected client must not use the server's resources for long.
///
/// The limits pass in real time. No test asserts how long something takes: a test that needs a short limit
/// fails only if its client sends a request of one packet more slowly than that.
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

      #expect(try await server.put(TestChunk()).status == 201)
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

  /// What a client has sent before its body stops, in one packet.
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
        guard await connection.send([byte]) else { break }
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
      let connection = try RawConnection(port: port)
      await connection.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(await connection.receive()?.status == 200)
      await connection.waitForClose()
    }
  }

  @Test func `a declared length above the limit gets a response before the body`() async throws {
    try await Self.run(request: Self.short) { server, port in
      let connection = try RawConnection(port: port)
      await connection.send(
        RawConnection.putHead(TestChunk(), [], token: server.token, length: 1 << 40))
      let answer = try #require(await connection.receiveAnswer())
      #expect(answer.hasPrefix("HTTP/1.1 413 "))
      await connection.waitForClose()
    }
  }

  @Test func `a body without a length is refused without waiting for the rest`() async throws {
    try await Self.run(request: Self.short) { server, port in
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
      // It ends when the server closes the connection.
      while await connection.send("1000\r\n" + String(repeating: "x", count: 0x1000) + "\r\n") {}
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
}

/// The `Content-Digest` field of some bytes.
func digestField(_ bytes: [UInt8]) -> String { ChunkDigest(of: bytes).contentDigestField }
