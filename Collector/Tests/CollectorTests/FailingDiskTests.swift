import Foundation
import TestPrograms
import Testing

/// A collector whose disk fails: every write ends with EIO.
@Suite(.serialized, .patience) struct FailingDiskTests {
  @Test func `a disk that fails loses no receipt, and uploads go on when it works again`()
    async throws
  {
    try await withTemporaryDirectory { directory in
      try await Self.compile(into: directory)
      let (database, flag) = (directory + "/db", directory + "/fails")
      let token = try await CollectorProcess.makeToken(database)
      let server = try await CollectorProcess(
        database: database, environment: ["LD_PRELOAD": "./failing-disk.so", "YOBAN_EIO": flag],
        in: directory)
      var stored: [UInt64] = []
      for round in 0..<4 as Range<UInt64> {
        for sequence in round * 10..<round * 10 + 5 {
          #expect(try await Self.upload(sequence, token, server.port) == 201)
          stored.append(sequence)
        }
        #expect(FileManager.default.createFile(atPath: flag, contents: nil))
        for sequence in round * 10 + 5..<round * 10 + 10 {
          #expect(try await Self.upload(sequence, token, server.port) == 503)
        }
        try FileManager.default.removeItem(atPath: flag)
      }
      for sequence in stored {
        #expect(try await Self.upload(sequence, token, server.port) == 200)
      }
      await server.kill()

      // After a loss of power, everything that had a receipt is there, and nothing is damaged.
      let (output, status) = try await CollectorProcess.run("verify", "--database", database)
      #expect(status == 0, "\(output)")
      #expect(output.contains("\n\(stored.count) chunks"), "\(output)")
    }
  }

  private static func upload(_ sequence: UInt64, _ token: String, _ port: Int) async throws -> Int {
    let chunk = ProcessTests.largeChunk(sequence)
    let bytes = try chunk.bytes()
    let connection = try RawConnection(port: port)
    await connection.send(RawConnection.putHead(chunk, bytes, token: token))
    await connection.send(bytes)
    return try #require(await connection.receive()).status
  }

  /// Compiles the library that lets writes fail. LD_PRELOAD cannot name a path with a space, so the collector runs
  /// in the folder.
  private static func compile(into directory: String) async throws {
    let source = Python.script("failing-disk.c")
    let compiler = try await runProgram([
      "clang", "-shared", "-fPIC", "-o", directory + "/failing-disk.so", source, "-ldl",
    ])
    try #require(compiler.status == 0, "\(compiler.output)")
  }
}
