import CollectorPostgres
import Foundation
import TestPrograms
import Testing

/// A PostgreSQL server of the tests, which nobody else can reach: it listens on a socket in a temporary folder.
///
/// The server ends with the process of the tests, however that ends: it runs as long as a pipe is open.
final class PostgresServer: Sendable {
  let folder: String
  private let program: RunningProgram

  /// The port is only a part of the name of the socket.
  static let port = 5432

  /// The folder of PostgreSQL's programs; nil if it is not installed.
  static let programs: String? = {
    let versions =
      (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
    return versions.compactMap { Int($0) }.sorted().last.map { "/usr/lib/postgresql/\($0)/bin" }
  }()

  /// The server that most tests share.
  static let shared = SharedServer()

  /// Creates a database cluster and starts its server.
  ///
  /// - Parameter copyOf: the server whose standby this one becomes; nil for a new cluster.
  init(settings: [String] = [], copyOf primary: PostgresServer? = nil) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "yoban-pg-\(UUID().uuidString.prefix(8))").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    if getuid() == 0 {
      try await Self.run(["chown", "postgres:postgres", folder], asOwner: false)
    }
    self.folder = folder
    let data = folder + "/data"
    if let primary {
      try await Self.run([
        try Self.program("pg_basebackup"), "-h", primary.folder, "-U", "postgres", "-D", data,
        "-R", "-X", "stream", "-c", "fast", "--no-sync",
        "-d", "application_name=\(URL(filePath: folder).lastPathComponent)",
      ])
    } else {
      try await Self.run([
        try Self.program("initdb"), "-D", data, "-U", "postgres", "--auth=trust", "--no-sync",
        "-E", "UTF8", "--locale=C",
      ])
    }
    let settings = settings + ["listen_addresses=", "unix_socket_directories=\(folder)"]
    // The shell becomes the server, so the server is what is killed. Another process ends it with the standard
    // input, which is open as long as the program runs, and removes its folder: the shared server has no other end.
    let watcher =
      "cat <&3 >/dev/null; kill -QUIT $$; while kill -0 $$ 2>/dev/null; do sleep 0.1; done; rm -rf \"$0\""
    let script = "exec 3<&0; (\(watcher)) & exec \"$@\" </dev/null 3<&-"
    program = try await RunningProgram(
      Self.asOwner(["sh", "-c", script, folder])
        + [try Self.program("postgres"), "-D", data] + settings.flatMap { ["-c", $0] }, in: "/")
    try await waitUntilReady()
  }

  deinit {
    killProcesses()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Kills all processes of the server without notice, as in a power loss.
  func kill() async {
    killProcesses()
    await program.kill()
  }

  private func killProcesses() {
    guard let text = try? String(contentsOfFile: folder + "/data/postmaster.pid", encoding: .utf8),
      let leader = text.split(separator: "\n").first.flatMap({ Int32($0) })
    else { return }
    // The processes of connections end by themselves when the leader is gone, but possibly much later.
    let connections = try? String(
      contentsOfFile: "/proc/\(leader)/task/\(leader)/children", encoding: .utf8)
    Foundation.kill(leader, SIGKILL)
    for process in (connections ?? "").split(separator: " ").compactMap({ Int32($0) }) {
      Foundation.kill(process, SIGKILL)
    }
  }

  /// Makes a standby the primary.
  func promote() async throws {
    try await Self.run([try Self.program("pg_ctl"), "promote", "-w", "-D", folder + "/data"])
  }

  /// The URL of a database of this server.
  func url(_ database: String = "postgres") -> String {
    "postgres://postgres@/\(database)?host=\(folder)"
  }

  /// Runs statements and returns the first column of the rows.
  @discardableResult
  func sql(_ statements: String, in database: String = "postgres") async throws -> String {
    try await Self.run([
      try Self.program("psql"), "-h", folder, "-U", "postgres", "-d", database, "-XAtq", "-c",
      statements,
    ])
  }

  /// Creates an empty database and returns its URL.
  func makeDatabase() async throws -> String {
    let name = "test_\(UUID().uuidString.prefix(8).lowercased())"
    try await sql("CREATE DATABASE \(name)")
    return url(name)
  }

  private func waitUntilReady() async throws {
    for _ in 0..<300 {
      if (try? await sql("SELECT 1")) != nil { return }
      try await Task.sleep(for: .milliseconds(100))
    }
    throw PostgresFailure(message: "PostgreSQL has not started in 30 s")
  }

  private static func program(_ name: String) throws -> String {
    guard let programs else { throw PostgresFailure(message: "PostgreSQL is not installed") }
    return "\(programs)/\(name)"
  }

  /// PostgreSQL refuses to run as root; then its own user runs it.
  private static func asOwner(_ command: [String]) -> [String] {
    getuid() == 0
      ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] + command : command
  }

  @discardableResult
  private static func run(
    _ command: [String], asOwner isOwner: Bool = true
  ) async throws -> String {
    let result = try await runProgram(isOwner ? asOwner(command) : command, in: "/")
    guard result.status == 0 else {
      throw PostgresFailure(message: "\(command.joined(separator: " ")): \(result.output)")
    }
    return result.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

struct PostgresFailure: Error {
  var message: String
}

/// Starts the shared server when the first test needs it.
actor SharedServer {
  private var starting: Task<PostgresServer, any Error>?

  func get() async throws -> PostgresServer {
    if let starting { return try await starting.value }
    let task = Task { try await PostgresServer() }
    starting = task
    return try await task.value
  }
}
