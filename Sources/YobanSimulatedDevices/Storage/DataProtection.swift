import Foundation
import YobanPlatformProfiles
import YobanVirtualTime

/// The lock of a device, and the protection of the files of its apps (DP1).
///
/// A file without a class of its own has that of its folder, and else the default class of its app.
///
/// Not Sendable: it belongs to its device.
package final class DataProtection {
  private unowned let device: Device
  package private(set) var lock = LockMachine()
  private var classes: [FileIdentity: ProtectionClass] = [:]
  /// Whether any file has complete protection.
  private var hasCompleteFiles = false
  private var timer: EventToken?
  /// Whether a file is opened for a service of the system, such as `UserDefaults`, and not by the app.
  fileprivate(set) var isOpeningForSystem = false

  /// Opens files for a service of the system: the app gets no advice about them.
  func openForSystem<Result>(_ body: () -> Result) -> Result {
    isOpeningForSystem = true
    defer { isOpeningForSystem = false }
    return body()
  }

  init(_ device: Device) { self.device = device }

  private var policy: DataProtectionPolicy { device.profile.protection }

  // MARK: The lock

  func setPasscode(_ isSet: Bool) { perform(lock.setPasscode(isSet)) }
  func booted() { perform(lock.booted()) }
  func lockDevice() { perform(lock.lock()) }
  func unlockDevice() { perform(lock.unlock()) }

  private func perform(_ actions: [LockMachine.Action]) {
    for action in actions {
      switch action {
      case .startTimer:
        timer = device.world.simulation.schedule(at: device.world.now + policy.keyDiscardDelay) {
          [weak self] in
          self?.timer = nil
          self?.lock.keysAreDue()
          self?.guardOpenFiles()
        }
      case .cancelTimer:
        if let timer { device.world.simulation.cancel(timer) }
        timer = nil
      case .willBecomeUnavailable: device.notifyApps { $0.protectedDataWillBecomeUnavailable() }
      case .becameAvailable: device.notifyApps { $0.protectedDataDidBecomeAvailable() }
      }
    }
    guardOpenFiles()
    for service in device.services { service.lockChanged() }
  }

  /// Checks every read and write of an open file only while this can matter.
  private func guardOpenFiles() {
    for app in device.apps { app.process?.process.guardsOpenFiles = mustGuardOpenFiles }
  }

  var mustGuardOpenFiles: Bool { hasCompleteFiles && !lock.hasCompleteKeys }

  // MARK: Files

  /// The class of a file; nil if it has none of its own.
  package func ownClass(of path: String) -> ProtectionClass? {
    FileIdentity(path: path).flatMap { classes[$0] }
  }

  /// Sets the class of a file or folder.
  package func set(_ protection: ProtectionClass, of path: String) {
    guard let file = FileIdentity(path: path) else { return }
    set(protection, of: file)
  }

  fileprivate func set(_ protection: ProtectionClass, of file: FileIdentity) {
    classes[file] = protection
    if protection == .complete, !hasCompleteFiles {
      hasCompleteFiles = true
      guardOpenFiles()
    }
  }

  /// The class that a new file gets from the folders above it, up to the device's disk.
  fileprivate func inherited(_ path: String, in app: InstalledApp) -> ProtectionClass {
    let root = app.device.folder.path
    var folder = (path as NSString).deletingLastPathComponent
    while folder.count >= root.count, folder != "/" {
      if let own = ownClass(of: folder) { return own }
      folder = (folder as NSString).deletingLastPathComponent
    }
    return app.defaultProtection
  }

  /// The class of a file, or the class that a new file at this path would have.
  package func protection(of path: String, in app: InstalledApp) -> ProtectionClass {
    ownClass(of: path) ?? inherited(path, in: app)
  }

  fileprivate func known(_ file: FileIdentity) -> ProtectionClass? { classes[file] }
  func forget(_ file: FileIdentity) { classes[file] = nil }
}

/// Decides about the files that the processes of one app open.
final class AppFileGuard: FileGuard {
  private let app: InstalledApp
  private var protection: DataProtection { app.device.protection }

  init(_ app: InstalledApp) { self.app = app }

  func mayOpen(_ file: FileIdentity) -> Bool {
    if allows(.open, file) { return true }
    if !protection.isOpeningForSystem { AppProcess.current?.reportOnce(.protectedFile) }
    return false
  }
  func mayUse(_ file: FileIdentity) -> Bool { allows(.use, file) }

  private func allows(_ access: LockMachine.Access, _ file: FileIdentity) -> Bool {
    // Files that the system itself has made, such as Info.plist, are never protected.
    protection.known(file).map { protection.lock.allows(access, $0) } ?? true
  }

  func mayCreate(_ path: String, protection options: UInt32) -> Bool {
    let own = ProtectionClass(options: options) ?? protection.inherited(path, in: app)
    return protection.lock.allows(.create, own)
  }

  func opened(_ file: FileIdentity, _ path: String, isNew: Bool, protection options: UInt32) {
    if let requested = ProtectionClass(options: options) {
      protection.set(requested, of: file)
    } else if isNew {
      protection.set(protection.inherited(path, in: app), of: file)
    }
  }

  func missed(_ path: String) {
    guard !protection.isOpeningForSystem, let old = app.container.pathBeforeUpdate(path) else {
      return
    }
    AppProcess.current?.reportOnce(.oldContainer(old))
  }

  func removed(_ file: FileIdentity) {
    // A loss of power can bring the file back.
    if !app.device.storage.isKept(file) { protection.forget(file) }
  }
}
