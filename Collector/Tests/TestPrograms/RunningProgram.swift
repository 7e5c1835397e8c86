import Foundation
import Subprocess
import Synchronization

/// A program that runs beside a test, such as a server.
///
/// It is killed, with all that it has started in its group, when the object is released, and when the process of
/// the tests ends.
public final class RunningProgram: Sendable {
  /// The number of the process.
  public let identifier: Int32
  private let end: Task<Int32, any Error>
  private let lines: AsyncStream<String>
  private let state: State

  private final class State: Sendable {
    let errors = Mutex("")
    let hasEnded = Mutex(false)
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - arguments: the name of the program, which is searched in PATH, or its path, and its arguments.
  ///   - environment: variables besides those of the tests.
  ///   - folder: the working directory; nil for that of the tests.
  ///   - cleanUp: commands of the shell that run when the process of the tests has ended, before the program is
  ///     killed; `$$` is the number of the program.
  /// - Throws: an error if the program cannot be started, and `CancellationError`; then no program runs.
  public init(
    _ arguments: [String], environment: [String: String] = [:], in folder: String? = nil,
    cleanUp: String = ""
  ) async throws {
    let configuration = try await Configuration(
      arguments, environment, in: folder, cleanUp: cleanUp)
    let (starts, starting) = AsyncThrowingStream.makeStream(of: Int32.self)
    let (lines, printing) = AsyncStream.makeStream(of: String.self)
    let state = State()
    end = Task {
      var program: Int32?
      defer {
        program.map(killGroup)
        state.hasEnded.withLock { $0 = true }
        printing.finish()
      }
      do {
        // The input is open as long as the program runs.
        let result = try await Subprocess.run(
          configuration, input: .inputWriter, output: .sequence, error: .sequence
        ) { execution in
          program = execution.processIdentifier.value
          starting.yield(execution.processIdentifier.value)
          async let errors: Void = Self.keepLast(execution.standardError.strings(), in: state)
          for try await line in execution.standardOutput.strings() { printing.yield(line) }
          try await errors
        }
        return result.terminationStatus.code
      } catch {
        starting.finish(throwing: error)
        throw error
      }
    }
    self.lines = lines
    self.state = state
    var first: Int32?
    for try await identifier in starts {
      first = identifier
      break
    }
    guard let first else {
      // The task was canceled. The program may have started, and nothing will refer to it.
      end.cancel()
      _ = await end.result
      throw CancellationError()
    }
    identifier = first
  }

  deinit { end.cancel() }

  private static func keepLast(
    _ lines: some AsyncSequence<String, any Error> & Sendable, in state: State
  ) async throws {
    for try await line in lines {
      state.errors.withLock { $0 = String(($0 + line + "\n").suffix(4_096)) }
    }
  }

  /// The end of what the program has printed to standard error.
  public var errors: String { state.errors.withLock { $0 } }

  public var hasEnded: Bool { state.hasEnded.withLock { $0 } }

  /// Returns the next line that the program prints; nil after its end.
  public func nextLine() async -> String? {
    for await line in lines { return line }
    return nil
  }

  /// Sends SIGTERM, which asks the program to end.
  public func terminate() { Foundation.kill(identifier, SIGTERM) }

  /// Kills the program without notice, as a power loss does, and returns after its end.
  public func kill() async {
    end.cancel()
    _ = await end.result
  }

  /// Waits for the end of the program. If the task is canceled, the program is killed.
  ///
  /// - Returns: the lines that `nextLine()` has not returned, each with a line break, and the exit code.
  public func waitForExit() async throws -> ProgramResult {
    var output = ""
    for await line in lines { output += line + "\n" }
    let status = try await withTaskCancellationHandler {
      try await end.value
    } onCancel: {
      end.cancel()
    }
    try Task.checkCancellation()
    return (output, status)
  }
}
