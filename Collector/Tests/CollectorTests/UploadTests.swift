import Chunks
import CollectorContract
import Foundation
import HTTPTypes
import Testing

@testable import Collector

@Suite(.patience) struct UploadTests {
  @Test func `a new chunk is created, and a repeated one gets the same receipt`() async throws {
    try await TestServer.run { server in
      let chunk = TestChunk(gaps: [Gap(start: 3_000, end: 4_000, cause: .suspended)])
      let bytes = try chunk.bytes()
      let first = try await server.put(chunk)
      let second = try await server.put(chunk)
      #expect(first.status == 201)
      #expect(second.status == 200)
      #expect(
        first.body
          == "{\"bytes\":\(bytes.count),\"device\":\"phone\",\"gaps\":1,\"samples\":3,"
          + "\"sequence\":0,\"sha256\":\"\(ChunkDigest(of: bytes).hex)\","
          + "\"stream\":\"accelerometer\"}")
      #expect(second.body == first.body)
      #expect(first.headers[.contentType] == "application/json")
    }
  }

  @Test func `other bytes under a stored identity are refused and quarantined`() async throws {
    try await TestServer.run { server in
      let stored = TestChunk()
      _ = try await server.put(stored)
      try await server.put(TestChunk(times: [9_000])).expectProblem(.conflict)
      try await server.put(TestChunk(times: [9_000])).expectProblem(.conflict)
      let name = StreamName(device: "phone", stream: "accelerometer")
      let contents = try await server.storage.stream(name)
      #expect(contents?.chunks.count == 1)
      #expect(contents?.conflicts == [0])
      #expect(try await server.put(stored).status == 200)
    }
  }

  /// A request that must be refused, and the expected problem.
  struct BadUpload: CustomTestStringConvertible, Sendable {
    var name: String
    var kind: ProblemKind
    var path = TestChunk().path
    var chunk = TestChunk()
    /// Changes the bytes after they were written; the digest is the one of the changed bytes.
    var alter: @Sendable ([UInt8]) -> [UInt8] = { $0 }
    /// nil: the right token of `phone`; empty: no field.
    var authorization: String?
    /// nil: the right digest; empty: no field.
    var digest: String?

    var testDescription: String { name }
  }

  static let badUploads: [BadUpload] = [
    BadUpload(name: "no token", kind: .unauthorized, authorization: ""),
    BadUpload(name: "an unknown token", kind: .unauthorized, authorization: "Bearer yb_x"),
    BadUpload(name: "another scheme", kind: .unauthorized, authorization: "Digest yb_x"),
    BadUpload(name: "half a field", kind: .unauthorized, authorization: "Bearer"),
    BadUpload(
      name: "another device's path", kind: .forbidden, path: TestChunk(device: "watch").path),
    BadUpload(name: "no digest", kind: .digestMissing, digest: ""),
    BadUpload(name: "a digest of another kind", kind: .digestMissing, digest: "md5=:AAAA:"),
    BadUpload(name: "a digest cut off", kind: .digestMissing, digest: "sha-256=:AAAA"),
    BadUpload(name: "a digest too short", kind: .digestMissing, digest: "sha-256=:AAAA:"),
    BadUpload(
      name: "the digest of other bytes", kind: .digestMismatch,
      digest: ChunkDigest(of: [1, 2, 3]).contentDigestField),
    BadUpload(name: "an empty body", kind: .invalidChunk, alter: { _ in [] }),
    BadUpload(name: "text", kind: .invalidChunk, alter: { _ in Array("time,x\n1,2\n".utf8) }),
    BadUpload(
      name: "a later format version", kind: .invalidChunk,
      alter: { $0[..<8] + [2, 0] + $0[10...] }),
    BadUpload(name: "an altered header", kind: .invalidChunk, alter: { flip($0, at: 14) }),
    BadUpload(
      name: "an altered sample", kind: .incompleteChunk, alter: { flip($0, at: $0.count - 40) }),
    BadUpload(name: "a cut end", kind: .incompleteChunk, alter: { $0.dropLast() }),
    BadUpload(
      name: "a chunk without end", kind: .incompleteChunk, chunk: TestChunk(isFinished: false)),
    BadUpload(name: "bytes after the end", kind: .invalidChunk, alter: { $0 + [0] }),
    BadUpload(
      name: "another chunk of the stream", kind: .identityMismatch, chunk: TestChunk(sequence: 1)),
    BadUpload(
      name: "a chunk of another device", kind: .identityMismatch,
      chunk: TestChunk(device: "watch")),
    BadUpload(
      name: "a device named ..", kind: .invalidRequest,
      path: "/v1/devices/../streams/accelerometer/chunks/0"),
    BadUpload(
      name: "an escaped path", kind: .invalidRequest,
      path: "/v1/devices/..%2F..%2Fetc/streams/passwd/chunks/0"),
    BadUpload(
      name: "a device with a space", kind: .invalidRequest,
      path: "/v1/devices/a%20b/streams/accelerometer/chunks/0"),
    BadUpload(
      name: "a name that is too long", kind: .invalidRequest,
      path: "/v1/devices/\(String(repeating: "a", count: 65))/streams/s/chunks/0"),
    BadUpload(
      name: "a sequence with a sign", kind: .invalidRequest,
      path: "/v1/devices/phone/streams/accelerometer/chunks/-1"),
    BadUpload(
      name: "a sequence with zeros", kind: .invalidRequest,
      path: "/v1/devices/phone/streams/accelerometer/chunks/00"),
    BadUpload(
      name: "a sequence above 2^63 - 1", kind: .invalidRequest,
      path: "/v1/devices/phone/streams/accelerometer/chunks/9223372036854775808"),
  ]

  static func flip(_ bytes: [UInt8], at index: Int) -> [UInt8] {
    var bytes = bytes
    bytes[index] ^= 1
    return bytes
  }

  @Test(arguments: badUploads)
  func `an invalid upload is refused and stores nothing`(
    _ upload: BadUpload
  ) async throws {
    try await TestServer.run { server in
      let bytes = upload.alter(try upload.chunk.bytes())
      var headers: HTTPFields = [
        .authorization: upload.authorization ?? "Bearer \(server.token)",
        .contentDigest: upload.digest ?? ChunkDigest(of: bytes).contentDigestField,
      ]
      for name in [HTTPField.Name.authorization, .contentDigest] where headers[name] == "" {
        headers[name] = nil
      }
      let answer = try await server.request(upload.path, .put, headers, bytes)
      try answer.expectProblem(upload.kind)
      #expect(try await server.storage.streams(of: "phone").isEmpty)
      #expect(try await server.storage.streams(of: "watch").isEmpty)
      #expect(try await server.put(TestChunk()).status == 201)
      let metrics = try await server.get("/metrics").body
      #expect(
        metrics.contains("yoban_collector_rejected_total{code=\"\(upload.kind.rawValue)\"} 1\n"))
    }
  }

  @Test func `the digest field may contain other algorithms, too`() async throws {
    try await TestServer.run { server in
      let bytes = try TestChunk().bytes()
      let field = "sha-512=:AAAA:, \(ChunkDigest(of: bytes).contentDigestField)"
      #expect(try await server.put(bytes, to: TestChunk().path, digest: field).status == 201)
    }
  }

  @Test func `a chunk larger than the limit is refused before its body is read`() async throws {
    let bytes = try TestChunk().bytes()
    let configuration = CollectorConfiguration.patient(chunkBytesMax: bytes.count - 1)
    try await TestServer.run(configuration) { server in
      try await server.put(bytes, to: TestChunk().path).expectProblem(.bodyTooLarge)
    }
    try await TestServer.run(.patient(chunkBytesMax: bytes.count)) {
      server in
      let answer = try await server.put(bytes, to: TestChunk().path)
      #expect(answer.status == 201)
    }
  }

  @Test func `an upload is refused for now if all body memory is in use`() async throws {
    try await TestServer.run(.patient(bodyBytesMax: 10)) { server in
      let answer = try await server.put(TestChunk())
      try answer.expectProblem(.busy)
      #expect(answer.headers[.retryAfter] == "1")
    }
  }

  @Test(arguments: [
    (StorageError.full, ProblemKind.storageFull), (.unavailable("?"), .unavailable),
  ])
  func `if the storage fails, the upload gets no receipt`(
    error: StorageError, kind: ProblemKind
  ) async throws {
    let storage = try StubStorage { _ in .failure(error) }
    try await TestServer.run(over: storage) { server in
      try await server.put(TestChunk()).expectProblem(kind)
    }
  }

  @Test func `a revoked token is refused from then on`() async throws {
    try await TestServer.run { server in
      _ = try await server.storage.revokeToken(hash: Token(text: server.token).hash, at: 1)
      try await server.put(TestChunk()).expectProblem(.unauthorized)
    }
  }

  @Test func `an admin token cannot store chunks`() async throws {
    try await TestServer.run { server in
      let bytes = try TestChunk().bytes()
      try await server.put(bytes, to: TestChunk().path, token: server.admin)
        .expectProblem(.forbidden)
    }
  }
}
