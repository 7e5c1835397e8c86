import Chunks

/// The paths of a store's files.
///
/// ```
/// streams/<stream>/<sequence>.open      the chunk that is being written, at most one per stream
/// streams/<stream>/<sequence>.chunk     complete chunks that wait for their receipts
/// quarantine/<stream>/<sequence>.chunk  chunks that were refused or are unreadable, never deleted
/// quarantine/<stream>/<sequence>.problem.json
/// quarantine/<stream>/<sequence>-<digest>.conflict  other bytes with a chunk's identity
/// quarantine/<stream>/<sequence>-<digest>.conflict.json
/// receipts.jsonl                        the receipts, one per line
/// device                                the device name of the chunks
/// state.json                            the state of the recording
/// ballast                               reserved space, freed when the disk is full
/// <file>.new                            the next content of a file, before it replaces the file
/// ```
struct StoreLayout {
  /// The folder of the store, without a trailing slash.
  let root: String

  static let openSuffix = ".open"
  static let chunkSuffix = ".chunk"
  static let problemSuffix = ".problem.json"
  static let temporarySuffix = ".new"

  var streams: String { root + "/streams" }
  var quarantine: String { root + "/quarantine" }
  var receipts: String { root + "/receipts.jsonl" }
  var device: String { root + "/device" }
  var state: String { root + "/state.json" }
  var ballast: String { root + "/ballast" }

  func streamFolder(_ stream: String) -> String { "\(streams)/\(stream)" }
  func quarantineFolder(_ stream: String) -> String { "\(quarantine)/\(stream)" }

  func openFile(_ chunk: ChunkIdentity) -> String {
    "\(streamFolder(chunk.stream))/\(chunk.sequence)\(Self.openSuffix)"
  }

  func chunkFile(_ chunk: ChunkIdentity) -> String {
    "\(streamFolder(chunk.stream))/\(chunk.sequence)\(Self.chunkSuffix)"
  }

  func quarantinedFile(_ chunk: ChunkIdentity) -> String {
    "\(quarantineFolder(chunk.stream))/\(chunk.sequence)\(Self.chunkSuffix)"
  }

  func problemFile(_ chunk: ChunkIdentity) -> String {
    "\(quarantineFolder(chunk.stream))/\(chunk.sequence)\(Self.problemSuffix)"
  }

  /// The path contains the digest, so that a quarantined file never replaces another one.
  func conflictFile(_ chunk: ChunkIdentity, _ digest: ChunkDigest) -> String {
    "\(quarantineFolder(chunk.stream))/\(chunk.sequence)-\(digest.hex).conflict"
  }

  func conflictNote(_ chunk: ChunkIdentity, _ digest: ChunkDigest) -> String {
    conflictFile(chunk, digest) + ".json"
  }

  /// The kinds of files in the folder of a stream, which their names tell.
  enum FileName: Equatable {
    case open(UInt64)
    case chunk(UInt64)
    case temporary
    /// The number is larger than a chunk can have, or is not written as a number.
    case misnumbered(ChunkError)
    case other
  }

  static func kind(of name: String) -> FileName {
    if name.hasSuffix(temporarySuffix) { return .temporary }
    guard let suffix = [openSuffix, chunkSuffix].first(where: name.hasSuffix) else { return .other }
    let digits = name.dropLast(suffix.count)
    guard let number = DecimalDigits.number(digits) else { return .other }
    guard String(number) == digits, number <= ChunkIdentity.sequenceMax else {
      return .misnumbered(.invalidSequence(number))
    }
    return suffix == openSuffix ? .open(number) : .chunk(number)
  }

  /// Returns the folder that contains a file.
  static func folder(of path: String) -> String {
    String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  }
}
