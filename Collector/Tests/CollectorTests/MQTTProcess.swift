import Foundation
import TestPrograms
import Testing

/// The real `yoban-collector mqtt` in its own process, which is killed when the object is released.
final class MQTTProcess {
  private let program: RunningProgram

  /// Starts the command.
  ///
  /// - Parameter waits: whether to wait until it has subscribed. Messages that the broker has kept arrive before.
  init(
    _ database: String, _ broker: MosquittoBroker, _ options: [String],
    environment: [String: String] = [:], in folder: String? = nil, waits: Bool = true
  ) async throws {
    program = try await RunningProgram(
      CollectorProcess.command(
        ["mqtt", "--database", database, "--broker", broker.address]
          + options),
      environment: environment, in: folder)
    guard waits else { return }
    let line = await program.nextLine() ?? ""
    try #require(
      line.hasPrefix("yoban-collector subscribed to "), "\(line)\(program.errors)")
  }

  /// The end of the log.
  var log: String { program.errors }

  func kill() async { await program.kill() }

  func stop() async throws -> ProgramResult {
    program.terminate()
    return try await program.waitForExit()
  }

  func waitForExit() async throws -> ProgramResult { try await program.waitForExit() }
}
