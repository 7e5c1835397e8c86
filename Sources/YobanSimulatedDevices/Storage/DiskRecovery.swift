import Foundation
import YobanVirtualTime

/// Changes the files of the host as a loss of power requires. Call it outside of the simulation.
struct DiskRecovery {
  /// The device's folder.
  let root: URL
  let keptPath: (Int) -> String
  let keptFolder: URL

  func perform(_ recovery: PendingDisk.Recovery, pending: Int) -> DiskLoss {
    var paths: [FileIdentity: String] = [:]
    if !recovery.files.isEmpty {
      for folder in [keptFolder.path, root.path] { collect(folder, &paths) }
    }
    var changed: [String] = []
    for file in recovery.files {
      guard let path = paths[file.file], restore(file, at: path) else { continue }
      changed.append(
        String(path.dropFirst(path.hasPrefix(root.path + "/") ? root.path.utf8.count + 1 : 0)))
    }
    var names: [String] = []
    for change in recovery.undone {
      undo(change)
      names.append(change.lossDescription)
    }
    return DiskLoss(pending: pending, names: names, files: changed.sorted())
  }

  private func collect(_ folder: String, _ paths: inout [FileIdentity: String]) {
    for name in (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? [] {
      let path = "\(folder)/\(name)"
      if let facts = FileFacts(path: path), !facts.isFolder { paths[facts.identity] = path }
    }
  }

  /// Returns whether the content or the size has changed.
  private func restore(_ file: PendingDisk.FileRecovery, at path: String) -> Bool {
    let descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let before = FileFacts(path: path)?.size
    for part in file.bytes {
      part.bytes.withUnsafeBytes { bytes in
        _ = pwrite(descriptor, bytes.baseAddress, bytes.count, off_t(part.offset))
      }
    }
    ftruncate(descriptor, off_t(file.size))
    return !file.bytes.isEmpty || before != file.size
  }

  private func path(_ name: String) -> String { "\(root.path)/\(name)" }

  private func undo(_ change: PendingDisk.NameChange) {
    switch change {
    case .createdFile(let name), .linked(let name): unlink(path(name))
    case .madeFolder(let name):
      // Empty by now, if no other app or the system has put something into it.
      rmdir(path(name))
    case .removedFolder(let name): mkdir(path(name), 0o755)
    case .removedFile(let name, let kept): link(keptPath(kept), path(name))
    case .renamed(let from, let to, let kept):
      rename(path(to), path(from))
      if let kept { link(keptPath(kept), path(to)) }
    case .exchanged(let first, let second):
      let between = path(first) + ".exchanged"
      rename(path(first), between)
      rename(path(second), path(first))
      rename(between, path(second))
    }
  }
}

extension PendingDisk.NameChange {
  /// The lost change, as a part of a sentence.
  fileprivate var lossDescription: String {
    switch self {
    case .createdFile(let name): "the creation of \(name)"
    case .madeFolder(let name): "the creation of the folder \(name)"
    case .removedFolder(let name): "the removal of the folder \(name)"
    case .removedFile(let name, _): "the removal of \(name)"
    case .renamed(let from, let to, _): "the rename of \(from) to \(to)"
    case .exchanged(let first, let second): "the exchange of \(first) and \(second)"
    case .linked(let name): "the link \(name)"
    }
  }
}
