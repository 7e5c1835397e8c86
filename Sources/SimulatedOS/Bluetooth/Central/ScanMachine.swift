/// One manager's scan: when it listens, and what it reports (BT5, BT6, BT8). Pure.
struct ScanMachine: Equatable {
  /// What the app asked for; nil while it does not scan.
  private(set) var request: ScanRequest?
  /// Reported in this scan. Asked only whether it holds a peer.
  private var reported: Set<PeerIdentifier> = []

  /// The app called `scanForPeripherals`, which replaces an earlier scan.
  ///
  /// A new scan in foreground reports everything again; stopping and starting in background does
  /// not make a reported peripheral new (BT6, measured on iOS 5).
  mutating func start(_ request: ScanRequest, isInFront: Bool) {
    self.request = request
    if isInFront { reported.removeAll() }
  }

  mutating func stop() { request = nil }

  /// The peer was connected and is not any more: it is new again (BT6).
  mutating func disconnected(_ peer: PeerIdentifier) { reported.remove(peer) }

  /// Whether the radio listens for this scan: in foreground always; in background with the
  /// background mode and a list of services only (BT5, BT8).
  func listens(isInFront: Bool, hasBackgroundMode: Bool) -> Bool {
    guard let request else { return false }
    return isInFront || (hasBackgroundMode && request.namesServices)
  }

  /// Whether an advertisement of the peer would be reported.
  func wants(_ peer: PeerIdentifier, isInFront: Bool) -> Bool {
    guard let request else { return false }
    return (request.allowsDuplicates && isInFront) || !reported.contains(peer)
  }

  /// An advertisement that matches was heard. Returns whether it is reported.
  mutating func heard(_ peer: PeerIdentifier, isInFront: Bool) -> Bool {
    guard wants(peer, isInFront: isInFront) else { return false }
    reported.insert(peer)
    return true
  }
}
