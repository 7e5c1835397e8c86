import Foundation
import Subprocess

/// The output of a program and its exit code; if a signal has ended it, the status is 128 and the number of
/// the signal.
public typealias ProgramResult = (output: String, status: Int32)

/// Runs another program to its end. What it has started and left running is killed.
///
/// No thread is blocked meanwhile, so the server under test, which may be in this process, can answer the
/// program. If the task is canceled, as by a time limit of a test, the program is killed.
///
/// - Parameters:
///   - arguments: the name of the program, which is searched in PATH, or its path, and its arguments.
///   - environment: variables besides those of the tests.
///   - folder: the working directory; nil for that of the tests.
///   - errors: whether the output contains what the program prints to standard error, which is discarded
///     otherwise.
///   - input: writes the standard input, which is empty without it.
/// - Returns: the first 64 MB that the program prints, and its exit code.
/// - Throws: an error if the program cannot be started or prints more, and `CancellationError`.
public func runProgram(
  _ arguments: [String], environment: [String: String] = [:], in folder: String? = nil,
  errors: Bool = true, input: (@Sendable (ProgramInput) async throws -> Void)? = nil
) async throws -> ProgramResult {
  let configuration = try await Configuration(arguments, environment, in: folder, cleanUp: "")
  let limit = 64 << 20
  return if errors {
    try await run(configuration, .string(limit: limit), .combinedWithOutput, input)
  } else {
    try await run(configuration, .string(limit: limit), .discarded, input)
  }
}

private func run<Errors: ErrorOutputProtocol>(
  _ configuration: Configuration, _ output: StringOutput<UTF8>, _ errors: Errors,
  _ input: (@Sendable (ProgramInput) async throws -> Void)?
) async throws -> ProgramResult {
  var program: Int32?
  defer { program.map(killGroup) }
  // The input is written also if there is none, because each kind of input is a type.
  let result = try await Subprocess.run(
    configuration, input: .inputWriter, output: output, error: errors
  ) { execution in
    program = execution.processIdentifier.value
    let writer = execution.standardInputWriter
    try await input?(ProgramInput(writer: writer))
    try await writer.finish()
  }
  // A program that was killed for this reason is no result.
  try Task.checkCancellation()
  return (result.standardOutput, result.terminationStatus.code)
}

/// The standard input of a program.
public struct ProgramInput: Sendable {
  let writer: StandardInputWriter

  /// A program that has closed its input is an error of a write. Without this, the signal SIGPIPE would end
  /// the process of the tests. Programs do not inherit it.
  private static let ignoresBrokenPipe: Void = { signal(SIGPIPE, SIG_IGN) }()

  /// Writes bytes, and waits until the program has room for them.
  ///
  /// - Throws: an error if the program has closed its input.
  public func write(_ bytes: [UInt8]) async throws {
    _ = Self.ignoresBrokenPipe
    _ = try await writer.write(bytes.span.bytes)
  }
}

extension TerminationStatus {
  var code: Int32 {
    switch self {
    case .exited(let code): code
    case .signaled(let signal): 128 + signal
    }
  }
}
