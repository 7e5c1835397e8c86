import CollectorContract
import Foundation
import TestPrograms
import Testing

@testable import Collector

/// The commands for codes and for labels and groups of devices.
@Suite(.patience) struct EnrollCommandTests {
  private static let url = ["--url", "https://collector.example"]

  private static func enroll(_ database: String, _ arguments: String...) async throws
    -> ProgramResult
  {
    try await CollectorProcess.run(["enroll", "--database", database] + url + arguments)
  }

  @Test func `codes are printed for people, for scripts and for a terminal`() async throws {
    try await withTemporaryDirectory { directory in
      let database = directory + "/db"
      let (output, status) = try await Self.enroll(
        database, "--device", "pulse", "--count", "2", "--group", "ward 3", "--expires", "2h")
      #expect(status == 0)
      let lines = output.split(separator: "\n").map { $0.components(separatedBy: "  ") }
      #expect(lines.map(\.first) == ["pulse-01", "pulse-02"])
      for line in lines { _ = try EnrollmentCode(text: line[1]) }

      struct Line: Decodable {
        var code: String
        var device: String
        var expires_at: Int64
        var id: String
      }
      let json = try await Self.enroll(database, "--device", "pulse-01b", "--json").output
      let line = try JSONDecoder().decode(Line.self, from: Data(json.utf8))
      #expect(line.device == "pulse-01b")
      let seconds = line.expires_at - Int64(Date().timeIntervalSince1970)
      #expect((7 * 86_400 - 3_600...7 * 86_400).contains(seconds))
      let secret = try EnrollmentCode(text: line.code).secret
      #expect(Token(text: secret).hash.id == line.id)

      // Python's module pty gives the program a terminal.
      let (terminal, end) = try await Python.run(
        [
          "-c", "import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)",
          CollectorProcess.executable, "enroll",
          "--database", database, "--label", "bed 4",
        ] + Self.url)
      #expect(end == 0, "\(terminal)")
      #expect(terminal.contains("device-01 (bed 4), until 20"))
      // A code of this length has 33 modules and a border of 4 on each side, two in a line.
      #expect(terminal.components(separatedBy: "\u{1B}[30;107m").count - 1 == 21)
      #expect(terminal.contains("https://collector.example/enroll#ye_"))
    }
  }

  @Test func `codes are listed and revoked`() async throws {
    try await withTemporaryDirectory { directory in
      let database = directory + "/db"
      _ = try await Self.enroll(database, "--device", "pulse")
      let list = try await CollectorProcess.run("enroll", "list", "--database", database).output
      let columns = list.trimmingCharacters(in: .newlines).components(separatedBy: "  ")
      #expect(columns.count == 6)
      #expect(columns[1...2] == ["pulse", "open"] && columns[5] == "-")
      let revoke = ["enroll", "revoke", "--database", database, columns[0]]
      #expect(try await CollectorProcess.run(revoke).status == 0)
      #expect(try await CollectorProcess.run(revoke).status == 4)
      #expect(
        try await CollectorProcess.run("enroll", "list", "--database", database).output
          .contains("  revoked  "))
      // The name is free again.
      #expect(try await Self.enroll(database, "--device", "pulse").status == 0)
    }
  }

  @Test(arguments: [
    (["--url", "ftp://x"], 64), (["--url", "https://x", "--device", "a b"], 64),
    (["--url", "https://x", "--expires", "7"], 64),
    (["--url", "https://x", "--expires", "-7d"], 64),
    (["--url", "https://x", "--expires", "99999999999999999999d"], 64),
    (["--url", "https://x", "--count", "0"], 64),
    (["--url", "https://x", "--count", "2", "--label", "a"], 64),
    (["--url", "https://x", "--again"], 64), (["--url", "https://x", "--group", "a,b"], 64),
    (["--url", "https://x", "--device", "taken"], 4), ([], 64),
  ])
  func `a wrong command line makes no code`(arguments: [String], status: Int) async throws {
    try await withTemporaryDirectory { directory in
      let database = directory + "/db"
      _ = try await CollectorProcess.makeToken(database, "taken")
      let result = try await CollectorProcess.run(["enroll", "--database", database] + arguments)
      #expect(result.status == Int32(status))
      #expect(result.output.isEmpty)
      #expect(
        try await CollectorProcess.run("enroll", "list", "--database", database).output.isEmpty)
    }
  }

  @Test func `devices are labeled and grouped`() async throws {
    try await withTemporaryDirectory { directory in
      let database = directory + "/db"
      for device in ["phone", "watch"] {
        _ = try await CollectorProcess.makeToken(database, device)
      }
      func run(_ arguments: String...) async throws -> ProgramResult {
        try await CollectorProcess.run(
          ["device", arguments[0], "--database", database] + arguments.dropFirst())
      }
      #expect(try await run("label", "--device", "phone", " bed 4 ").status == 0)
      #expect(try await run("group", "ward 3", "phone", "watch").status == 0)
      #expect(
        try await run("list").output == "phone  -  ward 3  bed 4\nwatch  -  ward 3\n")
      #expect(try await run("group", "--remove", "ward 3", "watch").status == 0)
      #expect(
        try await run("list", "--json", "--group", "ward 3").output
          == #"{"device":"phone","groups":["ward 3"],"label":"bed 4"}"# + "\n")
      #expect(try await run("label", "--device", "phone", "--remove").status == 0)
      #expect(try await run("list").output == "phone  -  ward 3\nwatch  -  -\n")
      for (arguments, status) in [
        (["label", "--device", "none", "x"], 4), (["label", "--device", "phone"], 64),
        (["label", "--device", "phone", "--remove", "x"], 64),
        (["label", "--device", "phone", "a\nb"], 64), (["group", "a", "none"], 4),
        (["group", "a,b", "phone"], 64), (["group", "--remove", "ward 3", "watch"], 4),
      ] {
        let all = [arguments[0], "--database", database] + arguments.dropFirst()
        #expect(
          try await CollectorProcess.run(["device"] + all).status == Int32(status), "\(arguments)")
      }
      #expect(try await run("list").output == "phone  -  ward 3\nwatch  -  -\n")
    }
  }
}
