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

  private var policy: DataProtectionPolicy { device.policy(DataProtectionPolicy.self) }

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
          self?.device.updateSystemCallObservers()
        }
      case .cancelTimer:
        if let timer { device.world.simulation.cancel(timer) }
        timer = nil
      case .willBecomeUnavailable: device.notifyApps { $0.protectedDataWillBecomeUnavailable() }
      case .becameAvailable: device.notifyApps { $0.protectedDataDidBecomeAvailable() }
      }
    }
    device.updateSystemCallObservers()
    device.notifyServices { $0.lockChanged() }
  }

  /// Whether files that are open may be inaccessible now.
  fileprivate var protectsOpenFiles: Bool { hasCompleteFiles && !lock.hasCompleteKeys }

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
      device.updateSystemCallObservers()
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

/// Refuses the calls of a process on files that are protected now, with EPERM, and notes the protection of its new
/// files.
final class ProtectionObserver: SystemCallObserver {
  private let app: InstalledApp
  private var protection: DataProtection { app.device.protection }
  /// The file that the call in progress deletes.
  private var lastName: FileIdentity?

  init(_ app: InstalledApp) { self.app = app }

  /// The calls that it observes now. Open files are checked only while this can matter.
  var kinds: [SystemCall.Kind] {
    [.open, .create, .unlink, .rename] + (protection.protectsOpenFiles ? [.read, .write] : [])
  }

  func willCall(_ call: SystemCall) -> SystemCallDecision {
    guard !call.isFolder else { return .allow }
    switch call.kind {
    case .open:
      if allows(.open, call) { return call.protection == 0 ? .allow : .observe }
      if !protection.isOpeningForSystem {
        let name = call.path.split(separator: "/").last.map(String.init) ?? call.path
        AppProcess.current?.reportOnce(.protectedFile(name))
      }
      return .fail(EPERM)
    case .create:
      let own =
        ProtectionClass(options: call.protection) ?? protection.inherited(call.path, in: app)
      return protection.lock.allows(.create, own) ? .observe : .fail(EPERM)
    case .read, .write:
      return !protection.protectsOpenFiles || allows(.use, call) ? .allow : .fail(EPERM)
    case .unlink, .rename:
      lastName = fileLost(by: call)
      return lastName == nil ? .allow : .observe
    default: return .allow
    }
  }

  private func allows(_ access: LockMachine.Access, _ call: SystemCall) -> Bool {
    // Files that the system itself has made, such as Info.plist, are never protected.
    call.file.flatMap(protection.known).map { protection.lock.allows(access, $0) } ?? true
  }

  /// The file that loses its last name, so that a new file can get its number.
  private func fileLost(by call: SystemCall) -> FileIdentity? {
    guard let facts = FileFacts(path: call.secondPath ?? call.path), !facts.isFolder,
      facts.links == 1, call.secondPath == nil || facts.identity != call.file
    else { return nil }
    return facts.identity
  }

  let needsOffsets = false
  func room(for call: SystemCall) -> Int64 { call.byteCount }

  func didCall(_ call: SystemCall, result: Int64, failure: Int32) {
    guard failure == 0, !call.isFolder else { return }
    switch call.kind {
    case .open, .create:
      guard let file = FileIdentity(descriptor: Int32(result)) else { return }
      if let requested = ProtectionClass(options: call.protection) {
        protection.set(requested, of: file)
      } else if call.kind == .create {
        protection.set(protection.inherited(call.path, in: app), of: file)
      }
    case .unlink, .rename:
      // A loss of power can bring the file back.
      if let lastName, !app.device.storage.isKept(lastName) { protection.forget(lastName) }
    default: break
    }
  }

  func missed(_ path: String) {
    guard !protection.isOpeningForSystem, let old = app.container.pathBeforeUpdate(path) else {
      return
    }
    AppProcess.current?.reportOnce(.oldContainer(old))
  }
}
