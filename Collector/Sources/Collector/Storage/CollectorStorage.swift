import Chunks

/// Where the collector keeps chunks and tokens. The only thing it asks of a database.
///
/// Every method is safe to call from anywhere. Values are consistent within one call; nothing is
/// promised between two calls, except that a stored chunk never changes and never goes away.
public protocol CollectorStorage: Sendable {
  /// Stores a batch of checked chunks in one durable step, and answers for each, in order.
  ///
  /// When this returns, what the outcomes say survives a loss of power. When it throws, nothing of
  /// the batch was stored. An identity that is taken is never overwritten: with equal bytes the
  /// outcome is `.alreadyStored`, with others `.conflict`.
  func store(_ batch: [CheckedChunk]) async throws(StorageError) -> [StoreOutcome]

  /// The exact bytes of a chunk; nil when there is none.
  func bytes(of identity: ChunkIdentity) async throws(StorageError) -> [UInt8]?

  /// Every device that has a chunk or a token, sorted.
  func devices() async throws(StorageError) -> [String]

  /// The names of the streams of a device, sorted.
  func streams(of device: String) async throws(StorageError) -> [String]

  /// Everything known about a stream but its samples, by sequence; nil when it has no chunk.
  func stream(_ name: StreamName) async throws(StorageError) -> StreamContents?

  /// Adds a token. Throws `.alreadyExists` when its hash is known.
  func add(_ token: TokenRecord) async throws(StorageError)

  /// The token with a hash, revoked or not; nil when there is none.
  func token(hash: TokenHash) async throws(StorageError) -> TokenRecord?

  /// All tokens, oldest first.
  func tokens() async throws(StorageError) -> [TokenRecord]

  /// Marks a token as revoked from now on; false when there is no such valid token.
  func revokeToken(hash: TokenHash, at time: Int64) async throws(StorageError) -> Bool
}

/// A stream of a device.
public struct StreamName: Hashable, Sendable {
  public var device: String
  public var stream: String

  public init(device: String, stream: String) {
    self.device = device
    self.stream = stream
  }
}

/// Why a storage could not do what it was asked to do.
public enum StorageError: Error, Hashable, Sendable {
  /// The disk or the permitted size of the database is used up.
  case full
  /// The database cannot be used now; later it may.
  case unavailable(String)
  /// What should be added is there already.
  case alreadyExists
  /// The database was written by a newer version of this program.
  case newerSchema(found: Int, known: Int)
}
