import Foundation
import Testing

@testable import Yoban

/// File operations that record the calls and fail at chosen ones. A call with a descriptor that is not
/// open fails the test, because the number may by then belong to another file of the process.
@MainActor
final class FaultyFiles {
  /// The calls so far that change the file system, in their order.
  private(set) var calls: [FileOperation] = []
  /// The index of the call that fails; the next calls fail too, `failureCount` in total.
  var failsAt: Int?
  var failureCount = 1
  /// Whether a failing write first writes half of the bytes.
  var writesHalf = false
  /// The number of bytes that can be written before the disk is full; removing files increases it.
  var room: Int?
  /// Called before every call that changes the file system.
  var beforeCall: (@MainActor (FileOperation) -> Void)?

  private let posix = FileOperations.posix
  private var descriptors: Set<Int32> = []

  private func expectOpen(_ file: Int32, _ operation: String, _ path: String = "") {
    if !descriptors.contains(file) { Issue.record("\(operation) of a closed descriptor \(path)") }
  }

  private func opened(_ file: Int32) -> Int32 {
    descriptors.insert(file)
    return file
  }

  private func close(_ file: Int32) {
    expectOpen(file, "close")
    guard descriptors.remove(file) != nil else { return }
    posix.close(file)
  }

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
    expectOpen(file, "write", path)
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
      return self.opened(try posix.create(path))
    }
    files.open = { path throws(StoreError) in
      try self.pass(.open, path)
      return self.opened(try posix.open(path))
    }
    files.write = { file, bytes, path throws(StoreError) in try self.write(file, bytes, path) }
    files.close = { file in self.close(file) }
    files.truncate = { file, length, path throws(StoreError) in
      self.expectOpen(file, "truncate", path)
      try self.pass(.truncate, path)
      let before = self.size(path)
      try posix.truncate(file, length, path)
      if let room = self.room { self.room = room + before - Int(length) }
    }
    files.synchronize = { file, path throws(StoreError) in
      self.expectOpen(file, "synchronize", path)
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
