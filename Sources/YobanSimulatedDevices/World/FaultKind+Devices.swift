// The faults of every device.
extension FaultKind {
  public static let reboot = FaultKind(
    "reboot", "reboots", traits: [.needsUserOnApple, .endsProcess], weaker: weakerThanReboot,
    rules: ["L17", "AN20"],
    .device(
      inCall: {
        $0.rebootAtOnce()
        return .init(.proceed)
      }, { try? await $0.reboot() }))

  /// The faults that are tried in place of a reboot, the weakest first.
  static let weakerThanReboot: [FaultKind] = [
    .bluetoothReset, .lock, .suspension, .jetsam, .forceQuit,
  ]

  public static let systemUpdate = FaultKind(
    "system-update", "installs an update of the system", traits: [.needsUserOnApple],
    weaker: [.reboot],
    rules: ["L17", "AN20"], .device { try? await $0.updateSystem() })

  public static let lock = FaultKind(
    "lock", "is locked", traits: [.everyday], rules: ["DP1"], .device { await $0.lock() })

  public static let lowPowerMode = FaultKind(
    "low-power-mode", "is in Low Power Mode for an hour", for: .seconds(3600), traits: [.everyday],
    rules: ["L19"],
    .device(lasting: { device in
      device.power.isLowPowerMode = true
      return { device.power.isLowPowerMode = false }
    }))
}
