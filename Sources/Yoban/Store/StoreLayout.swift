import Chunks

/// Where a store keeps what.
///
/// ```
/// streams/<stream>/<sequence>.open      the chunk that is being written, at most one per stream
/// streams/<stream>/<sequence>.chunk     complete chunks that wait for their receipt
/// quarantine/<stream>/<sequence>.chunk  chunks that the collector refused, never deleted here
/// quarantine/<stream>/<sequence>.problem.json
/// quarantine/<stream>/<sequence>-<digest>.conflict  other bytes that came under a name that is taken
/// quarantine/<stream>/<sequence>-<digest>.conflict.json
/// receipts.jsonl                        one receipt a line
/// device                                the name that the chunks were recorded under
/// state.json                            what is to be recorded
/// ballast                               room that is given up so that receipts fit on a full disk
/// ```
struct StoreLayout {
  /// The folder of the store, without a slash at its end.
  let root: String

  static let openSuffix = ".open"
  static let chunkSuffix = ".chunk"
  static let problemSuffix = ".problem.json"

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

  /// Beside the others, so that bytes which are quarantined never replace any.
  func conflictFile(_ chunk: ChunkIdentity, _ digest: ChunkDigest) -> String {
    "\(quarantineFolder(chunk.stream))/\(chunk.sequence)-\(digest.hex).conflict"
  }

  func conflictNote(_ chunk: ChunkIdentity, _ digest: ChunkDigest) -> String {
    conflictFile(chunk, digest) + ".json"
  }

  /// The sequence number that a file is named after, if it has this suffix.
  static func sequence(of name: String, suffix: String) -> UInt64? {
    guard name.hasSuffix(suffix) else { return nil }
    let digits = name.dropLast(suffix.count)
    guard let sequence = UInt64(digits), String(sequence) == digits else { return nil }
    return sequence
  }

  /// The folder that a file is in.
  static func folder(of path: String) -> String {
    String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  }
}
