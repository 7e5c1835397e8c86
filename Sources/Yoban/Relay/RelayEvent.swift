import Chunks

/// Why a piece has to be sent again, or its receipt did nothing.
public enum RelayFailure: Error, Hashable, Sendable {
  /// The system could not transfer it; the code is that of `WCError`, or another error's.
  case system(code: Int)
  /// No receipt came in time after the system said that it was handed over.
  case noReceipt
  /// The system did not say in time what became of the transfer, as it sometimes never does: the
  /// transfer was cancelled.
  case noEnd
  /// The piece could not be read for the moment, so that nothing was given to the system.
  case unreadable(StoreError)
  /// The receipt is for other bytes: nothing was deleted.
  case receiptMismatch(ReceiptMismatch)
  /// The receipt could not be stored: nothing was deleted.
  case receiptNotStored(StoreError)
}

/// One fact about what a watch sends.
public enum RelayEvent: Hashable, Sendable {
  /// The system has the piece.
  case handedToSystem(ChunkIdentity)
  /// The system says that the piece is at the phone, which it may not be (WC5): it is kept.
  case handedOver(ChunkIdentity)
  /// The collector has the piece, its receipt is stored and the piece is deleted here.
  case atServer(ChunkIdentity)
  /// Nothing was deleted; the piece is sent again.
  case failed(ChunkIdentity, RelayFailure)
  /// The phone's app answered, or has ceased to.
  case phoneAwake(Bool)
  /// The storage refused to be read or changed.
  case storageFailed(ChunkIdentity, StoreError)
}

/// How far a watch's pieces are: for its person.
public struct RelayProgress: Hashable, Sendable {
  /// Pieces that are stored here or were brought to the collector in this process life.
  public var recorded = 0
  /// Pieces that were not given to the system yet, or have to be given again.
  public var waiting = 0
  /// Pieces that the system has.
  public var onTheLink = 0
  /// Pieces that the system says are at the phone; their receipts are awaited.
  public var handedOver = 0
  /// Pieces whose receipts came in this process life.
  public var atServer = 0
  /// Pieces put aside, because they are unreadable.
  public var quarantined = 0
  /// The bytes of all pieces without a receipt.
  public var bytesWaiting: Int64 = 0
  /// The bytes of the pieces whose receipts came in this process life.
  public var bytesAtServer: Int64 = 0
  /// Whether the phone's app said that it runs now.
  public var isPhoneAwake = false

  public init() {}
}

/// One fact about what a phone takes from a watch.
public enum RelayReceiverEvent: Hashable, Sendable {
  /// A piece is stored here and waits to be sent.
  case received(ChunkIdentity)
  /// A piece came that was here before; the copy was dropped.
  case repeated(ChunkIdentity)
  /// A piece was not taken: the watch keeps it, and sends it again.
  case refused(ChunkIdentity, ChunkProblem)
  /// Other bytes came under a name that is taken; they were put aside.
  case conflict(ChunkIdentity)
  /// The file of a piece could not be moved or stored: the watch sends it again.
  case storageFailed(ChunkIdentity, StoreError)
  /// The watch woke this app.
  case woken
  /// Receipts were given to the system for the watch.
  case answered([ChunkIdentity])
  /// What became of a piece on its way to the collector.
  case upload(UploadEvent)
}

/// How far the pieces of a watch are on the phone.
public struct RelayReceiverProgress: Hashable, Sendable {
  /// Pieces that were stored here in this process life.
  public var received = 0
  /// Pieces that wait for the collector.
  public var waiting = 0
  /// Pieces whose receipts were stored here in this process life.
  public var delivered = 0
  /// Pieces that the collector refused.
  public var quarantined = 0
  /// The bytes of all pieces here.
  public var bytesWaiting: Int64 = 0

  public init() {}
}
