import CYobanVirtualTime

/// The advisory locks of files that one process holds. It has no side effects.
public struct FileLocks: Hashable, Sendable {
  /// The descriptors with which `flock` has locked a file.
  private var descriptors: [Int32: FileIdentity] = [:]
  /// The locked bytes of each file, in order and without overlap, of `fcntl`.
  private var ranges: [FileIdentity: [Range<Int64>]] = [:]

  public init() {}

  public var isEmpty: Bool { descriptors.isEmpty && ranges.isEmpty }
  /// The locked files.
  public var files: Set<FileIdentity> { Set(descriptors.values).union(ranges.keys) }
  /// The descriptors with locks of `flock`, in ascending order.
  var flockDescriptors: [Int32] { descriptors.keys.sorted() }

  mutating func flock(_ descriptor: Int32, _ file: FileIdentity, isHeld: Bool) {
    descriptors[descriptor] = isHeld ? file : nil
  }

  /// Notes a lock of `fcntl`.
  ///
  /// - Parameter length: 0 for all bytes that follow; negative for the bytes before `start`.
  mutating func lockRange(
    of file: FileIdentity, start: Int64, length: Int64, isHeld: Bool
  ) {
    let range =
      length < 0 ? start + length..<start : start..<(length == 0 ? Int64.max : start + length)
    var rest: [Range<Int64>] = []
    for old in ranges[file] ?? [] {
      if old.lowerBound < range.lowerBound {
        rest.append(old.lowerBound..<min(old.upperBound, range.lowerBound))
      }
      if old.upperBound > range.upperBound {
        rest.append(max(old.lowerBound, range.upperBound)..<old.upperBound)
      }
    }
    if isHeld { rest.append(range) }
    rest = rest.filter { !$0.isEmpty }.sorted { $0.lowerBound < $1.lowerBound }
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
func vtNoteFlock(_ descriptor: Int32, _ device: UInt64, _ inode: UInt64, _ isHeld: Int32) {
  change {
    $0.flock(descriptor, FileIdentity(device: device, inode: inode), isHeld: isHeld != 0)
  }
}

@_cdecl("vt_note_range_lock")
func vtNoteRangeLock(
  _ device: UInt64, _ inode: UInt64, _ start: Int64, _ length: Int64, _ isHeld: Int32
) {
  change {
    $0.lockRange(
      of: FileIdentity(device: device, inode: inode), start: start, length: length,
      isHeld: isHeld != 0)
  }
}

@_cdecl("vt_note_close")
func vtNoteClose(_ descriptor: Int32, _ device: UInt64, _ inode: UInt64) {
  change { $0.closed(descriptor, FileIdentity(device: device, inode: inode)) }
}
