import YobanVirtualTime

/// The operations on the files of a disk that are not durable yet, and what is left of them after a loss
/// of power or a panic of the kernel. It has no side effects: it knows no file, only what was done to it.
///
/// Names and sizes follow the order of a journal (DK4); the content of files follows it block by block
/// only (DK2, DK3).
struct PendingDisk {
  /// A change of names, and how to undo it.
  enum NameChange: Hashable {
    case createdFile(String)
    case madeFolder(String)
    case removedFolder(String)
    /// The file is kept under a number until the change is durable.
    case removedFile(String, kept: Int)
    /// `kept` is the file that the new name had before; nil if there was none.
    case renamed(from: String, to: String, kept: Int?)
    case exchanged(String, String)
    case linked(String)

    var names: [String] {
      switch self {
      case .createdFile(let name), .madeFolder(let name), .removedFolder(let name),
        .removedFile(let name, _), .linked(let name):
        [name]
      case .renamed(let from, let to, _): [from, to]
      case .exchanged(let first, let second): [first, second]
      }
    }

    var kept: Int? {
      switch self {
      case .removedFile(_, let kept): kept
      case .renamed(_, _, let kept): kept
      default: nil
      }
    }
  }

  enum Change: Hashable {
    /// Bytes from an offset to an end were written. `before` are the bytes that the file had there.
    case wrote(FileIdentity, Range<Int64>, before: [UInt8], oldSize: Int64)
    /// `cut` are the bytes that the file lost.
    case truncated(FileIdentity, from: Int64, to: Int64, cut: [UInt8])
    /// The file is the one that got or lost a name; nil for a folder.
    case named(NameChange, FileIdentity?)

    var file: FileIdentity? {
      switch self {
      case .wrote(let file, _, _, _), .truncated(let file, _, _, _): file
      case .named(_, let file): file
      }
    }
    /// Whether the change is one of the journal.
    var isInJournal: Bool {
      if case .wrote = self { false } else { true }
    }
  }

  struct Entry: Hashable {
    var change: Change
    var instant: VirtualInstant
    /// The number of barriers before the operation reached the drive; nil while it has not.
    var epoch: Int?
  }

  /// A cause of a loss.
  enum Loss: Hashable, Sendable {
    /// The kernel stopped: what has reached the drive stays.
    case panic
    /// The drive has lost its cache, too.
    case power
  }

  /// Decides which pending operations survive. Each function is asked once for each choice, in order.
  struct Choices {
    /// The number of barriers up to which everything survives, in a range of which the end means: all.
    var epoch: (Range<Int>) -> Int
    /// The number of changes of the journal that survive, 0 to `count`.
    var journal: (_ count: Int) -> Int
    /// The number of writes to one block that survive, 0 to `count`.
    var block: (_ count: Int) -> Int
  }

  /// The changes of the disk after a loss.
  struct Recovery: Hashable {
    /// The name changes to undo, in this order.
    var undone: [NameChange] = []
    /// The bytes to write into files, in this order, and their sizes after that.
    var files: [FileRecovery] = []
  }

  struct FileRecovery: Hashable {
    var file: FileIdentity
    var bytes: [Bytes] = []
    var size: Int64
  }

  struct Bytes: Hashable {
    var offset: Int64
    var bytes: [UInt8]
  }

  private(set) var entries: [Entry] = []
  private var epoch = 0
  let blockSize: Int64

  init(blockSize: Int64 = 4096) { self.blockSize = blockSize }

  var isEmpty: Bool { entries.isEmpty }

  // MARK: Recording

  mutating func add(_ change: Change, at instant: VirtualInstant) {
    entries.append(Entry(change: change, instant: instant, epoch: nil))
  }

  /// The kept files that no longer can come back, after entries have become durable.
  typealias Released = [Int]

  /// Makes the content of a file durable, and the journal up to the last change that concerns it.
  ///
  /// - Parameter inDriveOnly: whether the drive may still lose it (DK5).
  mutating func synchronize(_ file: FileIdentity, inDriveOnly: Bool) -> Released {
    let last = entries.lastIndex { $0.change.isInJournal && $0.change.file == file }
    return complete(inDriveOnly: inDriveOnly) { i, entry in
      entry.change.isInJournal ? last.map { i <= $0 } ?? false : entry.change.file == file
    }
  }

  /// Makes the names in a folder durable, and the journal up to the last change of one of them.
  mutating func synchronize(folder: String, inDriveOnly: Bool) -> Released {
    let last = entries.lastIndex { entry in
      guard case .named(let change, _) = entry.change else { return false }
      return change.names.contains { $0 == folder || Self.folder(of: $0) == folder }
    }
    return complete(inDriveOnly: inDriveOnly) { i, entry in
      entry.change.isInJournal && last.map { i <= $0 } ?? false
    }
  }

  mutating func synchronizeAll(inDriveOnly: Bool) -> Released {
    complete(inDriveOnly: inDriveOnly) { _, _ in true }
  }

  /// Separates what the drive has by now from what it gets later (DK6).
  mutating func barrier() { epoch += 1 }

  /// Makes everything durable that is in the drive's cache (DK5).
  mutating func emptyDriveCache() -> Released { complete(inDriveOnly: false) { $1.epoch != nil } }

  /// Makes everything durable that is old enough (DK2, DK4).
  mutating func age(journalBefore: VirtualInstant, dataBefore: VirtualInstant) -> Released {
    guard let first = entries.first, first.instant < max(journalBefore, dataBefore) else {
      return []
    }
    return complete(inDriveOnly: false) { _, entry in
      entry.instant < (entry.change.isInJournal ? journalBefore : dataBefore)
    }
  }

  private mutating func complete(
    inDriveOnly: Bool, _ isConcerned: (Int, Entry) -> Bool
  ) -> Released {
    let concerned = entries.indices.map { isConcerned($0, entries[$0]) }
    if inDriveOnly {
      for i in entries.indices where concerned[i] && entries[i].epoch == nil {
        entries[i].epoch = epoch
      }
      return []
    }
    var released: Released = []
    var left: [Entry] = []
    for (i, entry) in entries.enumerated() {
      guard concerned[i] else {
        left.append(entry)
        continue
      }
      if case .named(let change, _) = entry.change, let kept = change.kept { released.append(kept) }
    }
    entries = left
    return released
  }

  static func folder(of path: String) -> Substring {
    path.lastIndex(of: "/").map { path[..<$0] } ?? ""
  }

  // MARK: Loss

  /// Returns how the disk is after a loss. Nothing is pending afterwards.
  mutating func lose(_ loss: Loss, _ choices: Choices) -> Recovery {
    let (survives, isUndecided) = decide(loss, choices)
    var recovery = Recovery()
    for i in entries.indices.reversed() where !survives[i] {
      if case .named(let change, _) = entries[i].change { recovery.undone.append(change) }
    }
    var files: [FileIdentity] = []
    var byFile: [FileIdentity: [Int]] = [:]
    for i in entries.indices {
      if case .named = entries[i].change { continue }
      guard let file = entries[i].change.file else { continue }
      if byFile[file] == nil { files.append(file) }
      byFile[file, default: []].append(i)
    }
    for file in files {
      let own = byFile[file]!
      recovery.files.append(
        recover(file, own.map { (entries[$0].change, survives[$0], isUndecided[$0]) }, choices))
    }
    entries = []
    return recovery
  }

  /// Returns which operations survive, and of which writes this is decided block by block.
  private func decide(_ loss: Loss, _ choices: Choices) -> (survives: [Bool], isUndecided: [Bool]) {
    // An operation that has not reached the drive comes after all barriers.
    let epochs = entries.map { $0.epoch ?? epoch }
    let cut =
      switch loss {
      case .panic: 0
      case .power:
        choices.epoch((epochs.min() ?? 0)..<(epochs.max() ?? 0) + 2)
      }
    func fate(_ i: Int) -> Bool? {
      switch loss {
      case .panic: entries[i].epoch == nil ? nil : true
      case .power: epochs[i] < cut ? true : epochs[i] > cut ? false : nil
      }
    }
    var survives = entries.indices.map { fate($0) ?? true }
    let isUndecided = entries.indices.map { fate($0) == nil }
    // The journal survives up to a point, at least as far as a change of it that is safe.
    let journal = entries.indices.filter { entries[$0].change.isInJournal }
    let safe = (journal.lastIndex { fate($0) == true }).map { $0 + 1 } ?? 0
    let lost = journal[safe...].firstIndex { fate($0) == false } ?? journal.count
    let kept = safe + (lost > safe ? choices.journal(lost - safe) : 0)
    for (place, i) in journal.enumerated() { survives[i] = place < kept }
    return (survives, isUndecided)
  }

  private func recover(
    _ file: FileIdentity, _ changes: [(change: Change, survives: Bool, isUndecided: Bool)],
    _ choices: Choices
  ) -> FileRecovery {
    // All changes after a lost change of the size are lost, too.
    let end =
      changes.firstIndex {
        if case .truncated = $0.change { !$0.survives } else { false }
      } ?? changes.count
    let lost = lostBlocks(changes[..<end].map { $0 }, choices)
    var size: Int64 =
      switch changes[0].change {
      case .wrote(_, _, _, let old): old
      case .truncated(_, let old, _, _): old
      case .named: 0
      }
    for (i, entry) in changes[..<end].enumerated() {
      switch entry.change {
      case .wrote(_, let range, _, _):
        for block in blocks(of: range) where !lost[i].contains(block) {
          size = max(size, min(range.upperBound, (block + 1) * blockSize))
        }
      case .truncated(_, _, let new, _): size = new
      case .named: break
      }
    }
    return FileRecovery(file: file, bytes: restored(changes.map(\.change), end, lost), size: size)
  }

  /// Returns, for each change, the blocks of which the write is lost.
  private func lostBlocks(
    _ changes: [(change: Change, survives: Bool, isUndecided: Bool)], _ choices: Choices
  ) -> [Set<Int64>] {
    var writers: [Int64: [Int]] = [:]
    var order: [Int64] = []
    for (i, entry) in changes.enumerated() {
      guard case .wrote(_, let range, _, _) = entry.change else { continue }
      for block in blocks(of: range) {
        if writers[block] == nil { order.append(block) }
        writers[block, default: []].append(i)
      }
    }
    var lost = [Set<Int64>](repeating: [], count: changes.count)
    for block in order {
      let own = writers[block]!
      // A write that is safe makes those before it safe, because a block is written as a whole.
      let safe = (own.lastIndex { changes[$0].survives && !changes[$0].isUndecided }).map { $0 + 1 }
      let from = safe ?? 0
      let to = own[from...].firstIndex { !changes[$0].survives } ?? own.count
      let kept = from + (to > from ? choices.block(to - from) : 0)
      for i in own[kept...] { lost[i].insert(block) }
    }
    return lost
  }

  /// Returns the bytes to write, from the last change to the first.
  private func restored(_ changes: [Change], _ end: Int, _ lost: [Set<Int64>]) -> [Bytes] {
    var bytes: [Bytes] = []
    /// A later change has removed what is beyond.
    var limit = Int64.max
    for i in changes.indices.reversed() {
      switch changes[i] {
      case .wrote(_, let range, let before, _):
        for block in blocks(of: range) where i >= end || lost[i].contains(block) {
          let part = range.clamped(to: block * blockSize..<(block + 1) * blockSize)
          let clamped = part.lowerBound..<max(part.lowerBound, min(part.upperBound, limit))
          guard !clamped.isEmpty else { continue }
          let start = Int(clamped.lowerBound - range.lowerBound)
          let known = before.dropFirst(start).prefix(clamped.count)
          // Where the file had no bytes, it has zeros if it still reaches there.
          let zeros = [UInt8](repeating: 0, count: clamped.count - known.count)
          bytes.append(Bytes(offset: clamped.lowerBound, bytes: Array(known) + zeros))
        }
      case .truncated(_, _, let new, let cut):
        if i >= end {
          if !cut.isEmpty { bytes.append(Bytes(offset: new, bytes: cut)) }
        } else {
          limit = min(limit, new)
        }
      case .named: break
      }
    }
    return bytes
  }

  private func blocks(of range: Range<Int64>) -> Range<Int64> {
    range.isEmpty ? 0..<0 : range.lowerBound / blockSize..<(range.upperBound - 1) / blockSize + 1
  }
}
