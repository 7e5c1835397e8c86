import Foundation
import YobanSimulatedDevices

// The calls of an app about accessories that are set up (AS8, AS9). Each returns the failure, or nil.
extension AccessorySetupService {
  package func removeAccessory(_ identifier: UUID, _ session: AccessorySession?)
    -> AccessorySetupFailure?
  {
    guard let app = app(of: session, with: identifier) else { return .invalidRequest }
    remove(identifier, of: app, by: "the app")
    return nil
  }

  /// Asks the user for a new name.
  package func renameAccessory(_ identifier: UUID, _ session: AccessorySession?)
    -> AccessorySetupFailure?
  {
    guard let app = app(of: session, with: identifier) else { return .invalidRequest }
    guard let name = plannedNames[app] else { return .userCancelled }
    rename(identifier, to: name, of: app)
    return nil
  }

  func rename(_ identifier: UUID, to name: String, of app: InstalledApp) {
    let old = accessory(identifier, of: app)?.name ?? ""
    change(identifier, of: app, "renamed from \(old)") { $0.name = name }
  }

  /// Finishes the setup of an accessory that waits for the app.
  package func finishAuthorization(
    _ identifier: UUID, ssid: String?, _ session: AccessorySession?
  ) -> AccessorySetupFailure? {
    guard let app = app(of: session, with: identifier),
      let picker = awaitingPicker(identifier, of: app)
    else { return .invalidRequest }
    if let i = index(identifier, of: app) { records[i].accessory.ssid = ssid }
    perform(picker) { $0.authorized(identifier) }
    migrateIfDone(picker)
    return nil
  }

  /// Refuses an accessory that waits for the app.
  package func failAuthorization(_ identifier: UUID, _ session: AccessorySession?)
    -> AccessorySetupFailure?
  {
    guard let app = app(of: session, with: identifier),
      let picker = awaitingPicker(identifier, of: app)
    else { return .invalidRequest }
    perform(picker) { $0.failed(identifier) }
    return nil
  }

  /// Replaces what the app may do with an accessory.
  package func updateAuthorization(
    _ identifier: UUID, _ descriptor: AccessoryDescriptor, _ session: AccessorySession?
  ) -> AccessorySetupFailure? {
    guard let app = app(of: session, with: identifier) else { return .invalidRequest }
    change(identifier, of: app, "its descriptor") { $0.descriptor = descriptor }
    return nil
  }

  /// The accessories that the app reads: none before the session is activated (AS1).
  package func accessories(_ session: AccessorySession?) -> [SetUpAccessory] {
    guard let session, session.isActive else { return [] }
    return accessories(of: session.process.app)
  }

  /// The picker in which an accessory waits for the app; nil if it waits in none.
  private func awaitingPicker(_ identifier: UUID, of app: InstalledApp) -> AccessoryPicker? {
    guard let picker, picker.app === app, picker.machine.state == .awaiting(identifier),
      accessory(identifier, of: app)?.state == .awaitingAuthorization
    else { return nil }
    return picker
  }

  private func app(of session: AccessorySession?, with identifier: UUID) -> InstalledApp? {
    guard let session, session.isActive else { return nil }
    let app = session.process.app
    return accessory(identifier, of: app) == nil ? nil : app
  }
}
