import Foundation
import Subprocess

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// The output of a program and its exit code; if a signal has ended it, the status is 128 and the number of
/// the signal.
public typealias ProgramResult = (output: String, status: Int32)

/// Runs another program to its end.
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
  let configuration = Configuration(arguments, environment, in: folder)
  // The input is written also if there is none, because each kind of input is a type.
  let write: @Sendable (ProgramInput) async throws -> Void = { writer in
    try await input?(writer)
    try await writer.finish()
  }
  let limit = 64 << 20
  if errors {
    let result = try await Subprocess.run(
      configuration, input: .inputWriter, output: .string(limit: limit),
      error: .combinedWithOutput
    ) { try await write(ProgramInput(writer: $0.standardInputWriter)) }
    // A program that was killed for this reason is no result.
    try Task.checkCancellation()
    return (result.standardOutput, result.terminationStatus.code)
  }
  let result = try await Subprocess.run(
    configuration, input: .inputWriter, output: .string(limit: limit), error: .discarded
  ) { try await write(ProgramInput(writer: $0.standardInputWriter)) }
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

  func finish() async throws { try await writer.finish() }
}

extension Configuration {
  init(_ arguments: [String], _ environment: [String: String], in folder: String?) {
    var variables: [Environment.Key: String?] = [:]
    for (name, value) in environment {
      if let key = Environment.Key(rawValue: name) { variables[key] = value }
    }
    let program = arguments.first ?? ""
    self.init(
      executable: program.contains("/") ? .path(FilePath(program)) : .name(program),
      arguments: Arguments(Array(arguments.dropFirst())),
      environment: .inherit.updating(variables), workingDirectory: folder.map { FilePath($0) })
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
