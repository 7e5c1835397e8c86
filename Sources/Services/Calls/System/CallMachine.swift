/// The state machine of one call (CK5). It has no side effects and knows no time.
package struct CallMachine: Equatable {
  package enum State: String, Equatable, CaseIterable {
    /// An incoming call that nobody has answered.
    case ringing
    /// An outgoing call whose start the app has not performed.
    case starting
    /// An outgoing call that the app has started and that is not answered.
    case connecting
    case connected
    case ended
  }

  package private(set) var state: State
  package private(set) var isOnHold = false
  package private(set) var isMuted = false
  package private(set) var hasConnected = false
  /// The reason why it ended; nil while it goes on.
  package private(set) var end: CallEnd?

  init(isOutgoing: Bool) { state = isOutgoing ? .starting : .ringing }

  var isOngoing: Bool { state != .ended }
  /// Whether the audio session of the app is active for the call (CK6).
  var usesAudio: Bool {
    switch state {
    case .connecting, .connected: !isOnHold
    case .ringing, .starting, .ended: false
    }
  }

  /// Whether the app may be asked for an action in this state.
  func accepts(_ kind: CallActionKind) -> Bool {
    switch state {
    case .ringing: kind == .answer || kind == .end
    case .starting:
      switch kind {
      case .start, .end, .setMuted: true
      case .answer, .setHeld, .setGroup, .playDTMF: false
      }
    case .connecting, .connected:
      switch kind {
      case .end, .setHeld, .setMuted, .setGroup, .playDTMF: true
      case .start, .answer: false
      }
    case .ended: false
    }
  }

  /// The app has performed an action.
  mutating func fulfilled(_ kind: CallActionKind) {
    guard isOngoing else { return }
    switch kind {
    case .start: if state == .starting { state = .connecting }
    case .answer: if state == .ringing { connect() }
    case .end: ended(.ended)
    case .setHeld(let isOn): isOnHold = isOn
    case .setMuted(let isOn): isMuted = isOn
    case .setGroup, .playDTMF: break
    }
  }

  /// The app has failed an action, or has not performed it in time.
  mutating func failed(_ kind: CallActionKind) {
    guard isOngoing else { return }
    switch kind {
    case .start, .answer: ended(.failed)
    case .end: ended(.ended)
    case .setHeld, .setMuted, .setGroup, .playDTMF: break
    }
  }

  /// The app has reported the progress of an outgoing call. Ignored in any other state.
  mutating func reportedProgress(isConnected: Bool) {
    switch state {
    case .starting, .connecting: if isConnected { connect() } else { state = .connecting }
    case .ringing, .connected, .ended: break
    }
  }

  private mutating func connect() {
    state = .connected
    hasConnected = true
  }

  mutating func ended(_ reason: CallEnd) {
    guard isOngoing else { return }
    state = .ended
    isOnHold = false
    end = reason
  }
}
