/// Steps that several inputs share.
extension BluetoothSessionMachine {
  /// Looks up the known accessory, or scans. The state is `waitingForBluetooth` until the system
  /// answers.
  mutating func search(_ now: Int64) -> [Action] {
    guard bluetooth == .poweredOn else { return advice() }
    guard let accessory else { return scan(now) }
    return [.retrieve(accessory)]
  }

  mutating func scan(_ now: Int64) -> [Action] {
    state = .scanning
    hasAskedToComeCloser = false
    return [.scan, .report(.scanning), wake(at: now + times.connectTimeout)]
  }

  mutating func connect(_ accessory: AccessoryIdentifier, _ now: Int64) -> [Action] {
    [.connect(accessory, after: .zero)] + awaitConnection(accessory, now)
  }

  /// Waits for a connect that is pending in the system.
  mutating func awaitConnection(
    _ accessory: AccessoryIdentifier, _ now: Int64
  ) -> [Action] {
    state = .connecting(accessory)
    let timer = hasAskedToComeCloser ? cancelWake() : wake(at: now + times.connectTimeout)
    return [.report(.connecting(accessory)), timer]
  }

  mutating func linkIsUp(_ accessory: AccessoryIdentifier, _ now: Int64) -> [Action] {
    counts.connections += 1
    lastConnected = now
    hasRetriedAfterAbsence = false
    hasAskedToComeCloser = false
    state = .discovering(accessory)
    return [
      .remember(accessory), .report(.connected(accessory)), .discover(accessory),
      wake(at: now + times.discoveryTimeout),
    ]
  }

  mutating func backOff(
    _ accessory: AccessoryIdentifier, _ failure: BluetoothFailure, _ now: Int64, _ jitter: Double
  ) -> [Action] {
    attempts += 1
    let delay = ReconnectDelay.duration(attempts: attempts, jitter: jitter)
    state = .backingOff(accessory)
    var hint: [Action] = []
    if failure == .pairingRemoved, !hasAskedToForget {
      hasAskedToForget = true
      hint = [.report(.hint(.forgetInSettings))]
    }
    return [.report(.connectionFailed(failure, retryAfter: delay))] + hint
      + [.connect(accessory, after: delay), wake(at: now + delay.nanoseconds)]
  }

  mutating func noteLinkEnd(_ reason: DisconnectReason, _ now: Int64) -> [Action] {
    lastConnected = now
    let remember = accessory.map { [Action.remember($0)] } ?? []
    return remember + [.report(.disconnected(reason))]
  }

  mutating func endSession() -> [Action] {
    state = .idle
    discoveryFailure = nil
    return [cancelWake(), .report(.stopped)]
  }

  mutating func wake(at time: Int64) -> Action {
    deadline = time
    return .wake(at: time)
  }

  mutating func cancelWake() -> Action {
    deadline = nil
    return .cancelWake
  }
}
