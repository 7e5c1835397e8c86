import NIOCore

/// Decides when the client of a connection has been too slow.
///
/// One deadline holds at a time for what the client sends, so that no two timers can end a request in
/// different ways:
///
/// - While no request is under way, the next head must arrive within `idleLimit`.
/// - A request must arrive within `requestLimit` from its head to its end. If it was sent before the response
///   to the previous one was complete, the time starts at the end of that response, because the server may
///   not have read from the connection before.
/// - While the server prepares or sends a response, the client may wait as long as it wants.
/// - After the last answer, the client may go on sending for a short time (`lingering`), because closing a
///   connection with unread data can destroy the answer on its way.
///
/// When the server stops, no limit is longer than that of `stop(within:at:)`, and then the connection is closed also
/// if the server is still busy with a request: its client sends it again.
///
/// Beside these, a client must read: if not a byte of a full buffer could be sent for `requestLimit`, the connection
/// is closed.
struct ConnectionTimeLimits {
  /// The longest time for which a connection stays open after its last answer was sent.
  static let lingering = TimeAmount.seconds(5)

  private var requestLimit: TimeAmount
  private var idleLimit: TimeAmount
  /// The number of requests whose response is not complete.
  private var pendingResponses = 0
  /// Whether the end of the newest request has not arrived.
  private var isReceiving = false
  /// The number of responses that have begun and have not been sent completely.
  private var begunResponses = 0
  /// Whether the last answer of the connection has been sent.
  private var isEnding = false
  private var clientDeadline: NIODeadline?
  private var writeDeadline: NIODeadline?
  /// The end of the connection in any case.
  private var stopDeadline: NIODeadline?
  /// The number of bytes that were waiting to be sent when `writeDeadline` was set.
  private var unsentBytes = 0

  init(requestLimit: TimeAmount, idleLimit: TimeAmount, openedAt now: NIODeadline) {
    self.requestLimit = requestLimit
    self.idleLimit = idleLimit
    clientDeadline = now + idleLimit
  }

  /// The time at which `timeReached` has to be called; nil if the client is not being waited for.
  var deadline: NIODeadline? {
    [clientDeadline, writeDeadline, stopDeadline].compactMap { $0 }.min()
  }

  /// Whether no request is under way.
  var isIdle: Bool { pendingResponses == 0 && !isReceiving && !isEnding }

  mutating func headArrived(at now: NIODeadline) {
    isReceiving = true
    pendingResponses += 1
    if !isEnding { clientDeadline = pendingResponses == 1 ? now + requestLimit : nil }
  }

  mutating func requestEnded(at now: NIODeadline) {
    isReceiving = false
    if !isEnding { clientDeadline = pendingResponses == 0 ? now + idleLimit : nil }
  }

  /// The server stops.
  mutating func stop(within limit: TimeAmount, at now: NIODeadline) {
    requestLimit = min(requestLimit, limit)
    idleLimit = min(idleLimit, limit)
    clientDeadline = clientDeadline.map { min($0, now + limit) }
    writeDeadline = writeDeadline.map { min($0, now + limit) }
    stopDeadline = now + limit
  }

  mutating func responseBegan() {
    begunResponses += 1
  }

  /// The end of a response has been sent.
  mutating func responseEnded(at now: NIODeadline) {
    pendingResponses -= 1
    begunResponses -= 1
    guard !isEnding else { return }
    switch (pendingResponses, isReceiving) {
    case (0, true): break  // The rest of a refused body is discarded; its time goes on.
    case (0, false): clientDeadline = now + idleLimit
    case (1, true): clientDeadline = now + requestLimit
    case (_, _): clientDeadline = nil
    }
  }

  /// The buffer for what is sent became full, or has room again.
  mutating func writabilityChanged(isWritable: Bool, unsentBytes: Int, at now: NIODeadline) {
    writeDeadline = isWritable ? nil : now + requestLimit
    self.unsentBytes = unsentBytes
  }

  /// The last answer has been sent; the client has a short time to stop sending.
  mutating func lastAnswerSent(at now: NIODeadline) {
    guard !isEnding else { return }
    isEnding = true
    stopDeadline = nil
    clientDeadline = now + min(Self.lingering, requestLimit)
  }

  enum Action: Equatable {
    /// Answer the request that did not arrive with status 408; this is the last answer.
    case answerTimeout
    /// Close the connection.
    case close
  }

  /// Returns what to do at a time; nil if no deadline has passed, or the client reads slowly but reads.
  ///
  /// - Parameter unsentBytes: the number of bytes that are waiting to be sent.
  mutating func timeReached(at now: NIODeadline, unsentBytes: Int) -> Action? {
    if let writeDeadline, writeDeadline <= now, unsentBytes < self.unsentBytes {
      writabilityChanged(isWritable: false, unsentBytes: unsentBytes, at: now)
    }
    guard let deadline, deadline <= now else { return nil }
    guard writeDeadline.map({ $0 > now }) ?? true, !isEnding, isReceiving, pendingResponses == 1,
      begunResponses == 0
    else { return .close }
    lastAnswerSent(at: now)
    return .answerTimeout
  }
}
