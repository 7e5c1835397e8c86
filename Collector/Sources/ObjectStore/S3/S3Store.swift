import CYobanCurl
import Chunks
import Foundation
import Synchronization

/// A store that understands Amazon's S3 API: S3 itself, Ceph, MinIO, R2 and others.
///
/// Every request is signed, tried again with a growing delay if the store is overloaded or cannot be reached, and sent
/// with the store's time if it refuses this machine's.
public struct S3Store: ObjectStore {
  public let location: S3Location
  private let credentials: S3Credentials
  private let transport: any S3Transport
  private let shared = Shared()
  /// The size above which an object is sent in parts, and the size of a part. S3 takes parts of at least 5 MiB, and at
  /// most 10,000 of them.
  var partBytes = 16 << 20

  private final class Shared: Sendable {
    /// The difference between the store's clock and this machine's, in seconds.
    let clockOffset = Mutex(Int64(0))
    let counts = Mutex(ObjectStoreCounts())
  }

  /// - Parameter executor: the threads on which requests are sent. Each waits for its answer.
  public init(
    _ location: S3Location, _ credentials: S3Credentials, executor: any TaskExecutor
  ) {
    self.init(location, credentials, transport: CurlTransport(executor: executor))
  }

  init(_ location: S3Location, _ credentials: S3Credentials, transport: any S3Transport) {
    self.location = location
    self.credentials = credentials
    self.transport = transport
  }

  public var name: String { location.name }

  public var counts: ObjectStoreCounts { shared.counts.withLock { $0 } }

  public func put(
    _ bytes: [UInt8], at key: String, sha256: [UInt8]
  ) async throws(ObjectStoreError) {
    guard bytes.count <= partBytes else {
      var upload = S3Upload(self, key)
      do throws(ObjectStoreError) {
        try await upload.append(bytes)
        _ = try await upload.finish()
      } catch {
        await upload.cancel()
        throw error
      }
      return
    }
    let digest = ChunkDigest(bytes: sha256) ?? ChunkDigest(of: bytes)
    // A key is used once. A store that does not know the condition ignores it.
    guard try await putWhole(bytes, at: key, digest, isNew: true) else {
      throw .unavailable(Self.otherBytes(key))
    }
  }

  /// Stores an object unless there is one with other bytes, and returns whether it is stored.
  ///
  /// Of two calls at the same time, only one stores its bytes, if the store knows `If-None-Match`.
  public func create(_ bytes: [UInt8], at key: String) async throws(ObjectStoreError) -> Bool {
    try await putWhole(bytes, at: key, ChunkDigest(of: bytes), isNew: true)
  }

  /// Sends all bytes with one request. Returns false if the object must be new and has other bytes.
  func putWhole(
    _ bytes: [UInt8], at key: String, _ digest: ChunkDigest, isNew: Bool
  ) async throws(ObjectStoreError) -> Bool {
    var request = S3Request(method: "PUT", key: key, body: bytes, bodySHA256: digest.hex)
    request.headers =
      encryptionHeaders + [
        ("content-type", "application/octet-stream"),
        ("x-amz-checksum-sha256", digest.base64), ("x-amz-sdk-checksum-algorithm", "SHA256"),
      ]
    if isNew { request.headers.append(("if-none-match", "*")) }
    let answer = try await self.answer(to: request)
    switch answer.status {
    case 200..<300:
      // A store that has checked the SHA-256 repeats it. All others have compared it with the signed one.
      if let confirmed = answer.headers["x-amz-checksum-sha256"] {
        guard confirmed == digest.base64 else { throw .unavailable(Self.otherBytes(key)) }
      } else {
        try await requireLength(Int64(bytes.count), at: key)
      }
      return true
    case 412:
      // An earlier try may have stored it, and its answer was lost.
      return try await self.bytes(at: key, in: nil) { $0 == bytes } == bytes
    default: throw unexpected(answer, key)
    }
  }

  public func bytes(
    at key: String, in range: Range<Int64>?, isExpected: @escaping @Sendable ([UInt8]) -> Bool
  ) async throws(ObjectStoreError) -> [UInt8]? {
    var request = S3Request(method: "GET", key: key, answerBytesMax: Self.objectBytesMax)
    if let range {
      guard range.lowerBound >= 0, !range.isEmpty else { return [] }
      request.headers = [("range", "bytes=\(range.lowerBound)-\(range.upperBound - 1)")]
      request.answerBytesMax = min(Self.objectBytesMax, Int64(range.count))
    }
    var last: [UInt8]?
    for _ in 0..<Self.readsOfDamagedMax {
      let answer = try await self.answer(to: request)
      switch answer.status {
      case 404:
        guard answer.code != "NoSuchBucket" else { throw .refused(missingBucket) }
        return nil
      // The object is shorter than it should be.
      case 416: return []
      case 206,
        200 where range == nil:
        if isExpected(answer.body) { return answer.body }
        last = answer.body
      default: throw unexpected(answer, key)
      }
    }
    return last
  }

  public func remove(_ key: String) async throws(ObjectStoreError) {
    let answer = try await self.answer(to: S3Request(method: "DELETE", key: key))
    switch answer.status {
    case 200..<300: break
    case 404 where answer.code != "NoSuchBucket": break
    default: throw unexpected(answer, key)
    }
  }

  public func objects(
    withPrefix prefix: String, after key: String?
  ) async throws(ObjectStoreError) -> [StoredObject] {
    let root = location.prefix.isEmpty ? "" : location.prefix + "/"
    var request = S3Request(method: "GET", answerBytesMax: 16 << 20)
    request.query = [("list-type", "2"), ("prefix", root + prefix)]
    if let key { request.query.append(("start-after", root + key)) }
    let answer = try await self.answer(to: request)
    guard answer.status == 200 else { throw unexpected(answer, prefix) }
    guard let objects = S3Listing.objects(in: answer.body) else {
      throw .unavailable("the object store has answered with a list that cannot be read")
    }
    return objects.compactMap { object in
      guard object.key.hasPrefix(root) else { return nil }
      var own = object
      own.key = String(object.key.dropFirst(root.count))
      return own
    }
  }

  /// The maximum size of what is read at once.
  private static let objectBytesMax = Int64(2) << 30
  /// The number of times that bytes are read that are not as expected.
  private static let readsOfDamagedMax = 3

  private static func otherBytes(_ key: String) -> String {
    "the object store has other bytes at \(key) than those that were sent"
  }

  private var missingBucket: String {
    "there is no bucket \(location.bucket) in the object store; create it, or correct its name"
  }
}

extension S3Store {
  var encryptionHeaders: [(name: String, value: String)] {
    [
      ("x-amz-server-side-encryption", location.encryption),
      ("x-amz-server-side-encryption-aws-kms-key-id", location.encryptionKey),
    ].compactMap { name, value in value.map { (name, $0) } }
  }

  func requireLength(_ count: Int64, at key: String) async throws(ObjectStoreError) {
    let answer = try await self.answer(to: S3Request(method: "HEAD", key: key))
    guard answer.status == 200, answer.headers["content-length"] == String(count) else {
      throw .unavailable(
        "the object store has not confirmed that \(key) has \(count) bytes")
    }
  }

  func unexpected(_ answer: S3Answer, _ key: String) -> ObjectStoreError {
    guard answer.code != "NoSuchBucket" else { return .refused(missingBucket) }
    return .unavailable(
      "the object store has answered \(answer.status) \(answer.code) about \(key)")
  }

  /// Sends a request until there is an answer that need not be asked for again.
  func answer(to request: S3Request) async throws(ObjectStoreError) -> S3Answer {
    let address = location.address(of: request.key)
    let query = S3Signature.canonicalQuery(request.query)
    let url = address.origin + address.path + (query.isEmpty ? "" : "?" + query)
    var attempts = S3Attempts(clockOffset: shared.clockOffset.withLock { $0 })
    shared.counts.withLock { $0.requests += 1 }
    while true {
      let now = Int64(Date().timeIntervalSince1970)
      let fields = S3Signature.headers(
        for: request, host: address.host, path: address.path, region: location.region, credentials,
        seconds: now.addingReportingOverflow(attempts.clockOffset).partialValue)
      let result: Result<S3Answer, S3TransportError>
      do throws(S3TransportError) {
        result = .success(try await transport.answer(to: request, at: url, signed: fields))
      } catch {
        result = .failure(error)
      }
      let date = (try? result.get())?.headers["date"].flatMap(Self.seconds(ofDate:))
      switch attempts.action(
        after: result, draw: Double.random(in: 0...1), now: now, date: date)
      {
      case .finish: return try Self.finished(result)
      case .retry(let delay, let offset):
        shared.clockOffset.withLock { $0 = offset }
        shared.counts.withLock { $0.retries += 1 }
        do { try await Task.sleep(for: delay) } catch { throw .unavailable("it was canceled") }
      case .fail(let error):
        shared.counts.withLock { $0.failures += 1 }
        throw error
      }
    }
  }

  /// Seconds since 1970 of a header field such as `Mon, 30 Nov 2026 22:10:25 GMT`.
  private static func seconds(ofDate text: String) -> Int64? {
    let time = curl_getdate(text, nil)
    return time < 0 ? nil : Int64(time)
  }

  private static func finished(
    _ result: Result<S3Answer, S3TransportError>
  ) throws(ObjectStoreError) -> S3Answer {
    do { return try result.get() } catch { throw .unavailable(error.reason) }
  }
}
