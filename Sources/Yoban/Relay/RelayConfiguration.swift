/// The settings for the transfer of a watch's chunks to the phone.
public struct RelayConfiguration: Hashable, Sendable {
  /// The maximum number of chunks that the system has at once, 1 or more. Keep it small: a file is
  /// lost when the phone's app is suspended while the file arrives (WC5). Default: 4.
  public var outstandingMax = 4
  /// The longest time to wait for a receipt before a chunk is sent again. The first wait is between
  /// half of this time and all of it; the range doubles with each attempt. Default: 10 min.
  public var receiptTimeout = Duration.seconds(600)
  /// The maximum of the growing receipt timeout. It is also the longest time to wait for the end of
  /// a transfer before the transfer is canceled and its chunk sent again; once a later transfer has
  /// succeeded, the wait is only `receiptTimeout`. Default: 2 h.
  public var receiptTimeoutMax = Duration.seconds(7_200)
  /// Whether the watch wakes the phone's app with a message before it gives a chunk to the system,
  /// and again while chunks are being transferred (WC2). False only shows the effect:
  /// where a file for a suspended app is lost, the other chunks then wait until the app runs for
  /// another reason (WC5).
  @_spi(Effects) public var wakesPhone = true
  /// Whether the watch compares its clock with that of the phone, with a few short messages whenever the phone's app
  /// runs for the transfer of chunks. Default: true.
  public var measuresClock = true
  /// Whether a `WatchRecording` transfers nothing before the recording has ended. The transfers of
  /// a night then take long in the morning. Default: false.
  public var sendsAfterRecording = false

  public init() {}
}

/// The time to wait for a receipt before a chunk is sent again. It doubles each time, and jitter
/// spreads it so that chunks that were sent together are not all sent again together.
enum ReceiptTimeout {
  /// - Parameters:
  ///   - attempts: how often the chunk was given to the system, 1 or more.
  ///   - jitter: from 0 to 1, drawn by the caller; 1 gives the full delay, 0 half of it.
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
