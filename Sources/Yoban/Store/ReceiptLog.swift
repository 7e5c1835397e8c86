import Chunks
import Foundation

/// The receipts on this device's disk, one line of JSON each.
///
/// A receipt is stored in the log before its chunk is deleted. If a crash happens in between, the
/// next launch deletes the chunk. The last receipt of each stream also preserves the stream's
/// coverage and sequence number when none of its chunks is left, so that sequence numbers never
/// repeat.
struct ReceiptLog {
  /// One line of the log.
  struct Entry: Codable, Hashable {
    var stream: String
    var sequence: UInt64
    var sha256: String
    /// As in `ChunkCoverage`; in nanoseconds since 1970.
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

    /// Whether a chunk can have this number and these times.
    var isValid: Bool {
      let times = [coveredUntil, markTime].compactMap(\.self)
      return sequence <= ChunkIdentity.sequenceMax
        && times.allSatisfy { $0.magnitude <= Timeline.latestMoment.magnitude }
    }

    var coverage: ChunkCoverage {
      var coverage = ChunkCoverage(coveredUntil: coveredUntil)
      if let markName, let markTime {
        coverage.lastMark = try? Mark(time: markTime, name: markName)
      }
      return coverage
    }
  }

  /// The number of lines at which the log is reduced to the last receipt of each stream.
  static let entryCountMax = 1024

  private let path: String
  /// The size of the whole lines in bytes.
  private var byteCount: Int64 = 0
  private(set) var entries: [Entry] = []
  /// The index in `entries` of the last receipt of each chunk, by stream and sequence number.
  private var places: [String: [UInt64: Int]] = [:]

  /// Reads the log and cuts off a last line that was torn by a crash.
  ///
  /// Throws `StoreError`. Any other damaged line is skipped: its chunk, if it is still stored, is
  /// sent again and gets the same receipt.
  init(path: String, files: FileOperations) throws(StoreError) {
    self.path = path
    guard let bytes = try files.read(path) else { return }
    let newline = UInt8(ascii: "\n")
    let whole = bytes[..<(bytes.lastIndex(of: newline).map { $0 + 1 } ?? 0)]
    byteCount = Int64(whole.count)
    if whole.count < bytes.count { try files.replace(path, with: Array(whole)) }
    let decoder = JSONDecoder()
    entries = whole.split(separator: newline)
      .compactMap { try? decoder.decode(Entry.self, from: Data($0)) }
      .filter(\.isValid)
    for i in entries.indices { notePlace(i) }
  }

  private mutating func notePlace(_ i: Int) {
    places[entries[i].stream, default: [:]][entries[i].sequence] = i
  }

  /// Returns the last receipt of a chunk. The chunk's device is not compared.
  func receipt(of chunk: ChunkIdentity) -> Entry? {
    places[chunk.stream]?[chunk.sequence].map { entries[$0] }
  }

  /// Returns the receipt with the highest sequence number of a stream.
  func last(of stream: String) -> Entry? {
    entries.filter { $0.stream == stream }.max { $0.sequence < $1.sequence }
  }

  /// Stores a receipt durably.
  ///
  /// Throws `StoreError`; the log is then unchanged.
  mutating func append(_ entry: Entry, files: FileOperations) throws(StoreError) {
    let file = try files.open(path)
    defer { files.close(file) }
    let line = Self.line(entry)
    do throws(StoreError) {
      try files.writeAll(line, to: file, path: path)
      try files.synchronize(file, path)
    } catch {
      try? files.truncate(file, byteCount, path)
      throw error
    }
    byteCount += Int64(line.count)
    entries.append(entry)
    notePlace(entries.count - 1)
  }

  /// Removes all but the last receipt of each stream. Call it when no chunk with a receipt is left.
  ///
  /// Throws `StoreError`; the log is then unchanged.
  mutating func compact(files: FileOperations) throws(StoreError) {
    let streams = Set(entries.map(\.stream)).sorted()
    let kept = streams.compactMap { last(of: $0) }
    let lines = kept.flatMap(Self.line)
    try files.replace(path, with: lines)
    byteCount = Int64(lines.count)
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
