import YobanPlatformProfiles

/// The state of one scan (AN11, AN12). Pure.
struct AndroidScanMachine: Equatable {
  enum State: Equatable {
    /// The radio listens for the scan.
    case running
    /// The screen or location is off: the scan silently receives no results (AN12).
    case suspended
    /// The scan has no filter and ran too long: it only receives what other scans find (AN11).
    case opportunistic
    case stopped
  }

  enum Action: Equatable {
    case listen
    case noResults
    /// From now on the scan only receives what other scans find, or listens as in another mode.
    case downgrade(to: ScanMode)
  }

  private(set) var state = State.running
  /// The mode in which the radio listens for the scan: the one that the app requested, or a lower one after it ran
  /// too long.
  private(set) var mode: ScanMode
  /// Whether any filter is set.
  let isFiltered: Bool
  /// Whether the app says that it does not derive its location from scans (`neverForLocation`).
  let isNeverForLocation: Bool

  /// - Parameter mode: the mode that the app requested.
  init(isFiltered: Bool, isNeverForLocation: Bool = false, _ mode: ScanMode) {
    self.isFiltered = isFiltered
    self.isNeverForLocation = isNeverForLocation
    self.mode = mode
    if mode == .opportunistic { state = .opportunistic }
  }

  /// The scan has begun, or the screen or location was switched on or off.
  mutating func conditionsChanged(
    isScreenOn: Bool, isLocationOn: Bool, _ policy: AndroidBluetoothPolicy
  ) -> [Action] {
    let mayRun =
      isFiltered
      || (isScreenOn || !policy.suspendsUnfilteredScans)
        && (isLocationOn || isNeverForLocation || !policy.suspendsScansWithoutLocation)
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
  mutating func ranTooLong(_ policy: AndroidBluetoothPolicy) -> [Action] {
    guard state == .running || state == .suspended else { return [] }
    guard isFiltered else {
      (state, mode) = (.opportunistic, .opportunistic)
      return [.downgrade(to: mode)]
    }
    guard policy.downgradesFilteredScans, mode != .lowPower else { return [] }
    mode = .lowPower
    return [.downgrade(to: mode)]
  }

  mutating func stop() { state = .stopped }
}
