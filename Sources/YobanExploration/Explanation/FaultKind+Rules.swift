extension FaultKind {
  /// The codes of the rules by which the system does this, such as `L8`; empty if no rule is needed.
  var rules: [String] {
    switch self {
    case .memoryWarning, .jetsam: ["L8"]
    case .forceQuit: ["L16"]
    case .watchdog: ["L10"]
    case .update: ["DP10"]
    case .backgroundRefreshOff: ["L18"]
    case .reboot: ["L17", "DP2"]
    case .lock: ["DP1"]
    case .lowPowerMode: ["L19"]
    case .bluetoothOff, .bluetoothReset: ["BT2"]
    case .clockAhead, .clockBack: ["TM1"]
    case .timeZone: ["TM2"]
    case .accessoryOff, .accessoryOutOfRange, .accessoryRebooted, .linkLost: ["BT13"]
    case .connectionRefused: ["RA2"]
    case .offline, .bondLost: []
    }
  }
}
