import Chunks
import ClockOffsets
import ObjectStore

/// A storage for chunks and tokens, with all requirements of the collector.
///
/// Every method can be called from any isolation. The result of one call is consistent; there is no
/// guarantee between two calls, except that a stored chunk is removed only by `delete(_:)` and only changes back
/// into what its sender has sent, if it was damaged.
public protocol CollectorStorage: AlertStorage, AuditStorage, DeviceStorage, EnrollmentStorage,
  PackingStorage, RetentionStorage
{
  /// Stores a batch of checked chunks in one durable step, and returns their outcomes, in order.
  ///
  /// When this returns, the outcomes survive a power loss. If it throws, nothing of the batch was
  /// stored. A stored chunk is never overwritten: for equal bytes under the same identity, the
  /// outcome is `.alreadyStored`, for other bytes `.conflict`. Before it answers `.alreadyStored`, the
  /// storage compares what it has with the bytes that came; if what it has is damaged, it stores them
  /// again, and the outcome is `.repaired`.
  ///
  /// - Parameter isWaiting: whether the batch waits if something else is being written for one of its devices.
  ///   Otherwise, the chunks of such a device are left out, and their outcome is `.deviceIsBusy`.
  func store(
    _ batch: [CheckedChunk], isWaiting: Bool
  ) async throws(StorageError) -> [StoreOutcome]

  /// Puts the bytes of a chunk into the store of objects, if there is one and the chunk is not stored yet, so that
  /// `store` has only to write what is known about it. Chunks that were not placed are placed by `store`.
  ///
  /// Returns the chunk for `store`. If it is never stored, the object stays until orphans are removed.
  func place(_ chunk: CheckedChunk) async throws(StorageError) -> CheckedChunk

  /// The numbers of requests to the store of objects; nil if there is none.
  var objectCounts: ObjectStoreCounts? { get }

  /// The executor on which the storage reads, if it has one. A task that reads much should run there.
  var readExecutor: (any TaskExecutor)? { get }

  /// The executor that runs `store`, if there is one. A task that only calls `store` should run there.
  var storeExecutor: (any TaskExecutor)? { get }

  /// Stores a request of another app and the rows of its series in one durable step.
  ///
  /// A batch with the same digest is stored once. A row that its stream already has, with the same time and
  /// the same values, is not written again. If this throws, nothing was stored; `.limitExceeded` tells that the batch
  /// would exceed one of `StorageLimits`.
  ///
  /// If the batch has a `delivery` that is repeated, and the last message with this number in the session had the same
  /// digest, it is the same message, and the outcome is `.alreadyStored`.
  func store(_ batch: ImportedBatch) async throws(StorageError) -> ImportOutcome

  /// Forgets the deliveries of a session that the broker has ended: its numbers mean other messages then.
  func forgetDeliveries(of session: String) async throws(StorageError)

  /// Deletes every chunk with a sample in a range of times, and returns their number.
  ///
  /// This takes several steps, so that uploads do not wait for it. If it is interrupted, what is left is deleted by
  /// `finishDeletions()`. Chunks are deleted as a whole. From the first step on, no chunk with a sample in the range is
  /// stored: the outcome is `.deleted`, so that its sender may delete it, too. A chunk without samples counts by its
  /// marks and gaps, and one without these is deleted if the range has no beginning. Quarantined chunks are deleted in
  /// the same way. The stored requests of other apps from which the streams were read lose their bytes, whatever their
  /// times are, and are still known as stored. Alerts about the streams are removed.
  func delete(_ deletion: Deletion) async throws(StorageError) -> Int

  /// Deletes what is left of deletions that were interrupted.
  func finishDeletions() async throws(StorageError)

  /// Returns the last sample of what `delete(_:)` can delete of a device, in nanoseconds since 1970, or the minimum
  /// without samples; nil if there is nothing, not even a stored request of another app.
  ///
  /// - Parameter stream: nil for all streams.
  func lastTime(of device: String, stream: String?) async throws(StorageError) -> Int64?

  /// Returns all deletions, the latest first.
  func deletions() async throws(StorageError) -> [DeletionRecord]

  /// Returns what is stored under an identity, without a check; nil if nothing is. Use `intactBytes(of:)`
  /// for bytes that are given to others.
  func body(of identity: ChunkIdentity) async throws(StorageError) -> StoredBody?

  /// Notes that a chunk is damaged, until it is repaired. Does nothing if this is known or if there is no
  /// such chunk.
  ///
  /// - Parameter time: now, in seconds since 1970.
  func noteDamage(of identity: ChunkIdentity, at time: Int64) async throws(StorageError)

  /// Removes the note that a chunk is damaged.
  func removeDamage(of identity: ChunkIdentity) async throws(StorageError)

  /// Returns the chunks that are known to be damaged, sorted by identity.
  func damage() async throws(StorageError) -> [DamagedChunk]

  /// Returns the number of chunks that are known to be damaged.
  func damagedCount() async throws(StorageError) -> Int

  /// Checks the structure of the database, such as its indexes, and returns what is wrong with it, in
  /// words. Takes as long as to read everything.
  func structureProblems() async throws(StorageError) -> [String]

  /// Finds the objects that belong to no stored chunk.
  ///
  /// Throws `.objectsUnavailable` if the bodies of chunks are not in a store of objects.
  ///
  /// - Parameter time: only objects that were written before this time, in seconds since 1970, are removed or stored.
  ///   Must be longer ago than an upload can take.
  func resolveOrphans(
    writtenBefore time: Int64, _ action: OrphanAction
  ) async throws(StorageError) -> OrphanReport

  /// Returns every device that has a chunk or a token, sorted.
  func devices() async throws(StorageError) -> [String]

  /// Returns the first devices after a name whose names or labels contain a text, sorted.
  ///
  /// - Parameters:
  ///   - name: nil to begin with the first device.
  ///   - text: compared without regard to the case of ASCII letters; empty for all devices.
  ///   - group: the group of the devices; nil for all.
  func devices(
    after name: String?, containing text: String, in group: String?, atMost limit: Int
  ) async throws(StorageError) -> [String]

  /// Returns whether a device has a chunk or a token.
  func isKnown(device: String) async throws(StorageError) -> Bool

  /// Returns the names of the streams of a device, sorted.
  func streams(of device: String) async throws(StorageError) -> [String]

  /// Returns the totals of every stream of a device, sorted by name. Takes the same time for any number of
  /// chunks.
  func summaries(of device: String) async throws(StorageError) -> [StreamSummary]

  /// Returns the units and the nominal interval of a stream; none if it has no chunk.
  func units(of name: StreamName) async throws(StorageError) -> StreamUnits

  /// Returns the channels of the chunks of a stream that have samples in a range of times, with their units in these
  /// chunks.
  func channels(
    of name: StreamName, in times: ClosedRange<Int64>
  ) async throws(StorageError) -> StreamChannels

  /// Returns how far every stream of a device with samples has come, by name. Reads less than `summaries(of:)`.
  func progress(of device: String) async throws(StorageError) -> [String: StreamProgress]

  /// Returns the chunks of a stream that may contain samples from `from` (included) to `to` (not included;
  /// nil for no end); nil if the stream has no chunk. Reads only these. Throws `.limitExceeded` if there are more
  /// than `StorageLimits.chunksPerAnswer`.
  func chunks(
    of name: StreamName, from: Int64, to: Int64?
  ) async throws(StorageError) -> StreamPart?

  /// Returns the chunks of a stream that share times with another chunk, or whose times do not always increase; nil if
  /// there are more than `StorageLimits.chunksPerAnswer`.
  func chunksThatMayRepeatTimes(of name: StreamName) async throws(StorageError) -> StreamPart?

  /// Returns the first chunks of a stream after a sequence, sorted by sequence; nil if it has no chunk.
  func chunks(
    of name: StreamName, after sequence: UInt64?, atMost limit: Int
  ) async throws(StorageError) -> [ChunkRecord]?

  /// Returns the first gaps of a stream after a position, sorted by position; nil if it has no chunk.
  func gaps(
    of name: StreamName, after position: GapPosition?, atMost limit: Int
  ) async throws(StorageError) -> [PlacedGap]?

  /// Returns the nearest chunks with samples that begin before `from` and after `to`, in nanoseconds since
  /// 1970: none, one or two.
  func neighbors(
    of name: StreamName, from: Int64, to: Int64
  ) async throws(StorageError) -> [ChunkRecord]

  /// Returns the encoded minima and maxima of some chunks of a stream, by sequence. Chunks that were stored by
  /// earlier versions have none.
  func curves(
    of name: StreamName, _ sequences: [UInt64], isFine: Bool
  ) async throws(StorageError) -> [UInt64: [UInt8]]

  /// Returns the first marks of a stream in a range of times, by time.
  func marks(
    of name: StreamName, in times: ClosedRange<Int64>, atMost limit: Int
  ) async throws(StorageError) -> [Mark]

  /// Returns the first marks of a stream after a position, sorted by position; nil if it has no chunk.
  func marks(
    of name: StreamName, after position: GapPosition?, atMost limit: Int
  ) async throws(StorageError) -> [PlacedMark]?

  /// Returns whether a stream has a mark with a name in a range of times.
  func hasMark(
    _ mark: String, of name: StreamName, in times: ClosedRange<Int64>
  ) async throws(StorageError) -> Bool

  /// Returns the first runs of sequences that are missing between the lowest and the highest stored one of a range.
  func missingRuns(
    of name: StreamName, in sequences: ClosedRange<UInt64>, atMost limit: Int
  ) async throws(StorageError) -> [ClosedRange<UInt64>]

  /// Computes the totals of a stream again from its chunks; returns whether they were wrong.
  func rebuildSummary(of name: StreamName) async throws(StorageError) -> Bool

  /// Returns the contents of a stream without its samples, sorted by sequence; nil if it has no
  /// chunk.
  func stream(_ name: StreamName) async throws(StorageError) -> StreamContents?

  /// Returns the latest nights of a device that begin before a time, the latest first.
  ///
  /// Nights are kept: the time that this takes depends on how many nights have changed since they were read,
  /// and not on the number of chunks.
  ///
  /// - Parameter time: in nanoseconds since 1970; nil for the latest nights.
  func nights(
    of device: String, before time: Int64?, atMost limit: Int
  ) async throws(StorageError) -> [Night]

  /// Returns the first night of a device that begins after a time, in nanoseconds since 1970; nil if there is
  /// none.
  func firstNight(of device: String, after time: Int64) async throws(StorageError) -> Night?

  /// Returns the night of a device that contains a time, in nanoseconds since 1970; nil if there is none.
  func night(of device: String, containing time: Int64) async throws(StorageError) -> Night?

  /// Returns what a device has told about itself with its latest upload; nil if it has not sent any.
  func report(of device: String) async throws(StorageError) -> DeviceReport?

  /// Returns what was measured of the clocks of a device near a range of times of its samples.
  ///
  /// If this is very much, a part of it, evenly spread.
  func clockMeasurements(
    of device: String, in times: ClosedRange<Int64>
  ) async throws(StorageError) -> ClockMeasurements

  /// Returns what was measured of the clocks of a device, in short, by the day in UTC since 1970.
  func clockDigests(of device: String) async throws(StorageError) -> [Int64: ClockDigest]

  /// Moves what was measured of the clocks of a device on one day into one row, if nothing of it is new.
  ///
  /// - Parameters:
  ///   - day: in UTC since 1970, after which the next one with measurements to be moved is taken; nil for the first.
  ///   - time: in seconds since 1970; a day on which a measurement was received since then stays as it is.
  /// - Returns: the day at which this has looked; nil if there is none.
  func foldClocks(
    of device: String, after day: Int64?, receivedBefore time: Int64
  ) async throws(StorageError) -> Int64?

  /// Lets all nights of a device be computed again when they are read.
  func forgetNights(of device: String) async throws(StorageError)

  /// Adds a token. Throws `.alreadyExists` if its hash is known.
  func add(_ token: TokenRecord) async throws(StorageError)

  /// Returns the token with a hash, whether revoked or not; nil if there is none.
  func token(hash: TokenHash) async throws(StorageError) -> TokenRecord?

  /// Returns all tokens, the oldest first.
  func tokens() async throws(StorageError) -> [TokenRecord]

  /// Marks a token as revoked from now on; returns false if there is no such valid token.
  func revokeToken(hash: TokenHash, at time: Int64) async throws(StorageError) -> Bool
}

extension CollectorStorage {
  public func store(_ batch: [CheckedChunk]) async throws(StorageError) -> [StoreOutcome] {
    try await store(batch, isWaiting: true)
  }

  public var objectCounts: ObjectStoreCounts? { nil }

  public func place(_ chunk: CheckedChunk) async throws(StorageError) -> CheckedChunk { chunk }

  public var readExecutor: (any TaskExecutor)? { nil }
  public var storeExecutor: (any TaskExecutor)? { nil }
}

/// The name of a stream together with its device.
public struct StreamName: Hashable, Sendable {
  public var device: String
  public var stream: String

  public init(device: String, stream: String) {
    self.device = device
    self.stream = stream
  }
}

extension ChunkIdentity {
  /// The stream that the chunk belongs to.
  public var name: StreamName { StreamName(device: device, stream: stream) }
}

/// The errors of a storage.
public enum StorageError: Error, Hashable, Sendable {
  /// The disk, or the permitted size of the database, is used up.
  case full
  /// The database cannot be used now; a later call may succeed.
  case unavailable(String)
  /// The store of objects with the bodies of chunks cannot be used now; a later call may succeed.
  case objectsUnavailable(String)
  /// Nothing was stored, because it would exceed a limit.
  case limitExceeded(LimitExceeded)
  /// The stored bytes of a chunk are not those that its sender has sent.
  case damaged(ChunkIdentity)
  /// The object to add already exists.
  case alreadyExists
  /// The database was written by a newer version of this program.
  case newerSchema(found: Int, known: Int)
}
