// The rows of the kinds, by target. Each kind has one row.
extension FaultKind {
  /// The row of a fault of an app; nil for other kinds.
  var appRow: Row? {
    switch self {
    case .memoryWarning: Row(target: .app, words: "receives a memory warning", need: .running)
    case .suspension:
      Row(target: .app, words: "is suspended as early as possible", need: .background)
    case .expiration:
      Row(
        target: .app, words: "has its background time taken back by the system", need: .running)
    case .jetsam:
      Row(
        target: .app, words: "is removed from memory", weaker: [.suspension, .memoryWarning],
        need: .process, moments: .both)
    case .crash:
      Row(
        target: .app, words: "crashes", weaker: [.suspension, .jetsam], need: .running,
        isOptional: true)
    case .forceQuit:
      Row(
        target: .app, words: "is swiped away by the user", needsUser: true,
        weaker: [.suspension, .jetsam])
    case .watchdog:
      Row(
        target: .app, words: "is killed by the watchdog", weaker: [.suspension, .jetsam],
        need: .process, isOptional: true)
    case .prewarm:
      Row(target: .app, words: "is launched by the system without the user", need: .noProcess)
    case .visit:
      Row(target: .app, words: "is opened by the user for 5 seconds", need: .notInFront)
    case .update:
      Row(
        target: .app, words: "is updated, and its container moves", needsUser: true,
        weaker: [.jetsam])
    case .reinstall:
      Row(
        target: .app, words: "is deleted and installed again", needsUser: true,
        weaker: [.jetsam, .update], isOptional: true)
    case .backgroundRefreshOff:
      Row(
        target: .app, words: "may not refresh in the background for an hour",
        length: .seconds(3600), needsUser: true)
    case .bluetoothWithdrawn: withdrawn("Bluetooth", weaker: [.jetsam])
    case .locationWithdrawn: withdrawn("location", weaker: [])
    case .motionWithdrawn: withdrawn("motion", weaker: [.jetsam])
    case .microphoneWithdrawn: withdrawn("the microphone", weaker: [.jetsam])
    case .notificationsWithdrawn: withdrawn("notifications", weaker: [])
    case .healthWithdrawn: withdrawn("health data", weaker: [])
    case .standby:
      Row(
        target: .app, words: "is in the restricted standby bucket for an hour",
        length: .seconds(3600))
    case .ioError:
      Row(
        target: .app, words: "has its next change of a file fail with EIO", length: .seconds(120),
        need: .running, moments: .calls, isOptional: true)
    default: nil
    }
  }

  private func withdrawn(_ what: String, weaker: [FaultKind]) -> Row {
    Row(
      target: .app, words: "loses the permission for \(what) for 10 minutes",
      length: .seconds(600), needsUser: true, weaker: weaker, isOptional: true)
  }

  /// The row of a fault of a device; nil for other kinds.
  var deviceRow: Row? {
    switch self {
    case .reboot:
      Row(
        target: .device, words: "reboots", needsUser: true,
        weaker: Self.weakerThanReboot)
    case .systemUpdate:
      Row(
        target: .device, words: "installs an update of the system", needsUser: true,
        weaker: [.reboot])
    case .lock: Row(target: .device, words: "is locked")
    case .lowPowerMode:
      Row(target: .device, words: "is in Low Power Mode for an hour", length: .seconds(3600))
    case .doze:
      Row(
        target: .device, words: "is in deep Doze for an hour", length: .seconds(3600),
        weaker: [.lock])
    case .offline:
      Row(
        target: .device, words: "has no network for 10 minutes", length: .seconds(600),
        weaker: [.networkSlow])
    case .networkSlow:
      Row(target: .device, words: "has a slow network for 10 minutes", length: .seconds(600))
    case .serverError:
      Row(
        target: .device, words: "receives the answer 500 from every server for 2 minutes",
        length: .seconds(120), isOptional: true)
    case .answerLost:
      Row(
        target: .device, words: "does not receive the next answer of a server",
        length: .seconds(120), weaker: [.requestDoubled])
    case .requestDoubled:
      Row(
        target: .device, words: "sends the next request twice to its server",
        length: .seconds(120), isOptional: true)
    case .bluetoothOff:
      Row(
        target: .device, words: "has Bluetooth off for a minute", length: .seconds(60),
        weaker: [.bluetoothReset])
    case .bluetoothReset: Row(target: .device, words: "restarts its Bluetooth service")
    default: diskRow ?? watchRow ?? clockRow
    }
  }

  private var diskRow: Row? {
    switch self {
    case .powerLoss:
      Row(
        target: .device, words: "loses its power and reboots", needsUser: true,
        weaker: Self.weakerThanReboot + [.reboot, .kernelPanic], moments: .both, isOptional: true)
    case .kernelPanic:
      Row(
        target: .device, words: "has a panic of its kernel and reboots", needsUser: true,
        weaker: Self.weakerThanReboot + [.reboot], isOptional: true)
    case .diskFull:
      Row(
        target: .device, words: "has no free space on its disk for 10 minutes",
        length: .seconds(600), moments: .calls)
    default: nil
    }
  }

  private static let weakerThanReboot: [FaultKind] = [
    .bluetoothReset, .lock, .suspension, .jetsam, .forceQuit,
  ]

  private var watchRow: Row? {
    switch self {
    case .watchLinkLost:
      Row(
        target: .device, words: "does not reach its counterpart for 2 minutes",
        length: .seconds(120), weaker: [.watchDelayed])
    case .watchDoubled:
      Row(
        target: .device, words: "delivers the next message or file to its counterpart twice",
        length: .seconds(120))
    case .watchDelayed:
      Row(
        target: .device, words: "sends the next message or file to its counterpart a minute late",
        length: .seconds(120))
    default: nil
    }
  }

  private var clockRow: Row? {
    switch self {
    case .clockAhead: Row(target: .device, words: "has its clock set 2 minutes ahead")
    case .clockBack: Row(target: .device, words: "has its clock set 2 minutes back")
    case .clockFarAhead:
      Row(target: .device, words: "has its clock set 30 days ahead", weaker: [.clockAhead])
    case .clockFarBack:
      Row(target: .device, words: "has its clock set 30 days back", weaker: [.clockBack])
    case .timeZone: Row(target: .device, words: "changes its time zone")
    case .daylightSaving:
      Row(
        target: .device,
        words: "has its clock set to a minute before daylight saving time begins or ends",
        weaker: [.timeZone, .clockAhead, .clockFarAhead])
    default: nil
    }
  }

  /// The row of a fault of an accessory.
  var accessoryRow: Row {
    switch self {
    case .accessoryOff:
      Row(
        target: .accessory, words: "is off for 2 minutes", length: .seconds(120),
        weaker: [.linkLost, .accessoryRebooted])
    case .accessoryOutOfRange:
      Row(
        target: .accessory, words: "is out of range for 2 minutes", length: .seconds(120),
        weaker: [.linkLost])
    case .accessoryRebooted:
      Row(
        target: .accessory, words: "reboots", length: .seconds(3), weaker: [.linkLost])
    case .accessorySlow:
      Row(
        target: .accessory, words: "takes 20 seconds for each request for 2 minutes",
        length: .seconds(120))
    case .valuesTruncated:
      Row(
        target: .accessory, words: "sends only the first half of each value for a minute",
        length: .seconds(60),
        isOptional: true)
    case .valuesCorrupted:
      Row(
        target: .accessory, words: "sends wrong values for a minute", length: .seconds(60),
        weaker: [.valuesTruncated], isOptional: true)
    case .servicesChanged:
      Row(
        target: .accessory, words: "changes the handles of its services", weaker: [.linkLost],
        isOptional: true)
    case .linkLost: Row(target: .accessory, words: "ends its connections")
    case .connectionRefused: Row(target: .accessory, words: "refuses the next three connections")
    case .bondLost: Row(target: .accessory, words: "forgets its bonds")
    default: preconditionFailure("the kind \(rawValue) has no row")
    }
  }
}
