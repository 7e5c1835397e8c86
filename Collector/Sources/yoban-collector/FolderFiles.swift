import Collector
import Foundation

/// Writes the files of an export into a folder, which must be empty or new.
final class FolderFiles: ExportFiles {
  private let folder: URL
  private var file: FileHandle?

  /// Ends the process with a message if the folder has files, or cannot be made.
  init(_ path: String) {
    folder = URL(filePath: path, directoryHint: .isDirectory)
    let files = FileManager.default
    do {
      if let found = try? files.contentsOfDirectory(atPath: path), !found.isEmpty {
        fail("\(path) has files, which are not overwritten: name another folder", .cannotWrite)
      }
      try files.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      fail("cannot create the folder \(path): \(error.localizedDescription)", .cannotWrite)
    }
  }

  func begin(_ path: String) throws {
    let url = folder.appending(path: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    guard FileManager.default.createFile(atPath: url.path, contents: nil) else {
      throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: url.path])
    }
    file = try FileHandle(forWritingTo: url)
  }

  func append(_ bytes: [UInt8]) throws { try file?.write(contentsOf: Data(bytes)) }

  func end() throws {
    try file?.close()
    file = nil
  }
}

/// Writes a single file of an export, or standard output.
final class SingleFile: ExportFiles {
  private let path: String
  private var file: FileHandle?

  /// - Parameter path: `-` for standard output. The process ends with a message if the file exists.
  init(_ path: String) {
    guard path == "-" || !FileManager.default.fileExists(atPath: path) else {
      fail("\(path) exists and is not overwritten: name another file", .cannotWrite)
    }
    self.path = path
  }

  /// - Parameter path: not used.
  func begin(_ path: String) throws {
    if self.path == "-" {
      file = .standardOutput
      return
    }
    guard FileManager.default.createFile(atPath: self.path, contents: nil) else {
      throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: self.path])
    }
    file = try FileHandle(forWritingTo: URL(filePath: self.path))
  }

  func append(_ bytes: [UInt8]) throws { try file?.write(contentsOf: Data(bytes)) }

  func end() {}
}
