import YobanSimulatedRadio

/// The scan of one manager: when it listens and what it reports (BT5, BT6, BT8). It has no side
/// effects. An app with a Live Activity may be in front for it, although it is in the background (BT30).
struct ScanMachine: Equatable {
  /// The app's request; nil while it does not scan.
  private(set) var request: ScanRequest?
  /// The peers that were reported in this scan. Only used to check whether it contains a peer.
  private var reported: Set<PeerIdentifier> = []

  /// Starts a scan, which replaces an earlier one.
  ///
  /// A new scan in the foreground reports every peripheral again. Stopping and starting a scan in
  /// the background does not make a reported peripheral new (BT6, measured on iOS 5).
  mutating func start(_ request: ScanRequest, isInFront: Bool) {
    self.request = request
    if isInFront { reported.removeAll() }
  }

  mutating func stop() { request = nil }

  /// Marks a peer whose connection has ended as new, so that it is reported again (BT6).
  mutating func disconnected(_ peer: PeerIdentifier) { reported.remove(peer) }

  /// Whether the radio listens for this scan: always in the foreground; in the background only with
  /// the background mode and a list of services (BT5, BT8).
  func listens(isInFront: Bool, hasBackgroundMode: Bool) -> Bool {
    guard let request else { return false }
    return isInFront || (hasBackgroundMode && request.namesServices)
  }

  /// Whether an advertisement of the peer would be reported.
  func wants(_ peer: PeerIdentifier, isInFront: Bool) -> Bool {
    guard let request else { return false }
    return (request.allowsDuplicates && isInFront) || !reported.contains(peer)
  }

  /// Records the reception of a matching advertisement. Returns whether it is reported.
  mutating func received(_ peer: PeerIdentifier, isInFront: Bool) -> Bool {
    guard wants(peer, isInFront: isInFront) else { return false }
    reported.insert(peer)
    return true
  }
}
