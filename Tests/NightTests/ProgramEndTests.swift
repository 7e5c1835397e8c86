import Foundation
import Testing
import YobanNight

/// A program of simulated devices must leave nothing behind when a signal ends it.
@Suite(.enabled(if: TemporaryCollector.isBuilt, TemporaryCollector.isBuiltComment), .serialized)
struct ProgramEndTests {
  /// A long night in a process of its own, with a folder for its temporary files.
  ///
  /// Sendable: used by one thread at a time.
  private final class Night: @unchecked Sendable {
    let folder: URL
    let process = Process()

    init() throws {
      folder = FileManager.default.temporaryDirectory.appending(path: "night-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let yoban = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "yoban")
      // A shell lets a program that it starts in the background ignore SIGINT, and nohup SIGHUP; so do the
      // programs that it starts.
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = [
        "--default-signal=INT,TERM,HUP", yoban.path, "night", "--hours", "72", "--report",
        folder.path + "/report.html",
      ]
      process.environment = ProcessInfo.processInfo.environment
        .merging(["TMPDIR": folder.path]) { $1 }
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
    }

    deinit {
      if process.isRunning { kill(process.processIdentifier, SIGKILL) }
      try? FileManager.default.removeItem(at: folder)
    }

    /// Starts the program, waits until its collector runs and its devices have disks, and sends it a signal. Returns
    /// the folders of its worlds.
    ///
    /// This has a thread of its own: other tests can keep Swift's threads busy for longer than a night takes.
    func startAndEnd(with signal: Int32) async throws -> [String] {
      try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread {
          continuation.resume(
            with: Result {
              try self.process.run()
              while try self.files.isEmpty || self.worlds.isEmpty || self.children.isEmpty {
                try #require(self.process.isRunning)
                usleep(10_000)
              }
              defer { kill(self.process.processIdentifier, signal) }
              return self.worlds
            })
        }
      }
    }

    /// The files that the program has written to its folder.
    var files: [String] {
      get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path) }
    }

    /// The folders of its worlds, in memory or beside the other files.
    var worlds: [String] {
      let number = String(process.processIdentifier)
      let padded = String(repeating: "0", count: 8 - number.count) + number
      return ["/dev/shm", folder.path].flatMap { parent in
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
        return names.filter { $0.hasPrefix("yoban-worlds-") }.map { "\(parent)/\($0)" }
      }.filter { own in
        let worlds = (try? FileManager.default.contentsOfDirectory(atPath: own)) ?? []
        return worlds.contains { $0.hasPrefix("world-\(padded)-") }
      }
    }

    /// The processes that it has started and that still run: they have its variables.
    var children: [String] {
      let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
      return numbers.filter { number in
        let variables = try? String(contentsOfFile: "/proc/\(number)/environ", encoding: .utf8)
        return variables?.contains("TMPDIR=\(folder.path)\0") == true
          && number != String(process.processIdentifier)
      }
    }
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a night that a signal ends leaves no file and no process`(signal: Int32) async throws {
    let night = try Night()
    let ends = AsyncStream<Void> { continuation in
      night.process.terminationHandler = { _ in continuation.finish() }
    }
    let worlds = try await night.startAndEnd(with: signal)
    for await _ in ends {}
    #expect(night.process.terminationReason == .uncaughtSignal)
    #expect(night.process.terminationStatus == signal)
    #expect(try night.files == [])
    #expect(worlds.filter { FileManager.default.fileExists(atPath: $0) } == [])
    #expect(night.children == [])
  }
}
