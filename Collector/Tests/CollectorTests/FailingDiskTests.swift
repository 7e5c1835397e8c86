import Foundation
import TestPrograms
import Testing

/// A collector whose disk fails: every write ends with EIO.
@Suite(.serialized, .timeLimit(.minutes(3))) struct FailingDiskTests {
  @Test func `a disk that fails loses no receipt, and uploads go on when it works again`()
    async throws
  {
    try await withTemporaryDirectory { directory in
      let library = try await Self.compile(into: directory)
      let (database, flag) = (directory + "/db", directory + "/fails")
      let token = try await CollectorProcess.makeToken(database)
      let server = try await CollectorProcess(
        database: database, environment: ["LD_PRELOAD": library, "YOBAN_EIO": flag])
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

  /// Compiles the library that lets writes fail.
  private static func compile(into directory: String) async throws -> String {
    let source = Python.script("failing-disk.c")
    let library = directory + "/failing-disk.so"
    let compiler = try await runProgram([
      "clang", "-shared", "-fPIC", "-o", library, source, "-ldl",
    ])
    try #require(compiler.status == 0, "\(compiler.output)")
    return library
  }
}
