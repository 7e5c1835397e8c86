/// What becomes of one scan while it runs (AN11, AN12). Pure.
struct AndroidScanMachine: Equatable {
  enum State: Equatable {
    /// The radio listens for it.
    case running
    /// Screen or location is off: nothing is heard, and nobody is told (AN12).
    case suspended
    /// It ran too long: it gets what other scans find (AN11).
    case opportunistic
    case stopped
  }

  enum Action: Equatable {
    case listen
    case noResults
    /// It is only told what others hear.
    case downgrade
  }

  private(set) var state = State.running
  /// Whether any filter is set.
  let isFiltered: Bool

  /// - Parameter mode: as asked for.
  init(isFiltered: Bool, _ mode: ScanMode) {
    self.isFiltered = isFiltered
    if mode == .opportunistic { state = .opportunistic }
  }

  /// The scan begins, or screen or location were switched.
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

  /// It has run for `longScanLimit`.
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
