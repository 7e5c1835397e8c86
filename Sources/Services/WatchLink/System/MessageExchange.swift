/// The state machine of one live message and its answer: exactly one of the sender's handlers is
/// called (WC2). It has no side effects.
///
/// A message without a reply handler ends when it was delivered; the sender is notified only if it
/// fails.
struct MessageExchange: Equatable {
  enum State: Equatable {
    /// The bytes of the message are under way.
    case traveling
    /// The message arrived, but was not delivered to the receiving app yet, for example because the
    /// app is being launched.
    case waiting
    /// The message was delivered to the receiving app, which must answer it.
    case delivered
    /// The answer is under way.
    case replying
    case over
  }

  enum Action: Equatable {
    /// Deliver the message to the receiving app.
    case deliver
    /// Send the answer to the sender.
    case sendReply
    /// Call the sender's reply handler.
    case succeed
    /// Call the sender's error handler.
    case fail(WatchLinkError)
    /// Drop the message without calling a handler.
    case lose
  }

  private(set) var state = State.traveling
  let wantsReply: Bool
  private var hasSender = true

  init(wantsReply: Bool) { self.wantsReply = wantsReply }

  /// Handles the arrival of the message's bytes.
  ///
  /// - Parameters:
  ///   - isInReach: whether the two devices are in reach now.
  ///   - isReceived: whether an app can receive the message: on a watch only a running one.
  mutating func arrived(isInReach: Bool, isReceived: Bool) -> Action? {
    switch state {
    case .traveling:
      guard isInReach, isReceived else { return end(.deliveryFailed) }
      state = .waiting
      return .deliver
    case .waiting, .delivered, .replying, .over: return nil
    }
  }

  /// Handles the return of the receiving app's delegate.
  ///
  /// - Parameter isImplemented: false if the delegate has no method for such a message.
  mutating func delivered(isImplemented: Bool) -> Action? {
    switch state {
    case .waiting:
      guard isImplemented else { return end(.deliveryFailed) }
      state = wantsReply ? .delivered : .over
      return nil
    case .traveling, .delivered, .replying, .over: return nil
    }
  }

  /// Handles a call of the reply handler by the receiving app; only the first call counts.
  mutating func replied() -> Action? {
    switch state {
    case .waiting, .delivered:
      guard wantsReply, hasSender else { return nil }
      state = .replying
      return .sendReply
    case .traveling, .replying, .over: return nil
    }
  }

  /// Handles the arrival of the answer.
  mutating func replyArrived(isInReach: Bool) -> Action? {
    switch state {
    case .replying:
      guard isInReach else { return end(.messageReplyFailed) }
      state = .over
      return hasSender ? .succeed : nil
    case .traveling, .waiting, .delivered, .over: return nil
    }
  }

  /// Handles an answer that cannot be sent.
  mutating func replyFailed() -> Action? {
    switch state {
    case .replying: return end(.messageReplyFailed)
    case .traveling, .waiting, .delivered, .over: return nil
    }
  }

  /// Handles the end of the receiving app's process.
  mutating func receiverEnded() -> Action? {
    switch state {
    case .waiting: return end(.deliveryFailed)
    case .delivered: return end(.messageReplyFailed)
    case .traveling, .replying, .over: return nil
    }
  }

  /// Handles the end of the sending app's process; its handlers no longer exist.
  mutating func senderEnded() -> Action? {
    hasSender = false
    switch state {
    case .traveling:
      state = .over
      return .lose
    case .delivered, .replying:
      state = .over
      return nil
    case .waiting, .over: return nil
    }
  }

  /// Handles the timeout: no answer arrived in time.
  mutating func timedOut() -> Action? {
    switch state {
    case .traveling, .delivered, .replying: return end(.messageReplyTimedOut)
    case .waiting: return end(wantsReply ? .messageReplyTimedOut : .deliveryFailed)
    case .over: return nil
    }
  }

  private mutating func end(_ error: WatchLinkError) -> Action? {
    state = .over
    return hasSender ? .fail(error) : nil
  }
}
