import Foundation
import TestPrograms
import Testing

struct EndOfReceiver: Error {
  var errors: String
}

/// A receiver of alerts in a process of its own: webhook.py.
final class WebhookReceiver: Sendable {
  /// A request that the receiver has got.
  struct Request: Decodable {
    struct Alert: Decodable {
      var kind: String
      var device: String
      var stream: String?
      var text: String
      var path: String
      var problem: String?
      var gaps: [Gap]?
    }

    struct Gap: Decodable {
      var start_ns: Int64
      var end_ns: Int64
      var cause: String
    }

    var path: String
    var status: Int
    var id: String
    var type: String
    var isSigned: Bool
    var alert: Alert
  }

  static let key = "a key of the tests"

  let port: Int
  private let program: RunningProgram

  /// - Parameter refusals: the number of requests that are answered with status 500 first.
  init(refusals: Int = 0) async throws {
    program = try await RunningProgram(
      [Python.interpreter, Python.script("webhook.py"), Self.key, String(refusals)],
      environment: ["PYTHONUTF8": "1"])
    port = try #require(await program.nextLine().flatMap { Int($0) }, "\(program.errors)")
  }

  func url(_ path: String = "/hook") -> URL { URL(string: "http://127.0.0.1:\(port)\(path)")! }

  /// Waits for the next request.
  func next() async throws -> Request {
    if let line = await program.nextLine() {
      return try JSONDecoder().decode(Request.self, from: Data(line.utf8))
    }
    throw EndOfReceiver(errors: program.errors)
  }
}
