import Foundation
import Glibc
import Synchronization
import YobanVirtualTime

/// The folders of the host that hold the disks of this program's worlds.
///
/// All of them are in one folder, which the program locks. When it ends, it removes the folder. What a
/// program that crashed has left behind is no longer locked, and the next program removes it.
enum WorldFolders {
  private static let prefix = "yoban-worlds-"
  /// A file system in memory is used if it has at least this much space, in bytes.
  private static let spaceInMemory: UInt64 = 1 << 30
  private static let count = Atomic<Int>(0)
  /// The folder of this program.
  private static let own: String = Simulation.onHost {
    let parent = Self.parent
    removeAbandoned(in: parent)
    let path = makeLocked(in: parent)
    _ = ProgramEnd.add { ProgramEnd.removeFolder(path) }
    return path
  }

  /// Returns the path for the folder of a new world. All paths have the same length, because programs
  /// may write paths into files.
  ///
  /// Foundation keeps an entry for each path of which a bundle was ever made, in a hash table. It computes
  /// the hash of a URL of more than 96 characters from the first, the middle and the last 32. The path is so
  /// long that the last digits of the number are in the middle of the URL of nearly every app. Where
  /// they were not, all hashes were equal: `Bundle.main` took 1.4 ms after 10,000 launches, instead of
  /// 0.2 ms.
  static func next() -> URL {
    let number = count.add(1, ordering: .relaxed).newValue
    let digits = String(number)
    let process = String(getpid())
    func padded(_ text: String, to length: Int) -> String {
      String(repeating: "0", count: max(0, length - text.count)) + text
    }
    return URL(
      filePath: "\(own)/world-\(padded(process, to: 8))-\(padded(digits, to: 9))",
      directoryHint: .isDirectory)
  }

  /// Makes a folder, and those around it that are missing.
  ///
  /// - Throws: an error of Foundation.
  static func make(_ folder: URL) throws {
    try ProgramEnd.making {
      // One system call suffices nearly always, and Foundation makes several.
      if mkdir(folder.path, 0o777) == 0 { return }
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
  }

  /// The folder for temporary files, or a file system in memory, in which files are several times as
  /// fast.
  private static var parent: String {
    var status = statvfs()
    if statvfs("/dev/shm", &status) == 0, access("/dev/shm", W_OK | X_OK) == 0,
      UInt64(status.f_bavail) * UInt64(status.f_frsize) >= spaceInMemory,
      let path = realpath("/dev/shm", nil)
    {
      defer { free(path) }
      return String(cString: path)
    }
    let path = FileManager.default.temporaryDirectory.path
    return path.hasSuffix("/") && path.count > 1 ? String(path.dropLast()) : path
  }

  private static func makeLocked(in parent: String) -> String {
    while true {
      let path = "\(parent)/\(prefix)\(UUID().uuidString.prefix(8).lowercased())"
      guard mkdir(path, 0o700) == 0 else {
        if errno == EEXIST { continue }
        return path
      }
      let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      // Another program may have taken the folder for an abandoned one before it was locked. The
      // descriptor stays open as long as the program runs.
      if descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0, access(path, F_OK) == 0 {
        return path
      }
      let isTaken = descriptor >= 0 && (errno == EWOULDBLOCK || access(path, F_OK) != 0)
      if descriptor >= 0 { close(descriptor) }
      // Without a lock, a program that starts later may take the folder for an abandoned one.
      guard isTaken else { return path }
    }
  }

  private static func removeAbandoned(in parent: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let path = "\(parent)/\(name)"
      let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
        try? FileManager.default.removeItem(atPath: path)
      }
      close(descriptor)
    }
  }
}
