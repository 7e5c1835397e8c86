/// How a watch hands its chunks to the phone.
public struct RelayConfiguration: Hashable, Sendable {
  /// What makes the relay wrong. Leave out only to see what it is for.
  public enum Shortcut: String, Hashable, Sendable, CaseIterable {
    /// The phone answers for a chunk as soon as it comes, before it is stored anywhere, and the
    /// watch deletes a chunk before it has stored the receipt.
    case trustsReceiptBeforeStored
    /// The watch deletes a chunk when `session(_:didFinish:error:)` tells no error (WC5).
    case deletesAtDidFinish
    /// A `WatchRecording` hands over nothing before the recording has ended.
    case sendsAfterRecording
  }

  /// How many chunks the system has at once, 1 or more. Few, because a file that the system has
  /// is lost when the phone's app is suspended while it comes (WC5). Default 4.
  public var outstandingMax = 4
  /// How long no receipt may come before a chunk is sent again: the first time half of this or
  /// more, then each time twice as long. Default 10 min.
  public var receiptTimeout = Duration.seconds(600)
  /// What that time does not exceed, and how long the system may say nothing of a transfer before
  /// it is cancelled and its chunk handed over again; `receiptTimeout` is enough where a later one has come
  /// through. Default 2 h.
  public var receiptTimeoutMax = Duration.seconds(7_200)
  /// Whether the watch wakes the phone's app with a message before it hands over a chunk, and
  /// again while chunks are on the link (WC2). Leave out only to see what it is for: where a file
  /// for a suspended app is lost, the rest then waits until the app runs by itself (WC5).
  public var wakesPhone = true
  /// Default: none.
  public var shortcuts: Set<Shortcut> = []

  public init() {}
}

/// How long to wait for a receipt before a chunk is sent again: twice as long each time, spread so
/// that chunks handed over together do not all come back together.
enum ReceiptTimeout {
  /// - Parameters:
  ///   - attempts: how often the chunk was handed over, 1 or more.
  ///   - jitter: from 0 up to 1, drawn by the caller; 1 gives the full delay, 0 half of it.
  /// - Returns: nanoseconds.
  static func nanoseconds(
    attempts: Int, jitter: Double, _ configuration: RelayConfiguration
  ) -> Int64 {
    let first = max(configuration.receiptTimeout.nanoseconds, 1)
    let longest = max(configuration.receiptTimeoutMax.nanoseconds, first)
    return GrowingDelay.nanoseconds(
      times: attempts, first: first, longest: longest, jitter: jitter)
  }
}
