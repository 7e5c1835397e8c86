import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A server that understands S3 and checks signatures: moto, from PyPI. It has faults when a test asks for them.
public final class S3Server: Sendable {
  /// Such as `http://127.0.0.1:41234`.
  public let address: String
  /// An empty bucket, in the region `eu-central-1`.
  public let bucket: String
  public let accessKey: String
  public let secretKey: String
  private let program: RunningProgram

  /// A fault of one request; s3_server.py explains each.
  public enum Fault: String, Sendable, CaseIterable {
    case none
    case internalError = "500"
    case slowDown = "503"
    case slowAnswer = "slow"
    case lostAnswer = "lost"
    case cutAnswer = "cut"
    case changedAnswer = "changed"
  }

  private struct Ready: Decodable {
    var address: String
    var bucket: String
    var accessKey: String
    var secretKey: String
  }

  /// Whether the packages are there with which it runs.
  public static func isAvailable() async -> Bool { await Python.has("moto.server, boto3, flask") }

  public init() async throws {
    program = try await RunningProgram(
      [Python.interpreter, Python.script("s3_server.py")], environment: ["PYTHONUTF8": "1"])
    guard let line = await program.nextLine() else {
      throw NotReady(errors: program.errors)
    }
    let ready = try JSONDecoder().decode(Ready.self, from: Data(line.utf8))
    (address, bucket) = (ready.address, ready.bucket)
    (accessKey, secretKey) = (ready.accessKey, ready.secretKey)
  }

  /// The variables with which a program uses this server.
  public var environment: [String: String] {
    ["AWS_ACCESS_KEY_ID": accessKey, "AWS_SECRET_ACCESS_KEY": secretKey]
  }

  /// A place in the bucket for `--bodies`.
  public func location(prefix: String) -> String {
    "s3://\(bucket)/\(prefix)?region=eu-central-1&endpoint=\(address)"
  }

  /// Gives the next requests one fault each.
  ///
  /// - Parameter method: only requests with this method count; nil for all.
  public func setFaults(_ faults: [Fault], only method: String? = nil) async throws {
    let names = faults.map { "\"\($0.rawValue)\"" }.joined(separator: ",")
    let only = method.map { ",\"only\":\"\($0)\"" } ?? ""
    try await post("/faults", "{\"faults\":[\(names)]\(only)}")
  }

  /// Sets the clock of the server, relative to this machine's.
  public func setClock(offsetSeconds: Int) async throws {
    try await post("/clock", "{\"offset\":\(offsetSeconds)}")
  }

  private func post(_ path: String, _ body: String) async throws {
    var request = URLRequest(url: URL(string: address + path)!)
    request.httpMethod = "POST"
    request.httpBody = Data(body.utf8)
    _ = try await URLSession.shared.data(for: request)
  }

  private struct NotReady: Error { var errors: String }
}
