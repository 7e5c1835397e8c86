import YobanPlatformProfiles
import YobanSimulatedDevices
import YobanVirtualTime

/// The state of one transfer of a session that is not a background session. It runs only while its
/// process runs.
///
/// It has no side effects. After `ended` all calls have no effect.
struct ProcessTransferMachine: Equatable {
  /// The process's current access to the network.
  enum Network: Equatable {
    case usable
    /// There is a path, but the system does not let this process use it (AN8).
    case blocked
    case offline
  }

  enum State: Equatable {
    /// Waits for a path, or until the system allows its use.
    case waiting
    /// The request is being sent.
    case sending
    /// The response is being received.
    case receiving
    /// The process was suspended while the request was sent or the response received.
    case interrupted(at: VirtualInstant, isReceiving: Bool)
    case ended
  }

  enum Action: Equatable {
    /// Sends the request from its beginning.
    case send
    /// Keeps the transfer where it is.
    case hold
    /// Continues a transfer that was held.
    case release
    /// Cancels the transfer of the remaining bytes.
    case stop
    /// Starts the timeout, because the transfer makes no progress.
    case armTimeout
    case fail(TransferFailure)
  }

  private(set) var state = State.waiting
  let waitsForConnectivity: Bool
  /// The longest suspension after which a transfer continues.
  let suspensionLimit: Duration
  let suspensionFailure: HTTPExchangeError

  /// Handles a call of `resume()`.
  mutating func begin(_ network: Network) -> [Action] { update(network) }

  /// Called when the path, or the permission to use it, has changed while the process runs.
  mutating func networkChanged(_ network: Network) -> [Action] {
    switch (state, network) {
    case (.waiting, _): return update(network)
    case (.sending, .offline), (.receiving, .offline):
      return [.stop] + fail(.exchange(.connectionLost))
    case (.sending, .blocked), (.receiving, .blocked):
      state = .waiting
      return [.stop] + update(network)
    case (.sending, .usable), (.receiving, .usable), (.interrupted, _), (.ended, _): return []
    }
  }

  private mutating func update(_ network: Network) -> [Action] {
    switch network {
    case .usable:
      state = .sending
      return [.send]
    case .offline where !waitsForConnectivity: return fail(.notConnected)
    case .blocked where !waitsForConnectivity: return [.armTimeout]
    case .offline, .blocked: return []
    }
  }

  /// Called when the server has received the whole request and starts to answer.
  mutating func answerBegan() {
    if state == .sending { state = .receiving }
  }

  /// Called when the process was suspended.
  mutating func suspended(at now: VirtualInstant) -> [Action] {
    switch state {
    case .sending, .receiving:
      state = .interrupted(at: now, isReceiving: state == .receiving)
      return [.hold]
    case .waiting, .interrupted, .ended: return []
    }
  }

  /// Called when the process was resumed. A transfer continues after a short suspension. After a
  /// long one, its connection no longer exists (FT8).
  mutating func resumed(_ network: Network, at now: VirtualInstant) -> [Action] {
    switch state {
    case .interrupted(let start, _) where now - start > suspensionLimit:
      return [.stop] + fail(.exchange(suspensionFailure))
    case .interrupted(_, let isReceiving):
      state = isReceiving ? .receiving : .sending
      return network == .usable ? [.release] : networkChanged(network)
    case .waiting: return update(network)
    case .sending, .receiving, .ended: return []
    }
  }

  /// Called when the transfer made no progress for `timeoutIntervalForRequest`, or took longer than
  /// `timeoutIntervalForResource`.
  mutating func timedOut() -> [Action] {
    switch state {
    case .waiting, .sending, .receiving, .interrupted: [.stop] + fail(.exchange(.timedOut))
    case .ended: []
    }
  }

  /// Ends the transfer, because it has an outcome.
  mutating func ended() { state = .ended }

  private mutating func fail(_ failure: TransferFailure) -> [Action] {
    state = .ended
    return [.fail(failure)]
  }
}
