import Foundation
import Testing

/// The real `yoban-collector serve` in its own process.
final class CollectorProcess {
  let process: Process
  let port: Int
  /// Everything that the process has printed so far.
  let output: Pipe

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
    let process = Process()
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.executableURL = Self.executable
    process.arguments = ["serve", "--port", "0", "--database", database] + options
    process.standardError = FileHandle.nullDevice
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let line = await offPool { Self.readLine(output.fileHandleForReading) }
    let prefix = "yoban-collector listening on http://127.0.0.1:"
    self.process = process
    self.output = output
    try #require(line.hasPrefix(prefix), "\(line)")
    port = try #require(Int(line.dropFirst(prefix.count)))
  }

  deinit { kill() }

  /// Kills the process without notice, as in a power loss.
  func kill() {
    if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  /// Asks the process to stop.
  func terminate() { process.terminate() }

  /// Returns the output after the first line, and the exit code.
  func waitForExit() async -> (output: String, status: Int32) {
    let (process, handle) = (process, output.fileHandleForReading)
    return await offPool {
      let rest = handle.readDataToEndOfFile()
      process.waitUntilExit()
      return (String(decoding: rest, as: UTF8.self), process.terminationStatus)
    }
  }

  /// Runs another command of the binary until it exits.
  static func run(_ arguments: [String]) async throws -> (output: String, status: Int32) {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    return await offPool {
      let data = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return (String(decoding: data, as: UTF8.self), process.terminationStatus)
    }
  }

  static func run(_ arguments: String...) async throws -> (output: String, status: Int32) {
    try await run(arguments)
  }

  static func makeToken(_ database: String, _ device: String = "phone") async throws -> String {
    let (output, status) = try await run(
      "token", "create", "--database", database, "--device", device)
    try #require(status == 0)
    return output.trimmingCharacters(in: .newlines)
  }

  /// The binary is in the same folder as the bundle of the tests.
  private static var executable: URL {
    Bundle.main.executableURL!.deletingLastPathComponent().appending(path: "yoban-collector")
  }

  private static func readLine(_ handle: FileHandle) -> String {
    var bytes: [UInt8] = []
    while let byte = try? handle.read(upToCount: 1)?.first, byte != 0x0A { bytes.append(byte) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Runs blocking code on its own thread, so that it does not block the shared thread pool.
func offPool<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread { continuation.resume(returning: body()) }
  }
}
