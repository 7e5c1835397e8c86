import Foundation
import YobanSimulatedOS
import YobanVirtualTime

/// The effect of a fault on the target that it names in a world.
///
/// Sendable: used only by the simulation of its world.
struct FaultAction: @unchecked Sendable {
  enum Target {
    case app(InstalledApp, Device)
    case device(Device)
    case accessory(Accessory)
  }
  let kind: FaultKind
  let target: Target
  let world: World
  /// The permissions of an Android app that the fault withdraws.
  let permissions: [String]
  /// The path of the device's network before the fault.
  let path: NetworkService.Path
  /// The free space of the device's disk before the fault, in bytes.
  let free: Int64

  /// Returns nil if the world has no such target, or if it cannot happen now: an app that does not run
  /// cannot be removed from memory.
  init?(_ fault: Fault, in world: World) {
    guard let target = Self.target(fault.kind.row.target, fault.target, in: world),
      Self.canHappen(fault.kind, to: target, in: world)
    else { return nil }
    (self.world, self.target) = (world, target)
    kind = fault.kind
    switch target {
    case .app(let app, let device):
      guard device.isUp, Self.isMet(fault.kind.row.need, by: app) else { return nil }
      if fault.kind == .prewarm, app.isForceQuit { return nil }
      permissions = Self.androidPermissions(fault.kind, of: app)
      (path, free) = (device.network.path, device.storage.free)
    case .device(let device):
      guard device.isUp else { return nil }
      (permissions, path, free) = ([], device.network.path, device.storage.free)
    case .accessory: (permissions, path, free) = ([], .wifi, 0)
    }
  }

  private static func target(
    _ kind: FaultKind.Target, _ name: String, in world: World
  ) -> Target? {
    switch kind {
    case .accessory:
      return world.accessories.first { $0.name == name }.map { .accessory($0) }
    case .device: return world.devices.first { $0.name == name }.map { .device($0) }
    case .app:
      let parts = name.split(separator: "/", maxSplits: 1).map(String.init)
      guard parts.count == 2, let device = world.devices.first(where: { $0.name == parts[0] }),
        let app = device.apps.first(where: { $0.definition.name == parts[1] })
      else { return nil }
      return .app(app, device)
    }
  }

  /// Whether a kind could ever happen to a target of this world, at some moment.
  static func canHappen(_ kind: FaultKind, to name: String, in world: World) -> Bool {
    target(kind.row.target, name, in: world).map { canHappen(kind, to: $0, in: world) } ?? false
  }

  private static func canHappen(
    _ kind: FaultKind, to target: Target, in world: World
  ) -> Bool {
    switch target {
    case .app(let app, let device as AppleDevice):
      if let permission = kind.permission { return device.isGranted(permission, to: app) }
      return switch kind {
      case .prewarm: device.profile.lifecycle.prewarms && device.profile.platform == .iOS
      case .standby: false
      default: true
      }
    case .app(let app, _):
      if kind.permission != nil { return !androidPermissions(kind, of: app).isEmpty }
      return ![.expiration, .prewarm, .backgroundRefreshOff].contains(kind)
    case .device(let device):
      return switch kind {
      case .watchLinkLost, .watchDoubled, .watchDelayed:
        (device as? AppleDevice)?.counterpart != nil
      case .doze: device is AndroidPhone
      case .serverError, .answerLost, .requestDoubled, .networkSlow: world.gateway != nil
      default: true
      }
    case .accessory(let accessory):
      return switch kind {
      case .accessorySlow, .valuesTruncated, .valuesCorrupted, .servicesChanged:
        !accessory.database.services.isEmpty
      default: true
      }
    }
  }

  private static func isMet(_ need: FaultKind.Need, by app: InstalledApp) -> Bool {
    switch need {
    case .nothing: true
    case .process: app.process != nil
    case .running: app.process?.isRunning ?? false
    case .background: app.state == .background
    case .noProcess: app.process == nil
    case .notInFront: !app.isFrontmost
    }
  }

  /// The reason that tells an end by a fault from one by the simulated watchdog, or by the app.
  static let watchdogReason = "a fault of the exploration"

  /// Whether nobody can expect the app to run again before the user opens it. The user who sees an app end
  /// in front opens it again.
  var needsUser: Bool {
    if kind.row.needsUser { return true }
    guard case .app(let app, _) = target, [.jetsam, .watchdog, .crash].contains(kind) else {
      return false
    }
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

  /// Ends a fault that lasts.
  func end() {
    switch target {
    case .app(let app, let device): end(app, device)
    case .device(let device): end(device)
    case .accessory(let accessory): end(accessory)
    }
  }
}
