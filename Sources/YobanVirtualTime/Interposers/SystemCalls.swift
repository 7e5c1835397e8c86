import CYobanVirtualTime
import Glibc

/// A call of the system on a file or folder, before it is made.
public struct SystemCall: Hashable, Sendable {
  /// The calls by what they do. Calls that do the same, such as `write`, `pwrite` and `writev`, are one
  /// kind.
  public enum Kind: Int32, Hashable, Sendable, CaseIterable {
    /// `open`, `fopen` of a file that exists.
    case open = 1
    /// `open` with O_CREAT, `creat`, `fopen`, `mkstemp` of a file that does not exist.
    case create
    case read
    /// `write`, `pwrite`, `writev`, `sendfile`, `copy_file_range`, or the C library for a `FILE`.
    case write
    /// `ftruncate`, `truncate`, `fallocate`.
    case truncate
    case rename
    /// `renameat2` with RENAME_EXCHANGE.
    case exchange
    case unlink
    case makeFolder
    case removeFolder
    case link
    case symlink
    /// `fsync`, `fdatasync`, `msync`.
    case synchronize
    /// `fcntl` with F_BARRIERFSYNC.
    case barrier
    /// `fcntl` with F_FULLFSYNC.
    case fullSynchronize
    /// `sync`, `syncfs`.
    case synchronizeAll
    case close
    /// `mmap` of a file for writing.
    case map
    /// `chmod`, `setxattr`, `utimes`.
    case attributes
  }

  public var kind: Kind
  /// An absolute path of the host.
  public var path: String
  /// The new path of a rename or link.
  public var secondPath: String?
  /// The open file; nil if the call names a path.
  public var descriptor: Int32?
  /// The first byte that is written or mapped, or the new size of a file that is truncated; -1 if the
  /// observer need not know it.
  public var offset: Int64
  /// The number of bytes that are read, written or mapped.
  public var byteCount: Int64
  /// Whether opening the file removes its content.
  public var truncates: Bool
  public var isFolder: Bool
  /// The file of the first path; nil if there is none yet.
  public var file: FileIdentity?
  /// The protection among the options of `Data.write(to:options:)`, which opens the file; 0 for none.
  public var protection: UInt32
  /// Whether code of the system makes the call in the name of the process.
  public var isOfSystem: Bool
}

/// Observes the calls of a process on the files in its observed folder.
///
/// It is called on the thread of the code that makes the call. If it kills the process, that code never
/// continues. What it does to files itself is not observed, if it uses `Simulation.onHost`.
public protocol SystemCallObserver: AnyObject {
  /// Called before the call is made.
  ///
  /// The code that makes the call may hold locks of the host, so this method must not wait.
  func willCall(_ call: SystemCall) -> SystemCallDecision
  /// Whether the offset of a write that continues where the last one ended has to be known.
  var needsOffsets: Bool { get }
  /// Returns how many of the bytes of a write there is room for. For 0, the write fails with ENOSPC. Called
  /// after `willCall` has answered `observe`.
  func room(for call: SystemCall) -> Int64
  /// Called after a call for which `willCall` has answered `observe`.
  ///
  /// - Parameters:
  ///   - result: what the call returned, such as the number of written bytes; -1 if it failed.
  ///   - failure: its errno; 0 if it did not fail.
  func didCall(_ call: SystemCall, result: Int64, failure: Int32)
  /// The process has asked for a file that does not exist, or is about to create it.
  func missed(_ path: String)
}

/// The answer of an observer to a call.
public enum SystemCallDecision: Hashable, Sendable {
  /// The call is made. The observer does not need its result.
  case allow
  /// The call is made, and the observer gets its result.
  case observe
  /// The call is not made, and fails with an errno, such as EPERM.
  case fail(Int32)
}

extension SimulatedProcess {
  /// Sets the folder whose files are observed.
  ///
  /// - Parameter folder: an absolute path that ends with a slash.
  public func setObservedFolder(_ folder: String) {
    observedFolder?.deallocate()
    observedFolder = copy(folder)
    canonicalFolder?.deallocate()
    let canonical = realpath(folder, nil)
    defer { free(canonical) }
    canonicalFolder = copy(canonical.map { String(cString: $0) + "/" } ?? folder)
    simulation.refreshContext(of: self)
  }

  /// Sets the observer, and the kinds of calls that it observes. All other calls are made without asking it.
  public func observeCalls(_ kinds: [SystemCall.Kind], with observer: any SystemCallObserver) {
    systemCallObserver = observer
    observedCalls = kinds.reduce(0) { $0 | 1 << UInt32($1.rawValue) }
    simulation.refreshContext(of: self)
  }
}

/// The space of a simulated disk.
public final class DiskSpace: @unchecked SimulationConfined {
  let values = UnsafeMutablePointer<Int64>.allocate(capacity: 2)

  /// - Parameters:
  ///   - capacity: in bytes.
  ///   - free: in bytes.
  public init(capacity: Int64, free: Int64) {
    values[0] = capacity
    values[1] = free
  }

  deinit { values.deallocate() }

  /// In bytes.
  public var capacity: Int64 {
    get { values[0] }
    set { values[0] = newValue }
  }
  /// In bytes.
  public var free: Int64 {
    get { values[1] }
    set { values[1] = newValue }
  }
}

extension Simulation {
  /// Runs the body in the name of the current process, but as code of the system: a call of it does not
  /// end the process and does not fail on purpose.
  public static func asSystem<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard let process = Simulation.current?.currentProcess else { return try body() }
    process.systemDepth += 1
    defer { process.systemDepth -= 1 }
    return try body()
  }
}

extension Simulation {
  /// Runs the body in the name of the scenario, but leaves the static variables of the current process in
  /// place: exchanging them could wait for another simulation.
  public func performAsDirector<Result>(_ body: () -> Result) -> Result {
    let (process, queue) = (currentProcess!, currentQueue)
    changeProcess(to: director)
    currentQueue = nil
    defer {
      changeProcess(to: process)
      currentQueue = queue
    }
    return body()
  }
}

extension SimulatedProcess {
  /// Reads bytes of a file, also if it was opened only for writing. Fewer if the file ends before.
  public static func bytes(of call: SystemCall, in range: Range<Int64>) -> [UInt8] {
    guard !range.isEmpty else { return [] }
    return [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
      count = Int(
        vt_read_file(
          call.descriptor ?? -1, call.path, range.lowerBound, buffer.baseAddress,
          Int64(range.count)))
    }
  }
}

// MARK: Functions called by system_calls.c

extension SystemCall {
  fileprivate init?(_ call: UnsafePointer<vt_system_call>, of process: SimulatedProcess) {
    // The structure is large, so it is not copied.
    guard let kind = Kind(rawValue: call.pointee.kind), let path = call.pointee.path else {
      return nil
    }
    self.init(
      kind: kind, path: String(cString: path),
      secondPath: call.pointee.second_path.map { String(cString: $0) },
      descriptor: call.pointee.file < 0 ? nil : call.pointee.file, offset: call.pointee.offset,
      byteCount: call.pointee.count, truncates: call.pointee.truncates != 0,
      isFolder: call.pointee.is_folder != 0,
      file: call.pointee.inode == 0
        ? nil : FileIdentity(device: call.pointee.device, inode: call.pointee.inode),
      protection: call.pointee.protection, isOfSystem: process.systemDepth > 0)
  }
}

@_cdecl("vt_system_call_begins")
func vtSystemCallBegins(_ pointer: UnsafePointer<vt_system_call>) -> Int32 {
  guard let simulation = Simulation.current, let process = simulation.currentProcess,
    // Objects of a killed process are released in its name.
    process.state != .dead,
    let observer = process.systemCallObserver, let call = SystemCall(pointer, of: process)
  else { return -1 }
  let decision = observer.willCall(call)
  if process.state == .dead { simulation.stopThread() }
  switch decision {
  case .allow: return -1
  case .observe: return 0
  case .fail(let failure): return failure
  }
}

@_cdecl("vt_needs_offsets")
func vtNeedsOffsets() -> Int32 {
  Simulation.current?.currentProcess?.systemCallObserver?.needsOffsets == true ? 1 : 0
}

@_cdecl("vt_system_call_room")
func vtSystemCallRoom(_ pointer: UnsafePointer<vt_system_call>, _ count: Int64) -> Int64 {
  guard let process = Simulation.current?.currentProcess,
    let observer = process.systemCallObserver, let call = SystemCall(pointer, of: process)
  else { return count }
  return observer.room(for: call)
}

@_cdecl("vt_system_call_ended")
func vtSystemCallEnded(
  _ pointer: UnsafePointer<vt_system_call>, _ result: Int64, _ failure: Int32
) {
  guard let simulation = Simulation.current, let process = simulation.currentProcess,
    let observer = process.systemCallObserver, let call = SystemCall(pointer, of: process)
  else { return }
  observer.didCall(call, result: result, failure: failure)
  if process.state == .dead { simulation.stopThread() }
}

@_cdecl("vt_path_is_missing")
func vtPathIsMissing(_ path: UnsafePointer<CChar>) {
  Simulation.current?.currentProcess?.systemCallObserver?.missed(String(cString: path))
}
