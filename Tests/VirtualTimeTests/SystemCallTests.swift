import Foundation
import Testing
import YobanVirtualTime

/// Tests the observation of calls on files, of Foundation and of C.
@Suite struct SystemCallTests {
  /// Records the calls, and does what a test says about some of them.
  final class Recorder: SystemCallObserver, @unchecked SimulationConfined {
    let folder: String
    var calls: [SystemCall] = []
    /// Called before each call, with its number; returns an errno.
    var decide: (Int, SystemCall) -> Int32 = { _, _ in 0 }
    /// Called after each call.
    var after: (SystemCall) -> Void = { _ in }
    var free = Int64.max

    init(_ folder: String) { self.folder = folder }

    func willCall(_ call: SystemCall) -> SystemCallDecision {
      calls.append(call)
      let failure = decide(calls.count, call)
      return failure == 0 ? .observe : .fail(failure)
    }
    let needsOffsets = true
    func room(for call: SystemCall) -> Int64 { min(free, call.byteCount) }
    func didCall(_ call: SystemCall, result: Int64, failure: Int32) {
      if call.kind == .write, result > 0, free != .max { free -= result }
      after(call)
    }
    func missed(_ path: String) {}

    /// The calls that change something, each with the names of its files.
    var changes: [String] {
      calls.compactMap { call in
        if [.open, .read, .close, .attributes].contains(call.kind), !call.truncates { return nil }
        let names = [call.path, call.secondPath].compactMap { $0.map(name) }
        return "\(call.kind) \(names.joined(separator: " "))"
      }
    }

    private func name(_ path: String) -> String {
      let name = (path as NSString).lastPathComponent
      return name.contains("Foundation") || name.contains("tmp") || name.hasPrefix(".")
        ? "temporary" : name
    }
  }

  /// Runs the body in an observed process with a folder of its own.
  private func observe(
    _ prepare: @escaping @Sendable (Recorder, SimulatedProcess) -> Void = { _, _ in },
    _ body: @escaping @Sendable (String) throws -> Void
  ) async throws -> (recorder: Recorder, log: [String], threadsStopped: Int) {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "yoban-calls-\(UUID().uuidString)"
    ).path
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let recorder = Recorder(folder)
    let simulation = Simulation()
    let log = Log()
    try await simulation.run {
      let process = simulation.makeProcess(named: "app")
      process.setObservedFolder(folder + "/")
      process.observeCalls(SystemCall.Kind.allCases, with: recorder)
      prepare(recorder, process)
      process.onMain {
        do { try body(folder) } catch { log("error \((error as NSError).code)") }
        log("ended")
      }
      try await Task.sleep(for: .seconds(60))
    }
    return (recorder, log.lines, simulation.threadsStopped)
  }

  /// Code that uses a folder, and the changes that its calls make.
  static let operations: [(what: @Sendable (String) throws -> Void, changes: [String])] = [
    (
      { try Data("a".utf8).write(to: URL(filePath: $0 + "/file")) },
      ["create file", "write file", "synchronize file"]
    ),
    (
      { try Data("a".utf8).write(to: URL(filePath: $0 + "/file"), options: .atomic) },
      ["create temporary", "write temporary", "synchronize temporary", "rename temporary file"]
    ),
    (
      { folder in
        _ = FileManager.default.createFile(atPath: folder + "/file", contents: Data("a".utf8))
        let handle = try #require(FileHandle(forUpdatingAtPath: folder + "/file"))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("b".utf8))
        try handle.truncate(atOffset: 1)
        try handle.synchronize()
        try handle.close()
      },
      [
        "create temporary", "write temporary", "synchronize temporary", "rename temporary file",
        "write file", "truncate file", "synchronize file",
      ]
    ),
    (
      { folder in
        let manager = FileManager.default
        try manager.createDirectory(
          atPath: folder + "/a/b", withIntermediateDirectories: true)
        try manager.moveItem(atPath: folder + "/a/b", toPath: folder + "/c")
        try manager.createSymbolicLink(atPath: folder + "/d", withDestinationPath: "c")
        try manager.removeItem(atPath: folder + "/d")
        try manager.removeItem(atPath: folder + "/a")
      },
      [
        "makeFolder a", "makeFolder b", "rename b c", "symlink d", "unlink d", "removeFolder a",
      ]
    ),
    (
      { folder in
        let stream = try #require(fopen(folder + "/file", "w"))
        for _ in 0..<100 { fputs("0123456789", stream) }
        #expect(fileno(stream) > 2)
        fflush(stream)
        fsync(fileno(stream))
        fputs("end", stream)
        fclose(stream)
        let text = try String(contentsOfFile: folder + "/file", encoding: .utf8)
        #expect(text.utf8.count == 1003)
      },
      ["create file", "write file", "synchronize file", "write file"]
    ),
    (
      { folder in
        let file = open(folder + "/file", O_RDWR | O_CREAT, 0o600)
        ftruncate(file, 4096)
        let map = mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
        msync(map, 4096, MS_SYNC)
        munmap(map, 4096)
        #expect(fcntl(file, 51) == 0)
        #expect(fcntl(file, 85) == 0)
        sync()
        close(file)
        rename(folder + "/file", folder + "/other")
        link(folder + "/other", folder + "/third")
        remove(folder + "/other")
      },
      [
        "create file", "truncate file", "map file", "synchronize file", "fullSynchronize file",
        "barrier file", "synchronizeAll temporary", "rename file other", "link other third",
        "unlink other",
      ]
    ),
  ]

  @Test(arguments: operations.indices)
  func `each call that changes a file in the folder is observed once`(_ index: Int) async throws {
    let (what, changes) = Self.operations[index]
    let (recorder, log, _) = try await observe { try what($0) }
    #expect(log == ["0.0 ended"])
    let name = (recorder.folder as NSString).lastPathComponent
    #expect(recorder.changes.map { $0.replacing(name, with: "temporary") } == changes)
  }

  @Test func `a process that is killed before a call ends there, and its code never continues`()
    async throws
  {
    for number in 1...3 {
      let (recorder, log, threads) = try await observe { recorder, process in
        recorder.decide = { calls, _ in
          if calls == number { process.kill() }
          return 0
        }
      } _: {
        mkdir($0 + "/1", 0o700)
        mkdir($0 + "/2", 0o700)
        mkdir($0 + "/3", 0o700)
      }
      #expect(recorder.calls.count == number)
      #expect(log.isEmpty)
      #expect(threads == 1)
    }
  }

  @Test func `a process that is killed after a call has made it`() async throws {
    let (recorder, log, _) = try await observe { recorder, process in
      recorder.after = { call in
        #expect(FileManager.default.fileExists(atPath: call.path))
        process.kill()
      }
    } _: {
      mkdir($0 + "/1", 0o700)
      mkdir($0 + "/2", 0o700)
    }
    #expect(recorder.changes == ["makeFolder 1"])
    #expect(log.isEmpty)
  }

  @Test func `other threads and processes continue after a kill inside a call`() async throws {
    let log = try await simulate { log in
      let simulation = Simulation.current!
      let folder = Simulation.onHost {
        FileManager.default.temporaryDirectory.appending(path: "yoban-calls-\(UUID().uuidString)")
          .path
      }
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let process = simulation.makeProcess(named: "app")
      let recorder = Recorder(folder)
      process.setObservedFolder(folder + "/")
      process.observeCalls(SystemCall.Kind.allCases, with: recorder)
      recorder.decide = { _, call in
        if call.kind == .makeFolder { process.kill() }
        return 0
      }
      let thread = Thread { mkdir(folder + "/never", 0o700) }
      let other = simulation.makeProcess(named: "other")
      other.onMain {
        DispatchQueue.global().asyncAfter(deadline: .now() + 2) { log("other") }
      }
      process.onMain {
        thread.start()
        DispatchQueue.global().asyncAfter(deadline: .now() + 1) { log("never") }
      }
      try await Task.sleep(for: .seconds(3))
      log("end")
    }
    #expect(log == ["2.0 other", "3.0 end"])
  }

  @Test func `a call fails with the errno that the observer returns`() async throws {
    let (_, log, _) = try await observe { recorder, _ in
      recorder.decide = { _, call in call.kind == .write ? EIO : 0 }
    } _: { folder in
      let file = open(folder + "/file", O_WRONLY | O_CREAT, 0o600)
      #expect(write(file, "ab", 2) == -1)
      #expect(errno == EIO)
      close(file)
      let stream = try #require(fopen(folder + "/stream", "w"))
      fputs("a", stream)
      #expect(fclose(stream) == EOF)
    }
    #expect(log == ["0.0 ended"])
  }

  @Test func `a write to a full disk writes what fits, and the next one fails`() async throws {
    let (_, log, _) = try await observe { recorder, _ in
      recorder.free = 3
    } _: { folder in
      let file = open(folder + "/file", O_WRONLY | O_CREAT, 0o600)
      #expect(write(file, "ab", 2) == 2)
      #expect(write(file, "cd", 2) == 1)
      #expect(write(file, "d", 1) == -1)
      #expect(errno == ENOSPC)
      close(file)
      let text = try String(contentsOfFile: folder + "/file", encoding: .utf8)
      #expect(text == "abc")
    }
    #expect(log == ["0.0 ended"])
  }

  @Test func `the system's own calls in the name of a process are marked`() async throws {
    let (recorder, _, _) = try await observe { folder in
      Simulation.asSystem { _ = mkdir(folder + "/system", 0o700) }
      mkdir(folder + "/own", 0o700)
      Simulation.onHost { _ = mkdir(folder + "/host", 0o700) }
    }
    #expect(recorder.calls.map(\.isOfSystem) == [true, false])
  }
}
