/// The state of one app's connection to one peer (BT12, BT13). It has no side effects.
struct ConnectionMachine: Equatable {
  enum State: Equatable, CaseIterable {
    case disconnected
    /// The app requested a connection, and no advertisement was received yet. Never times out
    /// (BT12).
    case pending
    /// An advertisement was answered, and the link is being established.
    case establishing
    case connected
  }

  enum Action: Equatable {
    /// Listen for an advertisement of the peripheral.
    case listen
    case stopListening
    /// Answer the advertisement that was received.
    case establish
    /// Leave the link, because this manager no longer needs it.
    case leaveLink
    case reportConnected
    case reportFailure(CoreBluetoothCode)
    /// The code is nil if the app requested the disconnection.
    case reportDisconnected(CoreBluetoothCode?, isReconnecting: Bool)
  }

  private(set) var state = State.disconnected
  /// Whether a lost connection becomes pending again at once (BT13, iOS 17).
  private(set) var reconnects = false

  /// Handles a call of `connect`. A second call changes nothing.
  mutating func connect(reconnects: Bool) -> [Action] {
    self.reconnects = reconnects
    switch state {
    case .pending, .establishing, .connected: return []
    case .disconnected:
      state = .pending
      return [.listen]
    }
  }

  /// Handles a call of `cancelPeripheralConnection`, or the release of the peripheral by the app
  /// (BT7, BT12).
  mutating func cancel() -> [Action] {
    defer { state = .disconnected }
    switch state {
    case .disconnected: return []
    case .pending: return [.stopListening, .reportDisconnected(nil, isReconnecting: false)]
    case .establishing, .connected:
      return [.leaveLink, .reportDisconnected(nil, isReconnecting: false)]
    }
  }

  /// Handles the reception of a connectable advertisement of the peripheral.
  mutating func received() -> [Action] {
    switch state {
    case .disconnected, .establishing, .connected: return []
    case .pending:
      state = .establishing
      return [.establish]
    }
  }

  /// Called when the link is established.
  mutating func established() -> [Action] {
    switch state {
    case .disconnected, .connected: return []
    case .pending, .establishing:
      state = .connected
      return [.reportConnected]
    }
  }

  /// Called when the peripheral was out of reach before the link was established: the connect stays
  /// pending.
  mutating func missed() -> [Action] {
    switch state {
    case .disconnected, .pending, .connected: return []
    case .establishing:
      state = .pending
      return [.listen]
    }
  }

  /// Called when the link could not be established, which is rare and transient (BT12).
  mutating func failed(_ code: CoreBluetoothCode) -> [Action] {
    switch state {
    case .disconnected, .connected: return []
    case .pending, .establishing:
      state = .disconnected
      return [.reportFailure(code)]
    }
  }

  /// Called when the link ended without a request from the app (BT13).
  mutating func lost(_ code: CoreBluetoothCode) -> [Action] {
    switch state {
    case .disconnected, .pending, .establishing: return []
    case .connected:
      state = reconnects ? .pending : .disconnected
      return [.reportDisconnected(code, isReconnecting: reconnects)]
        + (reconnects ? [.listen] : [])
    }
  }

  /// Called when Bluetooth went below poweredOn: the connection ends, and no callback is promised
  /// (BT2).
  mutating func poweredOff() -> [Action] {
    defer { state = .disconnected }
    switch state {
    case .disconnected: return []
    case .pending: return [.stopListening]
    case .establishing, .connected: return [.leaveLink]
    }
  }

  /// Called when the radio went off but the system will relaunch the app: its requests stay
  /// pending.
  mutating func preserved() -> [Action] {
    switch state {
    case .disconnected, .pending: return []
    case .establishing, .connected:
      state = .pending
      return [.leaveLink, .listen]
    }
  }
}
