import Chunks
import CollectorContract
import Foundation
import Testing

@testable import Collector

/// Rules of HTTP/1 that clients rely on.
@Suite(.patience) struct HTTPRulesTests {
  @Test func `a client that waits for 100 Continue gets it, and its chunk is stored`() async throws
  {
    try await TestServer.run { server in
      let bytes = try TestChunk().bytes()
      let connection = try RawConnection(port: server.port)
      let head = RawConnection.putHead(TestChunk(), bytes, token: server.token)
      await connection.send(String(head.dropLast(1)) + "Expect: 100-continue\r\n\r\n")
      #expect(await connection.receiveAnswer() == "HTTP/1.1 100 Continue\r\n\r\n")
      await connection.send(bytes)
      #expect(await connection.receiveAnswer()?.hasPrefix("HTTP/1.1 201 ") == true)
    }
  }

  /// The end of the connection must not overtake a part of the answer that another thread has written.
  @Test func `no answer is lost because the connection is closed after it`() async throws {
    try await TestServer.run { server in
      for version in ["1.0", "1.1"] {
        for number in 0..<300 {
          let connection = try RawConnection(port: server.port)
          await connection.send(
            "GET /openapi.json HTTP/\(version)\r\nHost: a\r\nConnection: close\r\n\r\n")
          let answer = await connection.receiveAnswer()
          try #require(
            answer?.hasPrefix("HTTP/\(version) 200 ") == true, "\(version), try \(number)")
        }
      }
    }
  }

  @Test(arguments: ["x", "GET / HTTP/1.1\r\n\r\n", String(repeating: "x", count: 200_000)])
  func `what a client sends after its last request does not lose the answer`(
    rest: String
  ) async throws {
    try await TestServer.run { server in
      for _ in 0..<20 {
        let connection = try RawConnection(port: server.port)
        await connection.send(
          "GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n" + rest)
        #expect(await connection.receiveAnswer()?.hasPrefix("HTTP/1.1 200 ") == true)
      }
    }
  }

  @Test func `100 Continue comes also after the answer to an earlier request`() async throws {
    try await TestServer.run { server in
      let bytes = try TestChunk().bytes()
      let connection = try RawConnection(port: server.port)
      let head = RawConnection.putHead(TestChunk(), bytes, token: server.token)
      await connection.send(
        "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" + String(head.dropLast(1))
          + "Expect: 100-continue\r\n\r\n")
      let continuation = "HTTP/1.1 100 Continue\r\n\r\n"
      var answers = ""
      while !answers.hasSuffix(continuation), let part = await connection.receiveAnswer() {
        answers += part
      }
      #expect(answers.hasPrefix("HTTP/1.1 200 ") && answers.hasSuffix(continuation))
      await connection.send(bytes)
      #expect(await connection.receiveAnswer()?.hasPrefix("HTTP/1.1 201 ") == true)
    }
  }

  @Test func `a client whose body is too large gets the refusal instead of 100 Continue`()
    async throws
  {
    try await TestServer.run(.patient(chunkBytesMax: 10)) { server in
      let connection = try RawConnection(port: server.port)
      let head = RawConnection.putHead(TestChunk(), try TestChunk().bytes(), token: server.token)
      await connection.send(String(head.dropLast(1)) + "Expect: 100-continue\r\n\r\n")
      #expect(await connection.receiveAnswer()?.hasPrefix("HTTP/1.1 413 ") == true)
    }
  }

  @Test func `a client of HTTP 1.0 gets an answer of its version, and the connection is closed`()
    async throws
  {
    try await TestServer.run { server in
      let connection = try RawConnection(port: server.port)
      await connection.send("GET /healthz HTTP/1.0\r\n\r\n")
      let answer = try #require(await connection.receiveAnswer())
      #expect(answer.hasPrefix("HTTP/1.0 200 OK\r\n"))
      #expect(answer.lowercased().contains("\r\nconnection: close\r\n"))
      #expect(answer.hasSuffix("\r\n\r\nok\n"))
      await connection.waitForClose()

      let kept = try RawConnection(port: server.port)
      for _ in 0..<2 {
        await kept.send("GET /healthz HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
        #expect(await kept.receiveAnswer()?.hasPrefix("HTTP/1.0 200 OK\r\n") == true)
      }
    }
  }

  @Test func `samples for a client of HTTP 1.0 are not sent in parts with lengths`() async throws {
    try await TestServer.run { server in
      // More than fits into the buffers of the connection, so that the end has to wait.
      let count = 200_000
      #expect(try await server.put(TestChunk(times: (0..<count).map(Int64.init))).status == 201)
      let connection = try RawConnection(port: server.port)
      await connection.send(
        "GET /v1/devices/phone/streams/accelerometer/samples.csv HTTP/1.0\r\nAuthorization: Bearer \(server.token)\r\n\r\n"
      )
      let answer = await connection.textUntilClose()
      #expect(answer.hasPrefix("HTTP/1.0 200 OK\r\n"))
      let rows = (0..<count).map { "\($0),\(Double($0)),,\n" }.joined()
      #expect(
        answer.hasSuffix("\r\n\r\ntime_ns,x,corrected_time_ns,uncertainty_ns\n" + rows),
        "\(answer.utf8.count) bytes")
    }
  }

  @Test(arguments: [
    "hello\r\n\r\n", "GET /healthz HTTP/1.1\r\nHost localhost\r\n\r\n",
    "PUT /x HTTP/1.1\r\nHost: l\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n",
    "GET /healthz HTTP/1.1\r\nHost: l\r\nX: \(String(repeating: "a", count: 20_000))\r\n\r\n",
  ])
  func `data that is no valid request is answered with a problem`(_ data: String) async throws {
    try await TestServer.run { server in
      let connection = try RawConnection(port: server.port)
      await connection.send(data)
      try #require(await connection.receive()).expectProblem(.invalidRequest)
      await connection.waitForClose()
      #expect(
        try await server.get("/metrics").body.contains(
          "rejected_total{code=\"invalid-request\"} 1\n"))
    }
  }

  @Test func `HEAD has the fields of GET and no body`() async throws {
    try await TestServer.run { server in
      let connection = try RawConnection(port: server.port)
      await connection.send("HEAD /healthz HTTP/1.1\r\nHost: l\r\nConnection: close\r\n\r\n")
      let answer = await connection.textUntilClose()
      #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
      #expect(answer.contains("\r\nContent-Length: 3\r\n"))
      #expect(answer.hasSuffix("\r\n\r\n"))
    }
  }

  @Test(arguments: [
    ("/v1/devices/ph%6Fne/streams", "/v1/devices/phone/streams"), ("/%68ealthz", "/%68ealthz"),
    ("/a%2Fb", "/a%2Fb"), ("/%2e%2E/x", "/../x"), ("/%zz%4", "/%zz%4"), ("/%+1", "/%+1"),
    ("/plain?from=1", "/plain?from=1"), ("/%", "/%"), ("/%25%36%38", "/%2568"),
  ])
  func `only escapes that a path does not need are removed`(target: String, normalized: String) {
    #expect(HTTP1RulesHandler.normalized(target) == normalized)
  }

  @Test func `an escaped name is the same name`() async throws {
    try await TestServer.run { server in
      let bytes = try TestChunk().bytes()
      let path = "/v1/devices/ph%6Fne/streams/acceleromete%72/chunks/%30"
      #expect(try await server.put(bytes, to: path).status == 201)
      #expect(try await server.get(TestChunk().path).status == 200)
    }
  }

  /// A page of another site can give its own name the address of this machine.
  @Test(arguments: [
    ("localhost", 200), ("localhost:8080", 200), ("127.0.0.1:1", 200), ("[::1]:8080", 200),
    ("LOCALHOST", 200), ("evil.example", 401), ("evil.example:8080", 401), ("127.0.0.1.evil", 401),
    ("localhost.evil", 401), ("[::2]", 401),
  ])
  func `a local server shows its pages without a token only under a name of this machine`(
    host: String, status: Int
  ) async throws {
    try await TestServer.run { server in
      for path in ["/", "/metrics"] {
        let connection = try RawConnection(port: server.port)
        await connection.send("GET \(path) HTTP/1.1\r\nHost: \(host)\r\n\r\n")
        #expect(await connection.receiveAnswer()?.hasPrefix("HTTP/1.1 \(status) ") == true)
      }
    }
  }

  @Test func `a device that announces bodies and does not send them leaves room for others`()
    async throws
  {
    let budget = BodyBudget(byteCount: 400, largest: 50)
    try await budget.withBytes(60, of: "greedy") {
      await #expect(throws: Problem.self) { try await budget.withBytes(41, of: "greedy") {} }
      try await budget.withBytes(40, of: "greedy") {}
      try await budget.withBytes(100, of: "phone") {
        try await budget.withBytes(100, of: "watch") {
          try await budget.withBytes(100, of: "tablet") {
            await #expect(throws: Problem.self) { try await budget.withBytes(50, of: "late") {} }
            try await budget.withBytes(40, of: "late") {}
          }
        }
      }
    }
    try await budget.withBytes(100, of: "greedy") {}
  }

  /// The client goes on sending while the server answers, as URLSession does.
  @Test(arguments: ["HTTP/1.1", "HTTP/1.0"])
  func `status 408 arrives although the client still sends`(version: String) async throws {
    let configuration = CollectorConfiguration(
      port: 0, requestTimeout: .seconds(1), idleTimeout: .seconds(600))
    try await TestServer.run(configuration) { server in
      let connection = try RawConnection(port: server.port)
      let bytes = try TestChunk().bytes()
      let head = RawConnection.putHead(TestChunk(), bytes, token: server.token, length: 1 << 20)
      await connection.send(head.replacing("HTTP/1.1", with: version))
      // The server answers long before it has the whole body.
      while !connection.hasReceived {
        guard await connection.send([0]) else { break }
        try await Task.sleep(for: .milliseconds(20))
      }
      await connection.send([UInt8](repeating: 0, count: 1_000))
      try #require(await connection.receive()).expectProblem(.requestTimeout)
      #expect(await connection.endsInOrder())
    }
  }

  /// Closing a connection with unread data would destroy the answer on its way.
  @Test(arguments: ["HTTP/1.1", "HTTP/1.0"])
  func `the last answer of a connection arrives although the client still sends`(
    version: String
  ) async throws {
    try await TestServer.run { server in
      for _ in 0..<50 {
        let connection = try RawConnection(port: server.port)
        let head = RawConnection.putHead(TestChunk(), [], token: "wrong", length: 1 << 20)
          .replacing("HTTP/1.1", with: version)
          .replacing("Host: localhost", with: "Host: localhost\r\nConnection: close")
        await connection.send(head)
        for _ in 0..<10 { await connection.send([UInt8](repeating: 0, count: 50_000)) }
        try #require(await connection.receive()).expectProblem(.unauthorized)
        #expect(await connection.endsInOrder())
      }
    }
  }
}
