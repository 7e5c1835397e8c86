import Foundation
import Subprocess

/// A program that runs beside a test, such as a server. Its standard error is discarded.
///
/// It is killed when the object is released, and when the process of the tests ends if it ends with its
/// standard input.
public final class RunningProgram: Sendable {
  /// The number of the process.
  public let identifier: Int32
  private let end: Task<Int32, any Error>
  private let lines: AsyncStream<String>

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - arguments: the name of the program, which is searched in PATH, or its path, and its arguments.
  ///   - environment: variables besides those of the tests.
  ///   - folder: the working directory; nil for that of the tests.
  /// - Throws: an error if the program cannot be started, and `CancellationError`; then no program runs.
  public init(
    _ arguments: [String], environment: [String: String] = [:], in folder: String? = nil
  ) async throws {
    let configuration = Configuration(arguments, environment, in: folder)
    let (starts, starting) = AsyncThrowingStream.makeStream(of: Int32.self)
    let (lines, printing) = AsyncStream.makeStream(of: String.self)
    end = Task {
      defer { printing.finish() }
      do {
        // The input is open as long as the program runs.
        let result = try await Subprocess.run(
          configuration, input: .inputWriter, output: .sequence, error: .discarded
        ) { execution in
          starting.yield(execution.processIdentifier.value)
          for try await line in execution.standardOutput.strings() { printing.yield(line) }
        }
        return result.terminationStatus.code
      } catch {
        starting.finish(throwing: error)
        throw error
      }
    }
    self.lines = lines
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

  /// Returns the next line that the program prints; nil after its end.
  public func nextLine() async -> String? {
    for await line in lines { return line }
    return nil
  }

  /// Sends SIGTERM, which asks the program to end.
  public func terminate() { Foundation.kill(identifier, SIGTERM) }

  /// Kills the program without notice, as a power loss does, and returns after its end. Descendants of the
  /// program live on.
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
