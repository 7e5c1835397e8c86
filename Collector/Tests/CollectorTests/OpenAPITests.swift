import CollectorImports
import CollectorSQLite
import Foundation
import HTTPTypes
import Logging
import TestPrograms
import Testing

@testable import Collector

/// The OpenAPI document describes the server.
@Suite(.patience)
struct OpenAPITests {
  private static let document = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Sources/Collector/OpenAPI/openapi.json").standardized
  private static let script = Python.script("openapi.py")

  /// The paths of all routes of the server.
  private static func routes() throws -> Set<String> {
    let storage = try SQLiteStorage()
    let router = makeRouter(
      storage: storage, configuration: CollectorConfiguration(), metrics: Metrics(),
      audit: AuditLog(storage: storage, logger: Logger(label: "test")))
    return Set(router.routes.map(\.path.description))
  }

  /// The rules of a proxy for a path would not hold for another spelling of it.
  @Test func `no word of a route has a second spelling`() throws {
    let words = Set(try Self.routes().flatMap { $0.split(separator: "/") })
      .filter { !$0.hasPrefix("{") }
    #expect(words.count > 20)
    for word in words {
      let escaped = "%" + String(word.utf8.first!, radix: 16) + word.dropFirst()
      #expect(HTTP1RulesHandler.normalized("/" + escaped) == "/" + escaped)
    }
    #expect(HTTP1RulesHandler.normalized("/%70hone") == "/phone")
  }

  @Test func `the document has exactly the routes of the server`() async throws {
    let paths = try Self.routes()
    try await TestServer.run { server in
      var served: Set<String> = []
      for path in paths {
        // The router has all common methods of each path, because most are refused with 405. The
        // refusal of a method that no path supports lists those that the path supports.
        let target = path.replacing(/{[a-z]+}/, with: "0")
        let answer = try await server.request(target, .trace, [:], [])
        let allowed = try #require(answer.headers[.allow], "\(path): \(answer.status)")
        for method in allowed.split(separator: ", ") { served.insert("\(method) \(path)") }
      }
      let described = try Self.operations()
      #expect(served.subtracting(described).sorted() == [], "These are not in the document.")
      #expect(described.subtracting(served).sorted() == [], "The server does not have these.")
    }
  }

  @Test func `the document has the paths of every format of an import`() throws {
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: Self.document))
    let paths = try #require((json as? [String: Any])?["paths"] as? [String: Any])
    for path in ForeignFormat.all.flatMap(\.paths) {
      #expect(paths[path] != nil, "\(path)")
    }
  }

  /// Returns the methods and paths of the document, with the paths as they are in the router.
  private static func operations() throws -> Set<String> {
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: document))
    let paths = try #require((json as? [String: Any])?["paths"] as? [String: [String: Any]])
    var result: Set<String> = []
    for (path, item) in paths {
      for method in item.keys where method != "parameters" {
        for routed in routes(of: path, item) { result.insert("\(method.uppercased()) \(routed)") }
      }
    }
    return result
  }

  /// Returns the routes of one path of the document.
  ///
  /// The router has a route for each script, and the document has one path for all of them. The
  /// document has a path for each format of an import, and the router has one route.
  private static func routes(of path: String, _ item: [String: Any]) -> [String] {
    if path == "/assets/{script}" {
      let parameters = item["parameters"] as? [[String: Any]]
      let schema = parameters?.first?["schema"] as? [String: Any]
      return (schema?["enum"] as? [String] ?? []).map { "/assets/\($0)" }
    }
    let isFormat = ForeignFormat.all.contains { $0.ownPaths.isEmpty && $0.paths == [path] }
    return isFormat ? ["/v1/import/{format}/{device}"] : [path]
  }

  @Test(
    .enabled(
      """
      Skipped: python3 has no schemathesis. To install it in a virtual environment: \
      export YOBAN_PYTHON="$(Tests/parquet-python)"
      """
    ) { await Python.has("schemathesis") })
  func `answers to thousands of generated requests conform to the document`() async throws {
    try await TestServer.run { server in
      // The night that the script stores begins at this time.
      let link = try await server.storage.makeToken(
        .night(device: "phone", time: 1_764_018_000_000_000_000))
      let (output, status) = try await Python.run(
        [
          Self.script, Self.document.path, "http://127.0.0.1:\(server.port)", server.admin,
          server.token,
        ], environment: ["YOBAN_SHARED_TOKEN": link])
      #expect(status == 0, "\(output)")
    }
  }
}
