import Foundation
import YobanPlatformProfiles
import YobanVirtualTime

/// The disk of a device: its free space, and the writes that are not durable yet.
///
/// Not Sendable: it belongs to its device.
public final class DeviceStorage {
  unowned let device: Device
  let space: DiskSpace
  private var pending: PendingDisk
  /// Whether the scenario has set the free space, which then changes with what apps write.
  package private(set) var isLimited = false
  private var losses = 0
  private var keptCount = 0
  /// The deleted files that a loss can bring back, by number.
  private var kept: [Int: FileIdentity] = [:]
  /// The operations that the last loss of power or panic has taken; nil if there was none.
  public private(set) var lastLoss: DiskLoss?

  init(_ device: Device) {
    self.device = device
    let policy = device.policy(DiskPolicy.self)
    space = DiskSpace(capacity: policy.capacity, free: policy.free)
    pending = PendingDisk(blockSize: policy.blockSize)
  }

  private var policy: DiskPolicy { device.policy(DiskPolicy.self) }

  // MARK: Space

  /// The capacity in bytes (DK8).
  public var capacity: Int64 { space.capacity }

  /// The free space in bytes (DK8). Until it is set, it does not change.
  ///
  /// From then on, the writes of apps use it up, deleting files frees it, and a write for which there is
  /// not enough fails with ENOSPC. What the system stores is not counted.
  public var free: Int64 {
    get { space.free }
    set {
      space.free = min(max(0, newValue), capacity)
      isLimited = true
      device.updateSystemCallObservers()
    }
  }

  /// Returns how many of the bytes of a write fit.
  func room(for call: SystemCall) -> Int64 {
    guard isLimited, !call.isOfSystem, let size = FileFacts(call)?.size else {
      return call.byteCount
    }
    let end = (blocks(size) + space.free / policy.blockSize) * policy.blockSize
    return min(call.byteCount, max(0, end - call.offset))
  }

  /// Whether there is room for a new name.
  var hasRoomForName: Bool { !isLimited || space.free >= policy.blockSize }

  private func blocks(_ size: Int64) -> Int64 { (size + policy.blockSize - 1) / policy.blockSize }

  private func resized(from old: Int64, to new: Int64) {
    guard isLimited else { return }
    space.free -= (blocks(new) - blocks(old)) * policy.blockSize
  }

  // MARK: Recording

  /// The state before a call, which is needed after it.
  private struct Preparation {
    var file: FileFacts?
    var replaced: FileFacts?
    var kept: Int?
    var before: [UInt8] = []
  }
  private var preparation = Preparation()
  private var mappings: [(file: FileIdentity, range: Range<Int64>, path: String)] = []

  private var records: Bool { device.world.simulatesPowerLoss }
  /// Whether `completed(_:result:failure:)` has something to note.
  var isObserved: Bool { isLimited || records }

  /// Notes the state before a call. It is made next, without another call in between.
  func prepare(for call: SystemCall) {
    guard isObserved else { return }
    preparation = Preparation()
    switch call.kind {
    case .open where call.truncates:
      preparation.file = FileFacts(call)
      if records { preparation.before = read(call, 0..<(preparation.file?.size ?? 0)) }
    case .write, .map:
      guard let file = FileFacts(call) else { return }
      preparation.file = file
      let end = min(call.offset + call.byteCount, file.size)
      if records { preparation.before = read(call, call.offset..<max(call.offset, end)) }
    case .truncate:
      guard let file = FileFacts(call) else { return }
      preparation.file = file
      if records { preparation.before = read(call, call.offset..<max(call.offset, file.size)) }
    case .unlink:
      preparation.file = FileFacts(call)
      preparation.kept = keep(call.path, preparation.file)
    case .rename:
      preparation.file = FileFacts(call)
      preparation.replaced = call.secondPath.flatMap { FileFacts(path: $0) }
      if let replaced = preparation.replaced, replaced != preparation.file {
        preparation.kept = keep(call.secondPath!, replaced)
      }
    case .synchronize, .barrier, .fullSynchronize: preparation.file = FileFacts(call)
    default: break
    }
  }

  private func read(_ call: SystemCall, _ range: Range<Int64>) -> [UInt8] {
    SimulatedProcess.bytes(of: call, in: range)
  }

  /// Notes what a call has done.
  func completed(_ call: SystemCall, result: Int64, failure: Int32) {
    let done = preparation
    preparation = Preparation()
    guard failure == 0 else {
      if let kept = done.kept { release([kept]) }
      return
    }
    account(for: call, done, result)
    guard records else { return }
    record(call, done, result)
    let now = device.world.now
    release(
      pending.age(
        journalBefore: now - policy.commitDelay, dataBefore: now - policy.writeBackDelay))
  }

  private func account(for call: SystemCall, _ done: Preparation, _ result: Int64) {
    guard !call.isOfSystem, let file = done.file else { return }
    switch call.kind {
    case .open: resized(from: file.size, to: 0)
    case .write: resized(from: file.size, to: max(file.size, call.offset + result))
    case .truncate: resized(from: file.size, to: call.offset)
    case .unlink where file.links == 1 && !file.isFolder: resized(from: file.size, to: 0)
    case .rename:
      if let old = done.replaced, old != file, old.links == 1, !old.isFolder {
        resized(from: old.size, to: 0)
      }
    default: break
    }
  }

  private func record(_ call: SystemCall, _ done: Preparation, _ result: Int64) {
    let path = relative(call.path)
    let to = call.secondPath.map(relative) ?? ""
    let inDriveOnly = policy.synchronizesToCacheOnly
    switch call.kind {
    case .create: add(.named(.createdFile(path), FileFacts(path: call.path)?.identity))
    case .makeFolder: add(.named(.madeFolder(path), nil))
    case .removeFolder: add(.named(.removedFolder(path), nil))
    case .link: add(.named(.linked(to), FileFacts(path: call.path)?.identity))
    case .symlink: add(.named(.linked(path), nil))
    case .exchange: add(.named(.exchanged(path, to), nil))
    case .unlink:
      if let kept = done.kept { add(.named(.removedFile(path, kept: kept), done.file?.identity)) }
    case .rename:
      if let file = done.file {
        if done.replaced?.isFolder == true { add(.named(.removedFolder(to), nil)) }
        add(
          .named(
            .renamed(from: path, to: to, kept: done.kept), file.isFolder ? nil : file.identity))
      }
    case .open: if let file = done.file { truncated(file, to: 0, done.before) }
    case .truncate: if let file = done.file { truncated(file, to: call.offset, done.before) }
    case .write:
      guard let file = done.file, result > 0 else { return }
      let range = call.offset..<call.offset + result
      add(
        .wrote(
          file.identity, range, before: Array(done.before.prefix(Int(result))), oldSize: file.size))
    case .map:
      guard let file = done.file else { return }
      let range = call.offset..<max(call.offset, min(call.offset + call.byteCount, file.size))
      guard !range.isEmpty else { return }
      add(.wrote(file.identity, range, before: done.before, oldSize: file.size))
      mappings.append((file.identity, range, call.path))
    case .synchronize: synchronize(call, done.file, inDriveOnly: inDriveOnly)
    case .barrier:
      synchronize(call, done.file, inDriveOnly: inDriveOnly)
      pending.barrier()
    case .fullSynchronize:
      synchronize(call, done.file, inDriveOnly: false)
      release(pending.emptyDriveCache())
    case .synchronizeAll: release(pending.synchronizeAll(inDriveOnly: inDriveOnly))
    case .read, .close, .attributes: break
    }
  }

  private func truncated(_ file: FileFacts, to size: Int64, _ cut: [UInt8]) {
    guard size != file.size else { return }
    add(.truncated(file.identity, from: file.size, to: size, cut: cut))
  }

  private func add(_ change: PendingDisk.Change) { pending.add(change, at: device.world.now) }

  private func synchronize(_ call: SystemCall, _ file: FileFacts?, inDriveOnly: Bool) {
    guard let file else { return }
    if file.isFolder {
      release(pending.synchronize(folder: relative(call.path), inDriveOnly: inDriveOnly))
      return
    }
    release(pending.synchronize(file.identity, inDriveOnly: inDriveOnly))
    // The mapped bytes can change again from now on.
    for mapping in mappings where mapping.file == file.identity {
      add(
        .wrote(
          mapping.file, mapping.range, before: read(call, mapping.range), oldSize: file.size))
    }
  }

  private func relative(_ path: String) -> String { device.relative(path) }

  // MARK: Deleted files

  private var keptFolder: URL {
    device.world.folder.appending(path: ".deleted", directoryHint: .isDirectory)
  }

  private func keptPath(_ number: Int) -> String {
    keptFolder.appending(path: "\(device.name)-\(number)").path
  }

  /// Keeps a file that is about to lose a name, until this is durable.
  private func keep(_ path: String, _ file: FileFacts?) -> Int? {
    guard records, let file, !file.isFolder else { return nil }
    keptCount += 1
    let number = keptCount
    return Simulation.onHost {
      mkdir(keptFolder.path, 0o700)
      guard link(path, keptPath(number)) == 0 else { return nil }
      kept[number] = file.identity
      return number
    }
  }

  private func release(_ numbers: [Int]) {
    for number in numbers {
      let isLastName = FileFacts(path: keptPath(number))?.links == 1
      _ = Simulation.onHost { unlink(keptPath(number)) }
      guard let file = kept.removeValue(forKey: number) else { continue }
      if isLastName { device.protection.forget(file) }
    }
  }

  /// Whether a deleted file can come back.
  func isKept(_ file: FileIdentity) -> Bool { kept.values.contains(file) }

  // MARK: Loss

  /// Makes everything durable, as an orderly shutdown does.
  func makeDurable() {
    mappings = []
    release(pending.synchronizeAll(inDriveOnly: false))
  }

  /// Takes what a loss takes from the files.
  func lose(_ loss: PendingDisk.Loss, _ outcome: PowerLossOutcome) {
    losses += 1
    let now = device.world.now
    release(
      pending.age(
        journalBefore: now - policy.commitDelay, dataBefore: now - policy.writeBackDelay))
    let stream = RandomStream(
      seed: device.world.simulation.seed, name: "\(device.name)/power-loss/\(losses)")
    let count = pending.entries.count
    let recovery = pending.lose(loss, outcome.choices(drawnFrom: stream))
    mappings = []
    lastLoss = Simulation.onHost {
      DiskRecovery(root: device.folder, keptPath: keptPath, keptFolder: keptFolder)
        .perform(recovery, pending: count)
    }
    release(kept.keys.sorted())
    device.storedDefaults = [:]
  }
}

/// A file or folder as it is now.
struct FileFacts: Hashable {
  var identity: FileIdentity
  var size: Int64
  var links: Int
  var isFolder: Bool

  init?(path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  init?(_ call: SystemCall) {
    guard let descriptor = call.descriptor else {
      self.init(path: call.path)
      return
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    identity = FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    size = Int64(status.st_size)
    links = Int(status.st_nlink)
    isFolder = status.st_mode & S_IFMT == S_IFDIR
  }
}
