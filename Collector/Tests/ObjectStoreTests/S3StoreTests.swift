import Chunks
import Foundation
import TestPrograms
import Testing

@testable import ObjectStore

/// The client against moto's server, which checks the signature of every request.
@Suite(.serialized, .patience, .enabled("moto is not installed") { await S3Server.isAvailable() })
struct S3StoreTests {
  let server: S3Server
  let store: S3Store
  /// Each test has a place of its own in the bucket of the server that they share.
  let prefix = UUID().uuidString

  private static let shared = Task { try await S3Server() }

  /// Runs requests on the threads of tasks, which is enough for a test.
  private final class Threads: TaskExecutor {
    private let queue = DispatchQueue(label: "objects", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }

  init() async throws {
    server = try await Self.shared.value
    store = try Self.store(on: server, prefix)
    try await server.setFaults([])
    try await server.setClock(offsetSeconds: 0)
  }

  private static func store(
    on server: S3Server, _ prefix: String, options: String = "", secretKey: String? = nil,
    bucket: String? = nil
  ) throws -> S3Store {
    var location = try S3Location(
      server.location(prefix: "tests/" + prefix) + options, environment: [:])
    if let bucket { location.bucket = bucket }
    return S3Store(
      location,
      S3Credentials(accessKey: server.accessKey, secretKey: secretKey ?? server.secretKey),
      transport: CurlTransport(executor: Threads(), stillSecondsMax: 1))
  }

  private func put(_ bytes: [UInt8], at key: String) async throws {
    try await store.put(bytes, at: key, sha256: ChunkDigest(of: bytes).bytes)
  }

  @Test func `objects are written, read in parts, listed and removed`() async throws {
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    try await put(bytes, at: "chunks/phone/x/1-2")
    try await put([], at: "chunks/phone/x/1-3")
    try await put([9], at: "other/1")
    #expect(try await store.bytes(at: "chunks/phone/x/1-2") == bytes)
    #expect(try await store.bytes(at: "chunks/phone/x/1-3") == [])
    #expect(try await store.bytes(at: "chunks/phone/x/1-2", in: 10..<15) == Array(bytes[10..<15]))
    #expect(
      try await store.bytes(at: "chunks/phone/x/1-2", in: 99_998..<200_000)
        == Array(bytes.suffix(2)))
    #expect(try await store.bytes(at: "chunks/phone/x/1-2", in: 100_000..<100_005) == [])
    #expect(try await store.bytes(at: "chunks/phone/x/9-9") == nil)

    let list = try await store.objects(withPrefix: "chunks/", after: nil)
    #expect(list.map(\.key) == ["chunks/phone/x/1-2", "chunks/phone/x/1-3"])
    #expect(list.map(\.byteCount) == [100_000, 0])
    #expect(abs(Double(list[0].time) - Date().timeIntervalSince1970) < 3_600)
    #expect(
      try await store.objects(withPrefix: "chunks/", after: list[0].key).map(\.key)
        == [list[1].key])

    try await store.remove(list[0].key)
    try await store.remove(list[0].key)
    #expect(try await store.bytes(at: list[0].key) == nil)
  }

  @Test func `a large object is sent in parts`() async throws {
    var store = store
    store.partBytes = 5 << 20
    let bytes = (0..<(11 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 12) }
    try await store.put(bytes, at: "large", sha256: ChunkDigest(of: bytes).bytes)
    #expect(try await store.bytes(at: "large") == bytes)
    try await server.setFaults([.internalError, .none, .lostAnswer], only: "PUT")
    try await store.put(bytes, at: "large-2", sha256: ChunkDigest(of: bytes).bytes)
    #expect(try await store.bytes(at: "large-2") == bytes)
  }

  @Test(arguments: [0, 1_000, 5 << 20, 11 << 20])
  func `an upload replaces an object when it is finished, and not before`(_ count: Int) async throws
  {
    var store = store
    store.partBytes = 5 << 20
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 12) }
    try await put([1, 2, 3], at: "k")
    for isFinished in [false, true] {
      var upload = S3Upload(store, "k")
      for start in stride(from: 0, to: count, by: 700_000) {
        try await upload.append(Array(bytes[start..<min(start + 700_000, count)]))
      }
      #expect(try await store.bytes(at: "k") == [1, 2, 3])
      if isFinished {
        try await server.setFaults([.lostAnswer])
        #expect(try await upload.finish() == Int64(count))
      } else {
        await upload.cancel()
      }
    }
    #expect(try await store.bytes(at: "k") == bytes)
  }

  @Test func `of two who create an object, the first one has it`() async throws {
    #expect(try await store.create([1], at: "k"))
    #expect(try await !store.create([2], at: "k"))
    #expect(try await store.bytes(at: "k") == [1])
    // An answer was lost: the object is one's own.
    try await server.setFaults([.lostAnswer], only: "PUT")
    #expect(try await store.create([3], at: "j"))
  }

  @Test(arguments: [S3Server.Fault.internalError, .slowDown, .slowAnswer, .lostAnswer, .cutAnswer])
  func `a fault of a write is tried again, and the object is there once`(_ fault: S3Server.Fault)
    async throws
  {
    try await server.setFaults([fault], only: "PUT")
    try await put([1, 2, 3], at: "k")
    #expect(try await store.bytes(at: "k") == [1, 2, 3])
    #expect(try await store.objects(withPrefix: "", after: nil).map(\.key) == ["k"])
    // moto's answer to a write has no body that could be cut.
    if fault != .cutAnswer { #expect(store.counts.retries > 0) }
  }

  @Test(arguments: [
    S3Server.Fault.internalError, .slowDown, .slowAnswer, .lostAnswer, .cutAnswer, .changedAnswer,
  ])
  func `a fault of a read is tried again`(_ fault: S3Server.Fault) async throws {
    try await put([1, 2, 3, 4], at: "k")
    try await server.setFaults([fault], only: "GET")
    let bytes = try await store.bytes(at: "k", in: nil) { $0 == [1, 2, 3, 4] }
    #expect(bytes == [1, 2, 3, 4])
  }

  @Test func `a damaged object is returned as it is`() async throws {
    try await put([1, 2, 3, 4], at: "k")
    try await server.setFaults(Array(repeating: .changedAnswer, count: 9), only: "GET")
    #expect(try await store.bytes(at: "k", in: nil) { $0 == [1, 2, 3, 4] } == [0, 2, 3, 4])
  }

  @Test func `a store that stays overloaded is given up, and works again later`() async throws {
    try await server.setFaults(Array(repeating: .slowDown, count: S3Attempts.triesMax))
    await #expect(
      throws: ObjectStoreError.unavailable(
        "the object store has answered 503 SlowDown: asked for by the test")
    ) {
      try await put([1], at: "k")
    }
    try await put([1], at: "k")
  }

  @Test(arguments: [1_200, -1_200])
  func `a clock that is off by 20 minutes is corrected`(seconds: Int) async throws {
    try await server.setClock(offsetSeconds: seconds)
    try await put([1], at: "k")
    #expect(store.counts.retries == 1)
    #expect(try await store.bytes(at: "k") == [1])
    #expect(store.counts.retries == 1)
  }

  @Test func `other bytes under a used key are refused and replace nothing`() async throws {
    try await put([1], at: "k")
    try await put([1], at: "k")
    await #expect(throws: ObjectStoreError.self) { try await put([2], at: "k") }
    #expect(try await store.bytes(at: "k") == [1])
  }

  @Test func `wrong credentials and a missing bucket are said, and not tried again`() async throws {
    let stranger = try Self.store(on: server, prefix, secretKey: "wrong")
    await #expect {
      _ = try await stranger.objects(withPrefix: "", after: nil)
    } throws: { error in
      "\(error)".contains("403 SignatureDoesNotMatch")
    }
    #expect(stranger.counts.retries == 0)
    let lost = try Self.store(on: server, prefix, bucket: "elsewhere")
    for request in [
      { try await lost.put([1], at: "k", sha256: ChunkDigest(of: [1]).bytes) },
      { _ = try await lost.bytes(at: "k") }, { try await lost.remove("k") },
      { _ = try await lost.objects(withPrefix: "", after: nil) },
    ] as [@Sendable () async throws -> Void] {
      await #expect(
        throws: ObjectStoreError.refused(
          "there is no bucket elsewhere in the object store; create it, or correct its name"
        )
      ) { try await request() }
    }
  }

  @Test func `the option for encryption at rest is sent with each object`() async throws {
    let store = try Self.store(on: server, prefix, options: "&encryption=AES256")
    try await store.put([1], at: "k", sha256: ChunkDigest(of: [1]).bytes)
    let script = """
      import boto3, sys
      s3 = boto3.client("s3", endpoint_url=sys.argv[1], region_name="eu-central-1",
          aws_access_key_id=sys.argv[2], aws_secret_access_key=sys.argv[3])
      print(s3.head_object(Bucket="nights", Key=sys.argv[4]).get("ServerSideEncryption"))
      """
    let seen = try await Python.run(
      ["-c", script, server.address, server.accessKey, server.secretKey, "tests/\(prefix)/k"])
    #expect(seen.output == "AES256\n")
  }

  @Test func `without a server, a request fails with the reason`() async throws {
    let location = try S3Location("s3://nights?endpoint=http://127.0.0.1:1", environment: [:])
    let store = S3Store(
      location, S3Credentials(accessKey: "a", secretKey: "b"),
      transport: CurlTransport(executor: Threads()))
    await #expect {
      _ = try await store.bytes(at: "k")
    } throws: { error in
      "\(error)".contains("connect")
    }
  }
}
