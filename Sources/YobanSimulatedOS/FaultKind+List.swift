extension FaultKind: CaseIterable {
  /// The kinds of faults of all services. A search goes through them in this order, so it is part of what a
  /// seed means.
  public static let allCases: [FaultKind] = [
    // The app
    .memoryWarning, .suspension, .expiration, .jetsam, .crash, .forceQuit, .watchdog, .prewarm,
    .visit, .update, .reinstall, .backgroundRefreshOff, .bluetoothWithdrawn, .locationWithdrawn,
    .motionWithdrawn, .microphoneWithdrawn, .notificationsWithdrawn, .healthWithdrawn, .standby,
    .ioError, .taskManagerStop, .unused,
    // The device
    .reboot, .powerLoss, .kernelPanic, .systemUpdate, .lock, .lowPowerMode, .doze, .diskFull,
    .offline, .networkSlow, .serverError, .answerLost, .requestDoubled, .bluetoothOff,
    .bluetoothReset, .watchLinkLost, .watchDoubled, .watchDelayed, .clockAhead, .clockBack,
    .clockFarAhead, .clockFarBack, .timeZone, .daylightSaving,
    .connectionsUpdatedInLoop, .roomNotReported,
    // The accessory
    .accessoryOff, .accessoryOutOfRange, .accessoryRebooted, .accessorySlow, .valuesTruncated,
    .valuesCorrupted, .servicesChanged, .linkLost, .connectionRefused, .bondLost,
    .connectsUnanswered, .accessoryClockFast,
  ]

  /// The kinds that a search has if nothing else is said.
  public static let usual = allCases.filter { !$0.traits.contains(.optional) }

  private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })

  /// Makes the kind with a name, such as `force-quit`; nil if there is none.
  public init?(_ name: String) {
    guard let kind = Self.byName[name] else { return nil }
    self = kind
  }
}

extension FaultKind: LosslessStringConvertible, Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let name = try container.decode(String.self)
    guard let kind = Self(name) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "There is no kind of fault \(name).")
    }
    self = kind
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}
