import YobanPlatformProfiles

/// The state of one scan (AN11, AN12). Pure.
struct AndroidScanMachine: Equatable {
  enum State: Equatable {
    /// The radio listens for the scan.
    case running
    /// The screen or location is off: the scan silently receives no results (AN12).
    case suspended
    /// The scan ran too long: it only receives what other scans find (AN11).
    case opportunistic
    case stopped
  }

  enum Action: Equatable {
    case listen
    case noResults
    /// The scan only receives what other scans find from now on.
    case downgrade
  }

  private(set) var state = State.running
  /// Whether any filter is set.
  let isFiltered: Bool

  /// - Parameter mode: the mode that the app requested.
  init(isFiltered: Bool, _ mode: ScanMode) {
    self.isFiltered = isFiltered
    if mode == .opportunistic { state = .opportunistic }
  }

  /// The scan has begun, or the screen or location was switched on or off.
  mutating func conditionsChanged(
    isScreenOn: Bool, isLocationOn: Bool, _ policy: AndroidBluetoothPolicy
  ) -> [Action] {
    let mayRun = isFiltered || !policy.suspendsUnfilteredScans || (isScreenOn && isLocationOn)
    switch state {
    case .running:
      // The screen also decides how often the radio listens (AN13).
      guard !mayRun else { return [.listen] }
      state = .suspended
      return [.noResults]
    case .suspended:
      guard mayRun else { return [] }
      state = .running
      return [.listen]
    case .opportunistic, .stopped: return []
    }
  }

  /// The scan has run for `longScanLimit`.
  mutating func ranTooLong() -> [Action] {
    switch state {
    case .running, .suspended:
      state = .opportunistic
      return [.downgrade]
    case .opportunistic, .stopped: return []
    }
  }

  mutating func stop() { state = .stopped }
}
