/// One live message and its answer: that exactly one of its handlers is called (WC2). Pure.
///
/// A message whose sender wants no answer ends when the receiver was told; only its failure is told.
struct MessageExchange: Equatable {
  enum State: Equatable {
    /// Its bytes are on their way.
    case travelling
    /// It is there; the receiving app was not told yet, as while it is launched.
    case waiting
    /// The receiving app was told, and owes an answer.
    case told
    /// The answer is on its way back.
    case replying
    case over
  }

  enum Action: Equatable {
    /// The receiving app is to be told.
    case hand
    /// The answer is to be sent back.
    case sendReply
    /// The sender's handler for the answer is called.
    case succeed
    /// The sender's handler for errors is called.
    case fail(WatchLinkError)
    /// Nobody hears of it.
    case lose
  }

  private(set) var state = State.travelling
  let wantsReply: Bool
  private var hasSender = true

  init(wantsReply: Bool) { self.wantsReply = wantsReply }

  /// The bytes are there.
  ///
  /// - Parameters:
  ///   - isInReach: whether the link held.
  ///   - isReceived: whether there is an app to receive it: on a watch one that runs.
  mutating func arrived(isInReach: Bool, isReceived: Bool) -> Action? {
    switch state {
    case .travelling:
      guard isInReach, isReceived else { return end(.deliveryFailed) }
      state = .waiting
      return .hand
    case .waiting, .told, .replying, .over: return nil
    }
  }

  /// The receiving app's delegate has returned.
  ///
  /// - Parameter isImplemented: false if it has no method for such a message.
  mutating func told(isImplemented: Bool) -> Action? {
    switch state {
    case .waiting:
      guard isImplemented else { return end(.deliveryFailed) }
      state = wantsReply ? .told : .over
      return nil
    case .travelling, .told, .replying, .over: return nil
    }
  }

  /// The receiving app called the reply handler; only its first call counts.
  mutating func replied() -> Action? {
    switch state {
    case .waiting, .told:
      guard wantsReply, hasSender else { return nil }
      state = .replying
      return .sendReply
    case .travelling, .replying, .over: return nil
    }
  }

  /// The answer is there.
  mutating func replyArrived(isInReach: Bool) -> Action? {
    switch state {
    case .replying:
      guard isInReach else { return end(.messageReplyFailed) }
      state = .over
      return hasSender ? .succeed : nil
    case .travelling, .waiting, .told, .over: return nil
    }
  }

  /// The answer cannot be sent.
  mutating func replyFailed() -> Action? {
    switch state {
    case .replying: return end(.messageReplyFailed)
    case .travelling, .waiting, .told, .over: return nil
    }
  }

  /// The receiving app's process ended.
  mutating func receiverEnded() -> Action? {
    switch state {
    case .waiting: return end(.deliveryFailed)
    case .told: return end(.messageReplyFailed)
    case .travelling, .replying, .over: return nil
    }
  }

  /// The sending app's process ended: none of its handlers is left.
  mutating func senderEnded() -> Action? {
    hasSender = false
    switch state {
    case .travelling:
      state = .over
      return .lose
    case .told, .replying:
      state = .over
      return nil
    case .waiting, .over: return nil
    }
  }

  /// No answer came in time.
  mutating func timedOut() -> Action? {
    switch state {
    case .travelling, .told, .replying: return end(.messageReplyTimedOut)
    case .waiting: return end(wantsReply ? .messageReplyTimedOut : .deliveryFailed)
    case .over: return nil
    }
  }

  private mutating func end(_ error: WatchLinkError) -> Action? {
    state = .over
    return hasSender ? .fail(error) : nil
  }
}
