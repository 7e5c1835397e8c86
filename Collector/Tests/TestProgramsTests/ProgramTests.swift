import Foundation
import TestPrograms
import Testing

/// The programs that tests start.
@Suite(.patience) struct ProgramTests {
  @Test func `a program returns everything that it prints, and its exit code`() async throws {
    let script = "printf out; printf err >&2; printf \"$NAME\"; pwd; exit 3"
    let both = try await runProgram(
      ["sh", "-c", script], environment: ["NAME": "value"], in: "/")
    #expect(both.output == "outerrvalue/\n")
    #expect(both.status == 3)
    let output = try await runProgram(["/bin/sh", "-c", script], in: "/", errors: false).output
    #expect(output == "out/\n")
  }

  @Test func `a program that a signal ends has a status above 128`() async throws {
    #expect(try await runProgram(["sh", "-c", "kill -KILL $$"]).status == 137)
  }

  @Test func `a program reads its input to the end`() async throws {
    #expect(try await runProgram(["cat"]).output == "")
    let result = try await runProgram(["sha256sum"]) { input in
      for _ in 0..<64 { try await input.write([UInt8](repeating: 0, count: 1 << 20)) }
    }
    // The output of: head -c 67108864 /dev/zero | sha256sum
    #expect(
      result.output.hasPrefix("3b6a07d0d404fab4e23b6d34bc6696a6a312dd92821332385e5af7c01c421351"))
  }

  @Test func `a program that closes its input is an error of the writer`() async throws {
    await #expect(throws: (any Error).self) {
      try await runProgram(["sh", "-c", "exec <&-; exec sleep 1000"]) { input in
        while true { try await input.write([UInt8](repeating: 0, count: 1 << 20)) }
      }
    }
    // The programs that are started later do not ignore SIGPIPE.
    #expect(try await runProgram(["sh", "-c", "kill -PIPE $$"]).status == 141)
  }

  @Test(arguments: ["no-such-program", "/no/such/program"])
  func `a program that does not exist is an error with its name`(program: String) async throws {
    let run = await #expect(throws: (any Error).self) { try await runProgram([program]) }
    #expect(run.map { "\($0)".contains(program) } == true)
    let start = await #expect(throws: (any Error).self) { try await RunningProgram([program]) }
    #expect(start.map { "\($0)".contains(program) } == true)
  }

  @Test func `a program ends with the task that waits for it`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.url.path
    let task = Task {
      // The descendant keeps the output open.
      try await runProgram(
        ["sh", "-c", "sleep 1000 & echo $$ $! > numbers; exec sleep 1000"], in: path)
    }
    while numbers(in: path + "/numbers").count < 2 {
      try await Task.sleep(for: .milliseconds(20))
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await waitForEnd(of: numbers(in: path + "/numbers"))
  }

  @Test func `all output is returned although a descendant keeps it open`() async throws {
    let script = "sleep 1000 & echo $!; seq 200000"
    let numbers = (1...200_000).map { "\($0)\n" }.joined()
    let (output, status) = try await runProgram(["sh", "-c", script])
    let program = try await RunningProgram(["sh", "-c", script])
    let rest = try await program.waitForExit()
    for result in [(output, status), rest] {
      let parts = result.0.split(separator: "\n", maxSplits: 1)
      try await waitForEnd(of: [try #require(parts.first.flatMap { Int32($0) })])
      #expect(parts.last.map { $0 == numbers } == true)
      #expect(result.1 == 0)
    }
  }

  @Test func `a program that is canceled while it starts does not run`() async throws {
    let name = UUID().uuidString
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try await RunningProgram(["sh", "-c", "read line", name])
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    // Programs are started one after another, so one that was still to start has started now.
    _ = try await runProgram(["true"])
    let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    let running = processes.filter { process in
      let arguments = try? String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8)
      return arguments?.contains(name) == true
    }
    #expect(running == [])
  }

  @Test func `lines of a running program can be read while it runs`() async throws {
    let program = try await RunningProgram([
      "sh", "-c",
      "trap 'echo three; exit 5' TERM; printf 'one\\ntwo\\n'; while :; do sleep 0.05; done",
    ])
    #expect(await program.nextLine() == "one")
    program.terminate()
    let (output, status) = try await program.waitForExit()
    #expect(output == "two\nthree\n")
    #expect(status == 5)
    #expect(await program.nextLine() == nil)
  }

  @Test func `a program can be killed although its descendant keeps the output open`() async throws
  {
    let program = try await RunningProgram([
      "sh", "-c", "sleep 1000 & echo $!; exec sleep 1000",
    ])
    let descendant = try #require(await program.nextLine().flatMap { Int32($0) })
    #expect(isRunning(descendant))
    await program.kill()
    #expect(program.hasEnded)
    try await waitForEnd(of: [program.identifier, descendant])
  }

  @Test func `a program is killed when nothing refers to it`() async throws {
    var program: RunningProgram? = try await RunningProgram(["sleep", "1000"])
    let identifier = try #require(program?.identifier)
    program = nil
    try await waitForEnd(of: [identifier])
  }

  @Test func `the end of what a program prints to standard error is kept`() async throws {
    let program = try await RunningProgram(["sh", "-c", "seq 2000 >&2"])
    _ = try await program.waitForExit()
    #expect(program.errors.utf8.count == 4_096)
    #expect(program.errors.hasSuffix("\n1999\n2000\n"))
  }

  #if os(Linux)
    @Test func `programs end with the process of the tests, however that ends`() async throws {
      let folder = try TemporaryFolder()
      let path = folder.url.path
      await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
        let script = "sleep 1000 & echo $$ $! >>numbers; echo; exec sleep 1000"
        let beside = try await RunningProgram(
          ["sh", "-c", script], in: path, cleanUp: "echo $$ >'\(path)/cleaned'")
        _ = await beside.nextLine()
        let task = Task { _ = try await runProgram(["sh", "-c", script], in: path) }
        while numbers(in: path + "/numbers").count < 4 { await Task.yield() }
        kill(getpid(), SIGKILL)
        try await task.value
        withExtendedLifetime(beside) {}
      }
      let started = numbers(in: path + "/numbers")
      #expect(started.count == 4)
      try await waitForEnd(of: started)
      #expect(numbers(in: path + "/cleaned") == [started[0]])
    }
  #endif
}

/// The numbers in a file; none if it does not exist.
private func numbers(in file: String) -> [Int32] {
  ((try? String(contentsOfFile: file, encoding: .utf8)) ?? "")
    .split(whereSeparator: \.isWhitespace).compactMap { Int32($0) }
}

/// A process that has ended is a zombie until its parent has asked for its status.
private func isRunning(_ process: Int32) -> Bool {
  #if os(Linux)
    let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    return status.map { !$0.contains(") Z ") } ?? false
  #else
    return kill(process, 0) == 0
  #endif
}

private func waitForEnd(of processes: [Int32]) async throws {
  while processes.contains(where: isRunning) { try await Task.sleep(for: .milliseconds(20)) }
}
