/// What one manager wants of one peripheral, and what has come of it (BT12, BT13). Pure.
struct ConnectionMachine: Equatable {
  enum State: Equatable, CaseIterable {
    case disconnected
    /// The app asked; nothing of the peripheral was heard yet. Never times out (BT12).
    case pending
    /// An advertisement was answered; the link is being made.
    case establishing
    case connected
  }

  enum Action: Equatable {
    /// Listen for an advertisement of the peripheral.
    case listen
    case stopListening
    /// Answer the advertisement that was heard.
    case establish
    /// This manager does not need the link any more.
    case leaveLink
    case reportConnected
    case reportFailure(CoreBluetoothCode)
    /// Nil: the app asked for it.
    case reportDisconnected(CoreBluetoothCode?, isReconnecting: Bool)
  }

  private(set) var state = State.disconnected
  /// Whether a lost link is pending again at once (BT13, iOS 17).
  private(set) var reconnects = false

  /// The app called `connect`. A second call changes nothing.
  mutating func connect(reconnects: Bool) -> [Action] {
    self.reconnects = reconnects
    switch state {
    case .pending, .establishing, .connected: return []
    case .disconnected:
      state = .pending
      return [.listen]
    }
  }

  /// The app called `cancelPeripheralConnection`, or let go of the peripheral (BT7, BT12).
  mutating func cancel() -> [Action] {
    defer { state = .disconnected }
    switch state {
    case .disconnected: return []
    case .pending: return [.stopListening, .reportDisconnected(nil, isReconnecting: false)]
    case .establishing, .connected:
      return [.leaveLink, .reportDisconnected(nil, isReconnecting: false)]
    }
  }

  /// A connectable advertisement of the peripheral was heard.
  mutating func heard() -> [Action] {
    switch state {
    case .disconnected, .establishing, .connected: return []
    case .pending:
      state = .establishing
      return [.establish]
    }
  }

  /// The link is there.
  mutating func established() -> [Action] {
    switch state {
    case .disconnected, .connected: return []
    case .pending, .establishing:
      state = .connected
      return [.reportConnected]
    }
  }

  /// The advertiser was gone before the link was made: the connect stays pending.
  mutating func missed() -> [Action] {
    switch state {
    case .disconnected, .pending, .connected: return []
    case .establishing:
      state = .pending
      return [.listen]
    }
  }

  /// The link could not be made; rare and transient (BT12).
  mutating func failed(_ code: CoreBluetoothCode) -> [Action] {
    switch state {
    case .disconnected, .connected: return []
    case .pending, .establishing:
      state = .disconnected
      return [.reportFailure(code)]
    }
  }

  /// The link ended without the app's doing (BT13).
  mutating func lost(_ code: CoreBluetoothCode) -> [Action] {
    switch state {
    case .disconnected, .pending, .establishing: return []
    case .connected:
      state = reconnects ? .pending : .disconnected
      return [.reportDisconnected(code, isReconnecting: reconnects)]
        + (reconnects ? [.listen] : [])
    }
  }

  /// Bluetooth went below poweredOn: everything is gone, and no callback promised (BT2).
  mutating func poweredOff() -> [Action] {
    defer { state = .disconnected }
    switch state {
    case .disconnected: return []
    case .pending: return [.stopListening]
    case .establishing, .connected: return [.leaveLink]
    }
  }

  /// The radio went away under an app that the system will relaunch: what it wanted stays wanted.
  mutating func preserved() -> [Action] {
    switch state {
    case .disconnected, .pending: return []
    case .establishing, .connected:
      state = .pending
      return [.leaveLink, .listen]
    }
  }
}
