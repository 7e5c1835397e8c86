import Foundation
import TestPrograms
import Testing

/// The real `yoban-collector serve` in its own process, which is killed when the object is released.
final class CollectorProcess: Sendable {
  let port: Int
  private let program: RunningProgram

  /// Starts the server and waits for its first line of output.
  ///
  /// - Parameter environment: variables besides those of the tests.
  convenience init(
    database: String, environment: [String: String] = [:], _ options: String...
  ) async throws {
    try await self.init(database: database, environment: environment, options)
  }

  /// - Parameters:
  ///   - environment: variables besides those of the tests.
  ///   - options: further options of `serve`.
  init(
    database: String, environment: [String: String] = [:], _ options: [String]
  ) async throws {
    program = try await RunningProgram(
      [Self.executable, "serve", "--port", "0", "--database", database] + options,
      environment: environment)
    let line = await program.nextLine() ?? ""
    let prefix = "yoban-collector listening on http://127.0.0.1:"
    try #require(line.hasPrefix(prefix), "\(line)")
    port = try #require(Int(line.dropFirst(prefix.count)))
  }

  /// Kills the process without notice, as in a power loss.
  func kill() async { await program.kill() }

  /// Asks the process to stop.
  func terminate() { program.terminate() }

  /// Returns the output after the first line, and the exit code.
  func waitForExit() async throws -> ProgramResult { try await program.waitForExit() }

  /// Runs another command of the binary until it exits, and returns its standard output.
  static func run(_ arguments: [String]) async throws -> ProgramResult {
    try await runProgram([executable] + arguments, errors: false)
  }

  static func run(_ arguments: String...) async throws -> ProgramResult {
    try await run(arguments)
  }

  static func makeToken(_ database: String, _ device: String = "phone") async throws -> String {
    let result = try await run("token", "create", "--database", database, "--device", device)
    try #require(result.status == 0)
    return result.output.trimmingCharacters(in: .newlines)
  }

  /// The binary is in the same folder as the bundle of the tests.
  private static var executable: String {
    Bundle.main.executableURL!.deletingLastPathComponent().appending(path: "yoban-collector").path
  }
}
