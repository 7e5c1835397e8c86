/// One transfer of a session that is not a background session: it runs only while its process runs.
///
/// Pure. After `ended` nothing has an effect.
struct ProcessTransferMachine: Equatable {
  /// What the process may do with the network now.
  enum Network: Equatable {
    case usable
    /// There is a path, and the system lets this process not use it (AN8).
    case blocked
    case offline
  }

  enum State: Equatable {
    /// For a path, or until the system lets it.
    case waiting
    /// Its bytes go out.
    case sending
    /// The answer's bytes come in.
    case receiving
    /// The process was suspended meanwhile.
    case interrupted
    case ended
  }

  enum Action: Equatable {
    /// Sends the request from its beginning.
    case send
    /// Takes back what is on its way.
    case stop
    /// From now on it makes no progress.
    case armTimeout
    case fail(TransferFailure)
  }

  private(set) var state = State.waiting
  let waitsForConnectivity: Bool
  let suspensionFailure: HTTPExchangeError

  /// `resume()` was called.
  mutating func begin(_ network: Network) -> [Action] { update(network) }

  /// Path or permission to use it changed; the process runs.
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

  /// The server has the whole request, and its answer is on its way.
  mutating func answerBegan() {
    if state == .sending { state = .receiving }
  }

  /// The process was suspended.
  mutating func suspended() -> [Action] {
    switch state {
    case .sending, .receiving:
      state = .interrupted
      return [.stop]
    case .waiting, .interrupted, .ended: return []
    }
  }

  /// The process runs again.
  mutating func resumed(_ network: Network) -> [Action] {
    switch state {
    case .interrupted: return fail(.exchange(suspensionFailure))
    case .waiting: return update(network)
    case .sending, .receiving, .ended: return []
    }
  }

  /// It made no progress for `timeoutIntervalForRequest`, or took longer than
  /// `timeoutIntervalForResource`.
  mutating func timedOut() -> [Action] {
    switch state {
    case .waiting, .sending, .receiving, .interrupted: [.stop] + fail(.exchange(.timedOut))
    case .ended: []
    }
  }

  /// An outcome is there.
  mutating func ended() { state = .ended }

  private mutating func fail(_ failure: TransferFailure) -> [Action] {
    state = .ended
    return [.fail(failure)]
  }
}
