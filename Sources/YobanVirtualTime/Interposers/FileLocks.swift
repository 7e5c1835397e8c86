import CYobanVirtualTime

/// The advisory locks of files that one process holds. It has no side effects.
public struct FileLocks: Hashable, Sendable {
  /// The effect of a lock on other processes. The values are those of `file_locks.c`.
  public enum Kind: Int32, Sendable {
    /// Other processes may hold shared locks, too: a read lock of `fcntl`, `LOCK_SH` of `flock`.
    case shared = 1
    case exclusive = 2
  }

  private struct Lock: Hashable, Sendable {
    var file: FileIdentity
    var kind: Kind
  }

  private struct LockedBytes: Hashable, Sendable {
    var range: Range<Int64>
    var kind: Kind
  }

  /// The descriptors with which `flock` has locked a file.
  private var descriptors: [Int32: Lock] = [:]
  /// The locked bytes of each file, in order and without overlap, of `fcntl`.
  private var ranges: [FileIdentity: [LockedBytes]] = [:]

  public init() {}

  public var isEmpty: Bool { descriptors.isEmpty && ranges.isEmpty }

  /// The locked files, each with the strongest lock on it.
  public var files: [FileIdentity: Kind] {
    var files = ranges.mapValues { list -> Kind in
      list.contains { $0.kind == .exclusive } ? .exclusive : .shared
    }
    for lock in descriptors.values where files[lock.file] != .exclusive {
      files[lock.file] = lock.kind
    }
    return files
  }

  /// The descriptors with locks of `flock`, in ascending order.
  var flockDescriptors: [Int32] { descriptors.keys.sorted() }

  /// Notes a lock of `flock`, or that it was released if the kind is nil.
  mutating func flock(_ descriptor: Int32, _ file: FileIdentity, _ kind: Kind?) {
    descriptors[descriptor] = kind.map { Lock(file: file, kind: $0) }
  }

  /// Notes a lock of `fcntl`, or that it was released if the kind is nil.
  ///
  /// - Parameter length: 0 for all bytes that follow; negative for the bytes before `start`.
  mutating func lockRange(of file: FileIdentity, start: Int64, length: Int64, _ kind: Kind?) {
    let range =
      length < 0 ? start + length..<start : start..<(length == 0 ? Int64.max : start + length)
    var rest: [LockedBytes] = []
    for old in ranges[file] ?? [] {
      let (lower, upper) = (old.range.lowerBound, old.range.upperBound)
      if lower < range.lowerBound {
        rest.append(LockedBytes(range: lower..<min(upper, range.lowerBound), kind: old.kind))
      }
      if upper > range.upperBound {
        rest.append(LockedBytes(range: max(lower, range.upperBound)..<upper, kind: old.kind))
      }
    }
    if let kind { rest.append(LockedBytes(range: range, kind: kind)) }
    rest = rest.filter { !$0.range.isEmpty }.sorted { $0.range.lowerBound < $1.range.lowerBound }
    ranges[file] = rest.isEmpty ? nil : rest
  }

  /// Notes that a descriptor was closed, which releases all locks of `fcntl` on its file.
  mutating func closed(_ descriptor: Int32, _ file: FileIdentity) {
    descriptors[descriptor] = nil
    ranges[file] = nil
  }
}

// MARK: Functions called by file_locks.c

private func change(_ body: (inout FileLocks) -> Void) {
  guard let process = Simulation.current?.currentProcess else { return }
  body(&process.fileLocks)
}

@_cdecl("vt_note_flock")
func vtNoteFlock(_ descriptor: Int32, _ device: UInt64, _ inode: UInt64, _ kind: Int32) {
  change {
    $0.flock(descriptor, FileIdentity(device: device, inode: inode), FileLocks.Kind(rawValue: kind))
  }
}

@_cdecl("vt_note_range_lock")
func vtNoteRangeLock(
  _ device: UInt64, _ inode: UInt64, _ start: Int64, _ length: Int64, _ kind: Int32
) {
  change {
    $0.lockRange(
      of: FileIdentity(device: device, inode: inode), start: start, length: length,
      FileLocks.Kind(rawValue: kind))
  }
}

@_cdecl("vt_note_close")
func vtNoteClose(_ descriptor: Int32, _ device: UInt64, _ inode: UInt64) {
  change { $0.closed(descriptor, FileIdentity(device: device, inode: inode)) }
}
