import Chunks
import Foundation
import Testing

@testable import Collector

/// A slow, endless or disconnected client must not use the server's resources for long.
@Suite(.serialized) struct LimitTests {
  static let limit = Duration.seconds(2)

  /// Runs a real server with a short timeout.
  static func run(
    _ body: @escaping @Sendable (TestServer, Int) async throws -> Void
  ) async throws {
    let configuration = CollectorConfiguration(
      port: 0, chunkBytesMax: 100_000, requestTimeout: limit)
    try await TestServer.run(configuration) { server in
      try await body(server, server.port)
      #expect(try await server.storage.streams(of: "phone").isEmpty)

      let connection = try RawConnection(port: server.port)
      let bytes = try TestChunk().bytes()
      await connection.send(RawConnection.putHead(TestChunk(), bytes, token: server.token))
      await connection.send(bytes)
      #expect(await connection.receiveAnswer()?.hasPrefix("HTTP/1.1 201 ") == true)
    }
  }

  @Test func `a body that stops arriving gets 408 and its connection is closed`() async throws {
    try await Self.run { server, port in
      let connection = try RawConnection(port: port)
      let bytes = try TestChunk().bytes()
      await connection.send(RawConnection.putHead(TestChunk(), bytes, token: server.token))
      await connection.send(Array(bytes.prefix(10)))
      let answer = try #require(await connection.receiveAnswer())
      #expect(answer.hasPrefix("HTTP/1.1 408 "))
      #expect(answer.contains("urn:yoban:problem:request-timeout"))
      #expect(await connection.waitForClose())
    }
  }

  @Test func `a body that arrives in small parts gets no extra time`() async throws {
    try await Self.run { server, port in
      let connection = try RawConnection(port: port)
      let bytes = try TestChunk().bytes()
      await connection.send(RawConnection.putHead(TestChunk(), bytes, token: server.token))
      let start = ContinuousClock.now
      for byte in bytes {
        guard await connection.send([byte]) else { break }
        try await Task.sleep(for: .milliseconds(50))
      }
      #expect(ContinuousClock.now - start < .seconds(5))
      #expect(await connection.waitForClose())
    }
  }

  @Test func `a connection with an endless head is closed`() async throws {
    try await Self.run { _, port in
      let connection = try RawConnection(port: port)
      await connection.send("GET / HTTP/1.1\r\nHost: ")
      #expect(await connection.waitForClose())
    }
  }

  @Test func `a connection without a request is closed`() async throws {
    try await Self.run { _, port in
      let connection = try RawConnection(port: port)
      #expect(await connection.waitForClose())
    }
  }

  @Test func `a declared length above the limit gets an immediate response`() async throws {
    try await Self.run { server, port in
      let connection = try RawConnection(port: port)
      await connection.send(
        RawConnection.putHead(TestChunk(), [], token: server.token, length: 1 << 40))
      let answer = try #require(await connection.receiveAnswer())
      #expect(answer.hasPrefix("HTTP/1.1 413 "))
      #expect(await connection.waitForClose())
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
      let start = ContinuousClock.now
      while await connection.send("1000\r\n" + String(repeating: "x", count: 0x1000) + "\r\n") {
        try #require(ContinuousClock.now - start < .seconds(10))
      }
    }
  }

  @Test func `an upload whose client disconnects stores nothing`() async throws {
    try await Self.run { server, port in
      let bytes = try TestChunk().bytes()
      for length in [0, 1, bytes.count - 1] {
        let connection = try RawConnection(port: port)
        await connection.send(RawConnection.putHead(TestChunk(), bytes, token: server.token))
        await connection.send(Array(bytes.prefix(length)))
      }
    }
  }

  @Test func `data that is not HTTP gets a response and the connection is closed`() async throws {
    try await Self.run { _, port in
      let connection = try RawConnection(port: port)
      await connection.send("\u{1}\u{2}\u{3}\r\n\r\n")
      #expect(await connection.waitForClose())
    }
  }

  @Test func `if a client does not read its response, the connection is closed`() async throws {
    let configuration = CollectorConfiguration(port: 0, requestTimeout: Self.limit)
    try await TestServer.run(configuration) { server in
      let values = (0..<700_000).map { Double($0) * 0.1 }
      let chunk = TestChunk(times: values.indices.map(Int64.init), values: values)
      try await server.storage.store(chunk)
      let connection = try RawConnection(port: server.port)
      await connection.send(
        "GET \(chunk.path) HTTP/1.1\r\nHost: l\r\nAuthorization: Bearer \(server.token)\r\n\r\n")
      try await Task.sleep(for: Self.limit * 2.5)
      let count = try #require(await connection.bytesUntilClose())
      #expect(count > 0)
      #expect(try count < chunk.bytes().count)
    }
  }
}

/// The `Content-Digest` field of some bytes.
func digestField(_ bytes: [UInt8]) -> String { ChunkDigest(of: bytes).contentDigestField }
