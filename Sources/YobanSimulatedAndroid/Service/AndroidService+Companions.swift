import YobanSimulatedDevices
import YobanVirtualTime

/// The binding of an app's CompanionDeviceService while an observed device is near (AN24).
struct CompanionBinding {
  let service: String
  /// Whether it is bound; false while its process has ended.
  var isBound = true
  /// The time at which the system binds it again.
  var rebindAt: VirtualInstant?
}

/// A notification to a CompanionDeviceService: a device appeared or disappeared.
package struct CompanionPresence: Sendable, Hashable {
  package let association: Int32
  package let address: String
  package let isNear: Bool
}

// CompanionDeviceService (AN24).
extension AndroidService {
  /// Notifies an app that a companion device appeared or disappeared. The app may then start a foreground service
  /// (AN4).
  ///
  /// - Parameter isAnyNear: whether any observed device of the app is near now.
  func companionChanged(_ device: DeviceAssociation, isAnyNear: Bool) {
    guard let record = record(of: device.app), !record.isStopped else { return }
    guard let name = record.manifest.companionService else {
      return report(.noCompanionService, record)
    }
    if device.isNear, record.companion?.isBound != true { bind(name, record) }
    guard record.companion?.isBound == true else {
      if !isAnyNear { record.companion = nil }
      return
    }
    allow(.companionDevice, record)
    record.lastUsed = now
    beginWork(record)
    let presence = CompanionPresence(
      association: device.id, address: device.address, isNear: device.isNear)
    notify(record) { $0.companionChanged(name, presence) }
    if !isAnyNear { unbindCompanion(record) }
    update()
  }

  /// Creates the service, and keeps its process from being cached.
  private func bind(_ name: String, _ record: AndroidRecord) {
    startProcess(record, "service \(name)")
    guard record.process != nil else {
      record.companion = nil
      return
    }
    let isRunning = record.service(name)?.machine.running != nil
    record.companion = CompanionBinding(service: name)
    guard !isRunning else { return }
    post(.service(name, isRunning: true), record)
    notify(record) { $0.createService(name) }
  }

  /// Binds the service again whose process has ended. The app is not notified again that the device is near.
  func rebindCompanion(_ record: AndroidRecord) {
    guard let name = record.companion?.service else { return }
    bind(name, record)
  }

  func unbindCompanion(_ record: AndroidRecord) {
    guard let companion = record.companion else { return }
    record.companion = nil
    guard companion.isBound, record.service(companion.service)?.machine.running == nil else {
      return
    }
    post(.service(companion.service, isRunning: false), record)
    notify(record) { $0.destroyService(companion.service) }
  }

  /// No observed device of an app is near any more, because it observes none.
  func companionsLeft(_ app: InstalledApp) {
    guard let record = record(of: app) else { return }
    unbindCompanion(record)
    update()
  }

  func isStopped(_ app: InstalledApp) -> Bool { record(of: app)?.isStopped ?? false }

  /// Whether the system may start the app for its companion service, which a maker can forbid. That is a finding if the
  /// device is near (AN10).
  func mayBindCompanion(of app: InstalledApp, isNear: Bool) -> Bool {
    guard let record = record(of: app), let name = record.manifest.companionService else {
      return true
    }
    return isNear ? isStartAllowed(record, "service \(name)") : mayStartProcess(record)
  }

  /// The process of a bound service has ended.
  ///
  /// - Parameter rebinds: whether the system binds it again.
  func companionProcessEnded(_ record: AndroidRecord, rebinds: Bool) {
    guard record.companion?.isBound == true else { return }
    if rebinds {
      record.companion?.isBound = false
      record.companion?.rebindAt = now + policy.bluetooth.companionRebindDelay
    } else {
      record.companion = nil
    }
  }

  /// Whether a service is bound because a companion device is near.
  func isBound(_ name: String, _ record: AndroidRecord) -> Bool {
    record.companion.map { $0.isBound && $0.service == name } ?? false
  }
}
