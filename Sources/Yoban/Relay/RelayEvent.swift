import Chunks

/// Why a chunk has to be sent again, or its receipt did nothing.
public enum RelayFailure: Error, Hashable, Sendable {
  /// The system could not transfer it; the code is that of `WCError`, or another error's.
  case system(code: Int)
  /// No receipt came in time after the system said that it was handed over.
  case noReceipt
  /// The system did not say in time what became of the transfer, as it sometimes never does: the
  /// transfer was cancelled.
  case noEnd
  /// The chunk could not be read for the moment, so that nothing was given to the system.
  case unreadable(StoreError)
  /// The receipt is for other bytes: nothing was deleted.
  case receiptMismatch(ReceiptMismatch)
  /// The receipt could not be stored: nothing was deleted.
  case receiptNotStored(StoreError)
}

/// One fact about what a watch sends.
public enum RelayEvent: Hashable, Sendable {
  /// The system has the chunk.
  case handedToSystem(ChunkIdentity)
  /// The system says that the chunk is at the phone, which it may not be (WC5): it is kept.
  case handedOver(ChunkIdentity)
  /// The collector has the chunk, its receipt is stored and the chunk is deleted here.
  case atServer(ChunkIdentity)
  /// Nothing was deleted; the chunk is sent again.
  case failed(ChunkIdentity, RelayFailure)
  /// The phone's app answered, or has ceased to.
  case phoneAwake(Bool)
  /// The storage refused to be read or changed.
  case storageFailed(ChunkIdentity, StoreError)
}

/// How far a watch's chunks are: for its user.
public struct RelayProgress: Hashable, Sendable {
  /// Chunks that are stored here or were brought to the collector in this process launch.
  public var recorded = 0
  /// Chunks that were not given to the system yet, or have to be given again.
  public var waiting = 0
  /// Chunks that the system has.
  public var onTheLink = 0
  /// Chunks that the system says are at the phone; their receipts are awaited.
  public var handedOver = 0
  /// Chunks whose receipts came in this process launch.
  public var atServer = 0
  /// Chunks quarantined, because they are unreadable.
  public var quarantined = 0
  /// The bytes of all chunks without a receipt.
  public var bytesWaiting: Int64 = 0
  /// The bytes of the chunks whose receipts came in this process launch.
  public var bytesAtServer: Int64 = 0
  /// Whether the phone's app said that it runs now.
  public var isPhoneAwake = false

  public init() {}
}

/// One fact about what a phone takes from a watch.
public enum RelayReceiverEvent: Hashable, Sendable {
  /// A chunk is stored here and waits to be sent.
  case received(ChunkIdentity)
  /// A chunk came that was here before; the copy was dropped.
  case repeated(ChunkIdentity)
  /// A chunk was not taken: the watch keeps it, and sends it again.
  case refused(ChunkIdentity, ChunkProblem)
  /// Other bytes came under a name that is taken; they were quarantined.
  case conflict(ChunkIdentity)
  /// The file of a chunk could not be moved or stored: the watch sends it again.
  case storageFailed(ChunkIdentity, StoreError)
  /// The watch woke this app.
  case woken
  /// Receipts were given to the system for the watch.
  case answered([ChunkIdentity])
  /// What became of a chunk on its way to the collector.
  case upload(UploadEvent)
}

/// How far the chunks of a watch are on the phone.
public struct RelayReceiverProgress: Hashable, Sendable {
  /// Chunks that were stored here in this process launch.
  public var received = 0
  /// Chunks that wait for the collector.
  public var waiting = 0
  /// Chunks whose receipts were stored here in this process launch.
  public var delivered = 0
  /// Chunks that the collector refused.
  public var quarantined = 0
  /// The bytes of all chunks here.
  public var bytesWaiting: Int64 = 0

  public init() {}
}
