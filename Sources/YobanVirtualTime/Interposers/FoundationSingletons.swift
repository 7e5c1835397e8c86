import CYobanVirtualTime
import Foundation

// Foundation's process-wide objects. The host's process has one of each, but every simulated
// process must have its own.

extension SimulatedProcess {
  /// The objects of which Foundation keeps one per operating-system process.
  final class FoundationObjects {
    let notificationCenter = NotificationCenter()
    let mainOperationQueue: OperationQueue = {
      let queue = OperationQueue()
      queue.underlyingQueue = .main
      queue.maxConcurrentOperationCount = 1
      queue.name = "NSOperationQueue Main Queue"
      return queue
    }()
    var defaults: UserDefaults?
    var bundle: Bundle?
    var makeBundle: (() -> Bundle?)?
    var fileManager: FileManager?
    var suite: ((String) -> UserDefaults?)?
  }

  var foundation: FoundationObjects { resident(FoundationObjects.self) { FoundationObjects() } }

  /// Sets the object that `UserDefaults.standard` returns in this process.
  public func setStandardDefaults(_ defaults: UserDefaults) { foundation.defaults = defaults }

  /// Sets the function that makes the object which `Bundle.main` returns in this process; it is called at the
  /// first use. It returns nil for the host's object.
  public func setMainBundle(_ make: @escaping () -> Bundle?) { foundation.makeBundle = make }
}

extension SimulatedProcess {
  /// Sets the object that `FileManager.default` returns in this process.
  public func setDefaultFileManager(_ manager: FileManager) { foundation.fileManager = manager }

  /// Sets the function that makes the object of `UserDefaults(suiteName:)` in this process; it returns
  /// nil for the host's object.
  public func setDefaultsOfSuites(_ make: @escaping (String) -> UserDefaults?) {
    foundation.suite = make
  }
}

// MARK: Functions called by foundation.c

private var process: SimulatedProcess? {
  guard let process = Simulation.current?.currentProcess, process.state != .dead else { return nil }
  return process
}

/// Returns an owned reference, as a Swift getter does.
private func owned(_ object: AnyObject?) -> UnsafeMutableRawPointer? {
  object.map { Unmanaged.passRetained($0).toOpaque() }
}

@_cdecl("vt_default_notification_center")
func vtDefaultNotificationCenter() -> UnsafeMutableRawPointer? {
  owned(process?.foundation.notificationCenter)
}

@_cdecl("vt_main_operation_queue")
func vtMainOperationQueue() -> UnsafeMutableRawPointer? {
  owned(process?.foundation.mainOperationQueue)
}

@_cdecl("vt_standard_user_defaults")
func vtStandardUserDefaults() -> UnsafeMutableRawPointer? { owned(process?.foundation.defaults) }

@_cdecl("vt_main_bundle")
func vtMainBundle() -> UnsafeMutableRawPointer? {
  guard let foundation = process?.foundation else { return nil }
  if foundation.bundle == nil, let make = foundation.makeBundle {
    foundation.makeBundle = nil
    foundation.bundle = Simulation.asSystem(make)
  }
  return owned(foundation.bundle)
}

@_cdecl("vt_default_file_manager")
func vtDefaultFileManager() -> UnsafeMutableRawPointer? { owned(process?.foundation.fileManager) }

@_cdecl("vt_suite_of_user_defaults")
func vtSuiteOfUserDefaults(_ name0: UInt, _ name1: UInt) -> UnsafeMutableRawPointer? {
  guard let name = unsafeBitCast((name0, name1), to: String?.self) else { return nil }
  return owned(process?.foundation.suite?(name))
}

@_cdecl("vt_is_main_thread")
func vtIsMainThread() -> Int32 { Simulation.current!.isOnMainQueue ? 1 : 0 }

@_cdecl("vt_folders")
func vtFolders(_ tag: Int32, _ mask: UInt) -> UnsafeMutableRawPointer {
  let directory = unsafeBitCast(UInt8(tag), to: FileManager.SearchPathDirectory.self)
  let folders = SimulatedProcess.folders(
    for: directory, in: FileManager.SearchPathDomainMask(rawValue: mask))
  let array = unsafeBitCast(folders, to: UnsafeMutableRawPointer.self)
  _ = Unmanaged<AnyObject>.fromOpaque(array).retain()
  return withExtendedLifetime(folders) { array }
}

extension SimulatedProcess {
  /// Returns the standard folders of a device: Documents, Library and tmp in the app's home. The
  /// host's Foundation would use the XDG convention.
  public static func folders(
    for directory: FileManager.SearchPathDirectory, in mask: FileManager.SearchPathDomainMask
  ) -> [URL] {
    let name: String? =
      switch directory {
      case .documentDirectory: "Documents"
      case .libraryDirectory: "Library"
      case .cachesDirectory: "Library/Caches"
      case .applicationSupportDirectory: "Library/Application Support"
      case .desktopDirectory: "Desktop"
      case .downloadsDirectory: "Downloads"
      case .moviesDirectory: "Movies"
      case .musicDirectory: "Music"
      case .picturesDirectory: "Pictures"
      default: nil
      }
    guard mask.contains(.userDomainMask), let name, let home = vt_current()?.pointee.home else {
      return []
    }
    return [
      URL(fileURLWithPath: String(cString: home), isDirectory: true).appending(
        path: name, directoryHint: .isDirectory)
    ]
  }
}
