import Foundation
import YobanSimulatedOS
import YobanVirtualTime

/// The effect of a fault on the target that it names in a world.
///
/// Sendable: used only by the simulation of its world.
struct FaultAction: @unchecked Sendable {
  private enum Target {
    case app(InstalledApp, AppleDevice)
    case device(AppleDevice)
    case accessory(Accessory)
  }
  private let kind: FaultKind
  private let target: Target
  private let world: World

  /// Returns nil if the world has no such target, or if it cannot happen now: an app that does not run
  /// cannot be removed from memory.
  init?(_ fault: Fault, in world: World) {
    self.world = world
    kind = fault.kind
    switch fault.kind.row.target {
    case .accessory:
      guard let accessory = world.accessories.first(where: { $0.name == fault.target }),
        accessory.isOn
      else { return nil }
      target = .accessory(accessory)
    case .device:
      guard let device = Self.device(fault.target, in: world), device.isUp else { return nil }
      target = .device(device)
    case .app:
      let parts = fault.target.split(separator: "/", maxSplits: 1).map(String.init)
      guard parts.count == 2, let device = Self.device(parts[0], in: world), device.isUp,
        let app = device.apps.first(where: { $0.definition.name == parts[1] })
      else { return nil }
      if Self.needsProcess.contains(fault.kind), app.process == nil { return nil }
      target = .app(app, device)
    }
  }

  /// The reason that tells an end by a fault from one by the simulated watchdog.
  static let watchdogReason = "a fault of the exploration"

  private static let needsProcess: Set<FaultKind> = [.memoryWarning, .jetsam, .watchdog]

  private static func device(_ name: String, in world: World) -> AppleDevice? {
    world.devices.first { $0.name == name } as? AppleDevice
  }

  /// Whether nobody can expect the app to run again before the user opens it. The user who sees an app end
  /// in front opens it again.
  var needsUser: Bool {
    if kind.row.needsUser { return true }
    guard case .app(let app, _) = target, [.jetsam, .watchdog].contains(kind) else { return false }
    return app.isFrontmost
  }

  /// Begins the fault. Returns when the user's action has ended, if it is one.
  func begin() async {
    switch target {
    case .app(let app, let device): await begin(app, device)
    case .device(let device): await begin(device)
    case .accessory(let accessory): begin(accessory)
    }
  }

  private func begin(_ app: InstalledApp, _ device: AppleDevice) async {
    switch kind {
    case .memoryWarning: app.process?.warnOfLowMemory()
    case .jetsam: device.jetsam(app)
    case .forceQuit: await device.swipeAway(app)
    case .watchdog: app.process?.kill(.watchdog(Self.watchdogReason))
    case .update: try? device.update(app)
    case .backgroundRefreshOff: device.setBackgroundRefresh(false, for: app)
    default: break
    }
  }

  private func begin(_ device: AppleDevice) async {
    switch kind {
    case .reboot: try? await device.reboot()
    case .lock: await device.lock()
    case .lowPowerMode: device.power.isLowPowerMode = true
    case .offline: device.network.path = .offline
    case .bluetoothOff: device.bluetooth.switchOff(by: .settings)
    case .bluetoothReset: device.bluetooth.reset()
    case .clockAhead: device.setClock(by: .seconds(120))
    case .clockBack: device.setClock(by: .seconds(-120))
    case .timeZone: device.setTimeZone(Self.zone(otherThan: device.timeZone))
    default: break
    }
  }

  private static func zone(otherThan zone: TimeZone) -> TimeZone {
    let tokyo = TimeZone(identifier: "Asia/Tokyo")!
    return zone == tokyo ? TimeZone(identifier: "America/Los_Angeles")! : tokyo
  }

  private func begin(_ accessory: Accessory) {
    switch kind {
    case .accessoryOff, .accessoryRebooted: accessory.switchOff()
    case .accessoryOutOfRange: accessory.place.x += Self.outOfRange
    case .linkLost: accessory.disconnect()
    case .connectionRefused: accessory.refuseConnections(3)
    case .bondLost: accessory.forgetBonds()
    default: break
    }
  }

  /// A distance at which nothing is received, in meters.
  private static let outOfRange = 10_000.0

  /// Ends a fault that lasts.
  func end() {
    switch (kind, target) {
    case (.backgroundRefreshOff, .app(let app, let device)):
      device.setBackgroundRefresh(true, for: app)
    case (.lowPowerMode, .device(let device)): device.power.isLowPowerMode = false
    case (.offline, .device(let device)): device.network.path = .wifi
    case (.bluetoothOff, .device(let device)): device.bluetooth.switchOn()
    case (.accessoryOff, .accessory(let accessory)),
      (.accessoryRebooted, .accessory(let accessory)):
      accessory.switchOn()
    case (.accessoryOutOfRange, .accessory(let accessory)):
      accessory.place.x -= Self.outOfRange
    default: break
    }
  }
}
