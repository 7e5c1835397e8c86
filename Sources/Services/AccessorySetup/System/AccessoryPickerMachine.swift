import YobanPlatformProfiles
import YobanSimulatedRadio
import YobanVirtualTime

/// The picker, from the app's call to the end of it (AS2, AS4, AS6, AS9). Deciding has no side effects.
struct AccessoryPickerMachine: Sendable, Hashable {
  enum State: Sendable, Hashable {
    /// The app has called; the picker is not on the screen yet.
    case opening
    /// The user sees the accessories that were found, or a message that none was.
    case searching
    /// The user has picked an accessory.
    case settingUp(Choice)
    /// The app must finish the authorization of the accessory.
    case awaiting(PeerIdentifier)
    /// An accessory was set up; the user sees it.
    case done
    case ended
  }

  /// The item that the user has picked.
  struct Choice: Sendable, Hashable {
    var peer: PeerIdentifier
    var pairs = false
    var renames = false
    /// Whether the app must finish the authorization (`confirmAuthorization`).
    var confirms = false
  }

  enum Action: Sendable, Hashable {
    case send(AccessoryNotice.Kind)
    case add(PeerIdentifier, isAuthorized: Bool)
    case authorize(PeerIdentifier)
    case remove(PeerIdentifier)
    /// The answer to the app's call.
    case complete(AccessorySetupFailure?)
  }

  private(set) var state = State.opening
  /// When nothing was found for too long; nil if the search is not limited, or has ended.
  private(set) var deadline: VirtualInstant?

  /// Whether the picker is on the screen.
  var isShown: Bool { state != .opening && state != .ended }
  var isSearching: Bool { state == .searching }

  /// The picker appears.
  ///
  /// - Parameter timeout: how long it searches; nil if it searches without limit.
  mutating func opened(at now: VirtualInstant, timeout: Duration?) -> [Action] {
    guard state == .opening else { return [] }
    state = .searching
    deadline = timeout.map { now + $0 }
    return [.send(.pickerDidPresent)]
  }

  /// The user picks an accessory.
  mutating func picked(_ new: Choice) -> [Action] {
    guard state == .searching else { return [] }
    (state, deadline) = (.settingUp(new), nil)
    return (new.pairs ? [.send(.pickerSetupPairing)] : [])
      + (new.renames ? [.send(.pickerSetupRename)] : [])
  }

  /// The picked accessory is set up, or waits for the app.
  mutating func setUp() -> [Action] {
    guard case .settingUp(let choice) = state else { return [] }
    state = choice.confirms ? .awaiting(choice.peer) : .done
    return [.add(choice.peer, isAuthorized: !choice.confirms)]
  }

  /// The app finishes an authorization that it was asked for.
  mutating func authorized(_ peer: PeerIdentifier) -> [Action] {
    guard state == .awaiting(peer) else { return [] }
    state = .done
    return [.authorize(peer)]
  }

  /// The app refuses an authorization that it was asked for.
  mutating func failed(_ peer: PeerIdentifier) -> [Action] {
    guard state == .awaiting(peer) else { return [] }
    state = .searching
    return [.send(.pickerSetupFailed), .remove(peer)]
  }

  /// Known accessories were migrated, without a choice of the user (AS7).
  mutating func migrated(_ peers: [PeerIdentifier]) -> [Action] {
    guard state == .searching || state == .done else { return [] }
    (state, deadline) = (.done, nil)
    return peers.map { .add($0, isAuthorized: true) } + [.send(.migrationComplete)]
  }

  /// The picker leaves the screen, because of the user or because the app left the foreground.
  mutating func dismissed() -> [Action] {
    guard state != .ended else { return [] }
    let wasShown = isShown
    let failure: AccessorySetupFailure? = state == .done ? nil : .userCancelled
    let removal = removal
    (state, deadline) = (.ended, nil)
    return removal + (wasShown ? [.send(.pickerDidDismiss)] : []) + [.complete(failure)]
  }

  /// The search is over (AS6).
  ///
  /// - Parameter hasFound: whether the user sees an accessory; then the picker stays.
  mutating func timedOut(hasFound: Bool) -> [Action] {
    deadline = nil
    guard state == .searching, !hasFound else { return [] }
    state = .ended
    return [.send(.pickerDidDismiss), .complete(.discoveryTimeout)]
  }

  /// The session is invalidated.
  mutating func invalidated() -> [Action] {
    guard state != .ended else { return [] }
    let removal = removal
    (state, deadline) = (.ended, nil)
    return removal + [.complete(.invalidated)]
  }

  /// An accessory that waits for the app does not stay without the picker.
  private var removal: [Action] {
    if case .awaiting(let peer) = state { return [.remove(peer)] }
    return []
  }
}
