import YobanSimulatedRadio

// The faults of an accessory.
extension FaultKind {
  public static let accessoryOff = FaultKind(
    "accessory-off", "is off for 2 minutes", for: .seconds(120), traits: [.everyday],
    weaker: [.linkLost, .accessoryRebooted], rules: ["BT13"], switchedOff)

  public static let accessoryRebooted = FaultKind(
    "accessory-rebooted", "reboots", for: .seconds(3), weaker: [.linkLost], rules: ["BT13"],
    switchedOff)

  private static let switchedOff = FaultEffect.accessory(lasting: { accessory in
    accessory.switchOff()
    return { accessory.switchOn() }
  })

  public static let accessoryOutOfRange = FaultKind(
    "out-of-range", "is out of range for 2 minutes", for: .seconds(120), traits: [.everyday],
    weaker: [.linkLost], rules: ["BT13"],
    .accessory(lasting: { accessory in
      // A distance at which nothing is received, in meters.
      let distance = 10_000.0
      accessory.place.x += distance
      return { accessory.place.x -= distance }
    }))

  public static let accessorySlow = FaultKind(
    "accessory-slow", "takes 20 seconds for each request for 2 minutes", for: .seconds(120),
    onServices(lasting: { accessory in
      accessory.answerDelay = .seconds(20)
      return { accessory.answerDelay = .zero }
    }))

  public static let valuesTruncated = FaultKind(
    "values-truncated", "sends only the first half of each value for a minute", for: .seconds(60),
    traits: [.optional], onServices(lasting: { $0.damageValues(.truncated) }))

  public static let valuesCorrupted = FaultKind(
    "values-corrupted", "sends wrong values for a minute", for: .seconds(60), traits: [.optional],
    weaker: [.valuesTruncated], onServices(lasting: { $0.damageValues(.corrupted) }))

  public static let servicesChanged = FaultKind(
    "services-changed", "changes the handles of its services", traits: [.optional],
    weaker: [.linkLost],
    rules: ["BT20"],
    onServices(lasting: {
      $0.changeHandles()
      return nil
    }))

  /// The effect of a fault that an accessory without services cannot have.
  private static func onServices(
    lasting begin: @escaping @Sendable (Accessory) -> FaultEffect.End?
  ) -> FaultEffect {
    .accessory(if: { !$0.database.services.isEmpty }, lasting: begin)
  }

  public static let linkLost = FaultKind(
    "link-lost", "ends its connections", traits: [.everyday], rules: ["BT13"],
    .accessory { $0.disconnect() })

  public static let connectionRefused = FaultKind(
    "connection-refused", "refuses the next three connections", rules: ["RA2", "RA3"],
    .accessory { $0.refuseConnections(3) })

  public static let bondLost = FaultKind(
    "bond-lost", "forgets its bonds", .accessory { $0.forgetBonds() })

  public static let connectsUnanswered = FaultKind(
    "connects-unanswered", "does not answer the next three connects", traits: [.optional],
    rules: ["RA3"], .accessory { $0.ignoreConnections(3) })

  public static let accessoryClockFast = FaultKind(
    "accessory-clock-fast", "has a clock that runs 2 % fast for 10 minutes", for: .seconds(600),
    traits: [.optional], rules: ["RA4"],
    .accessory(lasting: { accessory in
      let before = accessory.clockDrift
      accessory.clockDrift = 20_000
      return { accessory.clockDrift = before }
    }))
}

extension Accessory {
  fileprivate func damageValues(_ damage: ValueDamage) -> FaultEffect.End {
    valueDamage = damage
    return { self.valueDamage = nil }
  }
}
