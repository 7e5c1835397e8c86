import Chunks

/// The key of the object with the bytes of a chunk: `chunks/DEVICE/STREAM/SEQUENCE-NUMBER`.
///
/// Each upload has another random number, so a key never gets other bytes and never comes back after it was removed.
/// Otherwise an object could be removed while a repeated upload of the same chunk relies on it.
struct ObjectKey: Hashable, Sendable {
  /// The beginning of the keys of all chunks.
  static let prefix = "chunks/"

  var identity: ChunkIdentity
  /// 0 or more.
  var number: Int64

  var text: String {
    "\(Self.prefix)\(identity.device)/\(identity.stream)/\(identity.sequence)-\(number)"
  }

  init(identity: ChunkIdentity, number: Int64) {
    self.identity = identity
    self.number = number
  }

  /// nil if it is not the key of a chunk.
  init?(text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 4, parts[0] + "/" == Self.prefix else { return nil }
    let numbers = parts[3].split(separator: "-", omittingEmptySubsequences: false)
    guard numbers.count == 2, let sequence = UInt64(numbers[0]), let number = Int64(numbers[1]),
      let identity = try? ChunkIdentity(device: parts[1], stream: parts[2], sequence: sequence)
    else { return nil }
    self.init(identity: identity, number: number)
    guard self.text == text else { return nil }
  }

  /// An expression for the key of a row of `chunks` that has an object.
  static let ofRow = """
    '\(prefix)' || device || '/' || stream || '/' || CAST(sequence AS TEXT) || '-'
      || CAST(object AS TEXT)
    """
}
