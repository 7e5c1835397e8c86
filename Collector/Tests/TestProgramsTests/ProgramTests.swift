import Foundation
import TestPrograms
import Testing

/// The programs that tests start.
@Suite(.timeLimit(.minutes(1))) struct ProgramTests {
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

  @Test func `a program that does not exist is an error`() async throws {
    await #expect(throws: (any Error).self) { try await runProgram(["no-such-program"]) }
    await #expect(throws: (any Error).self) { try await runProgram(["/no/such/program"]) }
    await #expect(throws: (any Error).self) { try await RunningProgram(["no-such-program"]) }
  }

  @Test func `a program ends with the task that waits for it`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let task = Task {
      try await runProgram(["sh", "-c", "echo $$ > number; exec sleep 1000"], in: folder.path)
    }
    var number: Int32?
    while number == nil {
      try await Task.sleep(for: .milliseconds(20))
      let text = try? String(contentsOf: folder.appending(path: "number"), encoding: .utf8)
      number = text.flatMap { Int32($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
    }
    task.cancel()
    await #expect(throws: (any Error).self) { try await task.value }
    #expect(try kill(#require(number), 0) == -1)
  }

  @Test func `lines of a running program can be read while it runs`() async throws {
    let program = try await RunningProgram([
      "sh", "-c",
      "trap 'echo three; exit 5' TERM; echo one; echo two; while :; do sleep 0.05; done",
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
    defer { kill(descendant, SIGKILL) }
    await program.kill()
    #expect(kill(program.identifier, 0) == -1)
    #expect(kill(descendant, 0) == 0)
  }

  @Test func `a program is killed when nothing refers to it`() async throws {
    var program: RunningProgram? = try await RunningProgram(["sleep", "1000"])
    let identifier = try #require(program?.identifier)
    program = nil
    while kill(identifier, 0) == 0 { try await Task.sleep(for: .milliseconds(20)) }
  }
}
