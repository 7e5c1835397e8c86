import Chunks
import CollectorSQLite
import Foundation
import NIOCore
import NIOEmbedded
import TestPrograms
import Testing

@testable import Collector

/// A whole night as a ZIP archive and as a SQLite file, downloaded and read by Python.
@Suite(.patience) struct NightDownloadTests {
  private struct Found: Decodable {
    var files: [String]
    var rows: [String: Int]
    var gaps: String
    var missing: String
    var marks: String
    var chunks: Int
    var damaged: Int
    var parquet: Bool
  }

  private static let day: Int64 = 86_400_000_000_000

  /// Two nights of two streams, with a gap and a missing chunk in the second one.
  private static func fill(_ server: TestServer) async throws {
    for night in 0..<2 as Range<UInt64> {
      let start = Int64(night + 1) * day
      for stream in ["accelerometer", "heart-rate"] {
        for index in 0..<4 as Range<UInt64> where !(night == 1 && index == 2) {
          let first = start + Int64(index) * 1_000_000_000
          var chunk = TestChunk(
            stream: stream, sequence: night * 4 + index,
            channels: stream == "heart-rate" ? ["bpm"] : ["x", "y"],
            times: (0..<50).map { first + $0 * 10_000_000 })
          if index == 0 { chunk.marks = [.started(at: start)] }
          if index == 3 { chunk.marks = [.stopped(at: first + 500_000_000)] }
          if index == 1 {
            chunk.gaps = [Gap(start: first + 1, end: first + 2, cause: .suspended)]
          }
          #expect(try await server.put(chunk).status == 201)
        }
      }
    }
  }

  private static func read(_ server: TestServer, token: String) async throws -> Found {
    let base = "http://127.0.0.1:\(server.port)/v1/devices/phone"
    let (output, status) = try await Python.run([
      Python.script("night_files.py"), "\(base)/nights/\(2 * day)", "\(base)/streams", token,
      "accelerometer", "heart-rate",
    ])
    try #require(status == 0, "\(output)")
    return try JSONDecoder().decode(Found.self, from: Data(output.utf8))
  }

  @Test func `the files have the samples of the night, as the other answers have them`()
    async throws
  {
    try await TestServer.run { server in
      try await Self.fill(server)
      let found = try await Self.read(server, token: server.token)
      #expect(
        found.files == [
          "README.md", "chunks.csv", "clocks.csv", "gaps.csv", "jumps.csv", "marks.csv",
          "missing.csv", "night.sqlite", "streams/accelerometer.parquet",
          "streams/heart-rate.parquet",
        ])
      #expect(found.rows == ["accelerometer": 150, "heart-rate": 150])
      #expect(found.chunks == 6)
      #expect(found.damaged == 0)
      let start = 2 * Self.day + 1_000_000_001
      #expect(
        found.gaps.replacing("\r\n", with: "\n") == """
          stream,start_ns,end_ns,cause
          accelerometer,\(start),\(start + 1),suspended
          heart-rate,\(start),\(start + 1),suspended

          """)
      #expect(
        found.missing.replacing("\r\n", with: "\n") == """
          stream,first_sequence,last_sequence
          accelerometer,6,6
          heart-rate,6,6

          """)
      #expect(found.marks.split(whereSeparator: \.isNewline).count == 5)
      #expect(found.parquet == (ProcessInfo.processInfo.environment["YOBAN_PYTHON"] != nil))
    }
  }

  @Test func `a damaged chunk is listed and left out`() async throws {
    let storage = try SQLiteStorage()
    try await TestServer.run(over: storage) { server in
      try await Self.fill(server)
      try await storage.execute(
        """
        UPDATE bodies SET body = x'00' WHERE id =
          (SELECT id FROM chunks WHERE stream = 'accelerometer' AND sequence = 5)
        """)
      _ = try await storage.verify(at: 0)
      let night = try #require(try await storage.night(of: "phone", containing: 2 * Self.day))
      let download = try await NightDownload.load(night, of: "phone", storage)
      #expect(download.contents.chunks.filter(\.isDamaged).map(\.sequence) == [5])
      // Another one is found while it is read, and the client sees that the archive is incomplete.
      try await storage.execute(
        """
        UPDATE bodies SET body = x'00' WHERE id =
          (SELECT id FROM chunks WHERE stream = 'accelerometer' AND sequence = 7)
        """)
      let connection = try RawConnection(port: server.port)
      await connection.send(
        "GET /devices/phone/nights/\(2 * Self.day)/archive.zip HTTP/1.1\r\nHost: localhost\r\n\r\n")
      let bytes = await connection.dataUntilClose()
      #expect(String(decoding: bytes.prefix(12), as: UTF8.self) == "HTTP/1.1 200")
      #expect(!bytes.suffix(5).elementsEqual("0\r\n\r\n".utf8))
      #expect(try await storage.damage().count == 2)
    }
  }

  @Test func `the list of nights has pages, and its times lead to the files`() async throws {
    try await TestServer.run { server in
      try await Self.fill(server)
      let first = try await server.get("/v1/devices/phone/nights?limit=1")
      let nights = try #require(try first.json["nights"] as? [[String: Any]])
      #expect(nights.map { $0["start"] as? Int64 } == [2 * Self.day])
      #expect(nights.first?["missing"] as? Int == 2)
      #expect(nights.first?["is_open"] as? Bool == false)
      let link = try #require(first.headers[.link])
      let next = String(link.dropFirst().prefix { $0 != ">" })
      let second = try await server.get(next)
      #expect(second.headers[.link] == nil)
      #expect(
        try (second.json["nights"] as? [[String: Any]])?.map { $0["start"] as? Int64 } == [Self.day]
      )
      try await server.get("/v1/devices/phone/nights/7/archive.zip").expectProblem(.notFound)
      try await server.get("/v1/devices/phone/nights/x/archive.zip").expectProblem(.invalidRequest)
      let stranger = try await server.storage.makeToken(.device("watch"))
      try await server.get("/v1/devices/phone/nights/\(Self.day)/night.sqlite", token: stranger)
        .expectProblem(.forbidden)
    }
  }

  /// The chunk contains the end of one night and the beginning of the next one.
  @Test func `the files of a night have the channels of a chunk that begins before it`()
    async throws
  {
    try await TestServer.run { server in
      for chunk in [
        TestChunk(
          sequence: 0, channels: ["x", "early"], times: [0, Self.day + 5],
          marks: [.started(at: 0), .stopped(at: 10), .started(at: Self.day)]),
        TestChunk(sequence: 1, channels: ["z"], times: [Self.day + 10]),
      ] {
        #expect(try await server.put(chunk).status == 201)
      }
      let night = "/v1/devices/phone/nights/\(Self.day)"
      for file in ["night.sqlite", "archive.zip"] {
        #expect(try await server.get("\(night)/\(file)").status == 200, "\(file)")
      }
      let name = StreamName(device: "phone", stream: "accelerometer")
      let channels = try await server.storage.channels(of: name, in: Self.day...(Self.day + 10))
      #expect(channels.names == ["x", "early", "z"])
    }
  }

  /// Otherwise the file of a night would go on growing.
  @Test func `no chunk is read for a client that has left`() async throws {
    let storage = try SQLiteStorage()
    try await storage.store(TestChunk(sequence: 0, times: [1]), TestChunk(sequence: 1, times: [2]))
    let name = StreamName(device: "phone", stream: "accelerometer")
    let chunks = try #require(try await storage.chunks(of: name, from: 0, to: nil)).chunks
    let channel = NIOAsyncTestingChannel()
    try await channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).get()
    try await Client.$connection.withValue(channel) {
      var samples = TimeOrderedSamples(chunks, of: name, in: storage)
      #expect(try await samples.next()?.times.first == 1)
      try await channel.close().get()
      await #expect(throws: ClientHasLeft.self) { try await samples.next() }
    }
  }

  @Test func `not more nights than allowed are written at once`() throws {
    let places = LimitedPlaces(count: 1, share: 1, refusal: "Later.")
    var place: LimitedPlaces.Place? = try places.reserve(for: .local)
    #expect(throws: Problem(.busy, "Later.")) { try places.reserve(for: .local) }
    withExtendedLifetime(place) {}
    place = nil
    _ = try places.reserve(for: .local)
  }

  @Test func `one token has only its share of the places`() throws {
    let places = LimitedPlaces(count: 4, share: 2, refusal: "Later.")
    let (one, other) = (Reader(token: Token.random().hash), Reader(token: Token.random().hash))
    var held = [try places.reserve(for: one), try places.reserve(for: one)]
    #expect(throws: Problem(.busy, "Later.")) { try places.reserve(for: one) }
    held.append(try places.reserve(for: other))
    held.append(try places.reserve(for: .local))
    #expect(throws: Problem(.busy, "Later.")) { try places.reserve(for: other) }
    held.removeFirst()
    held.append(try places.reserve(for: one))
    #expect(throws: Problem(.busy, "Later.")) { try places.reserve(for: one) }
    held = []
    for _ in 0..<4 { held.append(try places.reserve(for: .local)) }
    #expect(throws: Problem(.busy, "Later.")) { try places.reserve(for: .local) }
  }

  /// Nothing is left of the file of a server that was killed.
  @Test func `a temporary file can be read and written when it has no name any more`() throws {
    let file = TemporaryFile()
    #expect(FileManager.default.createFile(atPath: file.path, contents: Data("ab".utf8)))
    let writer = try FileHandle(forWritingTo: URL(filePath: file.path))
    try file.removeName()
    #expect(!FileManager.default.fileExists(atPath: file.path))
    try writer.seekToEnd()
    try writer.write(contentsOf: Data("cde".utf8))
    var parts = file.parts(of: 3)
    #expect(try parts.next() == Array("abc".utf8))
    #expect(try parts.next() == Array("de".utf8))
    #expect(try parts.next() == nil)
  }
}
