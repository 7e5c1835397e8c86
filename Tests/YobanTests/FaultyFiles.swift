import Foundation

@testable import Yoban

/// A file system that refuses or is watched at chosen calls.
@MainActor
final class FaultyFiles {
  /// The calls that change something, in their order so far.
  private(set) var calls: [FileOperation] = []
  /// The number of the call that fails, and those after it up to `failureCount`.
  var failsAt: Int?
  var failureCount = 1
  /// Whether a failing write takes half of the bytes first.
  var writesHalf = false
  /// Bytes that writes may still take before the disk is full; removing files gives them back.
  var room: Int?
  /// Called before every call that changes something.
  var beforeCall: (@MainActor (FileOperation) -> Void)?

  private let posix = FileOperations.posix

  private func pass(_ operation: FileOperation, _ path: String) throws(StoreError) {
    beforeCall?(operation)
    calls.append(operation)
    if fails { throw .diskFull(operation: operation, path: path) }
  }

  private var fails: Bool {
    guard let failsAt else { return false }
    return calls.count > failsAt && calls.count <= failsAt + failureCount
  }

  private func size(_ path: String) -> Int {
    ((try? posix.read(path)) ?? nil)?.count ?? 0
  }

  private func write(
    _ file: Int32, _ bytes: UnsafeRawBufferPointer, _ path: String
  ) throws(StoreError) -> Int {
    beforeCall?(.write)
    calls.append(.write)
    if fails {
      if writesHalf {
        return try posix.write(file, .init(rebasing: bytes[..<(bytes.count / 2)]), path)
      }
      throw .diskFull(operation: .write, path: path)
    }
    guard let room else { return try posix.write(file, bytes, path) }
    let count = max(min(room, bytes.count), 0)
    self.room = room - count
    if count == 0 { throw .diskFull(operation: .write, path: path) }
    return try posix.write(file, .init(rebasing: bytes[..<count]), path)
  }

  var operations: FileOperations {
    var files = posix
    let posix = posix
    files.create = { path throws(StoreError) in
      try self.pass(.create, path)
      return try posix.create(path)
    }
    files.open = { path throws(StoreError) in
      try self.pass(.open, path)
      return try posix.open(path)
    }
    files.write = { file, bytes, path throws(StoreError) in try self.write(file, bytes, path) }
    files.truncate = { file, length, path throws(StoreError) in
      try self.pass(.truncate, path)
      let before = self.size(path)
      try posix.truncate(file, length, path)
      if let room = self.room { self.room = room + before - length }
    }
    files.synchronize = { file, path throws(StoreError) in
      try self.pass(.synchronize, path)
      try posix.synchronize(file, path)
    }
    files.rename = { path, newPath throws(StoreError) in
      try self.pass(.rename, path)
      if let room = self.room { self.room = room + self.size(newPath) }
      try posix.rename(path, newPath)
    }
    files.remove = { path throws(StoreError) in
      try self.pass(.remove, path)
      if let room = self.room { self.room = room + self.size(path) }
      try posix.remove(path)
    }
    return files
  }
}
