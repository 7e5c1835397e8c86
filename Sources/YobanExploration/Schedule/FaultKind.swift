import YobanSimulatedOS

/// The kinds of faults: events that an app, a device or an accessory can meet at a bad moment.
///
/// The text of a kind, such as `force-quit`, is part of schedules that people keep; it does not change.
public enum FaultKind: String, Sendable, Hashable, CaseIterable {
  // The app
  case memoryWarning = "memory-warning"
  case jetsam
  case forceQuit = "force-quit"
  case watchdog
  case update
  case backgroundRefreshOff = "background-refresh-off"
  // The device
  case reboot
  case lock
  case lowPowerMode = "low-power-mode"
  case offline
  case bluetoothOff = "bluetooth-off"
  case bluetoothReset = "bluetooth-reset"
  case clockAhead = "clock-ahead"
  case clockBack = "clock-back"
  case timeZone = "time-zone"
  // The accessory
  case accessoryOff = "accessory-off"
  case accessoryOutOfRange = "out-of-range"
  case accessoryRebooted = "accessory-rebooted"
  case linkLost = "link-lost"
  case connectionRefused = "connection-refused"
  case bondLost = "bond-lost"

  /// The kind of object that a fault changes.
  public enum Target: Sendable, Hashable { case app, device, accessory }

  /// The facts about a kind that the search, the shrinking and the judgment use.
  public struct Row: Sendable, Hashable {
    public var target: Target
    /// The rest of a sentence that begins with the name of the target.
    public var words: String
    /// The time after which the fault ends; nil if it happens at one moment.
    public var length: Duration?
    /// Whether nobody can expect the app to run again before the user opens it.
    public var needsUser = false
    /// Kinds that are tried instead when a schedule is made smaller, the weakest first.
    public var weaker: [FaultKind] = []
  }

  public var row: Row {
    switch self {
    case .memoryWarning: Row(target: .app, words: "receives a memory warning")
    case .jetsam:
      Row(target: .app, words: "is removed from memory", weaker: [.memoryWarning])
    case .forceQuit:
      Row(
        target: .app, words: "is swiped away by the user", needsUser: true,
        weaker: [.jetsam])
    case .watchdog:
      Row(target: .app, words: "is killed by the watchdog", weaker: [.jetsam])
    case .update:
      Row(
        target: .app, words: "is updated, and its container moves", needsUser: true,
        weaker: [.jetsam])
    case .backgroundRefreshOff:
      Row(
        target: .app, words: "may not refresh in the background for an hour",
        length: .seconds(3600),
        needsUser: true)
    case .reboot:
      Row(
        target: .device, words: "reboots", needsUser: true, weaker: [.bluetoothReset, .lock])
    case .lock: Row(target: .device, words: "is locked")
    case .lowPowerMode:
      Row(target: .device, words: "is in Low Power Mode for an hour", length: .seconds(3600))
    case .offline:
      Row(target: .device, words: "has no network for 10 minutes", length: .seconds(600))
    case .bluetoothOff:
      Row(
        target: .device, words: "has Bluetooth off for a minute", length: .seconds(60),
        weaker: [.bluetoothReset])
    case .bluetoothReset: Row(target: .device, words: "restarts its Bluetooth service")
    case .clockAhead: Row(target: .device, words: "has its clock set 2 minutes ahead")
    case .clockBack: Row(target: .device, words: "has its clock set 2 minutes back")
    case .timeZone: Row(target: .device, words: "changes its time zone")
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
    case .linkLost: Row(target: .accessory, words: "ends its connections")
    case .connectionRefused: Row(target: .accessory, words: "refuses the next three connections")
    case .bondLost: Row(target: .accessory, words: "forgets its bonds")
    }
  }
}
