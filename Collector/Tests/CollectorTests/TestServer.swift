import Chunks
import CollectorContract
import CollectorSQLite
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import ServiceLifecycle
import Testing

@testable import Collector

/// A running server with an empty in-memory storage, one token of `phone` and one admin token.
struct TestServer {
  let port: Int
  let storage: any CollectorStorage
  let token: String
  let admin: String

  static func run(
    _ configuration: CollectorConfiguration = .patient(),
    over storage: (any CollectorStorage)? = nil, logger: Logger? = nil,
    _ body: @escaping @Sendable (TestServer) async throws -> Void
  ) async throws {
    let storage = try storage ?? SQLiteStorage()
    let token = try await storage.makeToken(.device("phone"))
    let admin = try await storage.makeToken(.admin)
    let logger = logger ?? quietLogger
    let (ports, running) = AsyncStream.makeStream(of: Int.self)
    let server = makeCollectorServer(
      storage: storage, configuration: configuration, logger: logger,
      onRunning: { _, port in running.yield(port) })
    let group = ServiceGroup(configuration: .init(services: [server], logger: logger))
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask {
        defer { running.finish() }
        try await group.run()
      }
      if let port = await ports.first(where: { _ in true }) {
        do {
          try await body(TestServer(port: port, storage: storage, token: token, admin: admin))
        } catch {
          await group.triggerGracefulShutdown()
          throw error
        }
        await group.triggerGracefulShutdown()
      }
      // Throws if the server could not start.
      try await tasks.waitForAll()
    }
  }

  private static var quietLogger: Logger {
    var logger = Logger(label: "test")
    logger.logLevel = .critical
    return logger
  }

  func get(_ path: String, token: String? = nil) async throws -> Answer {
    try await request(path, .get, [.authorization: "Bearer \(token ?? self.token)"], [])
  }

  /// As `get`, but asks again while the server is busy, as on a slow machine, after the time that it names.
  func getWhenFree(_ path: String) async throws -> Answer {
    for _ in 0..<20 {
      let answer = try await get(path)
      guard answer.status == 503,
        let seconds = answer.headers[.retryAfter].flatMap({ Int($0) })
      else { return answer }
      try await Task.sleep(for: .seconds(seconds))
    }
    return try await get(path)
  }

  func put(
    _ bytes: [UInt8], to path: String, token: String? = nil, digest: String? = nil
  ) async throws -> Answer {
    try await request(
      path, .put,
      [
        .authorization: "Bearer \(token ?? self.token)",
        .contentDigest: digest ?? ChunkDigest(of: bytes).contentDigestField,
      ], bytes)
  }

  func put(_ chunk: TestChunk) async throws -> Answer {
    try await put(chunk.bytes(), to: chunk.path)
  }

  func request(
    _ path: String, _ method: HTTPRequest.Method, _ headers: HTTPFields, _ body: [UInt8]
  ) async throws -> Answer {
    try #require(await answer(path, method, headers, body))
  }

  /// Returns nil if the server closes the connection without an answer.
  func answer(
    _ path: String, _ method: HTTPRequest.Method, _ headers: HTTPFields, _ body: [UInt8]
  ) async throws -> Answer? {
    var headers = headers
    if method == .put, headers[.contentLength] == nil {
      headers[.contentLength] = String(body.count)
    }
    let lines = headers.map { "\($0.name): \($0.value)\r\n" }.joined()
    let connection = try RawConnection(port: port)
    let head = "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n\(lines)\r\n"
    await connection.send(Array(head.utf8) + body)
    return await connection.receive()
  }
}

extension CollectorConfiguration {
  /// The server of a test that is not about limits of time: on a slow machine, requests can take any time.
  static func patient(
    host: String = "127.0.0.1", chunkBytesMax: Int = 4 << 20, bodyBytesMax: Int = 256 << 20,
    alerts: AlertSettings? = nil
  ) -> CollectorConfiguration {
    CollectorConfiguration(
      host: host, port: 0, chunkBytesMax: chunkBytesMax, requestTimeout: .seconds(86_400),
      bodyBytesMax: bodyBytesMax, alerts: alerts)
  }
}

/// The response of a server.
struct Answer {
  var status: Int
  var headers: HTTPFields
  var body: String

  /// Returns the members of a JSON object.
  var json: [String: Any] {
    get throws {
      try #require(try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any])
    }
  }

  /// Checks that the response is a complete problem of a kind and has the right content type.
  func expectProblem(
    _ kind: ProblemKind, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(status == kind.status, "\(body)", sourceLocation: sourceLocation)
    #expect(
      headers[.contentType] == "application/problem+json", sourceLocation: sourceLocation)
    let json = try json
    #expect(
      json["type"] as? String == "urn:yoban:problem:\(kind.rawValue)",
      sourceLocation: sourceLocation)
    #expect(json["status"] as? Int == kind.status, sourceLocation: sourceLocation)
    #expect(json["title"] as? String == kind.title, sourceLocation: sourceLocation)
    #expect(json["retryable"] as? Bool == kind.isRetryable, sourceLocation: sourceLocation)
    #expect((json["detail"] as? String)?.isEmpty == false, sourceLocation: sourceLocation)
  }
}
