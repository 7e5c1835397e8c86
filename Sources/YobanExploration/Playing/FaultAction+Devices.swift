import Foundation
import YobanSimulatedOS
import YobanVirtualTime

// Faults of devices and accessories.
extension FaultAction {
  func begin(_ device: Device) async {
    switch kind {
    case .reboot: try? await device.reboot()
    case .powerLoss: try? await device.losePower()
    case .kernelPanic: try? await device.panic()
    case .diskFull: device.storage.free = 0
    case .systemUpdate: try? await device.updateSystem()
    case .lock: await device.lock()
    case .lowPowerMode: device.power.isLowPowerMode = true
    case .doze:
      await device.lock()
      (device as? AndroidPhone)?.forceDeepDoze()
    case .offline: device.network.path = .offline
    case .networkSlow: device.network.slowDown(by: Self.slowLatency, factor: 100)
    case .serverError: device.network.serverStatus = 500
    case .answerLost: device.network.exchangeFaults.append(.answerLost)
    case .requestDoubled: device.network.exchangeFaults.append(.doubled)
    case .clockAhead: device.setClock(by: .seconds(120))
    case .clockBack: device.setClock(by: .seconds(-120))
    case .clockFarAhead: device.setClock(by: Self.far)
    case .clockFarBack: device.setClock(by: .zero - Self.far)
    case .timeZone: device.setTimeZone(Self.zone(otherThan: device.timeZone))
    case .daylightSaving: device.approachDaylightSavingChange()
    default: await beginRadio(device)
    }
  }

  private func beginRadio(_ device: Device) async {
    let apple = device as? AppleDevice
    let android = (device as? AndroidPhone)?.bluetooth
    switch kind {
    case .bluetoothOff:
      apple?.bluetooth.switchOff(by: .settings)
      android?.setOn(false)
    case .bluetoothReset:
      apple?.bluetooth.reset()
      guard let android else { return }
      android.setOn(false)
      try? await Task.sleep(for: .seconds(1))
      android.setOn(true)
    case .watchLinkLost: apple?.watchLink.isCutOff = true
    case .watchDoubled: apple?.watchLink.nextFaults.append(.doubled)
    case .watchDelayed: apple?.watchLink.nextFaults.append(Self.late)
    default: break
    }
  }

  /// Longer than a refresh task may run, and shorter than the usual timeout of a request.
  private static let slowLatency = Duration.seconds(40)
  private static let far = Duration.seconds(30 * 24 * 3600)
  private static let late = WatchLinkFault.delayed(.seconds(60))

  private static func zone(otherThan zone: TimeZone) -> TimeZone {
    let tokyo = TimeZone(identifier: "Asia/Tokyo")!
    return zone == tokyo ? TimeZone(identifier: "America/Los_Angeles")! : tokyo
  }

  func end(_ device: Device) {
    let apple = device as? AppleDevice
    switch kind {
    case .lowPowerMode: device.power.isLowPowerMode = false
    case .doze: device.wakeScreen()
    // Files that were deleted meanwhile have freed space.
    case .diskFull: device.storage.free += free
    case .offline: device.network.path = path == .offline ? .wifi : path
    case .networkSlow: device.network.endSlowness()
    case .serverError: device.network.serverStatus = nil
    case .answerLost: device.network.exchangeFaults.removeAll { $0 == .answerLost }
    case .requestDoubled: device.network.exchangeFaults.removeAll { $0 == .doubled }
    case .bluetoothOff:
      apple?.bluetooth.switchOn()
      (device as? AndroidPhone)?.bluetooth.setOn(true)
    case .watchLinkLost: apple?.watchLink.isCutOff = false
    case .watchDoubled: apple?.watchLink.nextFaults.removeAll { $0 == .doubled }
    case .watchDelayed: apple?.watchLink.nextFaults.removeAll { $0 == Self.late }
    default: break
    }
  }

  // MARK: Accessories

  func begin(_ accessory: Accessory) {
    switch kind {
    case .accessoryOff, .accessoryRebooted: accessory.switchOff()
    case .accessoryOutOfRange: accessory.place.x += Self.outOfRange
    case .accessorySlow: accessory.answerDelay = .seconds(20)
    case .valuesTruncated: accessory.valueDamage = .truncated
    case .valuesCorrupted: accessory.valueDamage = .corrupted
    case .servicesChanged: accessory.changeHandles()
    case .linkLost: accessory.disconnect()
    case .connectionRefused: accessory.refuseConnections(3)
    case .bondLost: accessory.forgetBonds()
    default: break
    }
  }

  func end(_ accessory: Accessory) {
    switch kind {
    case .accessoryOff, .accessoryRebooted: accessory.switchOn()
    case .accessoryOutOfRange: accessory.place.x -= Self.outOfRange
    case .accessorySlow: accessory.answerDelay = .zero
    case .valuesTruncated, .valuesCorrupted: accessory.valueDamage = nil
    default: break
    }
  }

  /// A distance at which nothing is received, in meters.
  private static let outOfRange = 10_000.0
}
