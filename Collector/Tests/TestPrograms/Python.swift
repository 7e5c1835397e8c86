import Foundation

/// The Python interpreter for the scripts of the tests. `Tests/parquet-python` makes one with all packages.
public enum Python {
  /// Named by `YOBAN_PYTHON`. If that is set, all tests run and fail when packages are missing.
  private static let named = ProcessInfo.processInfo.environment["YOBAN_PYTHON"]

  /// The name or the path of the interpreter, for scripts that run beside a test.
  public static var interpreter: String { named ?? "python3" }

  /// Returns whether packages, separated by commas, can be imported.
  public static func has(_ packages: String) async -> Bool {
    if named != nil { return true }
    return (try? await run(["-c", "import \(packages)"]).status) == 0
  }

  /// Returns everything that a script prints, and its exit code.
  ///
  /// - Parameters:
  ///   - arguments: the path of the script, and its arguments.
  ///   - environment: variables besides those of the tests.
  ///   - errors: whether the output contains what is printed to standard error.
  ///   - input: writes the standard input, which is empty without it.
  /// - Throws: an error if Python cannot be started, and `CancellationError`.
  public static func run(
    _ arguments: [String], environment: [String: String] = [:], errors: Bool = true,
    input: (@Sendable (ProgramInput) async throws -> Void)? = nil
  ) async throws -> ProgramResult {
    // Texts and files are in UTF-8, whatever the locale of the tests is.
    try await runProgram(
      [interpreter] + arguments, environment: environment.merging(["PYTHONUTF8": "1"]) { $1 },
      errors: errors, input: input)
  }

  /// Returns the path of a script that is in the same folder as the calling file.
  public static func script(_ name: String, beside file: String = #filePath) -> String {
    URL(filePath: file).deletingLastPathComponent().appending(path: name).path
  }
}
