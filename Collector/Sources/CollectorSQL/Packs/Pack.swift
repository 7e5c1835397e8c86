import Chunks
import Collector

/// The chunks of a stream that are stored together: consecutive ones of a night that has ended.
///
/// All of them are undamaged and have samples, the same channels, and times that increase. Their sequences have no gap,
/// and no other chunk of the stream has a time between the first and the last one of theirs. So a new chunk can never
/// get a sequence inside of a pack, and a pack can be read like one long chunk.
struct Pack: Hashable, Sendable {
  var name: StreamName
  /// A random number.
  var id: Int64
  var sequences: ClosedRange<UInt64>
  /// In nanoseconds since 1970.
  var times: ClosedRange<Int64>
  var sampleCount: Int
  /// Of all chunks, without what is stored beside them.
  var byteCount: Int
  var gapCount: Int
  /// The largest difference between the latest and the earliest time of a chunk, in nanoseconds.
  var longestChunk: Int64
  /// The arrival of the latest chunk that has one, in seconds since 1970.
  var receivedAt: Int64?
  var channels: [String]
  /// The number in the key of the object that has the bytes; nil if they are in `pack_bodies`.
  var object: Int64?
  /// The number of stored bytes: of the chunks, of their curves and of the copy of the index.
  var storedByteCount: Int64
  /// The SHA-256 of the index.
  var indexDigest: [UInt8]

  var chunkCount: Int { Int(sequences.upperBound - sequences.lowerBound) + 1 }

  static let columns = """
    device, stream, id, first_sequence, last_sequence, samples, bytes, gaps, first_time, last_time, longest,
    received_at, channels, object, stored_bytes, sha256
    """
}

extension Pack {
  /// The maximum time from the first sample of a pack to its last one, in nanoseconds: a day. So a search for times
  /// knows how long before a pack can begin, and PostgreSQL has to look at one or two months only.
  static let nanosecondsMax: Int64 = 86_400_000_000_000

  /// The maximum number of chunks of a pack.
  static let chunksMax = 5_000

  /// Throws if a value is not one that the collector has written.
  init(row: SQLRow) throws {
    guard let first = UInt64(exactly: try row.integer("first_sequence")),
      let last = UInt64(exactly: try row.integer("last_sequence")), first <= last,
      last - first < Self.chunksMax, let times = try row.times()
    else { throw StorageError.damagedRow("first_sequence") }
    self.init(
      name: StreamName(device: try row.text("device"), stream: try row.text("stream")),
      id: try row.integer("id"), sequences: first...last, times: times,
      sampleCount: try row.count("samples"), byteCount: try row.count("bytes"),
      gapCount: try row.count("gaps"), longestChunk: try row.integer("longest"),
      receivedAt: try row.optionalInteger("received_at"), channels: try row.channels(),
      object: try row.optionalInteger("object"),
      storedByteCount: try row.integer("stored_bytes"), indexDigest: try row.bytes("sha256"))
  }

  /// The values of the key columns of `packs`.
  var key: [SQLValue] { name.key + [.integer(times.lowerBound)] }

  /// The condition for the rows of the chunks of a pack in a table with sequences, whose values are `rangeValues`.
  static let isInRange = "device = ? AND stream = ? AND sequence BETWEEN ? AND ?"
  var rangeValues: [SQLValue] {
    name.key + [
      .integer(Int64(sequences.lowerBound)), .integer(Int64(sequences.upperBound)),
    ]
  }

  var objectKey: PackKey? { object.map { PackKey(name: name, sequences: sequences, number: $0) } }

  /// Writes what is known about the pack.
  func insert(index: [UInt8], in session: any SQLSession) throws {
    let values: [SQLValue] =
      name.key + [
        .integer(id), .integer(Int64(sequences.lowerBound)), .integer(Int64(sequences.upperBound)),
        .integer(sampleCount), .integer(byteCount), .integer(gapCount),
        .integer(times.lowerBound), .integer(times.upperBound), .integer(longestChunk),
        .optional(receivedAt), .text(channels.joined(separator: ",")), .optional(object),
        .integer(storedByteCount), .bytes(indexDigest), .bytes(index),
      ]
    try session.execute(
      """
      INSERT INTO packs (\(Self.columns), contents)
      VALUES (\(values.map { _ in "?" }.joined(separator: ", ")))
      """, values)
  }
}

/// The key of the object with the bytes of a pack: `packs/DEVICE/STREAM/FIRST-LAST-NUMBER`. As that of a chunk, it is
/// used once.
struct PackKey: Hashable, Sendable {
  /// The beginning of the keys of all packs.
  static let prefix = "packs/"

  var name: StreamName
  var sequences: ClosedRange<UInt64>
  /// 0 or more.
  var number: Int64

  var text: String {
    """
    \(Self.prefix)\(name.device)/\(name.stream)/\(sequences.lowerBound)-\(sequences.upperBound)-\(number)
    """
  }

  init(name: StreamName, sequences: ClosedRange<UInt64>, number: Int64) {
    self.name = name
    self.sequences = sequences
    self.number = number
  }

  /// nil if it is not the key of a pack.
  init?(text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 4, parts[0] + "/" == Self.prefix else { return nil }
    let numbers = parts[3].split(separator: "-", omittingEmptySubsequences: false)
    guard numbers.count == 3, let first = UInt64(numbers[0]), let last = UInt64(numbers[1]),
      first <= last, let number = Int64(numbers[2]), number >= 0,
      let identity = try? ChunkIdentity(device: parts[1], stream: parts[2], sequence: first)
    else { return nil }
    self.init(name: identity.name, sequences: first...last, number: number)
    guard self.text == text else { return nil }
  }
}
