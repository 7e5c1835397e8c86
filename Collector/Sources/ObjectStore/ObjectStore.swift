/// A store of objects: bytes under a key, which are written once and never changed.
///
/// All methods can be called from any isolation. None blocks the caller's thread.
public protocol ObjectStore: Sendable {
  /// Where the objects are, without a secret, as it is shown to people, such as `s3://nights/study-7`.
  var name: String { get }

  /// The numbers of requests since this program started.
  var counts: ObjectStoreCounts { get }

  /// Stores an object. When this returns, it is durable, and the store has confirmed its length and its SHA-256.
  ///
  /// If this throws, the object may have been stored or not. A key must not be used again for other bytes.
  ///
  /// - Parameter sha256: the SHA-256 of the bytes, which the store compares with what it has received.
  func put(_ bytes: [UInt8], at key: String, sha256: [UInt8]) async throws(ObjectStoreError)

  /// Returns the bytes of an object, or some of them; nil if there is no such object.
  ///
  /// - Parameters:
  ///   - range: the positions of the bytes, not empty; nil for all. If the object is shorter, the answer is, too.
  ///   - isExpected: whether the bytes are right. If they are not, they are read again, and the last answer is returned
  ///     if they never are: the object itself is damaged then.
  func bytes(
    at key: String, in range: Range<Int64>?, isExpected: @escaping @Sendable ([UInt8]) -> Bool
  ) async throws(ObjectStoreError) -> [UInt8]?

  /// Removes an object. Does nothing if there is none.
  func remove(_ key: String) async throws(ObjectStoreError)

  /// Returns the first objects after a key, sorted by key; none at the end.
  ///
  /// - Parameter prefix: the beginning of their keys; empty for all objects.
  func objects(
    withPrefix prefix: String, after key: String?
  ) async throws(ObjectStoreError) -> [StoredObject]
}

extension ObjectStore {
  public func bytes(
    at key: String, in range: Range<Int64>? = nil
  ) async throws(ObjectStoreError) -> [UInt8]? {
    try await bytes(at: key, in: range, isExpected: { _ in true })
  }
}

/// Numbers of requests to a store.
public struct ObjectStoreCounts: Hashable, Sendable {
  public var requests = 0
  /// The tries after the first one of a request.
  public var retries = 0
  /// The requests that have failed in the end.
  public var failures = 0

  public init() {}
}

/// An object in a list.
public struct StoredObject: Hashable, Sendable {
  public var key: String
  public var byteCount: Int64
  /// When it was written, on the clock of the store, in seconds since 1970.
  public var time: Int64

  public init(key: String, byteCount: Int64, time: Int64) {
    self.key = key
    self.byteCount = byteCount
    self.time = time
  }
}

/// The reasons for which a store of objects does not do what was asked.
public enum ObjectStoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The store cannot be reached or is overloaded; a later call may succeed.
  case unavailable(String)
  /// The store refuses the request, and will refuse it again: wrong credentials, no such bucket.
  case refused(String)

  public var description: String {
    switch self {
    case .unavailable(let reason), .refused(let reason): reason
    }
  }
}
