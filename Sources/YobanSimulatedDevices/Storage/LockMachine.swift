/// Whether a device is locked, and which protected data is accessible (DP1). It has no side effects.
package struct LockMachine: Hashable {
  package enum State: Hashable {
    /// Booted, and not unlocked since.
    case beforeFirstUnlock
    case unlocked
    /// Locked; the keys of complete protection are discarded after some time.
    case locking
    /// Locked, without the keys of complete protection.
    case locked
  }

  /// An action that a change of the lock requires.
  package enum Action: Hashable {
    /// Call `keysAreDue` after `DataProtectionPolicy.keyDiscardDelay`.
    case startTimer
    case cancelTimer
    /// Notify the apps that protected data becomes unavailable.
    case willBecomeUnavailable
    /// Notify the apps that protected data is available.
    case becameAvailable
  }

  /// The use of a file.
  package enum Access: Hashable, CaseIterable {
    case open, create
    /// Reading or writing a file that is open.
    case use
  }

  package private(set) var state = State.unlocked
  /// Without a passcode nothing is ever locked.
  package private(set) var hasPasscode = false

  package init() {}

  /// Whether the user must unlock the device to use it.
  package var isLocked: Bool { state != .unlocked }
  package var isUnlockedSinceBoot: Bool { state != .beforeFirstUnlock }
  /// Whether files of complete protection are accessible.
  package var hasCompleteKeys: Bool { state == .unlocked || state == .locking }

  package mutating func setPasscode(_ isSet: Bool) -> [Action] {
    hasPasscode = isSet
    return isSet ? [] : unlock()
  }

  package mutating func booted() -> [Action] {
    let timer: [Action] = state == .locking ? [.cancelTimer] : []
    state = hasPasscode ? .beforeFirstUnlock : .unlocked
    return timer
  }

  package mutating func lock() -> [Action] {
    guard hasPasscode, state == .unlocked else { return [] }
    state = .locking
    return [.willBecomeUnavailable, .startTimer]
  }

  /// The time has passed after which the keys of complete protection are discarded.
  package mutating func keysAreDue() {
    if state == .locking { state = .locked }
  }

  package mutating func unlock() -> [Action] {
    defer { state = .unlocked }
    switch state {
    case .unlocked: return []
    case .locking: return [.cancelTimer, .becameAvailable]
    case .locked, .beforeFirstUnlock: return [.becameAvailable]
    }
  }

  /// Whether a file of a class is accessible.
  package func allows(_ access: Access, _ protection: ProtectionClass) -> Bool {
    switch (protection, access) {
    case (.none, _), (.unlessOpen, .create), (.unlessOpen, .use): true
    case (.untilFirstUnlock, _): isUnlockedSinceBoot
    case (.unlessOpen, .open), (.complete, _): hasCompleteKeys
    }
  }
}
