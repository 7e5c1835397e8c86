import Chunks
import Foundation
import Testing

@testable import Yoban

/// Files whose sizes do not fit into 32 bits, as `Int` has on many watches. They are holes: they take no room on
/// the disk.
@MainActor
@Suite struct LargeFileTests {
  let folder = try! TestFolder()
  /// With only its low 32 bits it would be 5.
  nonisolated static let size: Int64 = (4 << 30) + 5

  /// Makes a file of this size in the folder and returns its path.
  private func makeFile(_ name: String, size: Int64) throws -> String {
    try folder.write([], to: name)
    let path = "\(folder.path)/\(name)"
    let file = try FileOperations.posix.open(path)
    defer { FileOperations.posix.close(file) }
    try FileOperations.posix.truncate(file, size, path)
    return path
  }

  @Test(arguments: [0, 1 << 20, 1 << 31, 1 << 32, LargeFileTests.size] as [Int64])
  func `a file has its size, and is not read if it has 2 GiB or more`(size: Int64) throws {
    let path = try makeFile("file", size: size)
    #expect(try FileOperations.posix.size(path) == size)
    guard size >= 1 << 31 else {
      #expect(try FileOperations.posix.read(path) == [UInt8](repeating: 0, count: Int(size)))
      return
    }
    #expect(throws: StoreError.file(operation: .read, path: path, code: EFBIG)) {
      try FileOperations.posix.read(path)
    }
  }

  @Test func `a chunk above 4 GiB counts in full, is listed as a problem and is kept`() throws {
    let path = try makeFile("streams/accelerometer/0.chunk", size: Self.size)
    let store = try folder.store()
    let report = try store.recover()
    #expect(report.problems == [.file(operation: .read, path: path, code: EFBIG)])
    #expect(store.storedByteCount == Self.size)
    #expect(throws: StoreError.self) { try store.digest(of: #require(store.pending.first)) }

    try store.append([.samples(from: 1)], to: .accelerometer)
    let closed = try store.close("accelerometer")
    #expect(closed.map(\.sequence) == [1])
    #expect(store.storedByteCount == Self.size + store.byteCount(of: closed[0]))
    #expect(try FileOperations.posix.size(path) == Self.size)
  }

  @Test func `an open chunk above 4 GiB is listed as a problem and is kept`() throws {
    let path = try makeFile("streams/accelerometer/0.open", size: Self.size)
    let report = try folder.store().recover()
    #expect(report.problems == [.file(operation: .read, path: path, code: EFBIG)])
    #expect(try FileOperations.posix.size(path) == Self.size)
  }

  @Test(
    arguments: [
      (5 << 30, true), (LargeFileTests.size + 1, true), (LargeFileTests.size, false),
      (1 << 30, false),
    ] as [(Int64, Bool)])
  func `the limit for all chunks holds above 4 GiB`(limit: Int64, hasRoom: Bool) throws {
    _ = try makeFile("streams/accelerometer/0.chunk", size: Self.size)
    let store = try ChunkStore(
      folder: folder.url, device: "phone", reservedByteCount: 0, byteCountMax: limit)
    try store.recover()
    let append = { _ = try store.append([.samples(from: 1)], to: .gyroscope) }
    guard !hasRoom else { return try append() }
    #expect(
      throws: StoreError.diskFull(operation: .freeSpace, path: folder.path), performing: append)
  }

  @Test func `a disk with terabytes of free space has room`() throws {
    var files = FileOperations.posix
    files.freeSpace = { _ in 8 << 40 }
    let store = try folder.store(files: files, reservedByteCount: 7 << 40)
    try store.recover()
    try store.append([.samples(from: 1)], to: .accelerometer)
    #expect(try store.freeSpace() == 8_796_093_022_208)
  }
}
