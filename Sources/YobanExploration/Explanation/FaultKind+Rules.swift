extension FaultKind {
  /// The codes of the rules by which the system does this, such as `L8`; empty if no rule is needed.
  var rules: [String] {
    switch self {
    case .memoryWarning, .jetsam: ["L8"]
    case .suspension: ["L7"]
    case .expiration: ["FT2"]
    case .forceQuit: ["L16"]
    case .watchdog: ["L10"]
    case .prewarm: ["L15"]
    case .visit: ["L3"]
    case .update: ["DP10"]
    case .reinstall: ["DP9"]
    case .backgroundRefreshOff: ["L18"]
    case .standby: ["AN9"]
    case .doze: ["AN8"]
    case .powerLoss, .kernelPanic: ["DK1", "L17", "DP2"]
    case .diskFull: ["DK8"]
    case .reboot, .systemUpdate: ["L17", "DP2"]
    case .lock: ["DP1"]
    case .lowPowerMode: ["L19"]
    case .bluetoothOff, .bluetoothReset: ["BT2"]
    case .watchLinkLost: ["WC2"]
    case .clockAhead, .clockBack, .clockFarAhead, .clockFarBack: ["TM1"]
    case .timeZone, .daylightSaving: ["TM2"]
    case .accessoryOff, .accessoryOutOfRange, .accessoryRebooted, .linkLost: ["BT13"]
    case .servicesChanged: ["BT20"]
    case .connectionRefused: ["RA2"]
    case .crash, .bluetoothWithdrawn, .locationWithdrawn, .motionWithdrawn, .microphoneWithdrawn,
      .notificationsWithdrawn, .healthWithdrawn, .offline, .networkSlow, .serverError, .answerLost,
      .requestDoubled, .watchDoubled, .watchDelayed, .accessorySlow, .valuesTruncated,
      .valuesCorrupted, .bondLost, .ioError:
      []
    }
  }
}
