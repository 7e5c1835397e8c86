import Foundation
import Synchronization
import TestPrograms
import Testing

/// The real `yoban-collector serve` in its own process, which is killed when the object is released.
final class CollectorProcess: Sendable {
  let port: Int
  private let program: RunningProgram

  /// Takes the port of a killed server, so that nobody else answers there.
  private let heldPort = Mutex<Int32?>(nil)

  /// Starts the server and waits for its first line of output.
  ///
  /// - Parameters:
  ///   - environment: variables besides those of the tests.
  ///   - folder: the working directory; nil for that of the tests.
  ///   - addressSpaceKilobytes: the addresses that the process may use, for memory and everything else; nil for all.
  ///     Each heap of the C library reserves 64 MiB of them, so there is only one then.
  ///   - options: further options of `serve`.
  init(
    database: String, environment: [String: String] = [:], in folder: String? = nil,
    addressSpaceKilobytes: Int? = nil, _ options: [String] = []
  ) async throws {
    var (arguments, environment) = ([Self.executable], environment)
    if let addressSpaceKilobytes {
      arguments =
        ["sh", "-c", "ulimit -v \(addressSpaceKilobytes) && exec \"$0\" \"$@\""] + arguments
      environment["MALLOC_ARENA_MAX"] = "1"
    }
    program = try await RunningProgram(
      // On a slow machine, requests can take any time.
      arguments + ["serve", "--port", "0", "--database", database]
        + ["--request-timeout", "86400", "--stop-timeout", "86400"] + options,
      environment: environment, in: folder)
    let line = await program.nextLine() ?? ""
    let prefix = "yoban-collector listening on http://127.0.0.1:"
    try #require(line.hasPrefix(prefix), "\(line)\(program.errors)")
    port = try #require(Int(line.dropFirst(prefix.count)))
  }

  deinit { heldPort.withLock { _ = $0.map { close($0) } } }

  /// Kills the process without notice, as in a power loss. Until the object is released, its port refuses
  /// connections.
  func kill() async {
    await program.kill()
    heldPort.withLock { $0 = RawConnection.takePort(port) }
  }

  /// Asks the process to stop.
  func terminate() { program.terminate() }

  /// Returns the output after the first line, and the exit code.
  func waitForExit() async throws -> ProgramResult { try await program.waitForExit() }

  /// Runs another command of the binary until it exits, and returns its standard output.
  static func run(_ arguments: [String]) async throws -> ProgramResult {
    try await runProgram([executable] + arguments, errors: false)
  }

  /// As `run(_:)`, but the output contains the errors, too.
  static func runWithErrors(
    _ arguments: [String], environment: [String: String] = [:]
  ) async throws -> ProgramResult {
    try await runProgram([executable] + arguments, environment: environment)
  }

  static func run(_ arguments: String...) async throws -> ProgramResult {
    try await run(arguments)
  }

  static func makeToken(_ database: String, _ device: String = "phone") async throws -> String {
    let result = try await run("token", "create", "--database", database, "--device", device)
    try #require(result.status == 0)
    return result.output.trimmingCharacters(in: .newlines)
  }

  /// The command line of the binary with some arguments.
  static func command(_ arguments: [String]) -> [String] { [executable] + arguments }

  /// The binary is in the same folder as the bundle of the tests.
  static var executable: String {
    Bundle.main.executableURL!.deletingLastPathComponent().appending(path: "yoban-collector").path
  }
}
