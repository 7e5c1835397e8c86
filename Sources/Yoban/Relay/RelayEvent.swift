import Chunks

/// The reason why a chunk has to be sent again, or why its receipt had no effect.
public enum RelayFailure: Error, Hashable, Sendable {
  /// The system could not transfer the chunk. The code is that of `WCError`, or of another error.
  case system(code: Int)
  /// The system reported the transfer as finished, but no receipt arrived in time.
  case noReceipt
  /// The system did not report the end of the transfer in time, which happens now and then. The
  /// transfer was canceled.
  case noEnd
  /// The chunk could not be read for now, so it was not given to the system.
  case unreadable(StoreError)
  /// The receipt is for other bytes. Nothing was deleted.
  case receiptMismatch(ReceiptMismatch)
  /// The receipt could not be stored. Nothing was deleted.
  case receiptNotStored(StoreError)
}

/// An event of the transfer from a watch.
public enum RelayEvent: Hashable, Sendable {
  /// The chunk was given to the system.
  case handedToSystem(ChunkIdentity)
  /// The system reports that the chunk arrived at the phone, which may be wrong (WC5). The chunk is
  /// kept.
  case handedOver(ChunkIdentity)
  /// The collector has the chunk, its receipt is stored, and the local chunk was deleted.
  case atServer(ChunkIdentity)
  /// The chunk is sent again. Nothing was deleted.
  case failed(ChunkIdentity, RelayFailure)
  /// The phone's app replied (true), or no longer replies (false).
  case phoneAwake(Bool)
  /// The storage could not be read or changed.
  case storageFailed(ChunkIdentity, StoreError)
}

/// The progress of a watch's chunks, to show to the user.
public struct RelayProgress: Hashable, Sendable {
  /// The number of chunks that are stored here or were delivered to the collector during this
  /// launch.
  public var recorded = 0
  /// The number of chunks that were not given to the system yet, or have to be given to it again.
  public var waiting = 0
  /// The number of chunks that the system is transferring.
  public var onTheLink = 0
  /// The number of chunks that the system reported as transferred and whose receipts are pending.
  public var handedOver = 0
  /// The number of chunks whose receipts arrived during this launch.
  public var atServer = 0
  /// The number of chunks that were quarantined because they are unreadable.
  public var quarantined = 0
  /// The total size of all chunks without a receipt, in bytes.
  public var bytesWaiting: Int64 = 0
  /// The total size of the chunks whose receipts arrived during this launch, in bytes.
  public var bytesAtServer: Int64 = 0
  /// Whether the phone's app is running, according to its last reply.
  public var isPhoneAwake = false

  public init() {}
}

/// An event of the phone's side of the relay.
public enum RelayReceiverEvent: Hashable, Sendable {
  /// A chunk from the watch is stored here and waits for its upload.
  case received(ChunkIdentity)
  /// A chunk arrived again. The copy was deleted.
  case repeated(ChunkIdentity)
  /// A chunk was not accepted. The watch keeps it and sends it again.
  case refused(ChunkIdentity, ChunkProblem)
  /// A chunk arrived with the identity of a stored chunk but with other bytes. It was quarantined.
  case conflict(ChunkIdentity)
  /// The file of a chunk could not be moved or stored. The watch sends it again.
  case storageFailed(ChunkIdentity, StoreError)
  /// A message from the watch woke this app.
  case woken
  /// Receipts for the watch were given to the system.
  case answered([ChunkIdentity])
  /// An event of the upload of a chunk to the collector.
  case upload(UploadEvent)
}

/// The progress of a watch's chunks on the phone.
public struct RelayReceiverProgress: Hashable, Sendable {
  /// The number of chunks that were stored here during this launch.
  public var received = 0
  /// The number of chunks that wait for their upload to the collector.
  public var waiting = 0
  /// The number of chunks whose receipts were stored here during this launch.
  public var delivered = 0
  /// The number of chunks that the collector refused.
  public var quarantined = 0
  /// The total size of all chunks stored here, in bytes.
  public var bytesWaiting: Int64 = 0

  public init() {}
}
