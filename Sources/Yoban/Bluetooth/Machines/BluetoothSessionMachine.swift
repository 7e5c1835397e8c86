/// Keeps one accessory connected: decides when to scan, connect, discover, wait and give up.
///
/// While the session is started and Bluetooth is on, the system always has a pending request of the
/// app (a scan, a connect or a subscription), so that it wakes the app for each event (BT9, BT27).
/// Delays between attempts therefore use the system's `StartDelay` (BT12), never a timer.
///
/// The machine is pure. `now` is in nanoseconds on a clock that continues while the device sleeps.
/// Perform the actions in their order. Every input is safe in every state: late and repeated events
/// change nothing.
struct BluetoothSessionMachine {
  var state = BluetoothSessionState.idle
  var bluetooth = BluetoothAvailability.unknown
  var counts = Counts()
  /// The selected accessory, also while it is not connected.
  var accessory: AccessoryIdentifier?
  let times: Times
  /// The only accessory that may be selected, if the app named one.
  let pinned: AccessoryIdentifier?

  /// The time of the last connection; nil for never.
  var lastConnected: Int64?
  /// The number of failed attempts since the session was last ready.
  var attempts = 0
  var hasRetriedAfterAbsence = false
  var hasAskedToComeCloser = false
  var hasAskedToForget = false
  var deadline: Int64?
  /// The reason for ending the connection while in `disconnecting`; nil if the app requested it.
  var discoveryFailure: BluetoothFailure?

  init(times: Times, pinned: AccessoryIdentifier? = nil) {
    self.times = times
    self.pinned = pinned
  }

  // MARK: From the app

  /// Starts the session.
  ///
  /// - Parameters:
  ///   - known: the accessory that was selected before, if one is stored.
  ///   - lastConnected: the time of its last connection; may be before the clock's origin.
  mutating func start(
    known: AccessoryIdentifier?, lastConnected: Int64?, now: Int64
  ) -> [Action] {
    switch state {
    case .idle:
      if let known, pinned == nil || pinned == known {
        accessory = known
        self.lastConnected = lastConnected
      } else {
        accessory = pinned ?? accessory
      }
      attempts = 0
      hasRetriedAfterAbsence = false
      hasAskedToComeCloser = false
      state = .waitingForBluetooth
      return search(now)
    case .stopping(let accessory):
      discoveryFailure = nil
      state = .disconnecting(accessory)
      return []
    case .waitingForBluetooth, .scanning, .connecting, .discovering, .ready, .backingOff,
      .disconnecting:
      return []
    }
  }

  /// Stops the session.
  mutating func stop(now: Int64) -> [Action] {
    switch state {
    case .idle, .stopping:
      return []
    case .waitingForBluetooth:
      return endSession()
    case .scanning:
      return [.stopScan] + endSession()
    case .connecting(let accessory), .backingOff(let accessory):
      return [.cancelConnection(accessory)] + endSession()
    case .discovering(let accessory), .ready(let accessory):
      state = .stopping(accessory)
      return [.cancelConnection(accessory), wake(at: now + times.disconnectTimeout)]
    case .disconnecting(let accessory):
      state = .stopping(accessory)
      return [wake(at: now + times.disconnectTimeout)]
    }
  }

  /// Forgets the selected accessory; the next one that is found is selected.
  mutating func forget(now: Int64) -> [Action] {
    let old = accessory
    accessory = pinned
    lastConnected = nil
    guard old != nil else { return [] }
    switch state {
    case .idle, .scanning, .disconnecting, .stopping:
      return [.forget]
    case .waitingForBluetooth:
      return bluetooth == .poweredOn ? [.forget] + search(now) : [.forget]
    case .connecting(let accessory), .backingOff(let accessory):
      state = .waitingForBluetooth
      return [.forget, .cancelConnection(accessory)] + search(now)
    case .discovering(let accessory), .ready(let accessory):
      discoveryFailure = nil
      state = .disconnecting(accessory)
      return [.forget, .cancelConnection(accessory), wake(at: now + times.disconnectTimeout)]
    }
  }

  // MARK: From the system

  /// Bluetooth became available or unavailable.
  mutating func bluetooth(_ availability: BluetoothAvailability, now: Int64) -> [Action] {
    guard availability != bluetooth else { return [] }
    bluetooth = availability
    let report = Action.report(.bluetooth(availability))
    if availability == .poweredOn {
      return state == .waitingForBluetooth ? [report] + search(now) : [report]
    }
    return [report] + fallBack(now) + advice()
  }

  /// Scans and connections have ended; no callback but the state change announces it (BT2).
  mutating func fallBack(_ now: Int64) -> [Action] {
    switch state {
    case .idle, .waitingForBluetooth:
      return []
    case .scanning, .connecting, .backingOff:
      state = .waitingForBluetooth
      attempts = 0
      return [cancelWake()]
    case .discovering, .ready, .disconnecting:
      counts.losses += 1
      state = .waitingForBluetooth
      attempts = 0
      return [cancelWake()] + noteLinkEnd(.bluetoothUnavailable, now)
    case .stopping:
      return noteLinkEnd(.requested, now) + endSession()
    }
  }

  func advice() -> [Action] {
    guard state != .idle else { return [] }
    switch bluetooth {
    case .unknown, .resetting, .poweredOn: return []
    case .unsupported: return [.report(.problem(.bluetoothUnsupported))]
    case .unauthorized: return [.report(.hint(.allowBluetooth))]
    case .poweredOff: return [.report(.hint(.turnOnBluetooth))]
    }
  }

  /// The system restored peripherals of an earlier launch (BT26).
  ///
  /// Call `start` first: a session that was stopped leaves nothing to restore.
  ///
  /// - Parameter accessories: may be empty, when only a scan is restored. The caller must release
  ///   those that are not selected (BT7).
  mutating func restored(_ accessories: [AccessoryIdentifier]) -> [Action] {
    guard state == .waitingForBluetooth else { return [] }
    let wanted = pinned ?? accessory
    let taken = accessories.first { $0 == wanted } ?? (pinned == nil ? accessories.first : nil)
    accessory = taken ?? wanted
    return taken.map { [.report(.restored($0))] } ?? []
  }

  /// The result of a lookup of the accessory; nil if the system does not know it.
  mutating func retrieved(
    _ accessory: AccessoryIdentifier, _ link: Link?, now: Int64
  ) -> [Action] {
    guard state == .waitingForBluetooth, bluetooth == .poweredOn, accessory == self.accessory
    else { return [] }
    switch link {
    case nil:
      guard pinned == nil else {
        return [.report(.problem(.accessoryUnknown(accessory)))] + scan(now)
      }
      self.accessory = nil
      lastConnected = nil
      return [.forget] + scan(now)
    case .disconnected:
      return connect(accessory, now)
    case .connecting:
      return awaitConnection(accessory, now)
    case .connected:
      return linkIsUp(accessory, now)
    }
  }

  /// A scan found an accessory that the profile accepts.
  mutating func found(_ advertisement: Advertisement, now: Int64) -> [Action] {
    let found = advertisement.accessory
    guard state == .scanning, pinned == nil || pinned == found else { return [] }
    if found != accessory { lastConnected = nil }
    accessory = found
    hasAskedToComeCloser = false
    return [.stopScan, .report(.found(advertisement))] + connect(found, now)
  }

  mutating func connected(_ accessory: AccessoryIdentifier, now: Int64) -> [Action] {
    switch state {
    case .connecting(accessory), .backingOff(accessory):
      return linkIsUp(accessory, now)
    case .discovering(accessory), .ready(accessory), .disconnecting(accessory),
      .stopping(accessory):
      return []
    case .idle, .waitingForBluetooth, .scanning, .connecting, .discovering, .ready, .backingOff,
      .disconnecting, .stopping:
      // The session does not need this connection any more.
      return [.cancelConnection(accessory)]
    }
  }

  /// An attempt failed, which is rare and temporary (BT12).
  ///
  /// - Parameter jitter: from 0 up to 1, drawn again for each call.
  mutating func failedToConnect(
    _ accessory: AccessoryIdentifier, _ failure: BluetoothFailure, now: Int64, jitter: Double
  ) -> [Action] {
    guard state == .connecting(accessory) || state == .backingOff(accessory) else { return [] }
    counts.failedAttempts += 1
    let absence = lastConnected.map { now - $0 } ?? .max
    guard !hasRetriedAfterAbsence, absence > times.longAbsence else {
      return backOff(accessory, failure, now, jitter)
    }
    hasRetriedAfterAbsence = true
    return [
      .report(.connectionFailed(failure, retryAfter: .zero)),
      .report(.hint(.tryAgainAfterLongAbsence)),
    ] + connect(accessory, now)
  }

  /// A connection ended.
  ///
  /// - Parameters:
  ///   - failure: nil if the disconnection was requested (BT13).
  ///   - jitter: from 0 up to 1, drawn again for each call.
  mutating func disconnected(
    _ accessory: AccessoryIdentifier, _ failure: BluetoothFailure?, now: Int64, jitter: Double
  ) -> [Action] {
    guard state.accessory == accessory else { return [] }
    switch state {
    case .idle, .waitingForBluetooth, .scanning, .backingOff:
      return []
    case .connecting:
      // A late callback for the connection before this attempt, which may have ended the attempt,
      // too.
      return [.connect(accessory, after: .zero)]
    case .discovering:
      counts.losses += 1
      let noted = noteLinkEnd(.linkLost(failure), now)
      return noted + backOff(accessory, failure ?? .timedOut, now, jitter)
    case .ready:
      counts.losses += 1
      let noted = noteLinkEnd(.linkLost(failure), now)
      if failure == .pairingRemoved {
        return noted + backOff(accessory, .pairingRemoved, now, jitter)
      }
      return noted + connect(accessory, now)
    case .disconnecting:
      return linkWasEnded(accessory, now, jitter)
    case .stopping:
      return noteLinkEnd(.requested, now) + endSession()
    }
  }

  /// The session ended the connection in order to start over; this has now happened.
  mutating func linkWasEnded(
    _ old: AccessoryIdentifier, _ now: Int64, _ jitter: Double
  ) -> [Action] {
    let failure = discoveryFailure
    discoveryFailure = nil
    let reason = failure.map { DisconnectReason.discoveryFailed($0) } ?? .requested
    if let failure, accessory == old {
      return noteLinkEnd(reason, now) + backOff(old, failure, now, jitter)
    }
    state = .waitingForBluetooth
    // A forgotten accessory is not remembered again.
    let noted =
      accessory == old
      ? noteLinkEnd(reason, now) : [.report(.disconnected(reason))]
    return noted + [cancelWake()] + search(now)
  }

  // MARK: From discovery

  /// Every attribute of the profile is discovered, or reported missing, and subscribed.
  mutating func discovered() -> [Action] {
    guard case .discovering(let accessory) = state else { return [] }
    state = .ready(accessory)
    attempts = 0
    hasAskedToForget = false
    return [cancelWake(), .report(.ready(accessory))]
  }

  mutating func discoveryFailed(_ failure: BluetoothFailure, now: Int64) -> [Action] {
    guard case .discovering(let accessory) = state else { return [] }
    state = .disconnecting(accessory)
    discoveryFailure = failure
    return [.cancelConnection(accessory), wake(at: now + times.disconnectTimeout)]
  }

  /// The services of the accessory changed after their discovery.
  mutating func servicesChanged(now: Int64) -> [Action] {
    switch state {
    case .discovering(let accessory), .ready(let accessory):
      state = .discovering(accessory)
      return [
        .report(.servicesChanged), .discover(accessory), wake(at: now + times.discoveryTimeout),
      ]
    case .idle, .waitingForBluetooth, .scanning, .connecting, .backingOff, .disconnecting,
      .stopping:
      return []
    }
  }

  // MARK: Time

  /// The time of the last `wake` is reached or past.
  ///
  /// - Parameters:
  ///   - isInForeground: whether the user may see the app; only then is a hint useful.
  ///   - jitter: from 0 up to 1, drawn again for each call.
  mutating func deadlinePassed(now: Int64, isInForeground: Bool, jitter: Double) -> [Action] {
    guard let deadline, now >= deadline else { return [] }
    self.deadline = nil
    switch state {
    case .idle, .waitingForBluetooth, .ready:
      return []
    case .scanning, .connecting:
      guard isInForeground else { return [wake(at: now + times.connectTimeout)] }
      // The request stays pending: only the system can wake a suspended app (BT12).
      hasAskedToComeCloser = true
      return [.report(.hint(.bringCloser))]
    case .backingOff(let accessory):
      return awaitConnection(accessory, now)
    case .discovering:
      return discoveryFailed(.timedOut, now: now)
    case .disconnecting(let accessory):
      return linkWasEnded(accessory, now, jitter)
    case .stopping:
      return noteLinkEnd(.requested, now) + endSession()
    }
  }
}
