import Foundation

/// An in-memory file system of a few megabytes, for tests that fill a disk. It needs root on Linux.
enum TemporaryVolume {
  static let canMount: Bool = {
    #if os(Linux)
      guard getuid() == 0 else { return false }
      let directory = NSTemporaryDirectory() + "yoban-mount-test-\(UUID().uuidString)"
      guard (try? mount(directory, megabytes: 1)) != nil else { return false }
      unmount(directory)
      return true
    #else
      return false
    #endif
  }()

  static func with(megabytes: Int, _ body: (String) async throws -> Void) async throws {
    let directory = NSTemporaryDirectory() + "yoban-volume-\(UUID().uuidString)"
    try mount(directory, megabytes: megabytes)
    defer { unmount(directory) }
    try await body(directory)
  }

  private static func mount(_ directory: String, megabytes: Int) throws {
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true)
    do {
      try run("mount", "-t", "tmpfs", "-o", "size=\(megabytes)m", "tmpfs", directory)
    } catch {
      try? FileManager.default.removeItem(atPath: directory)
      throw error
    }
  }

  private static func unmount(_ directory: String) {
    try? run("umount", "--lazy", directory)
    try? FileManager.default.removeItem(atPath: directory)
  }

  private static func run(_ arguments: String...) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
  }
}
