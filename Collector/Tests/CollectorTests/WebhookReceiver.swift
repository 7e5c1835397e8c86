import Foundation
import Testing

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
  private let process: Process
  private let lines: AsyncStream<String>

  /// - Parameter refusals: the number of requests that are answered with status 500 first.
  init(refusals: Int = 0) async throws {
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "webhook.py")
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", script.path, Self.key, String(refusals)]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    self.process = process
    let (lines, continuation) = AsyncStream.makeStream(of: String.self)
    let handle = output.fileHandleForReading
    Thread.detachNewThread {
      var rest = Data()
      while true {
        let data = handle.availableData
        guard !data.isEmpty else { break }
        rest += data
        while let end = rest.firstIndex(of: 0x0A) {
          continuation.yield(String(decoding: rest[..<end], as: UTF8.self))
          rest = Data(rest[(end + 1)...])
        }
      }
      continuation.finish()
    }
    self.lines = lines
    var first: String?
    for await line in lines {
      first = line
      break
    }
    port = try #require(first.flatMap { Int($0) })
  }

  // Children can inherit that SIGTERM is ignored.
  deinit { kill(process.processIdentifier, SIGKILL) }

  func url(_ path: String = "/hook") -> URL { URL(string: "http://127.0.0.1:\(port)\(path)")! }

  /// Waits for the next request.
  func next() async throws -> Request {
    for await line in lines {
      return try JSONDecoder().decode(Request.self, from: Data(line.utf8))
    }
    throw CancellationError()
  }
}
