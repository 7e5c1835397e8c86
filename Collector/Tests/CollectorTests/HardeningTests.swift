import Chunks
import CollectorSQLite
import Foundation
import HTTPTypes
import Testing

@testable import Collector

/// A browser, a proxy or a chat must not be misled by somebody who can choose a name or a link.
@Suite(.patience) struct HardeningTests {
  /// Sends the lines of a head as they are.
  private static func send(_ lines: [String], to server: TestServer) async throws -> Answer {
    let connection = try RawConnection(port: server.port)
    await connection.send(Array((lines + ["", ""]).joined(separator: "\r\n").utf8))
    return try #require(await connection.receive())
  }

  static let heads: [(lines: [String], status: Int)] = [
    (["GET /healthz HTTP/1.1", "Host: localhost"], 200),
    (["GET /healthz HTTP/1.1"], 400),
    (["GET /healthz HTTP/1.1", "Host: localhost", "Host: localhost"], 400),
    (["GET /healthz HTTP/1.1", "Host: a", "Host: b"], 400),
    (["GET /healthz HTTP/1.0"], 200),
    (["GET //healthz HTTP/1.1", "Host: localhost"], 404),
    (["GET /healthz// HTTP/1.1", "Host: localhost"], 404),
    (["GET //devices/phone HTTP/1.1", "Host: localhost"], 404),
    (["GET /%64evices/phone HTTP/1.1", "Host: localhost"], 404),
    (["GET /v1/%64evices HTTP/1.1", "Host: localhost"], 404),
    (["GET /devices/phone HTTP/1.1", "Host: localhost"], 200),
    (["GET /devices/ph%6Fne HTTP/1.1", "Host: localhost"], 200),
    // Somebody has put a proxy in front of it, and a program on another machine may be asking.
    (["GET / HTTP/1.1", "Host: localhost", "X-Forwarded-For: 192.0.2.1"], 401),
    (["GET / HTTP/1.1", "Host: localhost", "X-Forwarded-Proto: https"], 401),
    (["GET / HTTP/1.1", "Host: localhost", "Forwarded: for=192.0.2.1"], 401),
    (["GET /devices/phone HTTP/1.1", "Host: localhost", "Via: 1.1 proxy"], 401),
    (["GET / HTTP/1.1", "Host: localhost", "CF-Connecting-IP: 192.0.2.1"], 401),
    (["GET / HTTP/1.1", "Host: localhost", "True-Client-IP: 192.0.2.1"], 401),
    (["GET / HTTP/1.1", "Host: [::1]:80"], 200),
    (["GET / HTTP/1.1", "Host: [::1"], 401),
    (["GET / HTTP/1.1", "Host: [::1]evil"], 401),
    (["GET / HTTP/1.1", "Host: localhost:evil"], 401),
    (["DELETE /v1/devices/phone HTTP/1.1", "Host: localhost", "Sec-Fetch-Site: cross-site"], 403),
    (["DELETE /v1/devices/phone HTTP/1.1", "Host: localhost", "Sec-Fetch-Site: same-origin"], 401),
    (["GET / HTTP/1.1", "Host: localhost", "Sec-Fetch-Site: cross-site"], 200),
    // Not HTTP at all.
    (["HELLO"], 400),
  ]

  @Test func `requests that no honest client sends are refused, and every answer is protected`()
    async throws
  {
    try await TestServer.run { server in
      try await server.storage.store(TestChunk())
      for (lines, status) in Self.heads {
        let answer = try await Self.send(lines, to: server)
        #expect(answer.status == status, "\(lines)")
        #expect(answer.headers[.xContentTypeOptions] == "nosniff", "\(lines)")
        #expect(
          answer.headers[HTTPField.Name("Cross-Origin-Resource-Policy")!] == "same-origin",
          "\(lines)")
      }
    }
  }

  @Test func `nothing that a link opens is kept by a cache`() async throws {
    try await TestServer.run { server in
      try await server.storage.store(TestChunk())
      let token = try await server.storage.makeToken(.night(device: "phone", time: 2_000))
      for path in [
        "", "/data", "/archive.zip", "/night.sqlite", "/streams/accelerometer/samples.csv",
        "/streams/accelerometer/samples.parquet",
        "/streams/accelerometer/curve?from=0&to=9000&points=10", "/streams/none/samples.csv",
      ] {
        let answer = try await server.request("/shared/\(token)\(path)", .get, [:], [])
        #expect(answer.status == (path.contains("none") ? 404 : 200), "\(path)")
        #expect(answer.headers[.cacheControl] == "no-store", "\(path)")
      }
    }
  }

  @Test func `with --require-token, programs on the same machine need a token, too`() async throws {
    var configuration = CollectorConfiguration.patient()
    configuration.requiresToken = true
    try await TestServer.run(configuration) { server in
      try await server.request("/", .get, [:], []).expectProblem(.unauthorized)
      #expect(try await server.get("/", token: server.admin).status == 200)
      #expect(try await server.get("/", token: server.token).status == 403)
      #expect(try await server.request("/healthz", .get, [:], []).status == 200)
    }
    try await withTemporaryDirectory { directory in
      let process = try await CollectorProcess(database: directory + "/db", ["--require-token"])
      let connection = try RawConnection(port: process.port)
      await connection.send(Array("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
      #expect(await connection.receive()?.status == 401)
    }
  }

  @Test func `a name in an alert calls nobody and is no link`() throws {
    let problem = Problem(
      .invalidChunk, "The channel <!channel> & <https://evil.example|a link>\u{2028}\r\n*bold*")
    let identity = try ChunkIdentity(device: "phone", stream: "acc", sequence: 1)
    let alert = try #require(Alert.refused(problem, of: identity, at: 0))
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(alert.content)) as? [String: Any])
    #expect(
      json["text"] as? String
        == "phone: chunk 1 of acc was refused. The channel &lt;!channel&gt; &amp; &lt;https://evil.example|a link&gt;   *bold*"
    )
  }

  @Test(arguments: Backend.allCases)
  func `alerts of a device with many come in turn with those of others`(
    backend: Backend
  ) async throws {
    try await backend.withStorage { storage in
      for (device, count) in [("a", 250), ("b", 2), ("c", 1)] {
        for number in 0..<count {
          let alert = Alert(
            kind: .gap, device: device, subject: "\(number)", time: Int64(number), content: [1])
          #expect(try await storage.add(alert, unlessRaisedSince: nil) == (number < 200))
        }
      }
      // At most 200 of a device wait.
      #expect(try await storage.waitingAlertCount() == 203)
      var taken: [String] = []
      var last: String?
      for _ in 0..<7 {
        let waiting = try #require(
          try await storage.takeAlert(after: last, at: 1_000, until: 2_000))
        taken.append(waiting.alert.device + waiting.alert.subject)
        last = waiting.alert.device
      }
      #expect(taken == ["a0", "b0", "c0", "a1", "b1", "a2", "a3"])
    }
  }

  @Test func `the address of the webhook can come from a file`() async throws {
    try await withTemporaryDirectory { directory in
      let file = directory + "/hook"
      for (content, options, message) in [
        ("http://127.0.0.1:9/hook\n", [], nil),
        ("ftp://example.org\n", [], "https://example.org/hook"),
        ("", [], "is empty"),
        ("http://127.0.0.1:9/", ["--webhook", "http://127.0.0.1:9/"], "either"),
      ] as [(String, [String], String?)] {
        try Data(content.utf8).write(to: URL(filePath: file))
        let options = ["--webhook-file", file] + options
        guard let message else {
          _ = try await CollectorProcess(database: directory + "/db", options)
          continue
        }
        let result = try await CollectorProcess.runWithErrors(
          ["serve", "--port", "0", "--database", directory + "/db"] + options)
        #expect(result.status != 0, "\(content)")
        #expect(result.output.contains(message), "\(result.output)")
      }
    }
  }
}
