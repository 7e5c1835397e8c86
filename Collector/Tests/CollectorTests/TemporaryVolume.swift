import Foundation
import TestPrograms

/// An in-memory file system of a few megabytes, for tests that fill a disk. It needs root on Linux.
enum TemporaryVolume {
  static func canMount() async -> Bool {
    #if os(Linux)
      guard getuid() == 0 else { return false }
      return (try? await with(megabytes: 1) { _ in }) != nil
    #else
      return false
    #endif
  }

  static func with(megabytes: Int, _ body: (String) async throws -> Void) async throws {
    let directory = NSTemporaryDirectory() + "yoban-volume-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    try await run("mount", "-t", "tmpfs", "-o", "size=\(megabytes)m", "tmpfs", directory)
    let result: Result<Void, any Error>
    do {
      result = .success(try await body(directory))
    } catch {
      result = .failure(error)
    }
    // In a task of its own, because a program is not started in a task that was canceled.
    try await Task { try await run("umount", "--lazy", directory) }.value
    try result.get()
  }

  private static func run(_ arguments: String...) async throws {
    guard try await runProgram(arguments).status == 0 else {
      throw CocoaError(.fileWriteUnknown)
    }
  }
}
