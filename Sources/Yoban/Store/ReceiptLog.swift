import Chunks
import Foundation

/// The receipts on this device's disk, one line of JSON each.
///
/// A receipt is in the log before its chunk is deleted, so that a crash in between is finished
/// at the next launch. The last receipt of each stream also remembers how far the stream goes,
/// when no chunk of it is left: its sequence numbers never repeat.
struct ReceiptLog {
  /// One line.
  struct Entry: Codable, Hashable {
    var stream: String
    var sequence: UInt64
    var sha256: String
    /// As in `ChunkCoverage`, nanoseconds since 1970.
    var coveredUntil: Int64?
    var markName: String?
    /// Nanoseconds since 1970.
    var markTime: Int64?

    enum CodingKeys: String, CodingKey {
      case stream, sequence, sha256
      case coveredUntil = "covered_until"
      case markName = "mark"
      case markTime = "mark_time"
    }

    init(_ chunk: ChunkIdentity, _ facts: ChunkFacts) {
      stream = chunk.stream
      sequence = chunk.sequence
      sha256 = facts.digest.hex
      coveredUntil = facts.coverage.coveredUntil
      markName = facts.coverage.lastMark?.name
      markTime = facts.coverage.lastMark?.time
    }

    var coverage: ChunkCoverage {
      var coverage = ChunkCoverage(coveredUntil: coveredUntil)
      if let markName, let markTime {
        coverage.lastMark = try? Mark(time: markTime, name: markName)
      }
      return coverage
    }
  }

  /// From this many lines on the log is rewritten with the last receipt of each stream only.
  static let entryCountMax = 1024

  private let path: String
  /// Of whole lines.
  private var byteCount = 0
  private(set) var entries: [Entry] = []
  /// Where the last receipt of each chunk is among them, by stream and sequence number.
  private var places: [String: [UInt64: Int]] = [:]

  /// Reads the log and cuts off a last line that a crash tore.
  ///
  /// Throws `StoreError`. A line that is damaged otherwise is passed over: its chunk, if it is
  /// still there, is sent again and answered with the same receipt.
  init(path: String, files: FileOperations) throws(StoreError) {
    self.path = path
    guard let bytes = try files.read(path) else { return }
    let newline = UInt8(ascii: "\n")
    let whole = bytes[..<(bytes.lastIndex(of: newline).map { $0 + 1 } ?? 0)]
    byteCount = whole.count
    if whole.count < bytes.count { try files.replace(path, with: Array(whole)) }
    let decoder = JSONDecoder()
    entries = whole.split(separator: newline).compactMap {
      try? decoder.decode(Entry.self, from: Data($0))
    }
    for i in entries.indices { notePlace(i) }
  }

  private mutating func notePlace(_ i: Int) {
    places[entries[i].stream, default: [:]][entries[i].sequence] = i
  }

  /// The last receipt of a chunk of the log's device.
  func receipt(of chunk: ChunkIdentity) -> Entry? {
    places[chunk.stream]?[chunk.sequence].map { entries[$0] }
  }

  /// The receipt with the highest sequence number of a stream.
  func last(of stream: String) -> Entry? {
    entries.filter { $0.stream == stream }.max { $0.sequence < $1.sequence }
  }

  /// Stores a receipt durably.
  ///
  /// Throws `StoreError`; the log then holds what it held before.
  mutating func append(_ entry: Entry, files: FileOperations) throws(StoreError) {
    let file = try files.open(path)
    defer { files.close(file) }
    let line = Self.line(entry)
    do throws(StoreError) {
      try files.writeAll(line, to: file, path: path)
      try files.synchronise(file, path)
    } catch {
      try? files.truncate(file, byteCount, path)
      throw error
    }
    byteCount += line.count
    entries.append(entry)
    notePlace(entries.count - 1)
  }

  /// Keeps the last receipt of each stream; call it when no chunk with a receipt is left.
  ///
  /// Throws `StoreError`; the log then holds what it held before.
  mutating func compact(files: FileOperations) throws(StoreError) {
    let streams = Set(entries.map(\.stream)).sorted()
    let kept = streams.compactMap { last(of: $0) }
    let lines = kept.flatMap(Self.line)
    try files.replace(path, with: lines)
    byteCount = lines.count
    entries = kept
    places = [:]
    for i in entries.indices { notePlace(i) }
  }

  private static func line(_ entry: Entry) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    guard let json = try? encoder.encode(entry) else {
      preconditionFailure("strings and integers always encode")
    }
    return Array(json) + [UInt8(ascii: "\n")]
  }
}
