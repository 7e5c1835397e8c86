import CollectorPostgres
import Foundation
import TestPrograms
import Testing

extension Trait where Self == ConditionTrait {
  static var needsPostgres: Self {
    .enabled(
      if: PostgresServer.programs != nil,
      "Skipped: PostgreSQL is not installed, neither in /usr/lib/postgresql nor in PATH.")
  }
}

/// A PostgreSQL server of the tests, which nobody else can reach: it listens on a socket in a temporary folder.
///
/// The server ends with the process of the tests, however that ends, and its folder is removed.
final class PostgresServer: Sendable {
  let folder: String
  private let program: RunningProgram

  /// The port is only a part of the name of the socket.
  static let port = 5432

  /// The folder of PostgreSQL's programs; nil if it is not installed.
  static let programs: String? = {
    let versions =
      (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
    let folders = versions.compactMap { Int($0) }.sorted(by: >).map {
      "/usr/lib/postgresql/\($0)/bin"
    }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return (folders + path.split(separator: ":").map(String.init))
      .first { FileManager.default.isExecutableFile(atPath: $0 + "/initdb") }
  }()

  /// The server that most tests share.
  static let shared = SharedServer()

  /// Creates a database cluster and starts its server.
  ///
  /// - Parameter copyOf: the server whose standby this one becomes; nil for a new cluster.
  init(copyOf primary: PostgresServer? = nil) async throws {
    folder = try await Self.makeFolder()
    do {
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
      // Files of the cluster, instead of shared memory that a killed server leaves behind.
      let settings = [
        "listen_addresses=", "max_connections=400", "unix_socket_directories=\(folder)",
        "dynamic_shared_memory_type=mmap",
      ]
      program = try await RunningProgram(
        Self.asOwner(
          [try Self.program("postgres"), "-D", data] + settings.flatMap { ["-c", $0] }),
        environment: ["YOBAN_FOLDER": folder], in: "/",
        cleanUp: """
          kill -QUIT $$
          while kill -0 $$ && [ -e "$YOBAN_FOLDER/data/postmaster.pid" ]; do sleep 0.1; done
          rm -rf "$YOBAN_FOLDER"
          """)
      try await waitUntilReady()
    } catch {
      try? FileManager.default.removeItem(atPath: folder)
      throw error
    }
  }

  /// Creates the folder of the cluster and of its socket.
  ///
  /// It is in /tmp if the temporary folder of the tests cannot be used: the path of a socket is short, a comma
  /// separates hosts in addresses, and the user of PostgreSQL may not be allowed to enter the folder.
  private static func makeFolder() async throws -> String {
    var parent = FileManager.default.temporaryDirectory.path
    if parent.utf8.count > 70 || parent.contains(",") {
      parent = "/tmp"
    } else if try await runProgram(asOwner(["test", "-x", parent]), in: "/").status != 0 {
      parent = "/tmp"
    }
    let folder = "\(parent)/yoban-pg-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    if getuid() == 0 {
      try await Self.run(["chown", "postgres:postgres", folder], asOwner: false)
    }
    return folder
  }

  /// Ends the server and removes its folder, also if the task is canceled.
  func stop() async {
    await Task {
      if !program.hasEnded { Foundation.kill(program.identifier, SIGQUIT) }
      _ = try? await program.waitForExit()
      await removeSharedMemory()
      try? FileManager.default.removeItem(atPath: folder)
    }.value
  }

  /// Kills all processes of the server without notice, as in a power loss.
  func kill() async {
    let leader = program.identifier
    // The processes of connections end by themselves when the leader is gone, but possibly much later.
    let connections = try? String(
      contentsOfFile: "/proc/\(leader)/task/\(leader)/children", encoding: .utf8)
    await program.kill()
    for process in (connections ?? "").split(separator: " ").compactMap({ Int32($0) }) {
      Foundation.kill(process, SIGKILL)
    }
  }

  /// Removes the memory that a killed server has shared with its processes. Line 7 of the file says which; a server
  /// that was stopped has removed both.
  private func removeSharedMemory() async {
    let file = try? String(contentsOfFile: folder + "/data/postmaster.pid", encoding: .utf8)
    let lines = (file ?? "").split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > 6, let number = lines[6].split(separator: " ").last else { return }
    _ = try? await runProgram(["ipcrm", "--shmem-id", String(number)])
  }

  /// Makes a standby the primary.
  func promote() async throws {
    try await Self.run([
      try Self.program("pg_ctl"), "promote", "--wait", "--timeout=86400", "-D", folder + "/data",
    ])
  }

  /// The URL of a database of this server and of its standby.
  func url(_ database: String = "postgres", standby: PostgresServer? = nil) -> String {
    let hosts = [folder] + (standby.map { [$0.folder] } ?? [])
    let encoded = hosts.map {
      $0.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(["/", "-", "_", "."]))!
    }
    return "postgres://postgres@/\(database)?host=\(encoded.joined(separator: ","))"
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
    while (try? await sql("SELECT 1")) == nil {
      if program.hasEnded {
        throw PostgresFailure(message: "PostgreSQL does not start in \(folder): \(program.errors)")
      }
      try await Task.sleep(for: .milliseconds(100))
    }
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
