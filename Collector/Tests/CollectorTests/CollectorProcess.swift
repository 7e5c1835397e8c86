import Foundation
import Testing

/// The real `yoban-collector serve`, as a process of its own.
final class CollectorProcess {
  let process: Process
  let port: Int
  /// Everything that it has printed so far.
  let output: Pipe

  /// Starts the server and waits for its line.
  init(database: String, _ options: String...) async throws {
    let process = Process()
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

  /// Ends it without warning, as a loss of power would.
  func kill() {
    if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  /// Asks it to stop.
  func terminate() { process.terminate() }

  /// What it printed after its first line, and its exit code.
  func waitForExit() async -> (output: String, status: Int32) {
    let (process, handle) = (process, output.fileHandleForReading)
    return await offPool {
      let rest = handle.readDataToEndOfFile()
      process.waitUntilExit()
      return (String(decoding: rest, as: UTF8.self), process.terminationStatus)
    }
  }

  /// Runs another command of the binary to its end.
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

  /// The binary lies beside the bundle of the tests.
  private static var executable: URL {
    Bundle.main.executableURL!.deletingLastPathComponent().appending(path: "yoban-collector")
  }

  private static func readLine(_ handle: FileHandle) -> String {
    var bytes: [UInt8] = []
    while let byte = try? handle.read(upToCount: 1)?.first, byte != 0x0A { bytes.append(byte) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Runs what waits on a thread of its own, not on one of the few that everything shares.
func offPool<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread { continuation.resume(returning: body()) }
  }
}
