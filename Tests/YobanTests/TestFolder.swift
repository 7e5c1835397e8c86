import Chunks
import CollectorContract
import Foundation

@testable import Yoban

/// A real folder that is deleted after the test.
final class TestFolder {
  let url: URL
  var path: String { url.path(percentEncoded: false) }

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(
      path: "yoban-\(UUID().uuidString)", directoryHint: .notDirectory)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  /// Creates a copy of the current contents of a folder.
  init(copying other: TestFolder) throws {
    url = FileManager.default.temporaryDirectory.appending(
      path: "yoban-\(UUID().uuidString)", directoryHint: .notDirectory)
    try FileManager.default.copyItem(at: other.url, to: url)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func write(_ bytes: [UInt8], to file: String) throws {
    let target = url.appending(path: file)
    try FileManager.default.createDirectory(
      at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: target)
  }

  func read(_ file: String) throws -> [UInt8] {
    try Array(Data(contentsOf: url.appending(path: file)))
  }

  /// The paths of all files in the folder, sorted, without those that always exist.
  var files: [String] {
    let found = FileManager.default.subpaths(atPath: path) ?? []
    return found.filter { name in
      let isFolder =
        (try? FileManager.default.contentsOfDirectory(atPath: path + "/" + name)) != nil
      return !isFolder && name != "ballast" && name != "device"
    }.sorted()
  }

  @MainActor
  func store(
    files: FileOperations = .posix, reservedByteCount: Int64 = 0
  ) throws -> ChunkStore {
    try ChunkStore(
      folder: url, device: "phone", reservedByteCount: reservedByteCount, files: files)
  }

  /// Returns a store after its recovery.
  @MainActor
  func recoveredStore(files: FileOperations = .posix) throws -> ChunkStore {
    let store = try store(files: files)
    try store.recover()
    return store
  }
}

extension StreamDescription {
  /// A stream with 100 samples a second.
  static let accelerometer =
    (try? StreamDescription(
      name: "accelerometer", unit: "g", nominalInterval: .milliseconds(10)))!
  static let gyroscope =
    (try? StreamDescription(
      name: "gyroscope", unit: "rad/s", nominalInterval: .milliseconds(10)))!
}

extension ChunkBlock {
  /// Returns some samples at intervals of 10 ns.
  static func samples(from first: Int64, count: Int64 = 3) -> ChunkBlock {
    var block = SampleBlock(channelCount: 3)
    for index in 0..<count { block.append(time: first + index * 10, 0.5, Double(index), -1) }
    return .samples(block)
  }
}

extension Receipt {
  /// Creates the receipt that the collector returns for a stored chunk.
  @MainActor
  init(for chunk: ChunkIdentity, in store: ChunkStore) throws {
    let digest = try store.digest(of: chunk)
    self.init(
      device: chunk.device, stream: chunk.stream, sequence: chunk.sequence,
      sha256: digest?.hex ?? "", bytes: 0, samples: 0, gaps: 0)
  }
}

/// Returns all blocks of a chunk, which must be complete.
func blocks(of bytes: [UInt8]) throws -> [ChunkBlock] {
  var reader = try ChunkReader(bytes)
  var blocks: [ChunkBlock] = []
  while let block = try reader.next() { blocks.append(block) }
  guard reader.completeness == .complete else { throw ChunkError.trailingBytes(byteOffset: -1) }
  return blocks
}

/// Returns the blocks of a packed chunk with less than `ChunkWriter.maximumBlockCount` samples: consecutive
/// blocks of samples are joined.
func joined(_ blocks: [ChunkBlock]) -> [ChunkBlock] {
  var result: [ChunkBlock] = []
  for block in blocks {
    if case .samples(let next) = block, case .samples(var samples) = result.last {
      samples.times += next.times
      samples.values += next.values
      result[result.count - 1] = .samples(samples)
    } else {
      result.append(block)
    }
  }
  return result
}
