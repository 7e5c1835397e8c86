import CYobanVirtualTime
import Glibc

/// A file of the host's disk. It stays the same when the file is renamed.
public struct FileIdentity: Hashable, Sendable {
  public let device: UInt64
  public let inode: UInt64

  public init(device: UInt64, inode: UInt64) {
    self.device = device
    self.inode = inode
  }
}

/// Decides which files a process may open and use. It is called on the thread of the code that opens a
/// file, and must not open files itself.
///
/// A call that it refuses fails with EPERM.
public protocol FileGuard: AnyObject {
  /// Whether an existing file may be opened.
  func mayOpen(_ file: FileIdentity) -> Bool
  /// Whether a file may be created.
  ///
  /// - Parameter protection: the protection among the options of `Data.write(to:options:)`; 0 for none.
  func mayCreate(_ path: String, protection: UInt32) -> Bool
  /// Whether an open file may be read and written. Called only if the process guards open files.
  func mayUse(_ file: FileIdentity) -> Bool
  /// A file was created, or opened with a protection for it.
  func opened(_ file: FileIdentity, _ path: String, isNew: Bool, protection: UInt32)
  /// The process has asked for a file that does not exist, or is about to create it.
  func missed(_ path: String)
  /// A file was deleted: its identity can become that of another file.
  func removed(_ file: FileIdentity)
}

extension SimulatedProcess {
  /// Lets a guard decide about the files in a folder.
  ///
  /// - Parameter folder: an absolute path that ends with a slash.
  public func guardFiles(in folder: String, with newGuard: any FileGuard) {
    fileGuard = newGuard
    guardedFolder?.deallocate()
    guardedFolder = copy(folder)
    canonicalFolder?.deallocate()
    let canonical = realpath(folder, nil)
    defer { free(canonical) }
    canonicalFolder = copy(canonical.map { String(cString: $0) + "/" } ?? folder)
    simulation.refreshContext(of: self)
  }
}

// MARK: Functions called by protection.c

private var fileGuard: (any FileGuard)? { Simulation.current?.currentProcess.fileGuard }

@_cdecl("vt_may_open_file")
func vtMayOpenFile(_ device: UInt64, _ inode: UInt64) -> Int32 {
  fileGuard?.mayOpen(FileIdentity(device: device, inode: inode)) == false ? 0 : 1
}

@_cdecl("vt_may_create_file")
func vtMayCreateFile(_ path: UnsafePointer<CChar>, _ protection: UInt32) -> Int32 {
  fileGuard?.mayCreate(String(cString: path), protection: protection) == false ? 0 : 1
}

@_cdecl("vt_may_use_file")
func vtMayUseFile(_ device: UInt64, _ inode: UInt64) -> Int32 {
  fileGuard?.mayUse(FileIdentity(device: device, inode: inode)) == false ? 0 : 1
}

@_cdecl("vt_file_opened")
func vtFileOpened(
  _ device: UInt64, _ inode: UInt64, _ path: UnsafePointer<CChar>, _ isNew: Int32,
  _ protection: UInt32
) {
  fileGuard?.opened(
    FileIdentity(device: device, inode: inode), String(cString: path), isNew: isNew != 0,
    protection: protection)
}

@_cdecl("vt_path_is_missing")
func vtPathIsMissing(_ path: UnsafePointer<CChar>) {
  fileGuard?.missed(String(cString: path))
}

@_cdecl("vt_file_removed")
func vtFileRemoved(_ device: UInt64, _ inode: UInt64) {
  fileGuard?.removed(FileIdentity(device: device, inode: inode))
}
