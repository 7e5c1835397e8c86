import CollectorContract
import Foundation

/// The files of one stream in a lake, as the last run has left them. It is stored in the lake, so that a copy of the
/// lake, or of the database, needs nothing else.
///
/// A file is noted before it is written, and forgotten after it was removed: so the state names all files that exist.
struct LakeState: Codable, Hashable {
  struct File: Codable, Hashable {
    /// The content as text of a `LakePlan`; nil if it is being written or removed, or if nothing is known.
    var content: String?
    /// The size in bytes; 0 if there is no file, because there are no rows.
    var bytes: Int64
  }

  /// By the text of a `LakePart`.
  var files: [String: File] = [:]

  var encoded: [UInt8] { ContractJSON.encode(self) }

  init() {}

  /// nil if the bytes are not a state.
  init?(encoded bytes: [UInt8]) {
    guard let state = try? JSONDecoder().decode(LakeState.self, from: Data(bytes)),
      state.files.keys.allSatisfy({ LakePart($0) != nil })
    else { return nil }
    self = state
  }

  subscript(part: LakePart) -> File? {
    get { files[part.description] }
    set { files[part.description] = newValue }
  }

  var parts: Set<LakePart> { Set(files.keys.compactMap { LakePart($0) }) }
}

/// The file that makes a folder a lake.
struct LakeMarker: Codable, Hashable {
  /// The version of the layout and of the schemas. With another one, all files are written again.
  static let formatVersion = 1

  var format = Self.formatVersion
}
